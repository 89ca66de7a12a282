//===- iree_contractions.c - sums of products, as IREE knows them ---------===//

#include "lib/ir/iree_contractions.h"

#include "lib/ir/iree_maps.h"
#include "lib/ir/strings.h"

#include "lib/base/banned.h"

static bool areProjected(const TracemarkLinalgView *view) {
  for (intptr_t i = 0; i < view->insCount + view->initCount; ++i)
    if (!tracemarkIreeMapIsProjected(view->maps[i], false))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

static MlirOperation definingOp(MlirValue value) {
  if (mlirValueIsNull(value) || !mlirValueIsAOpResult(value))
    return (MlirOperation){NULL};
  return mlirOpResultGetOwner(value);
}

/// Tells whether MLIR knows the op to have no effect: of the ops with one
/// operand that occur in bodies, those of the dialects of arithmetic.
static bool isPureUnary(MlirOperation operation) {
  MlirStringRef name = tracemarkOperationName(operation);
  return mlirOperationGetNumOperands(operation) == 1 &&
         mlirOperationGetNumRegions(operation) == 0 &&
         (tracemarkStringStartsWith(name, "arith.") ||
          tracemarkStringStartsWith(name, "math.") ||
          tracemarkStringStartsWith(name, "complex.") ||
          tracemarkStringIs(name, "builtin.unrealized_conversion_cast") ||
          tracemarkStringIs(name, "index.castu") ||
          tracemarkStringIs(name, "index.casts") ||
          tracemarkStringIs(name, "vector.broadcast"));
}

static MlirValue skipUnary(MlirValue value) {
  for (MlirOperation operation = definingOp(value);
       !mlirOperationIsNull(operation) && isPureUnary(operation);
       operation = definingOp(value))
    value = mlirOperationGetOperand(operation, 0);
  return value;
}

/// What a scaled product looks through: the scale itself.
static MlirValue skipScaling(MlirValue value) {
  for (MlirOperation operation = definingOp(value);
       !mlirOperationIsNull(operation) &&
       mlirOperationGetNumOperands(operation) == 2 &&
       (tracemarkOperationIs(operation, "arith.scaling_extf") ||
        tracemarkOperationIs(operation, "arith.scaling_truncf"));
       operation = definingOp(value))
    value = mlirOperationGetOperand(operation, 0);
  return value;
}

static bool isBinary(MlirOperation operation) {
  return !mlirOperationIsNull(operation) &&
         mlirOperationGetNumResults(operation) == 1 &&
         mlirOperationGetNumOperands(operation) == 2;
}

static bool isAddAndMultiply(MlirOperation add, MlirOperation multiply) {
  static const char *const pairs[][2] = {{"arith.addf", "arith.mulf"},
                                         {"arith.addi", "arith.muli"},
                                         {"complex.add", "complex.mul"},
                                         {"arith.ori", "arith.andi"}};
  for (size_t i = 0; i < TRACEMARK_COUNT_OF(pairs); ++i)
    if (tracemarkOperationIs(add, pairs[i][0]) &&
        tracemarkOperationIs(multiply, pairs[i][1]))
      return true;
  return false;
}

static bool isArgument(MlirBlock block, MlirValue value, intptr_t index) {
  return index < mlirBlockGetNumArguments(block) &&
         mlirValueEqual(value, mlirBlockGetArgument(block, index));
}

/// A sum of products: the running value plus (anything that `skip` looks
/// through of) argument 0 times argument 1.
static bool isContractionBody(const TracemarkLinalgView *view,
                              intptr_t accumulator,
                              MlirValue (*skip)(MlirValue)) {
  MlirOperation yield = tracemarkLinalgViewYield(view);
  if (mlirOperationIsNull(yield) || mlirOperationGetNumOperands(yield) != 1 ||
      mlirBlockGetNumArguments(view->body) != accumulator + 1)
    return false;
  MlirOperation add = definingOp(skipUnary(mlirOperationGetOperand(yield, 0)));
  if (!isBinary(add))
    return false;
  MlirValue left = skipUnary(mlirOperationGetOperand(add, 0));
  MlirValue right = skipUnary(mlirOperationGetOperand(add, 1));
  if (!isArgument(view->body, left, accumulator) &&
      !isArgument(view->body, right, accumulator))
    return false;
  MlirOperation multiply =
      definingOp(skipUnary(mlirValueIsABlockArgument(left) ? right : left));
  if (!isBinary(multiply) || !isAddAndMultiply(add, multiply))
    return false;
  left = skip(mlirOperationGetOperand(multiply, 0));
  right = skip(mlirOperationGetOperand(multiply, 1));
  return (isArgument(view->body, left, 0) &&
          isArgument(view->body, right, 1)) ||
         (isArgument(view->body, left, 1) && isArgument(view->body, right, 0));
}

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

bool tracemarkIreeIsContraction(const TracemarkLinalgView *view) {
  return view->insCount == 2 && view->initCount == 1 &&
         tracemarkLinalgViewReductionCount(view) && areProjected(view) &&
         isContractionBody(view, 2, skipUnary);
}

bool tracemarkIreeIsScaledContraction(const TracemarkLinalgView *view) {
  return view->insCount == 4 && view->initCount == 1 &&
         tracemarkLinalgViewReductionCount(view) && areProjected(view) &&
         isContractionBody(view, 4, skipScaling);
}

static bool isParallelOf(const TracemarkLinalgView *view, intptr_t map,
                         intptr_t loop) {
  return !view->loops[loop].reduction &&
         tracemarkIreeMapIndexes(view->maps[map], loop);
}

/// Tells whether operand `map` has but one row: each of its parallel loops
/// runs once or is a batch loop (one that all three operands have).
static bool isVector(const TracemarkLinalgView *view, intptr_t map) {
  for (intptr_t i = 0; i < view->loopCount; ++i)
    if (isParallelOf(view, map, i) && view->loops[i].range != 1 &&
        !(tracemarkIreeMapIndexes(view->maps[0], i) &&
          tracemarkIreeMapIndexes(view->maps[1], i) &&
          tracemarkIreeMapIndexes(view->maps[2], i)))
      return false;
  return true;
}

bool tracemarkIreeIsVectorProduct(const TracemarkLinalgView *view) {
  return isVector(view, 0) || isVector(view, 1);
}

//===----------------------------------------------------------------------===//
// Several contractions in one op
//===----------------------------------------------------------------------===//

static intptr_t argumentNumber(MlirValue value) {
  return mlirValueIsABlockArgument(value) ? mlirBlockArgumentGetArgNumber(value)
                                          : -1;
}

/// Yielded value `index` is argument 0 times argument `index` + 1, added to
/// the running value.
static bool isFusedProduct(const TracemarkLinalgView *view, MlirValue yielded,
                           intptr_t index) {
  MlirOperation add = definingOp(yielded);
  if (!isBinary(add))
    return false;
  MlirValue left = skipUnary(mlirOperationGetOperand(add, 0));
  MlirValue right = skipUnary(mlirOperationGetOperand(add, 1));
  MlirValue running = right, product = left;
  if (!mlirValueIsABlockArgument(running)) {
    running = left;
    product = right;
  }
  if (argumentNumber(running) != index + view->insCount)
    return false;
  MlirOperation multiply = definingOp(skipUnary(product));
  if (!isBinary(multiply) || !isAddAndMultiply(add, multiply))
    return false;
  intptr_t a = argumentNumber(skipUnary(mlirOperationGetOperand(multiply, 0)));
  intptr_t b = argumentNumber(skipUnary(mlirOperationGetOperand(multiply, 1)));
  return (a == 0 && b == index + 1) || (b == 0 && a == index + 1);
}

/// Right operand `rhs` and init `init` share loops with the left operand as a
/// product of matrices does; its columns (`columns` of the first pair) are
/// those of every pair.
static bool fitsFused(const TracemarkLinalgView *view, MlirAffineMap rhs,
                      MlirAffineMap init, MlirAffineMap firstRhs,
                      MlirAffineMap firstInit) {
  MlirAffineMap lhs = view->maps[0];
  bool hasRows = false, hasColumns = false, hasDepth = false;
  for (intptr_t i = 0; i < view->loopCount; ++i) {
    hasRows |=
        tracemarkIreeMapIndexes(lhs, i) && tracemarkIreeMapIndexes(init, i);
    hasDepth |=
        tracemarkIreeMapIndexes(lhs, i) && tracemarkIreeMapIndexes(rhs, i);
    if (!tracemarkIreeMapIndexes(rhs, i) || !tracemarkIreeMapIndexes(init, i))
      continue;
    hasColumns = true;
    if (!tracemarkIreeMapIndexes(firstRhs, i) ||
        !tracemarkIreeMapIndexes(firstInit, i))
      return false;
  }
  return hasRows && hasColumns && hasDepth;
}

bool tracemarkIreeIsFusedContraction(const TracemarkLinalgView *view) {
  intptr_t results = mlirOperationGetNumResults(view->operation);
  MlirOperation yield = tracemarkLinalgViewYield(view);
  if (results == 1 || view->insCount != results + 1 || !areProjected(view) ||
      mlirOperationIsNull(yield))
    return false;
  for (intptr_t i = 0; i < view->insCount + view->initCount; ++i)
    if (tracemarkIreeMapIsPermutation(view->maps[i]))
      return false;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(yield); i < e; ++i)
    if (!isFusedProduct(view, mlirOperationGetOperand(yield, i), i))
      return false;
  const MlirAffineMap *inits = view->maps + view->insCount;
  for (intptr_t i = 0; i + 1 < view->insCount && i < view->initCount; ++i)
    if (!fitsFused(view, view->maps[i + 1], inits[i], view->maps[1], inits[0]))
      return false;
  return true;
}
