//===- fingerprint_attributes.c - content of attributes -------------------===//

#include "lib/ir/fingerprint.h"

#include "lib/ir/strings.h"

#include "tracemark/bridge/attributes.h"

#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <xxhash.h>

#include "lib/base/banned.h"

/// Kinds of content, so that equal bytes of different kinds differ.
enum {
  SEED_TEXT = 1,
  SEED_INTEGER,
  SEED_FLOAT,
  SEED_STRING,
  SEED_UNIT,
  SEED_ARRAY,
  SEED_INTEGERS, // of 32 bits; the next one, of 64
  SEED_MAP = SEED_INTEGERS + 2,
  SEED_DICTIONARY,
  SEED_SYMBOL,
  SEED_BYTES,
  SEED_STRINGS,
};

static uint64_t hashWords(const uint64_t *words, size_t count, uint64_t seed) {
  return XXH3_64bits_withSeed(words, count * sizeof(*words), seed);
}

static uint64_t hashWord(uint64_t word, uint64_t seed) {
  return hashWords(&word, 1, seed);
}

/// Hash of an attribute's text, which takes MLIR long: for kinds that mlir-c
/// cannot look into, and those that are rare.
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

/// Bits of a float that a double holds; NaNs may lose theirs.
static uint64_t hashFloat(TracemarkFingerprints *fingerprints,
                          MlirAttribute attribute) {
  MlirType type = mlirAttributeGetType(attribute);
  double value = mlirFloatAttrGetValueDouble(attribute);
  bool isHeld = mlirTypeIsAF32(type) || mlirTypeIsAF64(type) ||
                mlirTypeIsAF16(type) || mlirTypeIsABF16(type);
  if (!isHeld || value != value)
    return hashPrinted(fingerprints, attribute);
  uint64_t words[2];
  memcpy(&words[0], &value, sizeof(value));
  words[1] = tracemarkFingerprintType(fingerprints, type);
  return hashWords(words, 2, SEED_FLOAT);
}

static uint64_t hashString(TracemarkFingerprints *fingerprints,
                           MlirAttribute attribute) {
  MlirStringRef text = mlirStringAttrGetValue(attribute);
  uint64_t hash = XXH3_64bits_withSeed(text.data, text.length, SEED_STRING);
  MlirType type = mlirAttributeGetType(attribute);
  return mlirTypeIsANone(type)
             ? hash
             : hashWord(tracemarkFingerprintType(fingerprints, type), hash);
}

static uint64_t hashIntegers(MlirAttribute attribute, bool isWide) {
  uint64_t hash = SEED_INTEGERS + (uint64_t)isWide;
  for (intptr_t i = 0, e = mlirDenseArrayGetNumElements(attribute); i < e; ++i)
    hash =
        hashWord(isWide ? (uint64_t)mlirDenseI64ArrayGetElement(attribute, i)
                        : (uint64_t)mlirDenseI32ArrayGetElement(attribute, i),
                 hash);
  return hash;
}

static uint64_t hashExpression(MlirAffineExpr expression) {
  enum { DIM = 1, SYMBOL, CONSTANT, OTHER };
  if (mlirAffineExprIsADim(expression))
    return hashWord((uint64_t)mlirAffineDimExprGetPosition(expression), DIM);
  if (mlirAffineExprIsASymbol(expression))
    return hashWord((uint64_t)mlirAffineSymbolExprGetPosition(expression),
                    SYMBOL);
  if (mlirAffineExprIsAConstant(expression))
    return hashWord((uint64_t)mlirAffineConstantExprGetValue(expression),
                    CONSTANT);
  int kind = mlirAffineExprIsAAdd(expression)        ? OTHER
             : mlirAffineExprIsAMul(expression)      ? OTHER + 1
             : mlirAffineExprIsAMod(expression)      ? OTHER + 2
             : mlirAffineExprIsAFloorDiv(expression) ? OTHER + 3
                                                     : OTHER + 4;
  uint64_t words[2] = {
      hashExpression(mlirAffineBinaryOpExprGetLHS(expression)),
      hashExpression(mlirAffineBinaryOpExprGetRHS(expression))};
  return hashWords(words, 2, (uint64_t)kind);
}

static uint64_t hashMap(MlirAttribute attribute) {
  MlirAffineMap map = mlirAffineMapAttrGetValue(attribute);
  uint64_t words[2] = {(uint64_t)mlirAffineMapGetNumDims(map),
                       (uint64_t)mlirAffineMapGetNumSymbols(map)};
  uint64_t hash = hashWords(words, 2, SEED_MAP);
  for (intptr_t i = 0, e = mlirAffineMapGetNumResults(map); i < e; ++i)
    hash = hashWord(hashExpression(mlirAffineMapGetResult(map, i)), hash);
  return hash;
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
  if (mlirAttributeIsAString(attribute))
    return hashString(fingerprints, attribute);
  if (mlirAttributeIsAAffineMap(attribute))
    return hashMap(attribute);
  if (mlirAttributeIsAFloat(attribute))
    return hashFloat(fingerprints, attribute);
  if (mlirAttributeIsAUnit(attribute))
    return SEED_UNIT;
  if (mlirAttributeIsADenseI64Array(attribute) ||
      mlirAttributeIsADenseI32Array(attribute))
    return hashIntegers(attribute, mlirAttributeIsADenseI64Array(attribute));
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
