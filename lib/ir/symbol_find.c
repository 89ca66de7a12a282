//===- symbol_find.c - which symbols and references there are -------------===//
//
// One walk. Most ops neither are symbols nor refer to any: by their name or by
// the attributes that they share with others.
//
//===----------------------------------------------------------------------===//

#include "lib/base/hash.h"
#include "lib/ir/operations.h"
#include "lib/ir/strings.h"
#include "lib/ir/symbol_paths.h"

#include "tracemark/bridge/attributes.h"
#include "tracemark/bridge/operations.h"

#include "mlir-c/BuiltinAttributes.h"

#include "lib/base/banned.h"

//===----------------------------------------------------------------------===//
// Attributes
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
  return tracemarkSymbolPathsMentionsAny(attribute) ? KIND_SEALED : KIND_PLAIN;
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

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

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

static bool noteInnerModule(TracemarkSymbolPaths *paths,
                            MlirOperation operation, MlirOperation table) {
  if (!tracemarkOperationIs(operation, "builtin.module") ||
      !tracemarkSymbolIsExecutable(table) ||
      tracemarkPointerMapFind(&paths->innerModules, table.ptr))
    return true;
  return tracemarkPointerMapInsert(paths->arena, &paths->innerModules,
                                   table.ptr, operation.ptr);
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

/// Value of `sym_name` in a dictionary, which may be null; data is NULL if it
/// has none.
static MlirStringRef symbolIn(MlirAttribute dictionary) {
  MlirAttribute name = mlirAttributeIsNull(dictionary)
                           ? dictionary
                           : mlirDictionaryAttrGetElementByName(
                                 dictionary, tracemarkStringFrom("sym_name"));
  return mlirAttributeIsNull(name) || !mlirAttributeIsAString(name)
             ? mlirStringRefCreate(NULL, 0)
             : mlirStringAttrGetValue(name);
}

static bool noteSymbol(TracemarkSymbolPaths *paths, MlirOperation operation,
                       MlirStringRef name) {
  MlirOperation table = mlirOperationGetParentOperation(operation);
  if (!noteInnerModule(paths, operation, table))
    return false;
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

/// An op whose inherent attributes have to be looked through: those that MLIR
/// enumerates, or what stands in `<{...}>` of an op that is not registered.
static bool noteLoud(TracemarkSymbolPaths *paths, MlirOperation operation,
                     bool isUnregistered) {
  MlirAttribute plain = isUnregistered
                            ? tracemarkBridgePlainAttributes(operation)
                            : tracemarkBridgeAttributes(operation);
  MlirAttribute inherent =
      isUnregistered ? tracemarkBridgeUnregisteredProperties(operation)
                     : mlirAttributeGetNull();
  if (!noteDictionary(paths, operation, plain) ||
      (!mlirAttributeIsNull(inherent) &&
       !noteDictionary(paths, operation, inherent)))
    return false;
  if (mlirOperationEqual(operation, paths->root))
    return true;
  MlirStringRef name = symbolIn(plain);
  return noteSymbol(paths, operation, name.data ? name : symbolIn(inherent));
}

/// Notes the references of an op and, unless it is the root, the symbol that it
/// is.
static bool noteOperation(TracemarkSymbolPaths *paths, MlirOperation operation,
                          const TracemarkOpKind *kind) {
  if (kind->isUnregistered || (!kind->isQuiet && !kind->referenceNames))
    return noteLoud(paths, operation, kind->isUnregistered);
  if ((kind->referenceNames &&
       !noteKnown(paths, operation, kind->referenceNames)) ||
      !noteDictionary(paths, operation,
                      tracemarkBridgePlainAttributes(operation)))
    return false;
  return kind->isQuiet || kind->role == TRACEMARK_OP_CALL ||
         mlirOperationEqual(operation, paths->root) ||
         noteSymbol(paths, operation, tracemarkOperationSymbol(operation));
}

static TracemarkVisit visit(MlirOperation operation, void *userData) {
  TracemarkSymbolPaths *paths = userData;
  const TracemarkOpKind *kind = tracemarkOpKindsGet(paths->kinds, operation);
  if (!noteOperation(paths, operation, kind))
    return TRACEMARK_VISIT_STOP;
  bool isKnown =
      kind->isQuiet && !kind->isUnregistered && !kind->referenceNames &&
      tracemarkBridgePlainAttributes(operation).ptr == paths->plain.ptr;
  return isKnown ? TRACEMARK_VISIT_KNOWN : TRACEMARK_VISIT_GO_ON;
}

bool tracemarkSymbolPathsFindAll(TracemarkSymbolPaths *paths) {
  return noteOperation(paths, paths->root,
                       tracemarkOpKindsGet(paths->kinds, paths->root)) &&
         tracemarkBridgeOperationsWalk(paths->root, visit, paths);
}
