//===- llvm.c - types of the LLVM dialect, in C ---------------------------===//

#include "tracemark/bridge/llvm.h"

#include "lib/ir/strings.h"

#include <stdlib.h>

#include "lib/base/banned.h"

/// The C API tells neither the size nor that it is an array; its text does.
int64_t tracemarkBridgeLLVMArraySize(MlirType type) {
  static const char prefix[] = "!llvm.array<";
  TracemarkStringBuffer text = {0};
  mlirTypePrint(type, tracemarkStringAppendCallback, &text);
  int64_t size = -1;
  if (strncmp(tracemarkStringBufferText(&text), prefix, strlen(prefix)) == 0)
    size = strtoll(text.data + strlen(prefix), NULL, 10);
  tracemarkStringBufferDestroy(&text);
  return size;
}
