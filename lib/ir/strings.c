//===- strings.c - MLIR's strings for C -----------------------------------===//

#include "lib/ir/strings.h"

#include "mlir-c/BuiltinAttributes.h"

#include "lib/base/banned.h"

void tracemarkStringAppendCallback(MlirStringRef part, void *buffer) {
  tracemarkStringBufferAppend(buffer, part.data, part.length);
}

MlirStringRef tracemarkOperationStringAttribute(MlirOperation operation,
                                                const char *name) {
  MlirAttribute attribute =
      mlirOperationGetAttributeByName(operation, tracemarkStringFrom(name));
  if (mlirAttributeIsNull(attribute) || !mlirAttributeIsAString(attribute))
    return mlirStringRefCreate(NULL, 0);
  return mlirStringAttrGetValue(attribute);
}
