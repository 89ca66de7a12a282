//===- file_names.c - file names made of symbols --------------------------===//

#include "lib/base/file_names.h"

#include "lib/base/hash.h"

#include <inttypes.h>
#include <strings.h>

#include "lib/base/banned.h"

/// Not isalnum(): that follows the host's locale.
static bool isSafe(unsigned char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
         (byte >= '0' && byte <= '9') || byte == '_' || byte == '-' ||
         byte == '.' || byte == '$' || byte == '#';
}

/// Tells whether a name begins with what is a device on Windows, whatever
/// stands behind the first dot: "nul.mlir" is no file there.
static bool isDevice(const char *data, size_t length) {
  static const char *const devices[] = {
      "con", "prn", "aux", "nul", "com", "lpt", "conin$", "conout$", "clock$"};
  const char *dot = memchr(data, '.', length);
  if (dot)
    length = (size_t)(dot - data);
  // Of the numbered ones all but the number.
  size_t number = length == 4 && data[3] >= '0' && data[3] <= '9';
  for (size_t i = 0; i < TRACEMARK_COUNT_OF(devices); ++i) {
    bool isNumbered = devices[i][0] == 'l' || strcmp(devices[i], "com") == 0;
    if (strlen(devices[i]) == length - number && isNumbered == (number != 0) &&
        strncasecmp(devices[i], data, length - number) == 0)
      return true;
  }
  return false;
}

void tracemarkFileNameAppendPart(TracemarkStringBuffer *name, const char *data,
                                 size_t length) {
  bool escapeFirst = name->length == 0 && isDevice(data, length);
  if (length == 0)
    tracemarkStringBufferAppendText(name, "%");
  for (size_t i = 0; i < length; ++i) {
    unsigned char byte = (unsigned char)data[i];
    bool outer = byte == '.' && (i + 1 == length || name->length == 0 ||
                                 name->data[name->length - 1] == '.');
    if (isSafe(byte) && !outer && (i > 0 || !escapeFirst))
      tracemarkStringBufferAppend(name, data + i, 1);
    else
      tracemarkStringBufferAppendFormat(name, "%%%02X", byte);
  }
}

void tracemarkFileNameAvoid(TracemarkStringBuffer *name, const char *reserved) {
  if (name->failed ||
      strcasecmp(tracemarkStringBufferText(name), reserved) != 0)
    return;
  TracemarkStringBuffer escaped = {0};
  tracemarkStringBufferAppendFormat(
      &escaped, "%%%02X%s", (unsigned char)name->data[0], name->data + 1);
  tracemarkStringBufferDestroy(name);
  *name = escaped;
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
