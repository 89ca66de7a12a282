//===- iree_maps.c - what the maps of a linalg op index -------------------===//

#include "lib/ir/iree_maps.h"

#include "mlir-c/AffineExpr.h"

#include "lib/base/banned.h"

/// Number of the loop that the result is, as it stands; -1 for any other
/// expression.
static intptr_t loopOf(MlirAffineMap map, intptr_t result) {
  MlirAffineExpr expression = mlirAffineMapGetResult(map, result);
  return mlirAffineExprIsADim(expression)
             ? mlirAffineDimExprGetPosition(expression)
             : -1;
}

bool tracemarkIreeMapIndexes(MlirAffineMap map, intptr_t loop) {
  for (intptr_t i = 0, e = mlirAffineMapGetNumResults(map); i < e; ++i)
    if (loopOf(map, i) == loop)
      return true;
  return false;
}

intptr_t tracemarkIreeMapUses(MlirAffineMap map, intptr_t loop) {
  intptr_t uses = 0;
  for (intptr_t i = 0, e = mlirAffineMapGetNumResults(map); i < e; ++i)
    uses += mlirAffineExprIsFunctionOfDim(mlirAffineMapGetResult(map, i), loop);
  return uses;
}

bool tracemarkIreeMapIsProjected(MlirAffineMap map, bool allowZero) {
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

bool tracemarkIreeMapIsPermutation(MlirAffineMap map) {
  return mlirAffineMapGetNumDims(map) == mlirAffineMapGetNumResults(map) &&
         tracemarkIreeMapIsProjected(map, false);
}

bool tracemarkIreeMapIsIdentity(MlirAffineMap map) {
  intptr_t results = mlirAffineMapGetNumResults(map);
  if (mlirAffineMapGetNumDims(map) != results)
    return false;
  for (intptr_t i = 0; i < results; ++i)
    if (loopOf(map, i) != i)
      return false;
  return true;
}
