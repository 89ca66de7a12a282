//===- file_names.c - file names made of symbols --------------------------===//

#include "lib/base/file_names.h"

#include "lib/base/hash.h"

#include <inttypes.h>

#include "lib/base/banned.h"

/// Not isalnum(): that follows the host's locale.
static bool isSafe(unsigned char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
         (byte >= '0' && byte <= '9') || byte == '_' || byte == '-' ||
         byte == '.' || byte == '$' || byte == '#';
}

void tracemarkFileNameAppendPart(TracemarkStringBuffer *name, const char *data,
                                 size_t length) {
  if (length == 0)
    tracemarkStringBufferAppendText(name, "%");
  for (size_t i = 0; i < length; ++i) {
    unsigned char byte = (unsigned char)data[i];
    bool leading = byte == '.' &&
                   (name->length == 0 || name->data[name->length - 1] == '.');
    if (isSafe(byte) && !leading)
      tracemarkStringBufferAppend(name, data + i, 1);
    else
      tracemarkStringBufferAppendFormat(name, "%%%02X", byte);
  }
}

void tracemarkFileNameCut(TracemarkStringBuffer *name) {
  if (name->length <= TRACEMARK_FILE_STEM_MAX)
    return;
  uint64_t hash = tracemarkHashBytes(name->data, name->length);
  size_t kept = TRACEMARK_FILE_STEM_MAX - 9;
  // Not through the middle of a %XX.
  for (size_t back = 1; back <= 2; ++back)
    if (name->data[kept - back] == '%') {
      kept -= back;
      break;
    }
  tracemarkStringBufferTruncate(name, kept);
  tracemarkStringBufferAppendFormat(name, "-%08" PRIx64, hash & 0xFFFFFFFF);
}
