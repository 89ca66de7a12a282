//===- layer_names.h - names that locations carry ---------------*- C -*-===//
//
// The layers of a model that an op came from: names of its NameLocs, found
// through fused locations, call sites, and the former location that a listing
// keeps. No state.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_LAYER_NAMES_H
#define TRACEMARK_LIB_IR_LAYER_NAMES_H

#include "lib/base/pointer_map.h"

#include "mlir-c/IR.h"

typedef struct TracemarkLayerNames {
  TracemarkArena *arena;
  TRACEMARK_ARENA_ARRAY(MlirStringRef) names; // distinct, by first appearance
  TracemarkPointerMap seen;                   // names and locations
} TracemarkLayerNames;

/// Adds the names that `location` carries; false when out of memory.
bool tracemarkLayerNamesAdd(TracemarkLayerNames *layers, MlirLocation location);

#endif // TRACEMARK_LIB_IR_LAYER_NAMES_H
