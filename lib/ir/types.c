//===- types.c - spelling and sizes of types ------------------------------===//

#include "lib/ir/types.h"

#include "lib/ir/strings.h"

#include "mlir-c/BuiltinTypes.h"

#include <ctype.h>
#include <inttypes.h>

#include "lib/base/banned.h"

bool tracemarkTypeHasShape(MlirType type) {
  return mlirTypeIsARankedTensor(type) || mlirTypeIsAMemRef(type);
}

MlirType tracemarkTypeElement(MlirType type) {
  if (mlirTypeIsATensor(type) || mlirTypeIsAMemRef(type) ||
      mlirTypeIsAUnrankedMemRef(type))
    return mlirShapedTypeGetElementType(type);
  return type;
}

void tracemarkTypeAppendElement(TracemarkStringBuffer *buffer, MlirType type) {
  if (mlirTypeIsAComplex(type)) {
    tracemarkStringBufferAppendText(buffer, "c");
    tracemarkTypeAppendElement(buffer, mlirComplexTypeGetElementType(type));
    return;
  }
  if (mlirTypeIsAVector(type)) {
    tracemarkStringBufferAppendText(buffer, "v");
    for (int64_t i = 0, e = mlirShapedTypeGetRank(type); i < e; ++i)
      tracemarkStringBufferAppendFormat(buffer, "%s%" PRId64, i ? "x" : "",
                                        mlirShapedTypeGetDimSize(type, i));
    tracemarkTypeAppendElement(buffer, mlirShapedTypeGetElementType(type));
    return;
  }
  TracemarkStringBuffer printed = {0};
  mlirTypePrint(type, tracemarkStringAppendCallback, &printed);
  for (size_t i = 0; i < printed.length; ++i)
    tracemarkStringBufferAppend(
        buffer,
        isalnum((unsigned char)printed.data[i]) ? &printed.data[i] : "_", 1);
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
    tracemarkStringBufferAppendFormat(buffer, "%" PRId64, size);
}

void tracemarkTypeAppendShape(TracemarkStringBuffer *buffer, MlirType type) {
  size_t start = buffer->length;
  for (int64_t i = 0, e = mlirShapedTypeGetRank(type); i < e; ++i)
    tracemarkTypeAppendDimension(buffer, start,
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
