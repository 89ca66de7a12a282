//===- locations.c - many locations, in C ---------------------------------===//

#include "tracemark/bridge/locations.h"

#include "mlir-c/BuiltinAttributes.h"

#include "lib/base/banned.h"

MlirLocation tracemarkBridgeLocationInFile(MlirAttribute file, unsigned line,
                                           unsigned column) {
  return mlirLocationFileLineColGet(mlirAttributeGetContext(file),
                                    mlirStringAttrGetValue(file), line, column);
}
