//===- string_buffer.h - growable text --------------------------*- C -*-===//
//
// A byte string that grows. `data` is always terminated by a zero byte once
// something was appended (tracemarkStringBufferText gives "" before that).
// Out of memory sets `failed`, after which appends do nothing: check it once,
// at the end. Not thread safe. Zero-initialise; Destroy gives the memory back.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_BASE_STRING_BUFFER_H
#define TRACEMARK_LIB_BASE_STRING_BUFFER_H

#include "lib/base/support.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct TracemarkStringBuffer {
  char *data;
  size_t length;   // bytes, without the zero byte
  size_t capacity; // bytes
  bool failed;
} TracemarkStringBuffer;

const char *tracemarkStringBufferText(const TracemarkStringBuffer *buffer);
void tracemarkStringBufferAppend(TracemarkStringBuffer *buffer,
                                 const char *data, size_t length);
/// Inline, so that the length of a literal is known.
static inline void
tracemarkStringBufferAppendText(TracemarkStringBuffer *buffer,
                                const char *text) {
  tracemarkStringBufferAppend(buffer, text, strlen(text));
}
/// Appends a number in decimal digits.
void tracemarkStringBufferAppendNumber(TracemarkStringBuffer *buffer,
                                       uint64_t number);
void tracemarkStringBufferAppendInteger(TracemarkStringBuffer *buffer,
                                        int64_t number);
void tracemarkStringBufferAppendFormat(TracemarkStringBuffer *buffer,
                                       const char *format, ...)
    TRACEMARK_PRINTF(2, 3);
/// Cuts the text to its first `length` bytes; no effect if it is shorter.
void tracemarkStringBufferTruncate(TracemarkStringBuffer *buffer,
                                   size_t length);
void tracemarkStringBufferDestroy(TracemarkStringBuffer *buffer);

/// Copies `length` bytes and adds a zero byte; the caller frees it. NULL when
/// out of memory.
char *tracemarkTextCopy(const char *data, size_t length);

#ifdef __cplusplus
}
#endif

#endif // TRACEMARK_LIB_BASE_STRING_BUFFER_H
