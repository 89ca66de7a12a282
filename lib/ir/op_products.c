//===- op_products.c - sums of products of two operands' elements ---------===//
//
// What makes a contraction or convolution of a body: a sum of products, each
// factor computed from elements of operands. Of these one has all loops that
// the others have and stands for the factor; the others are its parameters
// (zero points, scales, a mask). What is done to an element before it is
// multiplied is prework, as if another op did it, but for the zero points of
// integers, which the word says ("quantized_").
//
//===----------------------------------------------------------------------===//

#include "lib/ir/op_items.h"
#include "lib/ir/scalar_values.h"
#include "lib/ir/strings.h"

#include "mlir-c/BuiltinTypes.h"

#include "lib/base/banned.h"

/// A factor of more ops than this is something else: graph regions may hold
/// cycles.
enum { FACTOR_STEPS = 32 };

/// What a factor is computed from.
typedef struct Factor {
  TracemarkSummaryContext *context;
  const TracemarkLinalgView *view;
  intptr_t main; // operand with the most loops so far; -1: none yet
  int steps;     // left
} Factor;

/// Tells whether operand `a` depends on every loop that `b` depends on.
static bool covers(const TracemarkLinalgView *view, intptr_t a, intptr_t b) {
  const bool *wide = view->indexing[a].usesLoop;
  const bool *narrow = view->indexing[b].usesLoop;
  for (intptr_t i = 0; i < view->loopCount; ++i)
    if (narrow[i] && !wide[i])
      return false;
  return true;
}

static bool addOperand(Factor *factor, intptr_t index) {
  if (index >= factor->view->insCount)
    return false; // a running value
  if (factor->main >= 0 && covers(factor->view, factor->main, index))
    return true;
  if (factor->main >= 0 && !covers(factor->view, index, factor->main))
    return false;
  factor->main = index;
  return true;
}

/// Follows `value` back to elements of operands; false if there is anything
/// else in it than arithmetic and loop indices, as lookups.
static bool follow(Factor *factor, MlirValue value) {
  value = tracemarkScalarStripCasts(&factor->context->kinds, value);
  MlirBlock body = factor->view->body;
  if (mlirValueIsABlockArgument(value))
    return !mlirBlockEqual(mlirBlockArgumentGetOwner(value), body) ||
           addOperand(factor, mlirBlockArgumentGetArgNumber(value));
  MlirOperation operation = tracemarkValueDefiningOp(value);
  if (mlirOperationIsNull(operation) ||
      !mlirBlockEqual(mlirOperationGetBlock(operation), body))
    return true; // the same in every iteration
  const TracemarkOpKind *kind =
      tracemarkOpKindsGet(&factor->context->kinds, operation);
  if (kind->mayBeConstant || tracemarkOperationIs(operation, "linalg.index"))
    return true;
  bool isIndexCast =
      kind->role == TRACEMARK_OP_PLUMBING && strcmp(kind->word, "cast") == 0;
  if ((!isIndexCast && kind->role != TRACEMARK_OP_ARITHMETIC &&
       kind->role != TRACEMARK_OP_COMPARE &&
       kind->role != TRACEMARK_OP_SELECT) ||
      factor->steps-- == 0)
    return false;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(operation); i < e; ++i)
    if (!follow(factor, mlirOperationGetOperand(operation, i)))
      return false;
  return true;
}

/// Tells whether the factor is an element of operand `main` less an integer.
static bool hasZeroPoint(TracemarkSummaryContext *context,
                         const TracemarkLinalgView *view, MlirValue factor,
                         intptr_t main) {
  MlirOperation shift = tracemarkValueDefiningOp(factor);
  return !mlirOperationIsNull(shift) &&
         mlirTypeIsAInteger(mlirValueGetType(factor)) &&
         mlirOperationGetNumOperands(shift) == 2 &&
         strcmp(tracemarkOpKindsGet(&context->kinds, shift)->word, "sub") ==
             0 &&
         tracemarkScalarOperand(&context->kinds, view,
                                mlirOperationGetOperand(shift, 0)) == main;
}

bool tracemarkOpItemProduct(TracemarkSummaryContext *context,
                            const TracemarkLinalgView *view,
                            TracemarkProduct *product) {
  *product = (TracemarkProduct){.isFound = false};
  if (!view->maps || view->insCount < 2 || view->initCount != 1 ||
      view->reductionCount == 0)
    return false;
  TracemarkReduction reduction =
      tracemarkGenericBodyReduction(&context->kinds, view, 0);
  if (reduction.combiner != TRACEMARK_COMBINER_SUM ||
      mlirValueIsNull(reduction.factors[0]) ||
      tracemarkScalarSame(view, reduction.factors[0], reduction.factors[1]))
    return false;
  for (int i = 0; i < 2; ++i) {
    Factor factor = {context, view, -1, FACTOR_STEPS};
    if (!follow(&factor, reduction.factors[i]) || factor.main < 0)
      return false;
    product->operands[i] = factor.main;
    product->hasZeroPoint[i] =
        hasZeroPoint(context, view, reduction.factors[i], factor.main);
  }
  intptr_t first = product->operands[0], second = product->operands[1];
  if (first > second) {
    product->operands[0] = second;
    product->operands[1] = first;
  }
  return product->isFound = first != second;
}
