//===- symbol_paths.c - symbols and references to them --------------------===//

#include "lib/ir/symbol_paths.h"

#include "lib/base/hash.h"
#include "lib/ir/operations.h"
#include "lib/ir/strings.h"

#include "tracemark/bridge/attributes.h"

#include "mlir-c/BuiltinAttributes.h"

#include "lib/base/banned.h"

//===----------------------------------------------------------------------===//
// Finding
//===----------------------------------------------------------------------===//

typedef enum AttributeKind {
  KIND_UNKNOWN,
  KIND_PLAIN,  // no reference in it
  KIND_REFERS, // holds symbol references
  KIND_SEALED, // text of another dialect that mentions a symbol
} AttributeKind;

static bool isPlainLeaf(MlirAttribute attribute) {
  return mlirAttributeIsAString(attribute) ||
         mlirAttributeIsAInteger(attribute) ||
         mlirAttributeIsAFloat(attribute) || mlirAttributeIsAUnit(attribute) ||
         mlirAttributeIsAElements(attribute) ||
         mlirAttributeIsADenseI32Array(attribute) ||
         mlirAttributeIsADenseI64Array(attribute) ||
         mlirAttributeIsADenseBoolArray(attribute) ||
         mlirAttributeIsADenseI8Array(attribute) ||
         mlirAttributeIsADenseI16Array(attribute) ||
         mlirAttributeIsADenseF32Array(attribute) ||
         mlirAttributeIsADenseF64Array(attribute) ||
         mlirAttributeIsAAffineMap(attribute) ||
         mlirAttributeIsAIntegerSet(attribute) ||
         mlirAttributeIsALocation(attribute) ||
         mlirAttributeIsAStridedLayout(attribute);
}

static AttributeKind kindOf(TracemarkSymbolPaths *paths,
                            MlirAttribute attribute);

static AttributeKind computeKind(TracemarkSymbolPaths *paths,
                                 MlirAttribute attribute) {
  if (mlirAttributeIsASymbolRef(attribute))
    return KIND_REFERS;
  AttributeKind kind = KIND_PLAIN;
  if (mlirAttributeIsAArray(attribute)) {
    for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(attribute); i < e;
         ++i) {
      AttributeKind inner =
          kindOf(paths, mlirArrayAttrGetElement(attribute, i));
      kind = inner > kind ? inner : kind;
    }
    return kind;
  }
  if (mlirAttributeIsADictionary(attribute)) {
    for (intptr_t i = 0, e = mlirDictionaryAttrGetNumElements(attribute); i < e;
         ++i) {
      AttributeKind inner =
          kindOf(paths, mlirDictionaryAttrGetElement(attribute, i).attribute);
      kind = inner > kind ? inner : kind;
    }
    return kind;
  }
  if (mlirAttributeIsAType(attribute))
    return paths->hasForeignTypes && tracemarkSymbolPathsTypeIsSealed(
                                         paths, mlirTypeAttrGetValue(attribute))
               ? KIND_SEALED
               : KIND_PLAIN;
  if (isPlainLeaf(attribute))
    return KIND_PLAIN;
  TracemarkStringBuffer text = {0};
  mlirAttributePrint(attribute, tracemarkStringAppendCallback, &text);
  bool mentions = text.length && memchr(text.data, '@', text.length);
  tracemarkStringBufferDestroy(&text);
  return mentions ? KIND_SEALED : KIND_PLAIN;
}

static AttributeKind kindOf(TracemarkSymbolPaths *paths,
                            MlirAttribute attribute) {
  if (mlirAttributeIsNull(attribute))
    return KIND_PLAIN;
  const TracemarkPointerMapEntry *known =
      tracemarkPointerMapFind(&paths->attributeKind, attribute.ptr);
  if (known)
    return (AttributeKind)tracemarkPointerMapNumber(known);
  AttributeKind kind = computeKind(paths, attribute);
  TracemarkPointerMapEntry *entry = tracemarkPointerMapEnsure(
      paths->arena, &paths->attributeKind, attribute.ptr, NULL);
  if (entry)
    tracemarkPointerMapSetNumber(entry, kind);
  return kind;
}

bool tracemarkSymbolPathsIsSealed(TracemarkSymbolPaths *paths,
                                  MlirAttribute attribute) {
  return kindOf(paths, attribute) == KIND_SEALED;
}

bool tracemarkSymbolPathsMayRefer(TracemarkSymbolPaths *paths,
                                  MlirAttribute attribute) {
  return kindOf(paths, attribute) != KIND_PLAIN;
}

static bool noteAttribute(TracemarkSymbolPaths *paths, MlirOperation operation,
                          MlirStringRef name, MlirAttribute attribute) {
  AttributeKind kind = kindOf(paths, attribute);
  if (kind == KIND_PLAIN)
    return true;
  TracemarkSymbolUse use = {.operation = operation,
                            .attributeName = name,
                            .attribute = attribute,
                            .scope = operation};
  if (kind == KIND_SEALED &&
      !TRACEMARK_ARENA_PUSH(paths->arena, &paths->sealed, use))
    return false;
  // A container may hold both.
  return mlirAttributeIsASymbolRef(attribute) ||
                 mlirAttributeIsAArray(attribute) ||
                 mlirAttributeIsADictionary(attribute)
             ? TRACEMARK_ARENA_PUSH(paths->arena, &paths->uses, use)
             : true;
}

static bool endsWith(MlirStringRef text, const char *ending) {
  size_t length = strlen(ending);
  return text.length >= length &&
         memcmp(text.data + text.length - length, ending, length) == 0;
}

bool tracemarkSymbolIsExport(MlirOperation operation) {
  return endsWith(tracemarkOperationName(operation), ".executable.export");
}

bool tracemarkSymbolIsExecutable(MlirOperation operation) {
  MlirStringRef name = tracemarkOperationName(operation);
  return endsWith(name, ".executable") ||
         endsWith(name, ".executable.variant") ||
         endsWith(name, ".executable.source");
}

static bool noteInnerModule(TracemarkSymbolPaths *paths,
                            MlirOperation operation, MlirOperation table) {
  if (!tracemarkOperationIs(operation, "builtin.module") ||
      !tracemarkSymbolIsExecutable(table) ||
      tracemarkPointerMapFind(&paths->innerModules, table.ptr))
    return true;
  return tracemarkPointerMapInsert(paths->arena, &paths->innerModules,
                                   table.ptr, operation.ptr);
}

MlirOperation tracemarkSymbolPathsInnerModule(const TracemarkSymbolPaths *paths,
                                              MlirOperation executable) {
  const TracemarkPointerMapEntry *entry =
      tracemarkPointerMapFind(&paths->innerModules, executable.ptr);
  return (MlirOperation){entry ? (void *)(uintptr_t)entry->value : NULL};
}

/// Notes the references in a dictionary of attributes of `operation`.
static bool noteDictionary(TracemarkSymbolPaths *paths, MlirOperation operation,
                           MlirAttribute dictionary) {
  if (dictionary.ptr == paths->plain.ptr)
    return true;
  if (kindOf(paths, dictionary) == KIND_PLAIN) {
    paths->plain = dictionary;
    return true;
  }
  for (intptr_t i = 0, e = mlirDictionaryAttrGetNumElements(dictionary); i < e;
       ++i) {
    MlirNamedAttribute element = mlirDictionaryAttrGetElement(dictionary, i);
    if (!noteAttribute(paths, operation, mlirIdentifierStr(element.name),
                       element.attribute))
      return false;
  }
  return true;
}

/// Tells whether names in `operation` are symbols of it: of an op that is not
/// registered nobody knows better. An op with a `sym_name` elsewhere, in a
/// function's body say, is none.
static bool isTable(TracemarkSymbolPaths *paths, MlirOperation operation) {
  const TracemarkPointerMapEntry *known =
      tracemarkPointerMapFind(&paths->isTable, operation.ptr);
  if (known)
    return tracemarkPointerMapNumber(known);
  bool result =
      tracemarkOperationIs(operation, "builtin.module") ||
      tracemarkOperationIs(operation, "gpu.module") ||
      !mlirContextIsRegisteredOperation(mlirOperationGetContext(operation),
                                        tracemarkOperationName(operation)) ||
      tracemarkOperationDefinesSymbolTable(operation);
  TracemarkPointerMapEntry *entry = tracemarkPointerMapEnsure(
      paths->arena, &paths->isTable, operation.ptr, NULL);
  if (entry)
    tracemarkPointerMapSetNumber(entry, result);
  return result;
}

/// Notes the references of an op whose attributes that hold any are known.
static bool noteKnown(TracemarkSymbolPaths *paths, MlirOperation operation,
                      const char *const *names) {
  for (; *names; ++names) {
    MlirStringRef name = tracemarkStringFrom(*names);
    MlirAttribute attribute =
        mlirOperationGetInherentAttributeByName(operation, name);
    if (!mlirAttributeIsNull(attribute) &&
        !noteAttribute(paths, operation, name, attribute))
      return false;
  }
  return true;
}

/// Notes the references of an op and, unless it is the root, the symbol that it
/// is.
static bool noteOperation(TracemarkSymbolPaths *paths, MlirOperation operation,
                          const TracemarkOpKind *kind) {
  bool isQuiet = kind->isQuiet;
  MlirAttribute dictionary = isQuiet || kind->referenceNames
                                 ? tracemarkBridgePlainAttributes(operation)
                                 : tracemarkBridgeAttributes(operation);
  if ((kind->referenceNames &&
       !noteKnown(paths, operation, kind->referenceNames)) ||
      !noteDictionary(paths, operation, dictionary))
    return false;
  MlirAttribute properties = {NULL};
  if (kind->isUnregistered)
    properties = tracemarkBridgeUnregisteredProperties(operation);
  if (!mlirAttributeIsNull(properties) &&
      !noteDictionary(paths, operation, properties))
    return false;
  if (isQuiet || mlirOperationEqual(operation, paths->root))
    return true;
  MlirOperation table = mlirOperationGetParentOperation(operation);
  if (!noteInnerModule(paths, operation, table))
    return false;
  MlirStringRef name = tracemarkOperationSymbol(operation);
  if (!name.data || !isTable(paths, table))
    return true;
  TracemarkSymbol symbol = {.operation = operation,
                            .table = table,
                            .name = name,
                            .nameHash =
                                tracemarkHashBytes(name.data, name.length)};
  TracemarkPointerMapEntry *index = tracemarkPointerMapEnsure(
      paths->arena, &paths->byOperation, operation.ptr, NULL);
  if (!index || !TRACEMARK_ARENA_PUSH(paths->arena, &paths->symbols, symbol))
    return false;
  tracemarkPointerMapSetNumber(index, paths->symbols.count);
  return true;
}

/// Tells whether there is nothing to note of an op but what is nested in it.
static bool isBare(const TracemarkSymbolPaths *paths, MlirOperation operation,
                   const TracemarkOpKind *kind) {
  return kind->isQuiet && !kind->isUnregistered && !kind->referenceNames &&
         tracemarkBridgePlainAttributes(operation).ptr == paths->plain.ptr;
}

static bool walk(TracemarkSymbolPaths *paths, MlirRegion region) {
  for (; !mlirRegionIsNull(region);
       region = mlirRegionGetNextInOperation(region))
    for (MlirBlock block = mlirRegionGetFirstBlock(region);
         !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
      for (MlirOperation nested = mlirBlockGetFirstOperation(block);
           !mlirOperationIsNull(nested);
           nested = mlirOperationGetNextInBlock(nested)) {
        const TracemarkOpKind *kind = tracemarkOpKindsGet(paths->kinds, nested);
        MlirRegion inner = mlirOperationGetFirstRegion(nested);
        if ((!isBare(paths, nested, kind) &&
             !noteOperation(paths, nested, kind)) ||
            (!mlirRegionIsNull(inner) && !walk(paths, inner)))
          return false;
      }
  return true;
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
static TracemarkSymbol *lookupAround(TracemarkSymbolPaths *paths,
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
  TracemarkSymbol *symbol = lookupAround(
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
  TracemarkSymbol *symbol = lookupAround(
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
  if (!noteOperation(paths, root, tracemarkOpKindsGet(paths->kinds, root)) ||
      !walk(paths, mlirOperationGetFirstRegion(root)) ||
      !tracemarkSymbolPathsIndex(paths))
    return false;
  for (size_t i = 0; i < paths->uses.count; ++i) {
    TracemarkSymbolUse *use = &paths->uses.items[i];
    setScope(paths, use);
    use->isFlat = mlirAttributeIsAFlatSymbolRef(use->attribute);
    if (!use->isFlat) {
      countUses(paths, use->scope, use->attribute);
      continue;
    }
    use->target = lookupAround(paths, use->scope,
                               mlirFlatSymbolRefAttrGetValue(use->attribute));
    if (use->target)
      ++use->target->uses;
  }
  return true;
}
