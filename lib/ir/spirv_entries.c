//===- spirv_entries.c - what SPIR-V modules name as entry points ---------===//

#include "lib/ir/spirv_entries.h"

#include "lib/ir/strings.h"

#include "mlir-c/BuiltinAttributes.h"

#include <stdlib.h>

#include "lib/base/banned.h"

/// Of one module, sorted.
typedef struct Names {
  TRACEMARK_ARENA_ARRAY(MlirStringRef) list;
} Names;

/// First op of a module; null if it has none.
static MlirOperation firstOf(MlirOperation module) {
  MlirRegion region = mlirOperationGetFirstRegion(module);
  MlirBlock block = mlirRegionIsNull(region) ? (MlirBlock){NULL}
                                             : mlirRegionGetFirstBlock(region);
  return mlirBlockIsNull(block) ? (MlirOperation){NULL}
                                : mlirBlockGetFirstOperation(block);
}

/// What a spirv.EntryPoint names; data is NULL for other ops.
static MlirStringRef nameOf(MlirOperation operation) {
  MlirStringRef none = mlirStringRefCreate(NULL, 0);
  if (!tracemarkOperationIs(operation, "spirv.EntryPoint"))
    return none;
  MlirAttribute function =
      mlirOperationGetAttributeByName(operation, tracemarkStringFrom("fn"));
  return !mlirAttributeIsNull(function) &&
                 mlirAttributeIsAFlatSymbolRef(function)
             ? mlirFlatSymbolRefAttrGetValue(function)
             : none;
}

static bool isNamedIn(MlirOperation module, MlirStringRef name) {
  for (MlirOperation nested = firstOf(module); !mlirOperationIsNull(nested);
       nested = mlirOperationGetNextInBlock(nested))
    if (mlirStringRefEqual(nameOf(nested), name))
      return true;
  return false;
}

static int compare(const void *a, const void *b) {
  const MlirStringRef *left = a, *right = b;
  if (left->length != right->length)
    return left->length < right->length ? -1 : 1;
  return memcmp(left->data, right->data, left->length);
}

static const Names *makeNames(TracemarkArena *arena, MlirOperation module) {
  Names *names = tracemarkArenaAllocate(arena, 1, sizeof(*names));
  for (MlirOperation nested = firstOf(module);
       names && !mlirOperationIsNull(nested);
       nested = mlirOperationGetNextInBlock(nested)) {
    MlirStringRef name = nameOf(nested);
    if (name.data && !TRACEMARK_ARENA_PUSH(arena, &names->list, name))
      return NULL;
  }
  if (names && names->list.count)
    qsort(names->list.items, names->list.count, sizeof(*names->list.items),
          compare);
  return names;
}

/// NULL when out of memory.
static const Names *namesOf(TracemarkSpirvEntries *entries,
                            MlirOperation module) {
  bool isNew;
  TracemarkPointerMapEntry *entry = tracemarkPointerMapEnsure(
      entries->arena, &entries->byModule, module.ptr, &isNew);
  if (entry && isNew)
    entry->value = makeNames(entries->arena, module);
  return entry ? entry->value : NULL;
}

bool tracemarkSpirvEntriesHas(TracemarkSpirvEntries *entries,
                              MlirOperation module, MlirStringRef name) {
  const Names *names = namesOf(entries, module);
  if (!names)
    return isNamedIn(module, name);
  return names->list.count &&
         bsearch(&name, names->list.items, names->list.count,
                 sizeof(*names->list.items), compare);
}
