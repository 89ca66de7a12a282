//===- hash.c - one hash for names of contents ----------------------------===//

#include "lib/base/hash.h"

#include <xxhash.h>

#include "lib/base/banned.h"

uint64_t tracemarkHashBytes(const void *data, size_t length) {
  return XXH3_64bits(data, length);
}
