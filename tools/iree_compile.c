//===- iree_compile.c - tracemark-iree-compile ----------------------------===//

#include "lib/iree/driver.h"

#include "lib/base/banned.h"

int main(int count, char **arguments) {
  return tracemarkIreeMain(count, arguments);
}
