//===- tracemark/bridge/parsing.h - does a text parse -----------*- C -*-===//
//
// mlir-c parses into a context that the caller has, where each elided constant
// leaves a resource behind. Here a text is parsed in a context of its own with
// the dialects that a live one can load, and dropped.
//
// Threads: any; a live context is only read.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_BRIDGE_PARSING_H
#define TRACEMARK_BRIDGE_PARSING_H

#include "mlir-c/IR.h"
#include "mlir-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum TracemarkParsed {
  TRACEMARK_PARSED_UNKNOWN, // the host does not let us ask
  TRACEMARK_PARSED_NO,
  TRACEMARK_PARSED_YES,
} TracemarkParsed;

/// Tells whether `text` parses, and verifies if `verify` is set, without a
/// diagnostic. Takes as long as parsing does.
TracemarkParsed tracemarkBridgeParse(MlirContext live, MlirStringRef text,
                                     bool verify);

#ifdef __cplusplus
}
#endif

#endif // TRACEMARK_BRIDGE_PARSING_H
