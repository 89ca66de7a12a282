//===- op_formulas.c - functions spelled out as several ops ---------------===//

#include "lib/ir/op_formulas.h"

#include "lib/ir/scalar_values.h"
#include "lib/ir/strings.h"
#include "lib/ir/types.h"

#include <math.h>

#include "lib/base/banned.h"

enum { WALK_LIMIT = 24, COMPARE_DEPTH = 4, PRODUCT_DEPTH = 6 };

//===----------------------------------------------------------------------===//
// Walking back
//===----------------------------------------------------------------------===//

static bool equalMaps(MlirAffineMap a, MlirAffineMap b) {
  return mlirAffineMapIsNull(a)
             ? mlirAffineMapIsNull(b)
             : !mlirAffineMapIsNull(b) && mlirAffineMapEqual(a, b);
}

/// Tells whether the operand is read where the body's result stands: at the
/// place of the init or, in a reduction, of the loops.
static bool readsInPlace(const TracemarkLinalgView *view, intptr_t index) {
  if (tracemarkLinalgViewReductionCount(view))
    return mlirAffineMapIsIdentity(view->maps[index]);
  return mlirAffineMapEqual(view->maps[index], view->maps[view->insCount]);
}

const TracemarkOpItem *tracemarkNodeItem(const TracemarkFormulaReader *reader,
                                         const TracemarkNode *node) {
  return node->maker
             ? node->maker
             : tracemarkOpItemsFind(reader->items,
                                    tracemarkValueDefiningOp(node->value));
}

/// Moves a node to operand `index` of an item.
static void moveTo(const TracemarkFormulaReader *reader,
                   const TracemarkOpItem *item, intptr_t index,
                   TracemarkNode *node) {
  node->view = NULL;
  node->value = tracemarkValueStripReshapes(
      &reader->context->kinds, mlirOperationGetOperand(item->operation, index));
  node->maker =
      item->makers ? tracemarkOpItemsMaker(reader->items, item, index) : NULL;
}

/// Which of the item's results the node is; of an op on buffers which init.
static intptr_t resultOf(const TracemarkFormulaReader *reader,
                         const TracemarkOpItem *item,
                         const TracemarkNode *node) {
  if (!node->maker)
    return mlirOpResultGetResultNumber(node->value);
  const TracemarkLinalgView *view = &item->view;
  for (intptr_t i = 0; i < view->initCount; ++i)
    if (mlirValueEqual(
            tracemarkValueStripReshapes(
                &reader->context->kinds,
                mlirOperationGetOperand(item->operation, view->insCount + i)),
            node->value))
      return i;
  return 0;
}

/// Moves a body's argument to the operand that it is an element of; false for
/// running values.
static bool leaveBody(const TracemarkFormulaReader *reader,
                      TracemarkNode *node) {
  const TracemarkLinalgView *view = node->view;
  intptr_t index = mlirBlockArgumentGetArgNumber(node->value);
  if (index >= view->insCount + view->initCount ||
      (index >= view->insCount && tracemarkLinalgViewReductionCount(view)))
    return false;
  if (view->maps && !readsInPlace(view, index))
    node->map = view->maps[index];
  const TracemarkOpItem *item =
      tracemarkOpItemsFind(reader->items, view->operation);
  if (!item)
    return false;
  moveTo(reader, item, index, node);
  return true;
}

/// Moves a tensor into the body that computes it, or to what it repeats; false
/// if no body computes it element by element.
static bool enterBody(const TracemarkFormulaReader *reader,
                      TracemarkNode *node) {
  const TracemarkOpItem *item = tracemarkNodeItem(reader, node);
  if (!item)
    return false;
  if (!item->view.maps) {
    if (!item->isExpansion || mlirOperationGetNumOperands(item->operation) == 0)
      return false;
    node->isRepeated = true;
    moveTo(reader, item, 0, node);
    return false;
  }
  const TracemarkLinalgView *view = &item->view;
  if (item->class == TRACEMARK_ITEM_MOVEMENT && view->insCount == 1 &&
      strcmp(item->word, "broadcast") == 0) {
    node->map = view->maps[0];
    moveTo(reader, item, 0, node);
    return false;
  }
  MlirOperation yield = tracemarkLinalgViewYield(view);
  intptr_t result = resultOf(reader, item, node);
  if (item->class != TRACEMARK_ITEM_ELEMENTWISE || mlirOperationIsNull(yield) ||
      result >= mlirOperationGetNumOperands(yield))
    return false;
  node->view = view;
  node->maker = NULL;
  node->value = mlirOperationGetOperand(yield, result);
  return true;
}

static bool isArgumentOf(MlirValue value, const TracemarkLinalgView *view) {
  return mlirValueIsABlockArgument(value) &&
         mlirBlockEqual(mlirBlockArgumentGetOwner(value), view->body);
}

static bool isInside(MlirValue value, const TracemarkLinalgView *view) {
  MlirOperation definition = tracemarkValueDefiningOp(value);
  return !mlirOperationIsNull(definition) &&
         mlirBlockEqual(mlirOperationGetBlock(definition), view->body);
}

/// Walks back to where the node comes from.
static TracemarkNode goBack(const TracemarkFormulaReader *reader,
                            TracemarkNode node) {
  for (int i = 0; i < WALK_LIMIT; ++i) {
    node.value = tracemarkScalarStripCasts(&reader->context->kinds, node.value);
    if (node.view && isArgumentOf(node.value, node.view)) {
      if (!leaveBody(reader, &node) || !mlirAffineMapIsNull(node.map))
        return node;
    } else if (node.view && isInside(node.value, node.view)) {
      return node;
    } else {
      node.view = NULL;
      node.value =
          tracemarkValueStripReshapes(&reader->context->kinds, node.value);
      if (!enterBody(reader, &node))
        return node;
    }
  }
  return node;
}

TracemarkNode tracemarkNodeGet(const TracemarkFormulaReader *reader,
                               const TracemarkLinalgView *view,
                               MlirValue value) {
  return goBack(reader, (TracemarkNode){.value = value, .view = view});
}

TracemarkNode tracemarkNodeRows(const TracemarkFormulaReader *reader,
                                const TracemarkNode *node) {
  return mlirAffineMapIsNull(node->map) && !node->isRepeated
             ? *node
             : goBack(reader, (TracemarkNode){.value = node->value,
                                              .maker = node->maker});
}

//===----------------------------------------------------------------------===//
// Looking at nodes
//===----------------------------------------------------------------------===//

bool tracemarkNodeIsNear(double value, double wanted) {
  return fabs(value - wanted) <= 2e-3 * fabs(wanted);
}

MlirOperation tracemarkNodeOperation(const TracemarkFormulaReader *reader,
                                     const TracemarkNode *node) {
  MlirOperation none = {NULL};
  MlirOperation operation = tracemarkValueDefiningOp(node->value);
  if (mlirOperationIsNull(operation) || !mlirAffineMapIsNull(node->map) ||
      node->isRepeated)
    return none;
  if (!node->view) { // an op on whole tensors
    const TracemarkOpItem *item =
        tracemarkOpItemsFind(reader->items, operation);
    if (!item || item->class != TRACEMARK_ITEM_ELEMENTWISE || item->view.maps)
      return none;
  }
  return operation;
}

const char *tracemarkNodeWord(const TracemarkFormulaReader *reader,
                              const TracemarkNode *node) {
  MlirOperation operation = tracemarkNodeOperation(reader, node);
  if (mlirOperationIsNull(operation))
    return "";
  MlirValue values[2];
  const char *word =
      tracemarkScalarMinMax(&reader->context->kinds, operation, values);
  return word ? word
              : tracemarkOpKindsGet(&reader->context->kinds, operation)->word;
}

bool tracemarkNodeConstant(const TracemarkFormulaReader *reader,
                           const TracemarkNode *node, double *constant) {
  MlirValue value = node->maker && node->maker->class == TRACEMARK_ITEM_FILL
                        ? mlirOperationGetOperand(node->maker->operation, 0)
                        : node->value;
  return tracemarkValueConstant(&reader->context->kinds, value, constant);
}

static bool sameWithin(const TracemarkFormulaReader *reader,
                       const TracemarkNode *a, const TracemarkNode *b,
                       int depth) {
  if (mlirValueEqual(a->value, b->value))
    return equalMaps(a->map, b->map) && a->isRepeated == b->isRepeated &&
           a->maker == b->maker;
  double left, right;
  if (tracemarkNodeConstant(reader, a, &left))
    return tracemarkNodeConstant(reader, b, &right) && left == right;
  const char *word = tracemarkNodeWord(reader, a);
  if (depth == 0 || !*word || strcmp(word, tracemarkNodeWord(reader, b)) != 0)
    return false;
  MlirOperation first = tracemarkNodeOperation(reader, a);
  MlirOperation second = tracemarkNodeOperation(reader, b);
  intptr_t count = mlirOperationGetNumOperands(first);
  if (!mlirIdentifierEqual(mlirOperationGetName(first),
                           mlirOperationGetName(second)) ||
      count != mlirOperationGetNumOperands(second) || count > 2)
    return false;
  for (intptr_t i = 0; i < count; ++i) {
    TracemarkNode x =
        tracemarkNodeGet(reader, a->view, mlirOperationGetOperand(first, i));
    TracemarkNode y =
        tracemarkNodeGet(reader, b->view, mlirOperationGetOperand(second, i));
    if (!sameWithin(reader, &x, &y, depth - 1))
      return false;
  }
  return count > 0;
}

bool tracemarkNodeSame(const TracemarkFormulaReader *reader,
                       const TracemarkNode *a, const TracemarkNode *b) {
  return sameWithin(reader, a, b, COMPARE_DEPTH);
}

bool tracemarkNodeIsRepeated(const TracemarkFormulaReader *reader,
                             const TracemarkNode *node) {
  double constant;
  bool lacksLoops =
      !mlirAffineMapIsNull(node->map) && !mlirAffineMapIsPermutation(node->map);
  return (lacksLoops || node->isRepeated) &&
         !tracemarkNodeConstant(reader, node, &constant);
}

bool tracemarkFormulaMayHave(const TracemarkFormulaReader *reader,
                             unsigned features) {
  return (reader->items->features & features) == features;
}

//===----------------------------------------------------------------------===//
// Taking steps
//===----------------------------------------------------------------------===//

static void note(TracemarkFormulaReader *reader, MlirOperation step) {
  TracemarkFormula *formula = reader->formula;
  if (formula->stepCount < TRACEMARK_FORMULA_STEPS)
    formula->steps[formula->stepCount++] = step;
}

/// Tells whether a tensor has to be repeated to take part in a result.
static bool isSmaller(MlirValue operand, MlirValue result) {
  uint64_t count, all;
  return tracemarkTypeElementCount(mlirValueGetType(operand), &count) &&
         tracemarkTypeElementCount(mlirValueGetType(result), &all) &&
         count < all;
}

bool tracemarkNodeTake(TracemarkFormulaReader *reader,
                       const TracemarkNode *node, const char *word, int count,
                       TracemarkNode *operands) {
  MlirOperation operation = tracemarkNodeOperation(reader, node);
  if (mlirOperationIsNull(operation))
    return false;
  const TracemarkOpKind *kind =
      tracemarkOpKindsGet(&reader->context->kinds, operation);
  MlirValue values[3];
  if (kind->role == TRACEMARK_OP_SELECT
          ? strcmp(tracemarkNodeWord(reader, node), word) != 0
          : *kind->word != *word || strcmp(kind->word, word) != 0)
    return false;
  if (!tracemarkScalarMinMax(&reader->context->kinds, operation, values)) {
    // Further operands of ops on whole tensors are parameters (tosa's shifts
    // and zero points).
    intptr_t operandCount = mlirOperationGetNumOperands(operation);
    if (operandCount < count || (node->view && operandCount > count))
      return false;
    for (int i = 0; i < count; ++i)
      values[i] = mlirOperationGetOperand(operation, i);
  } else if (count != 2) {
    return false;
  }
  for (int i = 0; i < count; ++i) {
    operands[i] = tracemarkNodeGet(reader, node->view, values[i]);
    operands[i].isRepeated |= !node->view && isSmaller(values[i], node->value);
  }
  note(reader, operation);
  return true;
}

bool tracemarkNodeTakeConstant(TracemarkFormulaReader *reader,
                               const TracemarkNode *node, const char *word,
                               TracemarkNode *other, double *constant) {
  TracemarkNode operands[2];
  size_t steps = reader->formula->stepCount;
  if (!tracemarkNodeTake(reader, node, word, 2, operands))
    return false;
  for (int i = 0; i < 2; ++i)
    if (tracemarkNodeConstant(reader, &operands[i], constant)) {
      *other = operands[1 - i];
      return true;
    }
  reader->formula->stepCount = steps;
  return false;
}

/// One step of Scale.
static bool scaleOnce(TracemarkFormulaReader *reader, TracemarkNode *node,
                      double *scale) {
  TracemarkNode operands[2], other;
  double constant;
  if (tracemarkNodeTakeConstant(reader, node, "mul", &other, &constant)) {
    *scale *= constant;
    *node = other;
    return true;
  }
  if (tracemarkNodeTake(reader, node, "neg", 1, operands)) {
    *scale = -*scale;
    *node = operands[0];
    return true;
  }
  size_t steps = reader->formula->stepCount;
  if (tracemarkNodeTake(reader, node, "div", 2, operands) &&
      tracemarkNodeConstant(reader, &operands[1], &constant) &&
      constant != 0.0) {
    *scale /= constant;
    *node = operands[0];
    return true;
  }
  reader->formula->stepCount = steps;
  if (tracemarkNodeTake(reader, node, "sub", 2, operands) &&
      tracemarkNodeConstant(reader, &operands[0], &constant) &&
      constant == 0.0) {
    *scale = -*scale;
    *node = operands[1];
    return true;
  }
  reader->formula->stepCount = steps;
  return false;
}

void tracemarkNodeScale(TracemarkFormulaReader *reader,
                        const TracemarkNode *node, TracemarkNode *base,
                        double *scale) {
  *base = *node;
  *scale = 1.0;
  for (int i = 0; i < PRODUCT_DEPTH && scaleOnce(reader, base, scale); ++i)
    ;
}

static bool productWithin(TracemarkFormulaReader *reader,
                          const TracemarkNode *node, const TracemarkNode *stops,
                          int *counts, int stopCount, double *scale,
                          int depth) {
  for (int i = 0; i < stopCount; ++i)
    if (tracemarkNodeSame(reader, node, &stops[i])) {
      ++counts[i];
      return true;
    }
  double constant;
  if (tracemarkNodeConstant(reader, node, &constant)) {
    *scale *= constant;
    return true;
  }
  TracemarkNode operands[2];
  if (depth == 0)
    return false;
  if (tracemarkNodeTake(reader, node, "pow", 2, operands)) {
    if (!tracemarkNodeConstant(reader, &operands[1], &constant))
      return false;
    for (int i = 0; i < stopCount; ++i)
      if (tracemarkNodeSame(reader, &operands[0], &stops[i])) {
        counts[i] += constant == 2.0 ? 2 : constant == 3.0 ? 3 : 100;
        return true;
      }
    return false;
  }
  if (tracemarkNodeTake(reader, node, "mul", 2, operands))
    return productWithin(reader, &operands[0], stops, counts, stopCount, scale,
                         depth - 1) &&
           productWithin(reader, &operands[1], stops, counts, stopCount, scale,
                         depth - 1);
  TracemarkNode base = *node;
  return scaleOnce(reader, &base, scale) &&
         productWithin(reader, &base, stops, counts, stopCount, scale,
                       depth - 1);
}

bool tracemarkNodeProduct(TracemarkFormulaReader *reader,
                          const TracemarkNode *node, const TracemarkNode *stops,
                          int *counts, int stopCount, double *scale) {
  *scale = 1.0;
  for (int i = 0; i < stopCount; ++i)
    counts[i] = 0;
  return productWithin(reader, node, stops, counts, stopCount, scale,
                       PRODUCT_DEPTH);
}

/// A sum of squares that an op of its own makes.
static void takeSquare(TracemarkFormulaReader *reader,
                       const TracemarkNode *value, TracemarkNode factors[2],
                       bool *hasFactors) {
  TracemarkNode operands[2];
  double exponent;
  size_t steps = reader->formula->stepCount;
  if (*hasFactors)
    return;
  if (tracemarkNodeTake(reader, value, "mul", 2, factors)) {
    *hasFactors = true;
  } else if (tracemarkNodeTake(reader, value, "square", 1, operands) ||
             (tracemarkNodeTake(reader, value, "pow", 2, operands) &&
              tracemarkNodeConstant(reader, &operands[1], &exponent) &&
              exponent == 2.0)) {
    factors[0] = factors[1] = operands[0];
    *hasFactors = true;
  } else {
    reader->formula->stepCount = steps;
  }
}

/// A reduction that is known by its name.
static bool takeNamedReduction(TracemarkFormulaReader *reader,
                               const TracemarkOpItem *item,
                               TracemarkCombiner combiner, TracemarkNode *value,
                               TracemarkNode factors[2], bool *hasFactors) {
  const char *wanted = combiner == TRACEMARK_COMBINER_SUM   ? "reduce_sum"
                       : combiner == TRACEMARK_COMBINER_MAX ? "reduce_max"
                                                            : "";
  TracemarkFormula *formula = reader->formula;
  if (strcmp(item->word, wanted) != 0 ||
      formula->reductionCount == TRACEMARK_FORMULA_REDUCTIONS)
    return false;
  formula->reductions[formula->reductionCount++] = item;
  *value = tracemarkNodeGet(reader, NULL,
                            mlirOperationGetOperand(item->operation, 0));
  takeSquare(reader, value, factors, hasFactors);
  return true;
}

bool tracemarkNodeReduction(TracemarkFormulaReader *reader,
                            const TracemarkNode *node,
                            TracemarkCombiner combiner, TracemarkNode *value,
                            TracemarkNode factors[2], bool *hasFactors,
                            const TracemarkOpItem **item) {
  TracemarkNode rows = tracemarkNodeRows(reader, node);
  *item = tracemarkNodeItem(reader, &rows);
  *hasFactors = false;
  if (rows.view || !*item || !(*item)->isReduction)
    return false;
  if (!(*item)->view.maps)
    return takeNamedReduction(reader, *item, combiner, value, factors,
                              hasFactors);
  const TracemarkLinalgView *view = &(*item)->view;
  TracemarkReduction reduction = tracemarkGenericBodyReduction(
      &reader->context->kinds, view, resultOf(reader, *item, &rows));
  TracemarkFormula *formula = reader->formula;
  if (reduction.combiner != combiner ||
      formula->reductionCount == TRACEMARK_FORMULA_REDUCTIONS)
    return false;
  formula->reductions[formula->reductionCount++] = *item;
  *hasFactors = !mlirValueIsNull(reduction.factors[0]);
  for (int i = 0; i < 2 && *hasFactors; ++i)
    factors[i] = tracemarkNodeGet(reader, view, reduction.factors[i]);
  if (mlirValueIsNull(reduction.value)) // a fused multiply-add
    return *hasFactors && (*value = factors[0], true);
  *value = tracemarkNodeGet(reader, view, reduction.value);
  takeSquare(reader, value, factors, hasFactors);
  return true;
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

static bool nodeOf(const TracemarkFormulaReader *reader,
                   const TracemarkOpItem *item, MlirOperation operation,
                   TracemarkNode *node) {
  (void)reader;
  if (mlirOperationGetNumResults(operation) == 0)
    return false;
  bool isInBody =
      item->view.maps && !mlirBlockIsNull(item->view.body) &&
      mlirBlockEqual(mlirOperationGetBlock(operation), item->view.body);
  if (!isInBody && !mlirOperationEqual(operation, item->operation))
    return false;
  *node = (TracemarkNode){.value = mlirOperationGetResult(operation, 0),
                          .view = isInBody ? &item->view : NULL};
  return true;
}

/// Tells whether a scalar op takes a number other than 0.
static bool takesNumber(TracemarkSummaryContext *context,
                        MlirOperation operation) {
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(operation); i < e; ++i) {
    double constant;
    if (tracemarkValueConstant(
            &context->kinds, mlirOperationGetOperand(operation, i), &constant))
      return constant != 0.0;
  }
  return false;
}

bool tracemarkFormulaMayEndAnywhere(const TracemarkOpItems *items) {
  enum {
    ANY = TRACEMARK_FEATURE_CURVE | TRACEMARK_FEATURE_ROOT |
          TRACEMARK_FEATURE_CAST,
    NORM = TRACEMARK_FEATURE_SUB | TRACEMARK_FEATURE_REPEAT
  };
  return items->features & ANY ||
         (items->features & TRACEMARK_FEATURES_CLAMP) ==
             TRACEMARK_FEATURES_CLAMP ||
         (items->features & NORM) == NORM;
}

/// Tells whether there can be a formula whose last step is `operation`.
static bool mayBeLast(TracemarkSummaryContext *context,
                      const TracemarkOpItems *items, MlirOperation operation) {
  if (tracemarkFormulaMayEndAnywhere(items))
    return true;
  const TracemarkOpKind *kind = tracemarkOpKindsGet(&context->kinds, operation);
  // A maximum with a number is a relu or nothing.
  return kind->isMax || kind->isMin ? !takesNumber(context, operation)
                                    : kind->features & TRACEMARK_FEATURES_CLAMP;
}

bool tracemarkFormulaFind(TracemarkSummaryContext *context,
                          const TracemarkOpItems *items,
                          const TracemarkOpItem *item, MlirOperation operation,
                          TracemarkFormula *formula) {
  formula->word = NULL;
  formula->stepCount = formula->reductionCount = 0;
  TracemarkFormulaReader reader = {context, items, formula};
  TracemarkNode node;
  bool isPrework = (item->isReduction || item->product.isFound) &&
                   !mlirOperationEqual(operation, item->operation);
  if ((item->class != TRACEMARK_ITEM_ELEMENTWISE && !isPrework) ||
      !mayBeLast(context, items, operation) ||
      !nodeOf(&reader, item, operation, &node))
    return false;
  if (tracemarkFormulaNormalisation(&reader, &node))
    return true;
  formula->stepCount = formula->reductionCount = 0;
  if (tracemarkFormulaActivation(&reader, &node))
    return true;
  formula->stepCount = formula->reductionCount = 0;
  return tracemarkFormulaQuantisation(&reader, &node, operation);
}

bool tracemarkFormulaIsMean(TracemarkSummaryContext *context,
                            const TracemarkOpItems *items,
                            const TracemarkOpItem *root,
                            const TracemarkOpItem *item,
                            MlirOperation operation) {
  TracemarkFormula formula = {0};
  TracemarkFormulaReader reader = {context, items, &formula};
  TracemarkNode node, base;
  if (item->class != TRACEMARK_ITEM_ELEMENTWISE ||
      !nodeOf(&reader, item, operation, &node))
    return false;
  double scale = 1.0, count = 1.0;
  base = node;
  if (!scaleOnce(&reader, &base, &scale))
    return false;
  base = tracemarkNodeRows(&reader, &base);
  if (tracemarkNodeItem(&reader, &base) != root)
    return false;
  for (intptr_t i = 0; i < root->view.loopCount; ++i)
    if (root->view.loops[i].reduction)
      count *= root->view.loops[i].range < 0
                   ? 0.0
                   : (double)root->view.loops[i].range;
  return count > 0.0 && tracemarkNodeIsNear(scale * count, 1.0);
}

bool tracemarkFormulaIsSumOfSquares(TracemarkSummaryContext *context,
                                    const TracemarkOpItems *items,
                                    const TracemarkOpItem *root,
                                    TracemarkFormula *formula) {
  *formula = (TracemarkFormula){0};
  TracemarkFormulaReader reader = {context, items, formula};
  const TracemarkLinalgView *view = &root->view;
  TracemarkNode value, factors[2], operands[2];
  bool hasFactors = false;
  if (view->maps) {
    TracemarkReduction reduction =
        tracemarkGenericBodyReduction(&context->kinds, view, 0);
    if (reduction.combiner != TRACEMARK_COMBINER_SUM ||
        mlirValueIsNull(reduction.value))
      return false;
    value = tracemarkNodeGet(&reader, view, reduction.value);
  } else {
    value = tracemarkNodeGet(&reader, NULL,
                             mlirOperationGetOperand(root->operation, 0));
  }
  takeSquare(&reader, &value, factors, &hasFactors);
  if (!hasFactors || !tracemarkNodeSame(&reader, &factors[0], &factors[1]))
    return false;
  tracemarkNodeTake(&reader, &factors[0], "sub", 2, operands);
  return true;
}
