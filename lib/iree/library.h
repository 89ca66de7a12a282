//===- library.h - IREE's compiler, found at run time -----------*- C -*-===//
//
// Finds and loads libIREECompiler.so and, into the same process, our own
// libTracemarkC.so, which takes its `mlir*` functions from it. Main thread.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IREE_LIBRARY_H
#define TRACEMARK_LIB_IREE_LIBRARY_H

#include "lib/base/string_buffer.h"

#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"

typedef struct TracemarkIreeInvocation TracemarkIreeInvocation;

/// Functions of the two libraries, each under its own name.
typedef struct TracemarkIreeLibrary {
#define TRACEMARK_IREE_FUNCTION(result, name, parameters)                      \
  result(*name) parameters;
#define TRACEMARK_MLIR_FUNCTION TRACEMARK_IREE_FUNCTION
#include "lib/iree/api.def"
  MlirPass (*tracemarkCreatePass)(const char *argument, const char *options,
                                  MlirStringCallback onError, void *userData);
} TracemarkIreeLibrary;

/// Loads `path`, or with NULL the first of: TRACEMARK_IREE_COMPILER_LIBRARY,
/// the running Python environment, what lies beside `iree-compile` on PATH.
/// Both stay loaded. False, with one line that says what was expected and found
/// appended to `error`, if there is none or it is not of API version 1.4 or a
/// later 1.x. libTracemarkC.so is looked for beside the running program and in
/// ../lib; `program`, its name, counts where /proc does not tell its path.
bool tracemarkIreeLibraryLoad(const char *path, const char *program,
                              TracemarkIreeLibrary *library,
                              TracemarkStringBuffer *error);

#endif // TRACEMARK_LIB_IREE_LIBRARY_H
