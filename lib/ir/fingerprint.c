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
/// Values and blocks that room is made for in advance, at most.
enum { MOST_EXPECTED = 512 };

typedef struct Stream {
  TracemarkFingerprints *fingerprints;
  Node *node;
  TracemarkPointerMap numbers; // of values and blocks, + 1
  bool failed;
} Stream;

/// Makes room for one more word; not inline, as it is rare.
__attribute__((noinline)) static bool grow(Stream *stream,
                                           TracemarkFingerprintWords *words) {
  bool ok =
      tracemarkArenaGrow(stream->fingerprints->arena, (void **)&words->items,
                         words->count, &words->capacity, sizeof(*words->items));
  stream->failed |= !ok;
  return ok;
}

static inline void push(Stream *stream, int hash, uint64_t word) {
  TracemarkFingerprintWords *words = &stream->fingerprints->words[hash];
  if (words->count < words->capacity || grow(stream, words))
    words->items[words->count++] = word;
}

/// The two hashes that are seldom wanted.
__attribute__((noinline)) static void
addOthers(Stream *stream, uint64_t butConstants, uint64_t butShapes) {
  push(stream, 1, butConstants);
  push(stream, 2, butShapes);
}

/// Adds what may differ between the three hashes.
static inline void addEach(Stream *stream, uint64_t exact,
                           uint64_t butConstants, uint64_t butShapes) {
  push(stream, 0, exact);
  if (stream->fingerprints->wantsAll)
    addOthers(stream, butConstants, butShapes);
}

static inline void add(Stream *stream, uint64_t word) {
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
      &stream->fingerprints->numbers, &stream->numbers, key, &isNew);
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
                       MlirStringRef name, MlirAttribute attribute,
                       uint64_t exact) {
  TracemarkFingerprints *fingerprints = stream->fingerprints;
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
  const TracemarkFingerprintFacts *facts =
      tracemarkFingerprintAttribute(stream->fingerprints, attribute);
  add(stream, hash);
  addContent(stream, operation, name, attribute, facts->hash);
  if (facts->mayRefer)
    addReferences(stream, operation, attribute);
}

static void addDictionary(Stream *stream, MlirOperation operation,
                          MlirAttribute dictionary) {
  if (dictionary.ptr == stream->fingerprints->empty.ptr)
    return;
  intptr_t count = mlirDictionaryAttrGetNumElements(dictionary);
  if (!count)
    stream->fingerprints->empty = dictionary;
  for (intptr_t i = 0; i < count; ++i) {
    MlirNamedAttribute element = mlirDictionaryAttrGetElement(dictionary, i);
    MlirStringRef name = mlirIdentifierStr(element.name);
    if (!isIgnored(name))
      addAttribute(stream, operation,
                   nameHash(stream->fingerprints, element.name), name,
                   element.attribute);
  }
}

/// Content of `operandSegmentSizes`, for which MLIR would make an attribute.
static uint64_t segmentsHash(TracemarkFingerprints *fingerprints,
                             MlirOperation operation, int32_t inputs,
                             int32_t outputs) {
  const void *key = (const void *)((uintptr_t)(uint32_t)inputs << 32 |
                                   (uintptr_t)(uint32_t)outputs << 1 | 1);
  bool isNew;
  TracemarkPointerMapEntry *known = tracemarkPointerMapEnsure(
      fingerprints->arena, &fingerprints->segments, key, &isNew);
  if (known && !isNew)
    return tracemarkPointerMapNumber(known);
  int32_t sizes[] = {inputs, outputs};
  uint64_t hash =
      tracemarkFingerprintAttribute(
          fingerprints,
          mlirDenseI32ArrayGet(mlirOperationGetContext(operation), 2, sizes))
          ->hash;
  if (known)
    tracemarkPointerMapSetNumber(known, hash);
  return hash;
}

/// Inherent attributes of a linalg.generic; false if it is none.
static bool addGeneric(Stream *stream, MlirOperation operation,
                       const TracemarkInherentName *names) {
  TracemarkGenericAttributes held;
  if (!tracemarkBridgeGenericAttributes(operation, &held))
    return false;
  for (; names->name.length; ++names) {
    MlirStringRef name = names->name;
    if (tracemarkStringIs(name, "operandSegmentSizes")) {
      add(stream, names->hash);
      add(stream, segmentsHash(stream->fingerprints, operation, held.inputs,
                               held.outputs));
      continue;
    }
    MlirAttribute attribute =
        tracemarkStringIs(name, "doc")              ? held.doc
        : tracemarkStringIs(name, "indexing_maps")  ? held.indexingMaps
        : tracemarkStringIs(name, "iterator_types") ? held.iteratorTypes
                                                    : held.libraryCall;
    if (!mlirAttributeIsNull(attribute))
      addAttribute(stream, operation, names->hash, name, attribute);
  }
  return true;
}

/// Of an op whose inherent attributes are known: by name, then the others.
static void addKnownAttributes(Stream *stream, MlirOperation operation,
                               const TracemarkOpKind *kind) {
  const TracemarkInherentName *names = kind->inherentNames;
  MlirAttribute value = kind->mayBeConstant
                            ? tracemarkBridgeArithConstant(operation)
                            : (MlirAttribute){NULL};
  if (!mlirAttributeIsNull(value)) // has nothing else
    addAttribute(stream, operation, names->hash, names->name, value);
  else if (!kind->isGeneric || !addGeneric(stream, operation, names))
    for (; names->name.length; ++names) {
      MlirAttribute attribute =
          mlirOperationGetInherentAttributeByName(operation, names->name);
      if (!mlirAttributeIsNull(attribute))
        addAttribute(stream, operation, names->hash, names->name, attribute);
    }
  addDictionary(stream, operation, tracemarkBridgePlainAttributes(operation));
}

static void addAttributes(Stream *stream, MlirOperation operation,
                          const TracemarkOpKind *kind) {
  if (kind->inherentNames) {
    addKnownAttributes(stream, operation, kind);
    return;
  }
  // What stands in `<{...}>` of an op that is not registered.
  MlirAttribute properties = {NULL};
  if (kind->isUnregistered)
    properties = tracemarkBridgeUnregisteredProperties(operation);
  if (!mlirAttributeIsNull(properties))
    addDictionary(stream, operation, properties);
  addDictionary(stream, operation,
                kind->isUnregistered ? tracemarkBridgePlainAttributes(operation)
                                     : tracemarkBridgeAttributes(operation));
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
  const TracemarkOpKind *kind =
      tracemarkOpKindsGet(stream->fingerprints->kinds, operation);
  stream->failed |= kind->nameHash == 0; // out of memory
  add(stream, kind->nameHash);
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
  addAttributes(stream, operation, kind);
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
  uint64_t *hashes[] = {&node->own.exact, &node->own.butConstants,
                        &node->own.butShapes};
  int count = fingerprints->wantsAll ? 3 : 1;
  for (int i = 0; i < count; ++i)
    fingerprints->words[i].count = 0;
  // Functions of one program are of one size, but for a few.
  (void)!tracemarkPointerMapReserve(&fingerprints->numbers, &stream.numbers,
                                    fingerprints->expectedNumbers);
  addOperation(&stream, node->operation);
  fingerprints->expectedNumbers = stream.numbers.count < MOST_EXPECTED
                                      ? stream.numbers.count
                                      : MOST_EXPECTED;
  for (int i = 0; i < count && !stream.failed; ++i)
    *hashes[i] = XXH3_64bits(fingerprints->words[i].items,
                             fingerprints->words[i].count * sizeof(uint64_t));
  tracemarkArenaReset(&fingerprints->numbers);
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
  tracemarkArenaDestroy(&fingerprints->numbers);
}
