//===- fingerprint_attributes.c - content of types and attributes ---------===//

#include "lib/ir/fingerprint.h"

#include "lib/ir/strings.h"

#include "tracemark/bridge/attributes.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <ctype.h>
#include <xxhash.h>

#include "lib/base/banned.h"

/// Kinds of content, so that equal bytes of different kinds differ.
enum {
  SEED_TEXT = 1,
  SEED_TYPE,
  SEED_INTEGER,
  SEED_ARRAY,
  SEED_DICTIONARY,
  SEED_SYMBOL,
  SEED_BYTES,
  SEED_STRINGS,
};

static uint64_t hashWords(const uint64_t *words, size_t count, uint64_t seed) {
  return XXH3_64bits_withSeed(words, count * sizeof(*words), seed);
}

/// Without memory the next one is worked out again.
static void remember(TracemarkFingerprints *fingerprints,
                     TracemarkPointerMap *map, const void *key, uint64_t hash) {
  TracemarkPointerMapEntry *entry =
      tracemarkPointerMapEnsure(fingerprints->arena, map, key, NULL);
  if (entry)
    tracemarkPointerMapSetNumber(entry, hash);
}

/// Appends what MLIR prints, which is kept: each print sets up a printer.
static void appendPrinted(TracemarkFingerprints *fingerprints,
                          TracemarkStringBuffer *text, MlirType type) {
  const TracemarkPointerMapEntry *known =
      tracemarkPointerMapFind(&fingerprints->spelledTypes, type.ptr);
  if (known) {
    tracemarkStringBufferAppendText(text, known->value);
    return;
  }
  size_t start = text->length;
  mlirTypePrint(type, tracemarkStringAppendCallback, text);
  const char *copy =
      text->failed
          ? NULL
          : tracemarkArenaCopyText(fingerprints->arena, text->data + start,
                                   text->length - start);
  if (copy) // without memory it is printed again
    (void)!tracemarkPointerMapInsert(
        fingerprints->arena, &fingerprints->spelledTypes, type.ptr, copy);
}

static void appendType(TracemarkFingerprints *fingerprints,
                       TracemarkStringBuffer *text, MlirType type);

static void appendTypes(TracemarkFingerprints *fingerprints,
                        TracemarkStringBuffer *text, MlirType function,
                        intptr_t count,
                        MlirType (*get)(MlirType function, intptr_t index)) {
  tracemarkStringBufferAppendText(text, "(");
  for (intptr_t i = 0; i < count; ++i) {
    if (i)
      tracemarkStringBufferAppendText(text, ", ");
    appendType(fingerprints, text, get(function, i));
  }
  tracemarkStringBufferAppendText(text, ")");
}

static void appendShaped(TracemarkFingerprints *fingerprints,
                         TracemarkStringBuffer *text, const char *kind,
                         MlirType type) {
  tracemarkStringBufferAppendText(text, kind);
  for (int64_t i = 0, e = mlirShapedTypeGetRank(type); i < e; ++i) {
    if (mlirShapedTypeIsDynamicDim(type, (intptr_t)i))
      tracemarkStringBufferAppendText(text, "?");
    else
      tracemarkStringBufferAppendInteger(
          text, mlirShapedTypeGetDimSize(type, (intptr_t)i));
    tracemarkStringBufferAppendText(text, "x");
  }
  appendType(fingerprints, text, mlirShapedTypeGetElementType(type));
  tracemarkStringBufferAppendText(text, ">");
}

/// Nothing but shape and element.
static bool isPlainMemRef(MlirType type) {
  if (!mlirTypeIsAMemRef(type) ||
      !mlirAttributeIsNull(mlirMemRefTypeGetMemorySpace(type)))
    return false;
  MlirAttribute layout = mlirMemRefTypeGetLayout(type);
  return mlirAttributeIsAAffineMap(layout) &&
         mlirAffineMapIsIdentity(mlirAffineMapAttrGetValue(layout));
}

/// Appends a type as MLIR prints it: the kinds that differ from function to
/// function are put together from their parts.
static void appendType(TracemarkFingerprints *fingerprints,
                       TracemarkStringBuffer *text, MlirType type) {
  if (mlirTypeIsARankedTensor(type) &&
      mlirAttributeIsNull(mlirRankedTensorTypeGetEncoding(type))) {
    appendShaped(fingerprints, text, "tensor<", type);
  } else if (isPlainMemRef(type)) {
    appendShaped(fingerprints, text, "memref<", type);
  } else if (mlirTypeIsAFunction(type)) {
    intptr_t results = mlirFunctionTypeGetNumResults(type);
    appendTypes(fingerprints, text, type, mlirFunctionTypeGetNumInputs(type),
                mlirFunctionTypeGetInput);
    tracemarkStringBufferAppendText(text, " -> ");
    if (results == 1 &&
        !mlirTypeIsAFunction(mlirFunctionTypeGetResult(type, 0)))
      appendType(fingerprints, text, mlirFunctionTypeGetResult(type, 0));
    else
      appendTypes(fingerprints, text, type, results, mlirFunctionTypeGetResult);
  } else {
    appendPrinted(fingerprints, text, type);
  }
}

uint64_t tracemarkFingerprintType(TracemarkFingerprints *fingerprints,
                                  MlirType type) {
  if (mlirTypeIsNull(type))
    return 0;
  const TracemarkPointerMapEntry *known =
      tracemarkPointerMapFind(&fingerprints->types, type.ptr);
  if (known)
    return tracemarkPointerMapNumber(known);
  TracemarkStringBuffer *text = &fingerprints->scratch;
  tracemarkStringBufferTruncate(text, 0);
  appendType(fingerprints, text, type);
  uint64_t hash = XXH3_64bits_withSeed(text->data, text->length, SEED_TYPE);
  remember(fingerprints, &fingerprints->types, type.ptr, hash);
  return hash;
}

/// Copies the text with '?' for each number that is followed by an 'x', and for
/// those of strides and offsets.
static void leaveOutSizes(const char *text, size_t length,
                          TracemarkStringBuffer *result) {
  static const char layout[] = "strided<";
  bool inLayout = false;
  for (size_t i = 0, end; i < length; i = end) {
    end = i + 1;
    if (length - i >= sizeof(layout) - 1 &&
        memcmp(text + i, layout, sizeof(layout) - 1) == 0)
      inLayout = true;
    inLayout &= text[i] != '>';
    bool isNumber =
        isdigit((unsigned char)text[i]) &&
        (i == 0 || !isalnum((unsigned char)text[i - 1]) || text[i - 1] == 'x');
    while (isNumber && end < length && isdigit((unsigned char)text[end]))
      ++end;
    if (isNumber && (inLayout || (end < length && text[end] == 'x')))
      tracemarkStringBufferAppendText(result, "?");
    else
      tracemarkStringBufferAppend(result, text + i, end - i);
  }
}

uint64_t tracemarkFingerprintShapelessType(TracemarkFingerprints *fingerprints,
                                           MlirType type) {
  if (mlirTypeIsNull(type))
    return 0;
  const TracemarkPointerMapEntry *known =
      tracemarkPointerMapFind(&fingerprints->shapelessTypes, type.ptr);
  if (known)
    return tracemarkPointerMapNumber(known);
  TracemarkStringBuffer *text = &fingerprints->scratch, shapeless = {0};
  tracemarkStringBufferTruncate(text, 0);
  appendType(fingerprints, text, type);
  leaveOutSizes(tracemarkStringBufferText(text), text->length, &shapeless);
  uint64_t hash =
      XXH3_64bits_withSeed(shapeless.data, shapeless.length, SEED_TYPE);
  text->failed |= shapeless.failed;
  tracemarkStringBufferDestroy(&shapeless);
  remember(fingerprints, &fingerprints->shapelessTypes, type.ptr, hash);
  return hash;
}

/// Hash of an attribute's text: for kinds that mlir-c cannot look into.
static uint64_t hashPrinted(TracemarkFingerprints *fingerprints,
                            MlirAttribute attribute) {
  TracemarkStringBuffer *text = &fingerprints->scratch;
  tracemarkStringBufferTruncate(text, 0);
  mlirAttributePrint(attribute, tracemarkStringAppendCallback, text);
  return XXH3_64bits_withSeed(text->data, text->length, SEED_TEXT);
}

static uint64_t hashStrings(MlirAttribute elements) {
  bool isSplat = mlirDenseElementsAttrIsSplat(elements);
  int64_t count = isSplat ? 1 : mlirElementsAttrGetNumElements(elements);
  uint64_t hash = SEED_STRINGS + (uint64_t)isSplat;
  for (int64_t i = 0; i < count; ++i) {
    MlirStringRef text = mlirDenseElementsAttrGetStringValue(elements, i);
    hash = XXH3_64bits_withSeed(text.data, text.length, hash);
  }
  return hash;
}

static void hashBytes(MlirStringRef bytes, void *hash) {
  *(uint64_t *)hash =
      XXH3_64bits_withSeed(bytes.data, bytes.length, *(uint64_t *)hash);
}

/// Bytes, not text: a printed constant may be elided. A resource without data
/// has nothing but its key.
static uint64_t hashElements(TracemarkFingerprints *fingerprints,
                             MlirAttribute attribute) {
  bool isDense = mlirAttributeIsADenseElements(attribute);
  uint64_t content =
      SEED_BYTES +
      (uint64_t)(isDense && mlirDenseElementsAttrIsSplat(attribute));
  if (!tracemarkBridgeElementsData(attribute, hashBytes, &content)) {
    if (!isDense)
      return hashPrinted(fingerprints, attribute);
    content = hashStrings(attribute);
  }
  uint64_t words[2] = {
      content,
      tracemarkFingerprintType(fingerprints, mlirAttributeGetType(attribute))};
  return hashWords(words, 2, SEED_BYTES);
}

static uint64_t hashInteger(TracemarkFingerprints *fingerprints,
                            MlirAttribute attribute) {
  MlirType type = mlirAttributeGetType(attribute);
  if (!mlirTypeIsAIndex(type) &&
      !(mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) <= 64))
    return hashPrinted(fingerprints, attribute);
  uint64_t words[2] = {(uint64_t)mlirIntegerAttrGetValueInt(attribute),
                       tracemarkFingerprintType(fingerprints, type)};
  return hashWords(words, 2, SEED_INTEGER);
}

static uint64_t hashContainer(TracemarkFingerprints *fingerprints,
                              MlirAttribute attribute) {
  if (mlirAttributeIsAArray(attribute)) {
    uint64_t hash = SEED_ARRAY;
    for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(attribute); i < e;
         ++i) {
      uint64_t element =
          tracemarkFingerprintAttribute(fingerprints,
                                        mlirArrayAttrGetElement(attribute, i))
              ->hash;
      hash = hashWords(&element, 1, hash);
    }
    return hash;
  }
  uint64_t hash = SEED_DICTIONARY; // sorted by name
  for (intptr_t i = 0, e = mlirDictionaryAttrGetNumElements(attribute); i < e;
       ++i) {
    MlirNamedAttribute element = mlirDictionaryAttrGetElement(attribute, i);
    MlirStringRef name = mlirIdentifierStr(element.name);
    uint64_t words[2] = {
        XXH3_64bits_withSeed(name.data, name.length, SEED_TEXT),
        tracemarkFingerprintAttribute(fingerprints, element.attribute)->hash};
    hash = hashWords(words, 2, hash);
  }
  return hash;
}

static uint64_t hashAttribute(TracemarkFingerprints *fingerprints,
                              MlirAttribute attribute) {
  if (mlirAttributeIsASymbolRef(attribute) ||
      mlirAttributeIsALocation(attribute))
    return SEED_SYMBOL; // a reference's target is the walk's business
  if (mlirAttributeIsAInteger(attribute))
    return hashInteger(fingerprints, attribute);
  if (mlirAttributeIsAType(attribute))
    return tracemarkFingerprintType(fingerprints,
                                    mlirTypeAttrGetValue(attribute));
  if (mlirAttributeIsAArray(attribute) || mlirAttributeIsADictionary(attribute))
    return hashContainer(fingerprints, attribute);
  if (mlirAttributeIsADenseElements(attribute) ||
      mlirAttributeIsADenseResourceElements(attribute))
    return hashElements(fingerprints, attribute);
  return hashPrinted(fingerprints, attribute);
}

const TracemarkFingerprintFacts *
tracemarkFingerprintAttribute(TracemarkFingerprints *fingerprints,
                              MlirAttribute attribute) {
  static const TracemarkFingerprintFacts none;
  if (mlirAttributeIsNull(attribute))
    return &none;
  const TracemarkPointerMapEntry *known =
      tracemarkPointerMapFind(&fingerprints->attributes, attribute.ptr);
  if (known)
    return known->value;
  TracemarkFingerprintFacts *facts =
      tracemarkArenaAllocate(fingerprints->arena, 1, sizeof(*facts));
  if (!facts ||
      !tracemarkPointerMapInsert(fingerprints->arena, &fingerprints->attributes,
                                 attribute.ptr, facts)) {
    fingerprints->scratch.failed = true;
    return &none;
  }
  facts->hash = hashAttribute(fingerprints, attribute);
  facts->mayRefer =
      fingerprints->symbols &&
      tracemarkSymbolPathsMayRefer(fingerprints->symbols, attribute);
  return facts;
}
