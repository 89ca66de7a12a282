//===- json.c - records of one line ---------------------------------------===//

#include "lib/base/json.h"

#include "lib/base/banned.h"

/// U+FFFD, for bytes that are no text.
#define REPLACEMENT "\xEF\xBF\xBD"

/// Length of the well-formed UTF-8 sequence at `data`, 0 if there is none.
static size_t sequenceLength(const unsigned char *data, size_t length) {
  if (data[0] < 0x80)
    return 1;
  size_t wanted = data[0] >= 0xC2 && data[0] <= 0xDF   ? 2
                  : (data[0] & 0xF0) == 0xE0           ? 3
                  : data[0] >= 0xF0 && data[0] <= 0xF4 ? 4
                                                       : 0;
  if (!wanted || wanted > length)
    return 0;
  for (size_t i = 1; i < wanted; ++i)
    if ((data[i] & 0xC0) != 0x80)
      return 0;
  // Overlong forms, surrogates and what lies above U+10FFFF.
  if ((data[0] == 0xE0 && data[1] < 0xA0) ||
      (data[0] == 0xED && data[1] > 0x9F) ||
      (data[0] == 0xF0 && data[1] < 0x90) ||
      (data[0] == 0xF4 && data[1] > 0x8F))
    return 0;
  return wanted;
}

json_t *tracemarkJsonString(const char *data, size_t length) {
  TracemarkStringBuffer text = {0};
  for (size_t i = 0; i < length;) {
    size_t part = sequenceLength((const unsigned char *)data + i, length - i);
    if (part)
      tracemarkStringBufferAppend(&text, data + i, part);
    else
      tracemarkStringBufferAppendText(&text, REPLACEMENT);
    i += part ? part : 1;
  }
  json_t *string =
      text.failed
          ? NULL
          : json_stringn_nocheck(tracemarkStringBufferText(&text), text.length);
  tracemarkStringBufferDestroy(&text);
  return string;
}

static int append(const char *data, size_t length, void *buffer) {
  tracemarkStringBufferAppend(buffer, data, length);
  return 0;
}

void tracemarkJsonAppendLine(TracemarkStringBuffer *buffer,
                             const json_t *value) {
  if (!value ||
      json_dump_callback(value, append, buffer, JSON_COMPACT | JSON_ENCODE_ANY))
    buffer->failed = true;
  tracemarkStringBufferAppendText(buffer, "\n");
}

/// Appends one byte that may not stand in a string as it is.
static void putEscape(TracemarkStringBuffer *buffer, unsigned char byte) {
  static const char *const shortForms[] = {
      ['"'] = "\\\"", ['\\'] = "\\\\", ['\b'] = "\\b", ['\f'] = "\\f",
      ['\n'] = "\\n", ['\r'] = "\\r",  ['\t'] = "\\t"};
  if (byte < TRACEMARK_COUNT_OF(shortForms) && shortForms[byte])
    tracemarkStringBufferAppendText(buffer, shortForms[byte]);
  else
    tracemarkStringBufferAppendFormat(buffer, "\\u%04X", byte);
}

void tracemarkJsonPutString(TracemarkStringBuffer *buffer, const char *data,
                            size_t length) {
  const unsigned char *bytes = (const unsigned char *)data;
  size_t plain = 0; // begin of what can be appended as it is
  tracemarkStringBufferAppendText(buffer, "\"");
  for (size_t i = 0; i < length;) {
    if (bytes[i] >= 0x20 && bytes[i] < 0x80 && bytes[i] != '"' &&
        bytes[i] != '\\') {
      ++i;
      continue;
    }
    size_t part = bytes[i] < 0x80 ? 0 : sequenceLength(bytes + i, length - i);
    if (part) {
      i += part;
      continue;
    }
    tracemarkStringBufferAppend(buffer, data + plain, i - plain);
    if (bytes[i] < 0x80)
      putEscape(buffer, bytes[i]);
    else
      tracemarkStringBufferAppendText(buffer, REPLACEMENT);
    plain = ++i;
  }
  tracemarkStringBufferAppend(buffer, data + plain, length - plain);
  tracemarkStringBufferAppendText(buffer, "\"");
}

void tracemarkJsonPutSeparator(TracemarkStringBuffer *buffer) {
  char last = buffer->length ? buffer->data[buffer->length - 1] : '{';
  if (last != '{' && last != '[')
    tracemarkStringBufferAppendText(buffer, ",");
}

void tracemarkJsonPutKey(TracemarkStringBuffer *buffer, const char *key) {
  tracemarkJsonPutSeparator(buffer);
  tracemarkStringBufferAppendText(buffer, "\"");
  tracemarkStringBufferAppendText(buffer, key);
  tracemarkStringBufferAppendText(buffer, "\":");
}
