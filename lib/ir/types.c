//===- types.c - spelling and sizes of types ------------------------------===//

#include "lib/ir/types.h"

#include "lib/base/name_words.h"
#include "lib/ir/strings.h"

#include "mlir-c/BuiltinTypes.h"

#include <ctype.h>
#include <inttypes.h>

#include "lib/base/banned.h"

/// Letters and digits of a type that is spelled as it prints.
enum { PRINTED_LIMIT = 32 };

bool tracemarkTypeHasShape(MlirType type) {
  return mlirTypeIsARankedTensor(type) || mlirTypeIsAMemRef(type);
}

MlirType tracemarkTypeElement(MlirType type) {
  if (mlirTypeIsATensor(type) || mlirTypeIsAMemRef(type) ||
      mlirTypeIsAUnrankedMemRef(type))
    return mlirShapedTypeGetElementType(type);
  return type;
}

/// The float types that fill real programs; NULL for others.
static const char *floatName(MlirType type) {
  return mlirTypeIsAF32(type)    ? "f32"
         : mlirTypeIsAF16(type)  ? "f16"
         : mlirTypeIsABF16(type) ? "bf16"
         : mlirTypeIsAF64(type)  ? "f64"
                                 : NULL;
}

static void appendVector(TracemarkStringBuffer *buffer, MlirType type) {
  tracemarkStringBufferAppendText(buffer, "v");
  for (int64_t i = 0, e = mlirShapedTypeGetRank(type); i < e; ++i)
    tracemarkStringBufferAppendFormat(buffer, "%s%s%" PRId64, i ? "x" : "",
                                      mlirVectorTypeIsDimScalable(type, i) ? "s"
                                                                           : "",
                                      mlirShapedTypeGetDimSize(type, i));
  tracemarkTypeAppendElement(buffer, mlirShapedTypeGetElementType(type));
}

/// Appends letters and digits of a printed type, behind a `T` unless the
/// grammar knows it. A quantized one is `q` and its storage type: what follows
/// is its scale, often long.
static void appendPrinted(TracemarkStringBuffer *buffer, const char *text,
                          size_t length) {
  static const char prefix[] = "!quant.";
  const char *storage = length ? memchr(text, '<', length) : NULL;
  bool isQuantized = storage && length > sizeof(prefix) - 1 &&
                     memcmp(text, prefix, sizeof(prefix) - 1) == 0;
  size_t start = isQuantized ? (size_t)(storage - text) + 1 : 0, count = 0;
  if (isQuantized)
    tracemarkStringBufferAppendText(buffer, "q");
  else if (!tracemarkNameTokenIsTypes(text, length))
    tracemarkStringBufferAppendText(buffer, "T");
  for (size_t i = start; i < length && count < PRINTED_LIMIT; ++i) {
    unsigned char byte = (unsigned char)text[i];
    if (byte < 0x80 && isalnum(byte)) {
      tracemarkStringBufferAppend(buffer, &text[i], 1);
      ++count;
    } else if (isQuantized) {
      break;
    }
  }
  if (count == 0)
    tracemarkStringBufferAppendText(buffer, "type");
}

void tracemarkTypeAppendElement(TracemarkStringBuffer *buffer, MlirType type) {
  if (mlirTypeIsAInteger(type)) {
    tracemarkStringBufferAppendFormat(buffer, "%s%u",
                                      mlirIntegerTypeIsSigned(type)     ? "si"
                                      : mlirIntegerTypeIsUnsigned(type) ? "ui"
                                                                        : "i",
                                      mlirIntegerTypeGetWidth(type));
    return;
  }
  const char *name = floatName(type);
  if (name) {
    tracemarkStringBufferAppendText(buffer, name);
    return;
  }
  if (mlirTypeIsAComplex(type)) {
    tracemarkStringBufferAppendText(buffer, "c");
    tracemarkTypeAppendElement(buffer, mlirComplexTypeGetElementType(type));
    return;
  }
  if (mlirTypeIsAVector(type)) {
    appendVector(buffer, type);
    return;
  }
  TracemarkStringBuffer printed = {0};
  mlirTypePrint(type, tracemarkStringAppendCallback, &printed);
  appendPrinted(buffer, tracemarkStringBufferText(&printed), printed.length);
  buffer->failed |= printed.failed;
  tracemarkStringBufferDestroy(&printed);
}

void tracemarkTypeAppendDimension(TracemarkStringBuffer *buffer, size_t start,
                                  int64_t size) {
  if (buffer->length > start)
    tracemarkStringBufferAppendText(buffer, "x");
  if (size < 0)
    tracemarkStringBufferAppendText(buffer, "D");
  else
    tracemarkStringBufferAppendInteger(buffer, size);
}

void tracemarkTypeAppendShape(TracemarkStringBuffer *buffer, MlirType type) {
  for (int64_t i = 0, e = mlirShapedTypeGetRank(type); i < e; ++i)
    tracemarkTypeAppendDimension(buffer, 0,
                                 mlirShapedTypeIsDynamicDim(type, i)
                                     ? -1
                                     : mlirShapedTypeGetDimSize(type, i));
}

bool tracemarkTypeElementCount(MlirType type, uint64_t *count) {
  *count = 1;
  if (!mlirTypeIsAShaped(type))
    return true;
  if (!mlirShapedTypeHasRank(type) || !mlirShapedTypeHasStaticShape(type))
    return false;
  for (int64_t i = 0, e = mlirShapedTypeGetRank(type); i < e; ++i)
    *count = tracemarkSaturatingMultiply(
        *count, (uint64_t)mlirShapedTypeGetDimSize(type, i));
  return true;
}

/// Width of a scalar in bytes; 0 if not known.
static uint64_t scalarBytes(MlirType type) {
  if (mlirTypeIsAIndex(type))
    return 8;
  if (mlirTypeIsAInteger(type))
    return ((uint64_t)mlirIntegerTypeGetWidth(type) + 7) / 8;
  if (mlirTypeIsAFloat(type))
    return ((uint64_t)mlirFloatTypeGetWidth(type) + 7) / 8;
  if (mlirTypeIsAComplex(type))
    return 2 * scalarBytes(mlirComplexTypeGetElementType(type));
  return 0;
}

bool tracemarkTypeBytes(MlirType type, uint64_t *bytes) {
  uint64_t count = 1, inner = 1;
  bool known = tracemarkTypeElementCount(type, &count);
  if (mlirTypeIsAShaped(type))
    type = mlirShapedTypeGetElementType(type);
  if (mlirTypeIsAVector(type)) {
    known &= tracemarkTypeElementCount(type, &inner);
    type = mlirShapedTypeGetElementType(type);
  }
  uint64_t scalar = scalarBytes(type);
  *bytes = tracemarkSaturatingMultiply(
      tracemarkSaturatingMultiply(count, inner), scalar);
  return known && scalar;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// (a + bi)(c + di) is four products and two sums; a quotient has two products
/// and a sum more, for c^2 + d^2, and two divisions; |a + bi| has that and a
/// root.
static uint64_t complexOperations(const char *word) {
  static const struct {
    const char *word;
    uint64_t count;
  } table[] = {{"mul", 6}, {"square", 6}, {"fma", 8}, {"div", 11}, {"abs", 4}};
  for (size_t i = 0; i < TRACEMARK_COUNT_OF(table); ++i)
    if (strcmp(word, table[i].word) == 0)
      return table[i].count;
  return 2; // one on each part
}

uint64_t tracemarkTypeOperations(MlirType element, const char *word) {
  uint64_t count = 1;
  if (mlirTypeIsAVector(element)) {
    tracemarkTypeElementCount(element, &count);
    element = mlirShapedTypeGetElementType(element);
  }
  bool isDouble = strcmp(word, "fma") == 0 || strcmp(word, "clamp") == 0;
  uint64_t each = mlirTypeIsAComplex(element) ? complexOperations(word)
                  : isDouble                  ? 2
                                              : 1;
  return tracemarkSaturatingMultiply(count, each);
}

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

static const TracemarkTypeFacts *makeFacts(TracemarkArena *arena,
                                           MlirType type) {
  TracemarkTypeFacts *facts = tracemarkArenaAllocate(arena, 1, sizeof(*facts));
  if (!facts)
    return NULL;
  facts->isShaped = mlirTypeIsAShaped(type);
  facts->hasShape = tracemarkTypeHasShape(type);
  facts->element = tracemarkTypeElement(type);
  facts->bytesKnown = tracemarkTypeBytes(type, &facts->bytes);
  if (!facts->hasShape)
    return facts;
  facts->rank = (intptr_t)mlirShapedTypeGetRank(type);
  facts->sizes =
      tracemarkArenaAllocate(arena, (size_t)facts->rank, sizeof(*facts->sizes));
  if (!facts->sizes)
    return NULL;
  for (intptr_t i = 0; i < facts->rank; ++i)
    facts->sizes[i] = mlirShapedTypeIsDynamicDim(type, i)
                          ? -1
                          : mlirShapedTypeGetDimSize(type, i);
  return facts;
}

const TracemarkTypeFacts *tracemarkTypesGet(TracemarkTypes *types,
                                            MlirType type) {
  const TracemarkPointerMapEntry *known =
      tracemarkPointerMapFind(&types->byType, type.ptr);
  if (known)
    return known->value;
  const TracemarkTypeFacts *facts = makeFacts(types->arena, type);
  return facts && tracemarkPointerMapInsert(types->arena, &types->byType,
                                            type.ptr, facts)
             ? facts
             : NULL;
}
