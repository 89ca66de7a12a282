//===- fingerprint_types.c - content of types -----------------------------===//
//
// Types that differ from function to function (tensors, memrefs, functions) are
// put together from the hashes of their parts, others are hashed as MLIR prints
// them, which sets up a printer for each.
//
//===----------------------------------------------------------------------===//

#include "lib/ir/fingerprint.h"

#include "lib/ir/strings.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <ctype.h>
#include <xxhash.h>

#include "lib/base/banned.h"

/// Kinds of types.
enum { SEED_TEXT = 101, SEED_TENSOR, SEED_MEMREF, SEED_FUNCTION };

static uint64_t typeHash(TracemarkFingerprints *fingerprints, MlirType type,
                         bool withSizes);

static uint64_t mix(uint64_t hash, uint64_t word) {
  return XXH3_64bits_withSeed(&word, sizeof(word), hash);
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

static uint64_t hashPrinted(TracemarkFingerprints *fingerprints, MlirType type,
                            bool withSizes) {
  TracemarkStringBuffer *text = &fingerprints->scratch, shapeless = {0};
  tracemarkStringBufferTruncate(text, 0);
  mlirTypePrint(type, tracemarkStringAppendCallback, text);
  if (!withSizes)
    leaveOutSizes(tracemarkStringBufferText(text), text->length, &shapeless);
  const TracemarkStringBuffer *hashed = withSizes ? text : &shapeless;
  uint64_t hash = XXH3_64bits_withSeed(hashed->data, hashed->length, SEED_TEXT);
  text->failed |= shapeless.failed;
  tracemarkStringBufferDestroy(&shapeless);
  return hash;
}

static uint64_t hashShaped(TracemarkFingerprints *fingerprints, MlirType type,
                           uint64_t seed, bool withSizes) {
  uint64_t hash =
      mix(seed, typeHash(fingerprints, mlirShapedTypeGetElementType(type),
                         withSizes));
  for (int64_t i = 0, e = mlirShapedTypeGetRank(type); i < e; ++i) {
    bool isKnown = withSizes && !mlirShapedTypeIsDynamicDim(type, (intptr_t)i);
    hash = mix(hash, isKnown
                         ? (uint64_t)mlirShapedTypeGetDimSize(type, (intptr_t)i)
                         : UINT64_MAX);
  }
  return hash;
}

static uint64_t hashFunction(TracemarkFingerprints *fingerprints, MlirType type,
                             bool withSizes) {
  intptr_t inputs = mlirFunctionTypeGetNumInputs(type);
  intptr_t results = mlirFunctionTypeGetNumResults(type);
  uint64_t hash = mix(mix(SEED_FUNCTION, (uint64_t)inputs), (uint64_t)results);
  for (intptr_t i = 0; i < inputs + results; ++i)
    hash = mix(hash, typeHash(fingerprints,
                              i < inputs
                                  ? mlirFunctionTypeGetInput(type, i)
                                  : mlirFunctionTypeGetResult(type, i - inputs),
                              withSizes));
  return hash;
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

static uint64_t hashType(TracemarkFingerprints *fingerprints, MlirType type,
                         bool withSizes) {
  if (mlirTypeIsARankedTensor(type) &&
      mlirAttributeIsNull(mlirRankedTensorTypeGetEncoding(type)))
    return hashShaped(fingerprints, type, SEED_TENSOR, withSizes);
  if (isPlainMemRef(type))
    return hashShaped(fingerprints, type, SEED_MEMREF, withSizes);
  return mlirTypeIsAFunction(type) ? hashFunction(fingerprints, type, withSizes)
                                   : hashPrinted(fingerprints, type, withSizes);
}

/// Once per type; without memory it is worked out again.
static uint64_t typeHash(TracemarkFingerprints *fingerprints, MlirType type,
                         bool withSizes) {
  TracemarkPointerMap *map =
      withSizes ? &fingerprints->types : &fingerprints->shapelessTypes;
  const TracemarkPointerMapEntry *known =
      tracemarkPointerMapFind(map, type.ptr);
  if (known)
    return tracemarkPointerMapNumber(known);
  uint64_t hash = hashType(fingerprints, type, withSizes);
  TracemarkPointerMapEntry *entry =
      tracemarkPointerMapEnsure(fingerprints->arena, map, type.ptr, NULL);
  if (entry)
    tracemarkPointerMapSetNumber(entry, hash);
  return hash;
}

uint64_t tracemarkFingerprintType(TracemarkFingerprints *fingerprints,
                                  MlirType type) {
  return mlirTypeIsNull(type) ? 0 : typeHash(fingerprints, type, true);
}

uint64_t tracemarkFingerprintShapelessType(TracemarkFingerprints *fingerprints,
                                           MlirType type) {
  return mlirTypeIsNull(type) ? 0 : typeHash(fingerprints, type, false);
}
