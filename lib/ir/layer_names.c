//===- layer_names.c - names that locations carry -------------------------===//

#include "lib/ir/layer_names.h"

#include "lib/ir/listing_locations.h"

#include "lib/base/banned.h"

/// First time this pointer is seen.
static bool isNew(TracemarkLayerNames *layers, const void *key) {
  bool result = false;
  return tracemarkPointerMapEnsure(layers->arena, &layers->seen, key,
                                   &result) &&
         result;
}

static bool addFused(TracemarkLayerNames *layers, MlirLocation location) {
  // Null if there is none.
  if (!tracemarkLayerNamesAdd(layers, tracemarkLocationFormer(location)))
    return false;
  unsigned count = mlirLocationFusedGetNumLocations(location);
  MlirLocation *children =
      tracemarkArenaAllocate(layers->arena, count, sizeof(*children));
  if (!children)
    return false;
  mlirLocationFusedGetLocations(location, children);
  for (unsigned i = 0; i < count; ++i)
    if (!tracemarkLayerNamesAdd(layers, children[i]))
      return false;
  return true;
}

bool tracemarkLayerNamesAdd(TracemarkLayerNames *layers,
                            MlirLocation location) {
  // Locations are unique per context and shared by many ops.
  if (mlirLocationIsNull(location) || !isNew(layers, location.ptr))
    return true;
  if (mlirLocationIsAName(location)) {
    MlirIdentifier name = mlirLocationNameGetName(location);
    return !isNew(layers, name.ptr) ||
           TRACEMARK_ARENA_PUSH(layers->arena, &layers->names,
                                mlirIdentifierStr(name));
  }
  if (mlirLocationIsACallSite(location))
    return tracemarkLayerNamesAdd(layers,
                                  mlirLocationCallSiteGetCallee(location)) &&
           tracemarkLayerNamesAdd(layers,
                                  mlirLocationCallSiteGetCaller(location));
  if (mlirLocationIsAFused(location))
    return addFused(layers, location);
  return true;
}
