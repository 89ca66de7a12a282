//===- structure.c - has an operation changed, in C -----------------------===//

#include "tracemark/bridge/structure.h"

#include "lib/base/banned.h"

/// The C API hashes an operation by identity, and rebuilds its attributes to
/// list them. What asks for this runs in hosts with the bridge only.
bool tracemarkBridgeStructureHash(MlirOperation operation,
                                  TracemarkIsAside isAside, void *userData,
                                  uint64_t *hash) {
  return false;
}

bool tracemarkBridgeLocationsHash(MlirOperation operation,
                                  TracemarkIsAside isAside, void *userData,
                                  uint64_t *hash) {
  return false;
}
