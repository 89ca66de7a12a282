//===- diagnostics.c - formatted diagnostics ------------------------------===//

#include "lib/ir/diagnostics.h"

#include "tracemark/bridge/diagnostics.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "lib/base/banned.h"

/// Formats into memory of its own; a message that finds none is cut.
static void emit(MlirLocation location, MlirDiagnosticSeverity severity,
                 const char *format, va_list arguments) {
  char small[512], *text = small;
  va_list again;
  va_copy(again, arguments);
  int length = vsnprintf(small, sizeof(small), format, arguments);
  if (length >= (int)sizeof(small)) {
    char *large = malloc((size_t)length + 1);
    if (large) {
      vsnprintf(large, (size_t)length + 1, format, again);
      text = large;
    }
  }
  va_end(again);
  tracemarkBridgeEmit(location, severity, mlirStringRefCreateFromCString(text));
  if (text != small)
    free(text);
}

MlirLogicalResult tracemarkEmitError(MlirLocation location, const char *format,
                                     ...) {
  va_list arguments;
  va_start(arguments, format);
  emit(location, MlirDiagnosticError, format, arguments);
  va_end(arguments);
  return mlirLogicalResultFailure();
}

void tracemarkEmitWarning(MlirLocation location, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  emit(location, MlirDiagnosticWarning, format, arguments);
  va_end(arguments);
}

void tracemarkEmitRemark(MlirLocation location, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  emit(location, MlirDiagnosticRemark, format, arguments);
  va_end(arguments);
}
