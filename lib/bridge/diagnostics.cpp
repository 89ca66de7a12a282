//===- diagnostics.cpp - warnings and remarks -----------------------------===//

#include "tracemark/bridge/diagnostics.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;

void tracemarkBridgeEmit(MlirLocation location, MlirDiagnosticSeverity severity,
                         MlirStringRef message) {
  switch (severity) {
  case MlirDiagnosticWarning:
    emitWarning(unwrap(location)) << unwrap(message);
    break;
  case MlirDiagnosticRemark:
    emitRemark(unwrap(location)) << unwrap(message);
    break;
  default:
    emitError(unwrap(location)) << unwrap(message);
  }
}
