//===- diagnostics.c - remarks, in C --------------------------------------===//

#include "tracemark/bridge/diagnostics.h"

#include "lib/ir/strings.h"

#include <stdio.h>

#include "lib/base/banned.h"

static void appendLocation(TracemarkStringBuffer *text, MlirLocation location) {
  if (!mlirLocationIsAFileLineColRange(location)) {
    mlirLocationPrint(location, tracemarkStringAppendCallback, text);
    return;
  }
  MlirStringRef file =
      mlirIdentifierStr(mlirLocationFileLineColRangeGetFilename(location));
  tracemarkStringBufferAppend(text, file.data, file.length);
  tracemarkStringBufferAppendFormat(
      text, ":%d:%d", mlirLocationFileLineColRangeGetStartLine(location),
      mlirLocationFileLineColRangeGetStartColumn(location));
}

/// The C API emits errors only: the rest goes to stderr in MLIR's own form, in
/// one piece since several threads may emit.
void tracemarkBridgeEmit(MlirLocation location, MlirDiagnosticSeverity severity,
                         MlirStringRef message) {
  TracemarkStringBuffer text = {0};
  bool isError = severity == MlirDiagnosticError;
  if (!isError) {
    appendLocation(&text, location);
    tracemarkStringBufferAppendText(&text, severity == MlirDiagnosticWarning
                                               ? ": warning: "
                                               : ": remark: ");
  }
  tracemarkStringBufferAppend(&text, message.data, message.length);
  if (isError)
    mlirEmitError(location, tracemarkStringBufferText(&text));
  else
    fprintf(stderr, "%s\n", tracemarkStringBufferText(&text));
  tracemarkStringBufferDestroy(&text);
}
