//===- string_buffer.c - growable text ------------------------------------===//

#include "lib/base/string_buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "lib/base/banned.h"

/// Bytes: enough for most names and tags, so that they never grow.
enum { FIRST_CAPACITY = 256 };

const char *tracemarkStringBufferText(const TracemarkStringBuffer *buffer) {
  return buffer->data ? buffer->data : "";
}

/// Makes room for `extra` more bytes and the zero byte.
static bool reserve(TracemarkStringBuffer *buffer, size_t extra) {
  if (buffer->failed)
    return false;
  size_t needed;
  if (__builtin_add_overflow(buffer->length, extra, &needed) ||
      __builtin_add_overflow(needed, (size_t)1, &needed)) {
    buffer->failed = true;
    return false;
  }
  if (needed <= buffer->capacity)
    return true;
  size_t capacity = buffer->capacity ? buffer->capacity : FIRST_CAPACITY;
  while (capacity < needed)
    capacity = capacity > SIZE_MAX / 2 ? needed : capacity * 2;
  char *data = realloc(buffer->data, capacity);
  if (!data) {
    buffer->failed = true;
    return false;
  }
  buffer->data = data;
  buffer->capacity = capacity;
  return true;
}

void tracemarkStringBufferAppend(TracemarkStringBuffer *buffer,
                                 const char *data, size_t length) {
  bool fits = !buffer->failed && length < buffer->capacity - buffer->length;
  if (!fits && !reserve(buffer, length))
    return;
  if (length)
    memcpy(buffer->data + buffer->length, data, length);
  buffer->length += length;
  buffer->data[buffer->length] = '\0';
}

void tracemarkStringBufferAppendNumber(TracemarkStringBuffer *buffer,
                                       uint64_t number) {
  char digits[20], *first = digits + sizeof(digits);
  do
    *--first = (char)('0' + number % 10);
  while (number /= 10);
  tracemarkStringBufferAppend(buffer, first,
                              (size_t)(digits + sizeof(digits) - first));
}

void tracemarkStringBufferAppendInteger(TracemarkStringBuffer *buffer,
                                        int64_t number) {
  if (number < 0)
    tracemarkStringBufferAppend(buffer, "-", 1);
  tracemarkStringBufferAppendNumber(buffer, number < 0 ? -(uint64_t)number
                                                       : (uint64_t)number);
}

void tracemarkStringBufferAppendFormat(TracemarkStringBuffer *buffer,
                                       const char *format, ...) {
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  if (length < 0)
    buffer->failed = true;
  else if (reserve(buffer, (size_t)length)) {
    vsnprintf(buffer->data + buffer->length, (size_t)length + 1, format, again);
    buffer->length += (size_t)length;
  }
  va_end(again);
}

void tracemarkStringBufferTruncate(TracemarkStringBuffer *buffer,
                                   size_t length) {
  if (length >= buffer->length)
    return;
  buffer->length = length;
  buffer->data[length] = '\0';
}

void tracemarkStringBufferDestroy(TracemarkStringBuffer *buffer) {
  free(buffer->data);
  *buffer = (TracemarkStringBuffer){0};
}

char *tracemarkTextCopy(const char *data, size_t length) {
  char *copy = length == SIZE_MAX ? NULL : malloc(length + 1);
  if (copy) {
    if (length)
      memcpy(copy, data, length);
    copy[length] = '\0';
  }
  return copy;
}
