//===- symbol_paths.c - symbols and references to them --------------------===//

#include "lib/ir/symbol_paths.h"

#include "lib/base/hash.h"
#include "lib/ir/strings.h"

#include "mlir-c/BuiltinAttributes.h"

#include "lib/base/banned.h"

//===----------------------------------------------------------------------===//
// Executables
//===----------------------------------------------------------------------===//

bool tracemarkSymbolIsExport(MlirOperation operation) {
  return tracemarkStringEndsWith(tracemarkOperationName(operation),
                                 ".executable.export");
}

bool tracemarkSymbolIsExecutable(MlirOperation operation) {
  MlirStringRef name = tracemarkOperationName(operation);
  return tracemarkStringEndsWith(name, ".executable") ||
         tracemarkStringEndsWith(name, ".executable.variant") ||
         tracemarkStringEndsWith(name, ".executable.source");
}

MlirOperation tracemarkSymbolPathsInnerModule(const TracemarkSymbolPaths *paths,
                                              MlirOperation executable) {
  const TracemarkPointerMapEntry *entry =
      tracemarkPointerMapFind(&paths->innerModules, executable.ptr);
  return (MlirOperation){entry ? (void *)(uintptr_t)entry->value : NULL};
}

//===----------------------------------------------------------------------===//
// Looking up
//===----------------------------------------------------------------------===//

static size_t slotOf(const TracemarkSymbolPaths *paths, MlirOperation table,
                     uint64_t nameHash) {
  uint64_t hash = (uint64_t)(uintptr_t)table.ptr * UINT64_C(0x9E3779B97F4A7C15);
  return (size_t)(nameHash ^ hash >> 32) & (paths->slotCount - 1);
}

/// Enters every symbol under its name; of equal ones the first.
bool tracemarkSymbolPathsIndex(TracemarkSymbolPaths *paths) {
  paths->slotCount = 16;
  while (paths->slotCount < paths->symbols.count * 2)
    paths->slotCount *= 2;
  paths->slots = tracemarkArenaAllocate(paths->arena, paths->slotCount,
                                        sizeof(*paths->slots));
  if (!paths->slots)
    return false;
  for (size_t i = 0; i < paths->symbols.count; ++i) {
    TracemarkSymbol *symbol = &paths->symbols.items[i];
    size_t slot = slotOf(paths, symbol->table, symbol->nameHash);
    while (paths->slots[slot])
      slot = (slot + 1) & (paths->slotCount - 1);
    paths->slots[slot] = (uint32_t)i + 1;
  }
  return true;
}

static TracemarkSymbol *lookup(TracemarkSymbolPaths *paths, MlirOperation table,
                               MlirStringRef name, uint64_t nameHash) {
  for (size_t slot = slotOf(paths, table, nameHash); paths->slots[slot];
       slot = (slot + 1) & (paths->slotCount - 1)) {
    TracemarkSymbol *symbol = &paths->symbols.items[paths->slots[slot] - 1];
    if (symbol->nameHash == nameHash &&
        mlirOperationEqual(symbol->table, table) &&
        mlirStringRefEqual(symbol->name, name))
      return symbol;
  }
  return NULL;
}

TracemarkSymbol *tracemarkSymbolPathsLookup(TracemarkSymbolPaths *paths,
                                            MlirOperation table,
                                            MlirStringRef name) {
  return lookup(paths, table, name, tracemarkHashBytes(name.data, name.length));
}

TracemarkSymbol *tracemarkSymbolPathsFind(TracemarkSymbolPaths *paths,
                                          MlirOperation operation) {
  const TracemarkPointerMapEntry *index =
      tracemarkPointerMapFind(&paths->byOperation, operation.ptr);
  return index ? &paths->symbols.items[tracemarkPointerMapNumber(index) - 1]
               : NULL;
}

/// Tells whether some symbol is directly in `operation`.
static bool holdsSymbols(const TracemarkSymbolPaths *paths,
                         MlirOperation operation) {
  const TracemarkPointerMapEntry *known =
      tracemarkPointerMapFind(&paths->isTable, operation.ptr);
  return known && tracemarkPointerMapNumber(known);
}

/// First part of a path: from the closest op around that holds it.
TracemarkSymbol *tracemarkSymbolPathsLookupAround(TracemarkSymbolPaths *paths,
                                                  MlirOperation operation,
                                                  MlirStringRef name) {
  uint64_t nameHash = tracemarkHashBytes(name.data, name.length);
  for (MlirOperation table = operation; !mlirOperationIsNull(table);
       table = mlirOperationGetParentOperation(table)) {
    TracemarkSymbol *symbol = holdsSymbols(paths, table)
                                  ? lookup(paths, table, name, nameHash)
                                  : NULL;
    if (symbol)
      return symbol;
    if (mlirOperationEqual(table, paths->root))
      break;
  }
  return NULL;
}

TracemarkSymbol *tracemarkSymbolPathsResolve(TracemarkSymbolPaths *paths,
                                             MlirOperation operation,
                                             MlirAttribute reference) {
  TracemarkSymbol *symbol = tracemarkSymbolPathsLookupAround(
      paths, operation, mlirSymbolRefAttrGetRootReference(reference));
  for (intptr_t i = 0, e = mlirSymbolRefAttrGetNumNestedReferences(reference);
       symbol && i < e; ++i)
    symbol = tracemarkSymbolPathsLookup(
        paths, symbol->operation,
        mlirSymbolRefAttrGetRootReference(
            mlirSymbolRefAttrGetNestedReference(reference, i)));
  return symbol;
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

/// Counts the references in `attribute` at each symbol on their paths.
static void countUses(TracemarkSymbolPaths *paths, MlirOperation operation,
                      MlirAttribute attribute) {
  if (mlirAttributeIsAArray(attribute)) {
    for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(attribute); i < e; ++i)
      countUses(paths, operation, mlirArrayAttrGetElement(attribute, i));
    return;
  }
  if (mlirAttributeIsADictionary(attribute)) {
    for (intptr_t i = 0, e = mlirDictionaryAttrGetNumElements(attribute); i < e;
         ++i)
      countUses(paths, operation,
                mlirDictionaryAttrGetElement(attribute, i).attribute);
    return;
  }
  if (!mlirAttributeIsASymbolRef(attribute))
    return;
  TracemarkSymbol *symbol = tracemarkSymbolPathsLookupAround(
      paths, operation, mlirSymbolRefAttrGetRootReference(attribute));
  for (intptr_t i = 0, e = mlirSymbolRefAttrGetNumNestedReferences(attribute);
       symbol; ++i) {
    ++symbol->uses;
    if (i == e)
      break;
    symbol = tracemarkSymbolPathsLookup(
        paths, symbol->operation,
        mlirSymbolRefAttrGetRootReference(
            mlirSymbolRefAttrGetNestedReference(attribute, i)));
  }
}

/// An export and what it exports are often called alike: the reference must
/// not lead from the one to itself.
static void setScope(const TracemarkSymbolPaths *paths,
                     TracemarkSymbolUse *use) {
  if (paths->innerModules.count == 0 ||
      !tracemarkStringIs(use->attributeName, "function_ref") ||
      !tracemarkSymbolIsExport(use->operation))
    return;
  MlirOperation inner = tracemarkSymbolPathsInnerModule(
      paths, mlirOperationGetParentOperation(use->operation));
  if (!mlirOperationIsNull(inner))
    use->scope = inner;
}

bool tracemarkSymbolPathsBuild(TracemarkSymbolPaths *paths,
                               MlirOperation root) {
  paths->root = root;
  paths->hasForeignTypes =
      tracemarkSymbolPathsMayHaveForeignTypes(mlirOperationGetContext(root));
  if (!tracemarkSymbolPathsFindAll(paths) || !tracemarkSymbolPathsIndex(paths))
    return false;
  for (size_t i = 0; i < paths->uses.count; ++i) {
    TracemarkSymbolUse *use = &paths->uses.items[i];
    setScope(paths, use);
    use->isFlat = mlirAttributeIsAFlatSymbolRef(use->attribute);
    if (!use->isFlat) {
      countUses(paths, use->scope, use->attribute);
      continue;
    }
    use->target = tracemarkSymbolPathsLookupAround(
        paths, use->scope, mlirFlatSymbolRefAttrGetValue(use->attribute));
    if (use->target)
      ++use->target->uses;
  }
  return true;
}
