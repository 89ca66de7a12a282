//===- c_interfaces.c - `_mlir_ciface_` wrappers of functions -------------===//

#include "lib/ir/c_interfaces.h"

#include "lib/ir/entry_points.h"
#include "lib/ir/strings.h"

#include "lib/base/banned.h"

static const char prefix[] = "_mlir_ciface_";

/// The wrapper's name for a function of this name; data is NULL when out of
/// memory.
static MlirStringRef wrapperName(TracemarkArena *arena, MlirStringRef name) {
  size_t length = sizeof(prefix) - 1 + name.length;
  char *text = tracemarkArenaAllocate(arena, length + 1, 1);
  if (text) {
    memcpy(text, prefix, sizeof(prefix) - 1);
    memcpy(text + sizeof(prefix) - 1, name.data, name.length);
  }
  return mlirStringRefCreate(text, text ? length : 0);
}

bool tracemarkCInterfacesFollow(TracemarkCInterfaces *interfaces,
                                TracemarkSymbol *function) {
  TracemarkSymbolPaths *paths = interfaces->paths;
  MlirStringRef former = wrapperName(paths->arena, function->name);
  MlirStringRef latter = wrapperName(paths->arena, function->newName);
  if (!former.data || !latter.data)
    return false;
  TracemarkSymbol *wrapper =
      tracemarkSymbolPathsLookup(paths, function->table, former);
  bool hasInterface = !mlirAttributeIsNull(mlirOperationGetAttributeByName(
      function->operation, tracemarkStringFrom("llvm.emit_c_interface")));
  if ((wrapper || hasInterface) &&
      tracemarkSymbolPathsLookup(paths, function->table, latter)) {
    tracemarkSymbolTakeBack(function, "the name of its C interface is taken");
    return true;
  }
  if (!wrapper)
    return true;
  if (!interfaces->renamesPublic &&
      !tracemarkEntryPointIsPrivate(wrapper->operation)) {
    tracemarkSymbolTakeBack(function, "its C interface is public");
    return true;
  }
  wrapper->newName = latter;
  TracemarkCInterface pair = {function, wrapper};
  return TRACEMARK_ARENA_PUSH(paths->arena, &interfaces->pairs, pair);
}

bool tracemarkCInterfacesSettle(TracemarkCInterfaces *interfaces) {
  bool changed = false;
  for (size_t i = 0; i < interfaces->pairs.count; ++i) {
    TracemarkSymbol *function = interfaces->pairs.items[i].function;
    TracemarkSymbol *wrapper = interfaces->pairs.items[i].wrapper;
    if (!function->newName.data == !wrapper->newName.data)
      continue;
    tracemarkSymbolTakeBack(function->newName.data ? function : wrapper,
                            "it and its C interface get new names together");
    changed = true;
  }
  return changed;
}
