//===- fingerprint.c - hash of what an op contains ------------------------===//
//
// Values and blocks are numbered in the order in which they are defined, each
// op adds its name, operands' numbers, result types, attributes, successors
// and regions to one stream. A value or block that is used before it is
// defined (graph regions, branches) gets its number at its first use.
//
//===----------------------------------------------------------------------===//

#include "lib/ir/fingerprint.h"

#include "lib/base/hash.h"
#include "lib/ir/strings.h"

#include "tracemark/bridge/attributes.h"

#include "mlir-c/BuiltinAttributes.h"

#include <xxhash.h>

#include "lib/base/banned.h"

/// Marks a symbol whose hash is in the making: it refers to itself.
enum { RECURSIVE = 1 };

typedef struct Stream {
  TracemarkFingerprints *fingerprints;
  XXH3_state_t *state;
  TracemarkArena scratch;
  TracemarkPointerMap numbers; // of values and blocks, + 1
  bool failed;
} Stream;

static void add(Stream *stream, uint64_t word) {
  XXH3_64bits_update(stream->state, &word, sizeof(word));
}

static void addNumber(Stream *stream, const void *key) {
  bool isNew;
  TracemarkPointerMapEntry *number = tracemarkPointerMapEnsure(
      &stream->scratch, &stream->numbers, key, &isNew);
  if (!number) {
    stream->failed = true;
    return;
  }
  if (isNew)
    tracemarkPointerMapSetNumber(number, stream->numbers.count);
  add(stream, tracemarkPointerMapNumber(number));
}

static uint64_t nameHash(TracemarkFingerprints *fingerprints,
                         MlirIdentifier name) {
  bool isNew;
  TracemarkPointerMapEntry *known = tracemarkPointerMapEnsure(
      fingerprints->arena, &fingerprints->names, name.ptr, &isNew);
  if (known && !isNew)
    return tracemarkPointerMapNumber(known);
  MlirStringRef text = mlirIdentifierStr(name);
  uint64_t hash = tracemarkHashBytes(text.data, text.length);
  if (known)
    tracemarkPointerMapSetNumber(known, hash);
  return hash;
}

/// Attributes that say nothing of the content.
static bool isIgnored(MlirStringRef name) {
  return tracemarkStringIs(name, "sym_name") ||
         tracemarkStringIs(name, "sym_visibility") ||
         tracemarkStringIs(name, "linalg.memoized_indexing_maps") ||
         tracemarkStringStartsWith(name, "tracemark.");
}

/// Adds what the references in `attribute` lead to.
static void addReferences(Stream *stream, MlirOperation operation,
                          MlirAttribute attribute) {
  TracemarkSymbolPaths *symbols = stream->fingerprints->symbols;
  if (mlirAttributeIsAArray(attribute)) {
    for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(attribute); i < e; ++i)
      addReferences(stream, operation, mlirArrayAttrGetElement(attribute, i));
    return;
  }
  if (mlirAttributeIsADictionary(attribute)) {
    for (intptr_t i = 0, e = mlirDictionaryAttrGetNumElements(attribute); i < e;
         ++i)
      addReferences(stream, operation,
                    mlirDictionaryAttrGetElement(attribute, i).attribute);
    return;
  }
  if (!mlirAttributeIsASymbolRef(attribute) || !symbols)
    return;
  TracemarkSymbol *target =
      tracemarkSymbolPathsResolve(symbols, operation, attribute);
  uint64_t hash = 0;
  if (target &&
      !tracemarkFingerprintGet(stream->fingerprints, target->operation, &hash))
    stream->failed = true;
  add(stream, hash);
}

static void addAttribute(Stream *stream, MlirOperation operation, uint64_t name,
                         MlirAttribute attribute) {
  add(stream, name);
  add(stream, tracemarkFingerprintAttribute(stream->fingerprints, attribute));
  addReferences(stream, operation, attribute);
}

/// Of an op whose inherent attributes are known: by name, then the others.
static void addKnownAttributes(Stream *stream, MlirOperation operation,
                               const char *const *names) {
  for (; *names; ++names) {
    MlirAttribute attribute =
        mlirOperationGetAttributeByName(operation, tracemarkStringFrom(*names));
    if (!mlirAttributeIsNull(attribute))
      addAttribute(stream, operation,
                   tracemarkHashBytes(*names, strlen(*names)), attribute);
  }
  for (intptr_t i = 0, e = mlirOperationGetNumDiscardableAttributes(operation);
       i < e; ++i) {
    MlirNamedAttribute attribute =
        mlirOperationGetDiscardableAttribute(operation, i);
    if (!isIgnored(mlirIdentifierStr(attribute.name)))
      addAttribute(stream, operation,
                   nameHash(stream->fingerprints, attribute.name),
                   attribute.attribute);
  }
}

/// What stands in `<{...}>` of an op that is not registered.
static void addProperties(Stream *stream, MlirOperation operation) {
  MlirAttribute properties = tracemarkBridgeUnregisteredProperties(operation);
  if (mlirAttributeIsNull(properties))
    return;
  for (intptr_t i = 0, e = mlirDictionaryAttrGetNumElements(properties); i < e;
       ++i) {
    MlirNamedAttribute attribute = mlirDictionaryAttrGetElement(properties, i);
    if (!isIgnored(mlirIdentifierStr(attribute.name)))
      addAttribute(stream, operation,
                   nameHash(stream->fingerprints, attribute.name),
                   attribute.attribute);
  }
}

static void addAttributes(Stream *stream, MlirOperation operation) {
  const TracemarkOpKind *kind =
      tracemarkOpKindsGet(stream->fingerprints->kinds, operation);
  if (kind->inherentNames) {
    addKnownAttributes(stream, operation, kind->inherentNames);
    return;
  }
  if (kind->isUnregistered)
    addProperties(stream, operation);
  for (intptr_t i = 0, e = mlirOperationGetNumAttributes(operation); i < e;
       ++i) {
    MlirNamedAttribute attribute = mlirOperationGetAttribute(operation, i);
    if (isIgnored(mlirIdentifierStr(attribute.name)))
      continue;
    addAttribute(stream, operation,
                 nameHash(stream->fingerprints, attribute.name),
                 attribute.attribute);
  }
}

static void addOperation(Stream *stream, MlirOperation operation);

static void addBlock(Stream *stream, MlirBlock block) {
  addNumber(stream, block.ptr);
  intptr_t count = mlirBlockGetNumArguments(block);
  add(stream, (uint64_t)count);
  for (intptr_t i = 0; i < count; ++i) {
    MlirValue argument = mlirBlockGetArgument(block, i);
    addNumber(stream, argument.ptr);
    add(stream, tracemarkFingerprintType(stream->fingerprints,
                                         mlirValueGetType(argument)));
  }
  for (MlirOperation nested = mlirBlockGetFirstOperation(block);
       !mlirOperationIsNull(nested);
       nested = mlirOperationGetNextInBlock(nested))
    addOperation(stream, nested);
}

static void addOperation(Stream *stream, MlirOperation operation) {
  TracemarkFingerprints *fingerprints = stream->fingerprints;
  add(stream, nameHash(fingerprints, mlirOperationGetName(operation)));
  intptr_t operands = mlirOperationGetNumOperands(operation);
  intptr_t results = mlirOperationGetNumResults(operation);
  intptr_t successors = mlirOperationGetNumSuccessors(operation);
  intptr_t regions = mlirOperationGetNumRegions(operation);
  add(stream, (uint64_t)operands << 32 ^ (uint64_t)results << 16 ^
                  (uint64_t)successors << 8 ^ (uint64_t)regions);
  for (intptr_t i = 0; i < operands; ++i)
    addNumber(stream, mlirOperationGetOperand(operation, i).ptr);
  for (intptr_t i = 0; i < results; ++i) {
    MlirValue result = mlirOperationGetResult(operation, i);
    addNumber(stream, result.ptr);
    add(stream,
        tracemarkFingerprintType(fingerprints, mlirValueGetType(result)));
  }
  addAttributes(stream, operation);
  for (intptr_t i = 0; i < successors; ++i)
    addNumber(stream, mlirOperationGetSuccessor(operation, i).ptr);
  for (MlirRegion region = mlirOperationGetFirstRegion(operation);
       !mlirRegionIsNull(region);
       region = mlirRegionGetNextInOperation(region)) {
    for (MlirBlock block = mlirRegionGetFirstBlock(region);
         !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
      addBlock(stream, block);
    add(stream, UINT64_MAX); // end of the region
  }
}

static bool isSymbol(MlirOperation operation) {
  return tracemarkOperationSymbol(operation).data != NULL;
}

bool tracemarkFingerprintGet(TracemarkFingerprints *fingerprints,
                             MlirOperation operation, uint64_t *hash) {
  TracemarkArena *arena = fingerprints->arena;
  TracemarkPointerMap *known = &fingerprints->operations;
  bool isNew, memoize = isSymbol(operation);
  if (memoize) {
    TracemarkPointerMapEntry *entry =
        tracemarkPointerMapEnsure(arena, known, operation.ptr, &isNew);
    if (!entry)
      return false;
    if (!isNew) {
      *hash = tracemarkPointerMapNumber(entry);
      return true;
    }
    tracemarkPointerMapSetNumber(entry, RECURSIVE);
  }
  Stream stream = {.fingerprints = fingerprints, .state = XXH3_createState()};
  if (!stream.state)
    return false;
  XXH3_64bits_reset(stream.state);
  addOperation(&stream, operation);
  *hash = XXH3_64bits_digest(stream.state);
  XXH3_freeState(stream.state);
  tracemarkArenaDestroy(&stream.scratch);
  if (memoize)
    tracemarkPointerMapSetNumber(
        tracemarkPointerMapEnsure(arena, known, operation.ptr, NULL), *hash);
  return !stream.failed && !fingerprints->scratch.failed;
}

void tracemarkFingerprintsDestroy(TracemarkFingerprints *fingerprints) {
  tracemarkStringBufferDestroy(&fingerprints->scratch);
}
