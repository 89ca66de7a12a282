//===- contexts.c - dialects of a context, in C ---------------------------===//
//
// mlir-c loads dialects but does not tell which are loaded: one without a name
// stands for those that nobody knows of.
//
//===----------------------------------------------------------------------===//

#include "tracemark/bridge/contexts.h"

#include "lib/base/banned.h"

void tracemarkBridgeLoadedDialects(MlirContext context,
                                   void (*visit)(MlirStringRef space,
                                                 void *userData),
                                   void *userData) {
  (void)context;
  visit(mlirStringRefCreate("", 0), userData);
}

/// The C API lends no threads.
void tracemarkBridgeParallelFor(MlirContext context, size_t count,
                                void (*body)(size_t index, void *userData),
                                void *userData) {
  (void)context;
  for (size_t i = 0; i < count; ++i)
    body(i, userData);
}
