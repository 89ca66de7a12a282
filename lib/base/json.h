//===- json.h - records of one line -----------------------------*- C -*-===//
//
// What jansson does not give: strings of bytes that need not be UTF-8, a value
// printed as a line of a .jsonl file, and the same text written without making
// a value of it first, for records that are many and small. Ownership as in
// jansson: results are new references. Not thread safe for one value.
//
//   tracemarkStringBufferAppendText(&line, "{");
//   tracemarkJsonPutKey(&line, "bytes");
//   tracemarkStringBufferAppendNumber(&line, 17);
//   tracemarkJsonPutKey(&line, "tag");
//   tracemarkJsonPutString(&line, tag, length);
//   tracemarkStringBufferAppendText(&line, "}\n");
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_BASE_JSON_H
#define TRACEMARK_LIB_BASE_JSON_H

#include "lib/base/string_buffer.h"

#include <jansson.h>

/// New string of `length` bytes; each byte that belongs to no well-formed
/// UTF-8 sequence becomes U+FFFD. NULL when out of memory.
json_t *tracemarkJsonString(const char *data, size_t length);

/// Appends `value` in compact form, keys in the order of insertion, and a line
/// feed. A NULL value (out of memory while it was built) fails the buffer.
void tracemarkJsonAppendLine(TracemarkStringBuffer *buffer,
                             const json_t *value);

/// Appends what tracemarkJsonAppendLine prints of tracemarkJsonString.
void tracemarkJsonPutString(TracemarkStringBuffer *buffer, const char *data,
                            size_t length);

/// Appends a comma unless `buffer` ends with '{' or '[': before each element of
/// an array.
void tracemarkJsonPutSeparator(TracemarkStringBuffer *buffer);

/// Appends a separator and `"key":`; `key` needs no escapes.
void tracemarkJsonPutKey(TracemarkStringBuffer *buffer, const char *key);

#endif // TRACEMARK_LIB_BASE_JSON_H
