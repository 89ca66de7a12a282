//===- fingerprint.c - hash of what an op contains ------------------------===//
//
// Values and blocks are numbered in the order in which they are defined, each
// op adds its name, operands' numbers, result types, attributes, successors
// and regions to one stream. A value or block that is used before it is
// defined (graph regions, branches) gets its number at its first use.
//
// Symbols refer to each other: each is walked for itself, a reference adds a
// mark and an edge to its target, which fingerprint_circles.c mixes in.
//
//===----------------------------------------------------------------------===//

#include "lib/ir/fingerprint.h"

#include "lib/base/hash.h"
#include "lib/ir/strings.h"

#include "tracemark/bridge/attributes.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <xxhash.h>

#include "lib/base/banned.h"

typedef TracemarkFingerprintNode Node;

/// Added for a reference, whose target is mixed in later.
enum { REFERENCE = 1 };
typedef struct Stream {
  TracemarkFingerprints *fingerprints;
  Node *node;
  XXH3_state_t *state, *butConstants, *butShapes; // the latter may be NULL
  TracemarkArena scratch;
  TracemarkPointerMap numbers; // of values and blocks, + 1
  bool failed;
} Stream;

/// Adds what may differ between the three hashes.
static void addEach(Stream *stream, uint64_t exact, uint64_t butConstants,
                    uint64_t butShapes) {
  XXH3_64bits_update(stream->state, &exact, sizeof(exact));
  if (!stream->fingerprints->wantsAll)
    return;
  XXH3_64bits_update(stream->butConstants, &butConstants, sizeof(butConstants));
  XXH3_64bits_update(stream->butShapes, &butShapes, sizeof(butShapes));
}

static void add(Stream *stream, uint64_t word) {
  addEach(stream, word, word, word);
}

static void addType(Stream *stream, MlirType type) {
  TracemarkFingerprints *fingerprints = stream->fingerprints;
  uint64_t exact = tracemarkFingerprintType(fingerprints, type);
  addEach(stream, exact, exact,
          fingerprints->wantsAll
              ? tracemarkFingerprintShapelessType(fingerprints, type)
              : 0);
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

/// The node of an op, made if there is none; NULL when out of memory.
static Node *nodeOf(TracemarkFingerprints *fingerprints,
                    MlirOperation operation) {
  TracemarkPointerMapEntry *entry = tracemarkPointerMapEnsure(
      fingerprints->arena, &fingerprints->operations, operation.ptr, NULL);
  if (!entry)
    return NULL;
  if (entry->value)
    return (Node *)(uintptr_t)entry->value;
  Node *node = tracemarkArenaAllocate(fingerprints->arena, 1, sizeof(*node));
  if (node)
    node->operation = operation;
  entry->value = node;
  return node;
}

/// Notes what the references in `attribute` lead to.
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
  TracemarkSymbol *symbol =
      tracemarkSymbolPathsResolve(symbols, operation, attribute);
  add(stream, symbol ? REFERENCE : 0);
  if (!symbol)
    return;
  Node *target = nodeOf(stream->fingerprints, symbol->operation);
  stream->failed |=
      !target || !TRACEMARK_ARENA_PUSH(stream->fingerprints->arena,
                                       &stream->node->targets, target);
}

/// Tells whether an op is a constant or the definition of one.
static bool isConstant(MlirOperation operation) {
  MlirStringRef name = tracemarkOperationName(operation);
  static const char *const endings[] = {".constant", ".const", ".Constant",
                                        ".global"};
  for (size_t i = 0; i < TRACEMARK_COUNT_OF(endings); ++i) {
    size_t length = strlen(endings[i]);
    if (name.length > length &&
        memcmp(name.data + name.length - length, endings[i], length) == 0)
      return true;
  }
  return false;
}

/// Adds an attribute whose content may be a constant's value or a shape.
static void addContent(Stream *stream, MlirOperation operation,
                       MlirStringRef name, MlirAttribute attribute) {
  TracemarkFingerprints *fingerprints = stream->fingerprints;
  uint64_t exact = tracemarkFingerprintAttribute(fingerprints, attribute);
  if (!fingerprints->wantsAll) {
    addEach(stream, exact, 0, 0);
    return;
  }
  bool isInteger = mlirAttributeIsAInteger(attribute);
  bool isValue =
      (isInteger || mlirAttributeIsAFloat(attribute) ||
       mlirAttributeIsAElements(attribute)) &&
      (tracemarkStringIs(name, "value") || tracemarkStringIs(name, "values") ||
       tracemarkStringIs(name, "initial_value")) &&
      isConstant(operation);
  MlirType type = isValue ? mlirAttributeGetType(attribute) : (MlirType){NULL};
  bool isBound = isValue && isInteger && mlirTypeIsAIndex(type);
  uint64_t butConstants = isValue && !isBound
                              ? tracemarkFingerprintType(fingerprints, type)
                              : exact;
  uint64_t butShapes = butConstants;
  if (isValue)
    butShapes = tracemarkFingerprintShapelessType(fingerprints, type);
  else if (mlirAttributeIsAType(attribute))
    butShapes = tracemarkFingerprintShapelessType(
        fingerprints, mlirTypeAttrGetValue(attribute));
  else if (tracemarkStringStartsWith(name, "static_"))
    butShapes = 0;
  addEach(stream, exact, butConstants, butShapes);
}

static void addAttribute(Stream *stream, MlirOperation operation, uint64_t hash,
                         MlirStringRef name, MlirAttribute attribute) {
  add(stream, hash);
  addContent(stream, operation, name, attribute);
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
                   tracemarkHashBytes(*names, strlen(*names)),
                   tracemarkStringFrom(*names), attribute);
  }
  for (intptr_t i = 0, e = mlirOperationGetNumDiscardableAttributes(operation);
       i < e; ++i) {
    MlirNamedAttribute attribute =
        mlirOperationGetDiscardableAttribute(operation, i);
    if (!isIgnored(mlirIdentifierStr(attribute.name)))
      addAttribute(stream, operation,
                   nameHash(stream->fingerprints, attribute.name),
                   mlirIdentifierStr(attribute.name), attribute.attribute);
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
                   mlirIdentifierStr(attribute.name), attribute.attribute);
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
                 mlirIdentifierStr(attribute.name), attribute.attribute);
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
    addType(stream, mlirValueGetType(argument));
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
    addType(stream, mlirValueGetType(result));
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

bool tracemarkFingerprintWalk(TracemarkFingerprints *fingerprints, Node *node) {
  Stream stream = {.fingerprints = fingerprints, .node = node};
  XXH3_state_t **states[] = {&stream.state, &stream.butConstants,
                             &stream.butShapes};
  uint64_t *hashes[] = {&node->own.exact, &node->own.butConstants,
                        &node->own.butShapes};
  int count = fingerprints->wantsAll ? 3 : 1;
  for (int i = 0; i < count; ++i) {
    *states[i] = XXH3_createState();
    stream.failed |= !*states[i];
    if (*states[i])
      XXH3_64bits_reset(*states[i]);
  }
  if (!stream.failed)
    addOperation(&stream, node->operation);
  for (int i = 0; i < count; ++i) {
    if (!stream.failed)
      *hashes[i] = XXH3_64bits_digest(*states[i]);
    XXH3_freeState(*states[i]);
  }
  tracemarkArenaDestroy(&stream.scratch);
  return !stream.failed && !fingerprints->scratch.failed;
}

bool tracemarkFingerprintGetAll(TracemarkFingerprints *fingerprints,
                                MlirOperation operation,
                                TracemarkFingerprint *hashes) {
  Node *node = nodeOf(fingerprints, operation);
  if (!node ||
      (!node->isDone && !tracemarkFingerprintComplete(fingerprints, node)))
    return false;
  *hashes = node->hashes;
  return true;
}

bool tracemarkFingerprintGet(TracemarkFingerprints *fingerprints,
                             MlirOperation operation, uint64_t *hash) {
  TracemarkFingerprint hashes;
  if (!tracemarkFingerprintGetAll(fingerprints, operation, &hashes))
    return false;
  *hash = hashes.exact;
  return true;
}

void tracemarkFingerprintsDestroy(TracemarkFingerprints *fingerprints) {
  tracemarkStringBufferDestroy(&fingerprints->scratch);
}
