//===- op_reductions.c - what a reduction computes ------------------------===//
//
// reduce_<sum|sumsq|mean|prod|max|min|and|or|xor|argmax|argmin> by how the body
// combines, `reduce` if it is none of them, or several for several results (the
// tail tells them then). Results that nobody uses do not count: a maximum whose
// index is dropped is a maximum. What is done to an element before it is
// combined are words of the tail, as if another op did it, but for what the
// kind says already: the square of a sumsq (of a difference, too: a variance)
// and the share of a mean.
//
//===----------------------------------------------------------------------===//

#include "lib/ir/op_items.h"
#include "lib/ir/scalar_values.h"
#include "lib/ir/types.h"

#include "mlir-c/BuiltinTypes.h"

#include "lib/base/banned.h"

static bool isUsed(const TracemarkOpItem *item, intptr_t init) {
  if (init >= mlirOperationGetNumResults(item->operation))
    return true; // memref
  return !mlirOpOperandIsNull(
      mlirValueGetFirstUse(mlirOperationGetResult(item->operation, init)));
}

/// Tells whether `value` is divided by the number of addends.
static bool isShare(TracemarkSummaryContext *context,
                    const TracemarkLinalgView *view, MlirValue value) {
  MlirOperation scale = tracemarkValueDefiningOp(value);
  double constant, count = 1.0;
  if (mlirOperationIsNull(scale) || mlirOperationGetNumOperands(scale) != 2)
    return false;
  const char *word = tracemarkOpKindsGet(&context->kinds, scale)->word;
  bool isProduct = strcmp(word, "mul") == 0;
  if (!isProduct && strcmp(word, "div") != 0)
    return false;
  for (intptr_t i = 0; i < view->loopCount; ++i)
    if (view->loops[i].reduction)
      count *= view->loops[i].range < 0 ? 0.0 : (double)view->loops[i].range;
  for (int i = isProduct ? 0 : 1; i < 2; ++i)
    if (tracemarkScalarConstant(&context->kinds, view,
                                mlirOperationGetOperand(scale, i), &constant)) {
      double share = isProduct ? constant * count : constant / count;
      return count > 0.0 && share > 0.998 && share < 1.002;
    }
  return false;
}

static const char *spellCombiner(TracemarkSummaryContext *context,
                                 const TracemarkLinalgView *view,
                                 TracemarkReduction reduction) {
  switch (reduction.combiner) {
  case TRACEMARK_COMBINER_SUM:
    if (!mlirValueIsNull(reduction.factors[0]) &&
        tracemarkScalarSame(view, reduction.factors[0], reduction.factors[1]))
      return "reduce_sumsq";
    return isShare(context, view, reduction.value) ? "reduce_mean"
                                                   : "reduce_sum";
  case TRACEMARK_COMBINER_PROD:
    return "reduce_prod";
  case TRACEMARK_COMBINER_MAX:
    return "reduce_max";
  case TRACEMARK_COMBINER_MIN:
    return "reduce_min";
  case TRACEMARK_COMBINER_AND:
    return "reduce_and";
  case TRACEMARK_COMBINER_OR:
    return "reduce_or";
  case TRACEMARK_COMBINER_XOR:
    return "reduce_xor";
  case TRACEMARK_COMBINER_NONE:
    break;
  }
  return "reduce";
}

/// Tells whether init `index` keeps an index by comparing: the body yields a
/// select with the running value on one side.
static bool selectsIndex(TracemarkSummaryContext *context,
                         const TracemarkLinalgView *view, intptr_t index) {
  MlirOperation yield = tracemarkLinalgViewYield(view);
  if (mlirOperationIsNull(yield) || index >= mlirOperationGetNumOperands(yield))
    return false;
  MlirOperation select =
      tracemarkValueDefiningOp(mlirOperationGetOperand(yield, index));
  if (mlirOperationIsNull(select) ||
      tracemarkOpKindsGet(&context->kinds, select)->role !=
          TRACEMARK_OP_SELECT ||
      mlirOperationGetNumOperands(select) != 3)
    return false;
  MlirValue running =
      tracemarkLinalgViewBodyArgument(view, view->insCount + index);
  return !mlirValueIsNull(running) &&
         (mlirValueEqual(mlirOperationGetOperand(select, 1), running) ||
          mlirValueEqual(mlirOperationGetOperand(select, 2), running));
}

static bool isIntegerInit(const TracemarkLinalgView *view, intptr_t index) {
  MlirType type = tracemarkTypeElement(mlirValueGetType(
      mlirOperationGetOperand(view->operation, view->insCount + index)));
  return mlirTypeIsAInteger(type) || mlirTypeIsAIndex(type);
}

static const char *spell(TracemarkSummaryContext *context,
                         const TracemarkOpItem *item) {
  const TracemarkLinalgView *view = &item->view;
  const char *word = NULL;
  bool hasIndex = false, hasOthers = false;
  TracemarkCombiner compared = TRACEMARK_COMBINER_NONE; // beside an index
  for (intptr_t i = 0; i < view->initCount; ++i) {
    TracemarkReduction reduction =
        tracemarkGenericBodyReduction(&context->kinds, view, i);
    if (reduction.combiner != TRACEMARK_COMBINER_NONE)
      compared = reduction.combiner;
    if (!isUsed(item, i))
      continue;
    if (reduction.combiner == TRACEMARK_COMBINER_NONE && view->initCount > 1 &&
        isIntegerInit(view, i) && selectsIndex(context, view, i)) {
      hasIndex = true;
      continue;
    }
    const char *next = spellCombiner(context, view, reduction);
    hasOthers |= word && strcmp(word, next) != 0;
    word = next;
  }
  if (hasOthers)
    return "reduce";
  if (hasIndex)
    return compared == TRACEMARK_COMBINER_MAX   ? "reduce_argmax"
           : compared == TRACEMARK_COMBINER_MIN ? "reduce_argmin"
                                                : "reduce";
  return word ? word : "reduce";
}

//===----------------------------------------------------------------------===//
// Prework
//===----------------------------------------------------------------------===//

typedef struct Slice {
  TracemarkSummaryContext *context;
  MlirBlock body;
  TracemarkPointerMap ops; // that the combined values are computed by
  TRACEMARK_ARENA_ARRAY(MlirOperation) pending;
} Slice;

static bool reach(Slice *slice, MlirValue value) {
  MlirOperation definition = mlirValueIsNull(value)
                                 ? (MlirOperation){NULL}
                                 : tracemarkValueDefiningOp(value);
  bool isNew = false;
  if (mlirOperationIsNull(definition) ||
      !mlirBlockEqual(mlirOperationGetBlock(definition), slice->body))
    return true;
  TracemarkArena *arena = slice->context->arena;
  return tracemarkPointerMapEnsure(arena, &slice->ops, definition.ptr,
                                   &isNew) &&
         (!isNew || TRACEMARK_ARENA_PUSH(arena, &slice->pending, definition));
}

static bool reachOperands(Slice *slice, MlirOperation operation) {
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(operation); i < e; ++i)
    if (!reach(slice, mlirOperationGetOperand(operation, i)))
      return false;
  return true;
}

static bool reachAll(Slice *slice) {
  while (slice->pending.count)
    if (!reachOperands(slice, slice->pending.items[--slice->pending.count]))
      return false;
  return true;
}

/// Reaches from the factors of a product, but for zero points.
static bool reachFactors(Slice *slice, const TracemarkOpItem *item) {
  TracemarkReduction reduction =
      tracemarkGenericBodyReduction(&slice->context->kinds, &item->view, 0);
  for (int i = 0; i < 2; ++i)
    if (!(item->product.hasZeroPoint[i]
              ? reachOperands(slice,
                              tracemarkValueDefiningOp(reduction.factors[i]))
              : reach(slice, reduction.factors[i])))
      return false;
  return true;
}

/// Reaches from what init `index` adds up or compares, but for what the
/// reduction's word says.
static bool reachCombined(Slice *slice, const TracemarkOpItem *item,
                          intptr_t index) {
  TracemarkReduction reduction =
      tracemarkGenericBodyReduction(&slice->context->kinds, &item->view, index);
  const char *word = spellCombiner(slice->context, &item->view, reduction);
  if (strcmp(word, "reduce_sumsq") == 0) {
    MlirOperation difference = tracemarkValueDefiningOp(reduction.factors[0]);
    if (mlirOperationIsNull(difference) ||
        strcmp(tracemarkOpKindsGet(&slice->context->kinds, difference)->word,
               "sub") != 0)
      return reach(slice, reduction.factors[0]);
    return reachOperands(slice, difference);
  }
  if (strcmp(word, "reduce_mean") == 0)
    return reachOperands(slice, tracemarkValueDefiningOp(reduction.value));
  return reach(slice, reduction.value) && reach(slice, reduction.factors[0]) &&
         reach(slice, reduction.factors[1]);
}

/// Kinds of a reduction that combines its results in several ways, if all of
/// them are known: sum, sumsq.
static bool listKinds(TracemarkSummaryContext *context,
                      const TracemarkOpItem *item, TracemarkBodyWord **words,
                      size_t *count) {
  intptr_t inits = item->view.initCount;
  *words =
      tracemarkArenaAllocate(context->arena, (size_t)inits, sizeof(**words));
  if (!*words)
    return false;
  for (intptr_t i = 0; i < inits; ++i) {
    const char *word = spellCombiner(
        context, &item->view,
        tracemarkGenericBodyReduction(&context->kinds, &item->view, i));
    bool isKnown = strcmp(word, "reduce") != 0;
    if (isUsed(item, i) && !isKnown) {
      *count = 0;
      return true;
    }
    if (isUsed(item, i))
      (*words)[(*count)++] = (TracemarkBodyWord){word + 7, item->operation};
  }
  if (*count < 2)
    *count = 0;
  return true;
}

bool tracemarkOpItemPrework(TracemarkSummaryContext *context,
                            const TracemarkOpItem *item,
                            TracemarkBodyWord **words, size_t *count) {
  *count = 0;
  const TracemarkGenericBody *body = &item->body;
  bool isProduct = item->product.isFound;
  if (isProduct ? body->wordCount <= 2
                : !item->isReduction || body->wordCount < 2)
    return true;
  if (strcmp(item->word, "reduce") == 0)
    return listKinds(context, item, words, count);
  Slice slice = {.context = context, .body = item->view.body};
  for (intptr_t i = 0; i < item->view.initCount; ++i)
    if (!(isProduct ? reachFactors(&slice, item)
                    : reachCombined(&slice, item, i)))
      return false;
  *words =
      tracemarkArenaAllocate(context->arena, body->wordCount, sizeof(**words));
  if (!*words || !reachAll(&slice))
    return false;
  for (size_t i = 0; i < body->wordCount; ++i)
    if (tracemarkPointerMapFind(&slice.ops, body->words[i].operation.ptr))
      (*words)[(*count)++] = body->words[i];
  return true;
}

/// Tells whether both factors of a product run along a loop that is added up.
static bool sharesReduction(const TracemarkLinalgView *view,
                            const TracemarkProduct *product) {
  if (!product->isFound)
    return false;
  const bool *left = view->indexing[product->operands[0]].usesLoop;
  const bool *right = view->indexing[product->operands[1]].usesLoop;
  for (intptr_t i = 0; i < view->loopCount; ++i)
    if (view->loops[i].reduction && left[i] && right[i])
      return true;
  return false;
}

void tracemarkOpItemReduction(TracemarkSummaryContext *context,
                              const TracemarkProduct *product,
                              TracemarkOpItem *item) {
  // A contraction whose loops have no name (strides, diagonals).
  if (sharesReduction(&item->view, product)) {
    item->product = *product;
    item->class = TRACEMARK_ITEM_CONTRACTION;
    item->takesBias = true;
    item->word = item->tailWord = "contract";
    return;
  }
  item->class = TRACEMARK_ITEM_COMPUTE;
  item->isReduction = true;
  item->word = spell(context, item);
  item->tailWord =
      strncmp(item->word, "reduce_", 7) == 0 ? item->word + 7 : item->word;
}
