//===- tracemark/create_pass.h - our passes for a host's pipeline -*- C -*-===//
//
// For compilers that build their pipelines through MLIR's C API. Exported by
// libTracemark.so (hosts on MLIR 22's shared libraries) and libTracemarkC.so
// (any host that exports the `mlir*` functions, such as libIREECompiler.so).
//
//   MlirPass pass = tracemarkCreatePass(
//       "tracemark-name-dispatches", "rename=all max-length=80", onError,
//       NULL);
//   if (pass.ptr)
//     mlirPassManagerAddOwnedPass(manager, pass);
//
// Threads: any. Ownership: the caller owns the pass until a pass manager takes
// it.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_CREATE_PASS_H
#define TRACEMARK_CREATE_PASS_H

#include "mlir-c/Pass.h"
#include "mlir-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Returns a new pass by its argument, with `options` as they stand between the
/// braces of a textual pipeline (NULL: the defaults). If there is no such pass
/// or option, a value is refused, or the host lacks what the pass needs, a pass
/// with `ptr == NULL`; `onError` (may be NULL) is then called once with a
/// message, one line without a line feed.
__attribute__((visibility("default"))) MlirPass
tracemarkCreatePass(const char *argument, const char *options,
                    MlirStringCallback onError, void *userData);

#ifdef __cplusplus
}
#endif

#endif // TRACEMARK_CREATE_PASS_H
