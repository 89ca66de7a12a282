//===- iree_maps.h - what the maps of a linalg op index ---------*- C -*-===//
//
// Internal to iree_summary: questions about affine maps, as IREE asks them.
// Linear in the results of a map but for Projected, which is quadratic.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_IREE_MAPS_H
#define TRACEMARK_LIB_IR_IREE_MAPS_H

#include "lib/ir/linalg_view.h"

/// Tells whether some result of the map is the loop, as it stands.
bool tracemarkIreeMapIndexes(MlirAffineMap map, intptr_t loop);

/// Number of results that use the loop, in any way.
intptr_t tracemarkIreeMapUses(MlirAffineMap map, intptr_t loop);

/// Tells whether every result is a loop of its own, or (if `allowZero`) the
/// constant 0.
bool tracemarkIreeMapIsProjected(MlirAffineMap map, bool allowZero);

/// Tells whether the results are all loops, in some order, or in order.
bool tracemarkIreeMapIsPermutation(MlirAffineMap map);
bool tracemarkIreeMapIsIdentity(MlirAffineMap map);

#endif // TRACEMARK_LIB_IR_IREE_MAPS_H
