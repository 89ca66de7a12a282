//===- iree_categories.c - kinds of linalg.generic, as IREE ---------------===//

#include "lib/ir/iree_categories.h"

#include "lib/ir/strings.h"

#include "mlir-c/AffineExpr.h"

#include "lib/base/banned.h"

//===----------------------------------------------------------------------===//
// Maps
//===----------------------------------------------------------------------===//

/// Number of the loop that the result is, as it stands; -1 for any other
/// expression.
static intptr_t loopOf(MlirAffineMap map, intptr_t result) {
  MlirAffineExpr expression = mlirAffineMapGetResult(map, result);
  return mlirAffineExprIsADim(expression)
             ? mlirAffineDimExprGetPosition(expression)
             : -1;
}

static bool indexes(MlirAffineMap map, intptr_t loop) {
  for (intptr_t i = 0, e = mlirAffineMapGetNumResults(map); i < e; ++i)
    if (loopOf(map, i) == loop)
      return true;
  return false;
}

/// Tells whether the loop indexes one result alone and nothing else.
static bool indexesOnce(MlirAffineMap map, intptr_t loop) {
  intptr_t uses = 0;
  for (intptr_t i = 0, e = mlirAffineMapGetNumResults(map); i < e; ++i)
    uses += mlirAffineExprIsFunctionOfDim(mlirAffineMapGetResult(map, i), loop);
  return uses == 1 && indexes(map, loop);
}

/// Every result is a loop of its own, or (if `allowZero`) the constant 0.
static bool isProjected(MlirAffineMap map, bool allowZero) {
  intptr_t results = mlirAffineMapGetNumResults(map);
  if (mlirAffineMapGetNumSymbols(map) > 0 ||
      results > mlirAffineMapGetNumInputs(map))
    return false;
  for (intptr_t i = 0; i < results; ++i) {
    intptr_t loop = loopOf(map, i);
    MlirAffineExpr expression = mlirAffineMapGetResult(map, i);
    if (loop < 0 && (!allowZero || !mlirAffineExprIsAConstant(expression) ||
                     mlirAffineConstantExprGetValue(expression) != 0))
      return false;
    for (intptr_t j = 0; loop >= 0 && j < i; ++j)
      if (loopOf(map, j) == loop)
        return false;
  }
  return true;
}

static bool isPermutation(MlirAffineMap map) {
  return mlirAffineMapGetNumDims(map) == mlirAffineMapGetNumResults(map) &&
         isProjected(map, false);
}

static bool isIdentity(MlirAffineMap map) {
  intptr_t results = mlirAffineMapGetNumResults(map);
  if (mlirAffineMapGetNumDims(map) != results)
    return false;
  for (intptr_t i = 0; i < results; ++i)
    if (loopOf(map, i) != i)
      return false;
  return true;
}

static intptr_t mapCount(const TracemarkLinalgView *view) {
  return view->insCount + view->initCount;
}

static bool areProjected(const TracemarkLinalgView *view) {
  for (intptr_t i = 0; i < mapCount(view); ++i)
    if (!isProjected(view->maps[i], false))
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

static bool isContraction(const TracemarkLinalgView *view) {
  return view->insCount == 2 && view->initCount == 1 &&
         tracemarkLinalgViewReductionCount(view) && areProjected(view) &&
         isContractionBody(view, 2, skipUnary);
}

static bool isScaledContraction(const TracemarkLinalgView *view) {
  return view->insCount == 4 && view->initCount == 1 &&
         tracemarkLinalgViewReductionCount(view) && areProjected(view) &&
         isContractionBody(view, 4, skipScaling);
}

static bool isParallelOf(const TracemarkLinalgView *view, intptr_t map,
                         intptr_t loop) {
  return !view->loops[loop].reduction && indexes(view->maps[map], loop);
}

/// Tells whether operand `map` has but one row: each of its parallel loops
/// runs once or is a batch loop (one that all three operands have).
static bool isVector(const TracemarkLinalgView *view, intptr_t map) {
  for (intptr_t i = 0; i < view->loopCount; ++i)
    if (isParallelOf(view, map, i) && view->loops[i].range != 1 &&
        !(indexes(view->maps[0], i) && indexes(view->maps[1], i) &&
          indexes(view->maps[2], i)))
      return false;
  return true;
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
    hasRows |= indexes(lhs, i) && indexes(init, i);
    hasDepth |= indexes(lhs, i) && indexes(rhs, i);
    if (!indexes(rhs, i) || !indexes(init, i))
      continue;
    hasColumns = true;
    if (!indexes(firstRhs, i) || !indexes(firstInit, i))
      return false;
  }
  return hasRows && hasColumns && hasDepth;
}

static bool isFusedContraction(const TracemarkLinalgView *view) {
  intptr_t results = mlirOperationGetNumResults(view->operation);
  MlirOperation yield = tracemarkLinalgViewYield(view);
  if (results == 1 || view->insCount != results + 1 || !areProjected(view) ||
      mlirOperationIsNull(yield))
    return false;
  for (intptr_t i = 0; i < mapCount(view); ++i)
    if (isPermutation(view->maps[i]))
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

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

/// Loops of the input of a convolution: on their own, or added in pairs.
typedef enum LoopUse { LOOP_UNSEEN, LOOP_ALONE, LOOP_PAIRED } LoopUse;

/// The loop of a term `loop` or `loop * constant or symbol`; -1 for others.
static intptr_t loopOfTerm(MlirAffineExpr term) {
  if (mlirAffineExprIsADim(term))
    return mlirAffineDimExprGetPosition(term);
  if (!mlirAffineExprIsAMul(term))
    return -1;
  MlirAffineExpr sides[2] = {mlirAffineBinaryOpExprGetLHS(term),
                             mlirAffineBinaryOpExprGetRHS(term)};
  for (int i = 0; i < 2; ++i)
    if (mlirAffineExprIsADim(sides[i]) &&
        (mlirAffineExprIsAConstant(sides[1 - i]) ||
         mlirAffineExprIsASymbol(sides[1 - i])))
      return mlirAffineDimExprGetPosition(sides[i]);
  return -1;
}

typedef struct InputLoop {
  LoopUse use;
  intptr_t partner; // -1: none
} InputLoop;

/// Reads one result of the input's map. A second sighting of a loop is not
/// noted; a sum whose second term does not fit leaves its first one paired.
static void readInputResult(InputLoop *loops, MlirAffineExpr expression) {
  if (mlirAffineExprIsADim(expression)) {
    InputLoop *loop = &loops[mlirAffineDimExprGetPosition(expression)];
    if (loop->use == LOOP_UNSEEN)
      loop->use = LOOP_ALONE;
    return;
  }
  if (!mlirAffineExprIsAAdd(expression))
    return;
  intptr_t terms[2] = {loopOfTerm(mlirAffineBinaryOpExprGetLHS(expression)),
                       loopOfTerm(mlirAffineBinaryOpExprGetRHS(expression))};
  bool fits[2];
  for (int i = 0; i < 2; ++i) {
    fits[i] = terms[i] >= 0 && loops[terms[i]].use == LOOP_UNSEEN;
    if (fits[i])
      loops[terms[i]].use = LOOP_PAIRED;
  }
  if (!fits[0] || !fits[1])
    return;
  loops[terms[0]].partner = terms[1];
  loops[terms[1]].partner = terms[0];
}

/// Forgets loops that several results of the map use, with their partners.
static void dropRepeated(const TracemarkLinalgView *view, InputLoop *loops) {
  MlirAffineMap map = view->maps[0];
  for (intptr_t i = 0; i < view->loopCount; ++i) {
    intptr_t uses = 0;
    for (intptr_t j = 0, e = mlirAffineMapGetNumResults(map); j < e; ++j)
      uses += mlirAffineExprIsFunctionOfDim(mlirAffineMapGetResult(map, j), i);
    if (uses <= 1)
      continue;
    loops[i].use = LOOP_UNSEEN;
    intptr_t partner = loops[i].partner;
    if (partner < 0)
      continue;
    loops[partner] = (InputLoop){LOOP_UNSEEN, -1};
    loops[i].partner = -1;
  }
}

/// A loop over the output's image: parallel, indexes the output and nothing
/// else of it, and is half of a sum in the input.
static bool isConvolution(const TracemarkLinalgView *view, InputLoop *loops) {
  if (view->insCount != 2 || view->initCount != 1)
    return false;
  for (intptr_t i = 0; i < view->loopCount; ++i)
    loops[i] = (InputLoop){LOOP_UNSEEN, -1};
  for (intptr_t i = 0, e = mlirAffineMapGetNumResults(view->maps[0]); i < e;
       ++i)
    readInputResult(loops, mlirAffineMapGetResult(view->maps[0], i));
  dropRepeated(view, loops);
  for (intptr_t i = 0; i < view->loopCount; ++i)
    if (loops[i].use == LOOP_PAIRED && !view->loops[i].reduction &&
        indexesOnce(view->maps[2], i))
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// Categories
//===----------------------------------------------------------------------===//

/// Only moves: every map is a permutation and nothing is computed.
static bool isTranspose(const TracemarkLinalgView *view) {
  if (mlirBlockIsNull(view->body))
    return false;
  MlirOperation first = mlirBlockGetFirstOperation(view->body);
  if (!mlirOperationIsNull(first) &&
      !mlirOperationIsNull(mlirOperationGetNextInBlock(first)))
    return false;
  for (intptr_t i = 0; i < mapCount(view); ++i)
    if (!isPermutation(view->maps[i]))
      return false;
  return true;
}

/// Word of an op whose outputs run over all loops; NULL if they do not, or an
/// input is indexed in another way than by loops.
static const char *elementwiseWord(const TracemarkLinalgView *view) {
  bool isStraight = true;
  intptr_t identities = 0, permutations = 0;
  for (intptr_t i = 0; i < mapCount(view); ++i) {
    MlirAffineMap map = view->maps[i];
    if (i >= view->insCount) {
      isStraight &= isIdentity(map);
      if (!isPermutation(map))
        return NULL;
      continue;
    }
    if (!isProjected(map, true))
      return NULL;
    identities += isIdentity(map);
    permutations += isPermutation(map);
  }
  bool hasPlainInput = identities > 0 && identities == permutations;
  if (isStraight && hasPlainInput)
    return "elementwise";
  if ((hasPlainInput && !isStraight) || permutations > identities)
    return "elementwise_transpose";
  return permutations == 0 ? "elementwise_broadcast" : NULL;
}

static const char *genericWord(const TracemarkLinalgView *view,
                               InputLoop *scratch) {
  const char *word = elementwiseWord(view);
  if (word)
    return word;
  if (isScaledContraction(view))
    return "scaled_matmul_like";
  if (isContraction(view)) {
    intptr_t reductions = tracemarkLinalgViewReductionCount(view);
    if (isVector(view, 0) || isVector(view, 1))
      return "matvec_like";
    return view->loopCount - reductions >= 2 ? "matmul_like" : "contract";
  }
  if (isFusedContraction(view))
    return "horizontal_multi_contract";
  if (isConvolution(view, scratch))
    return "conv";
  return tracemarkLinalgViewReductionCount(view) ? "reduction" : NULL;
}

bool tracemarkIreeCategory(TracemarkArena *arena,
                           const TracemarkLinalgView *view,
                           MlirStringRef *category) {
  *category = view->name;
  if (isTranspose(view)) {
    *category = tracemarkStringFrom("transpose");
    return true;
  }
  if (!tracemarkStringIs(view->name, "generic"))
    return true;
  InputLoop *scratch =
      tracemarkArenaAllocate(arena, (size_t)view->loopCount, sizeof(*scratch));
  if (!scratch && view->loopCount)
    return false;
  const char *word = genericWord(view, scratch);
  if (word)
    *category = tracemarkStringFrom(word);
  return true;
}
