//===- iree_categories.c - kinds of linalg.generic, as IREE ---------------===//

#include "lib/ir/iree_categories.h"

#include "lib/ir/iree_contractions.h"
#include "lib/ir/iree_maps.h"
#include "lib/ir/strings.h"

#include "mlir-c/AffineExpr.h"

#include "lib/base/banned.h"

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
  for (intptr_t i = 0; i < view->loopCount; ++i) {
    if (tracemarkIreeMapUses(view->maps[0], i) <= 1)
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
        tracemarkIreeMapIndexes(view->maps[2], i) &&
        tracemarkIreeMapUses(view->maps[2], i) == 1)
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
  for (intptr_t i = 0; i < view->insCount + view->initCount; ++i)
    if (!tracemarkIreeMapIsPermutation(view->maps[i]))
      return false;
  return true;
}

/// Word of an op whose outputs run over all loops; NULL if they do not, or an
/// input is indexed in another way than by loops.
static const char *elementwiseWord(const TracemarkLinalgView *view) {
  bool isStraight = true;
  intptr_t identities = 0, permutations = 0;
  for (intptr_t i = 0; i < view->insCount + view->initCount; ++i) {
    MlirAffineMap map = view->maps[i];
    if (i >= view->insCount) {
      isStraight &= tracemarkIreeMapIsIdentity(map);
      if (!tracemarkIreeMapIsPermutation(map))
        return NULL;
      continue;
    }
    if (!tracemarkIreeMapIsProjected(map, true))
      return NULL;
    identities += tracemarkIreeMapIsIdentity(map);
    permutations += tracemarkIreeMapIsPermutation(map);
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
  if (tracemarkIreeIsScaledContraction(view))
    return "scaled_matmul_like";
  if (tracemarkIreeIsContraction(view)) {
    intptr_t reductions = tracemarkLinalgViewReductionCount(view);
    if (tracemarkIreeIsVectorProduct(view))
      return "matvec_like";
    return view->loopCount - reductions >= 2 ? "matmul_like" : "contract";
  }
  if (tracemarkIreeIsFusedContraction(view))
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
