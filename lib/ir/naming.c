//===- naming.c - symbols and tags from summaries -------------------------===//

#include "lib/ir/naming.h"

#include "lib/base/string_buffer.h"

#include <inttypes.h>
#include <stdio.h>

#include "lib/base/banned.h"

/// Layers beyond these become `etc` in a tag.
enum { LAYERS_IN_TAG = 32 };

static const char *take(TracemarkArena *arena, TracemarkStringBuffer *buffer) {
  const char *text =
      buffer->failed
          ? NULL
          : tracemarkArenaCopyText(arena, tracemarkStringBufferText(buffer),
                                   buffer->length);
  tracemarkStringBufferDestroy(buffer);
  return text;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// What is behind the base, token by token: NULL behind the last one, "" for
/// those that there are none of. The first one is the root.
static const char *tokenAt(const TracemarkOpSummary *summary, size_t index) {
  const char *const first[] = {summary->root, summary->dims, summary->types};
  if (index < TRACEMARK_COUNT_OF(first))
    return first[index];
  index -= TRACEMARK_COUNT_OF(first);
  if (index < summary->modifierCount)
    return summary->modifiers[index];
  index -= summary->modifierCount;
  if (index >= summary->tailCount || index > TRACEMARK_NAME_TAIL_WORDS)
    return NULL;
  return index == TRACEMARK_NAME_TAIL_WORDS ? "etc" : summary->tail[index];
}

/// Bytes of a token with the '_' before it.
static size_t lengthOf(const char *token) {
  return *token ? strlen(token) + 1 : 0;
}

static void append(TracemarkStringBuffer *text,
                   const TracemarkNameRequest *request) {
  tracemarkStringBufferAppend(text, request->base.data, request->base.length);
  const char *token;
  for (size_t i = 0; (token = tokenAt(request->summary, i)); ++i) {
    if (!*token)
      continue;
    tracemarkStringBufferAppendText(text, "_");
    tracemarkStringBufferAppendText(text, token);
  }
}

/// Longest part of what is behind the base, `text`, that ends behind one of the
/// first `count` tokens (a word of the root at least) and fits `room` bytes; a
/// first word that does not fit is cut.
static size_t cut(const TracemarkOpSummary *summary, const char *text,
                  size_t count, size_t room) {
  size_t length = 0, end = 0, rootEnd = lengthOf(summary->root);
  const char *token;
  for (size_t i = 0; i < count && (token = tokenAt(summary, i)); ++i) {
    end += lengthOf(token);
    if (end <= room)
      length = end;
  }
  if (length)
    return length;
  for (size_t i = 1; i < rootEnd && i <= room; ++i)
    if (text[i] == '_')
      length = i;
  return length ? length : room < rootEnd ? room : rootEnd;
}

/// The low 32 bits in 8 digits and a zero byte.
static void spellHash(uint64_t hash, char digits[9]) {
  for (int i = 0; i < 8; ++i)
    digits[i] = "0123456789abcdef"[hash >> (28 - 4 * i) & 15];
  digits[8] = '\0';
}

const char *tracemarkNameSpell(TracemarkArena *arena,
                               const TracemarkNameRequest *request) {
  bool showsHash;
  return tracemarkNameSpellLazily(arena, request, &showsHash);
}

const char *tracemarkNameSpellLazily(TracemarkArena *arena,
                                     const TracemarkNameRequest *request,
                                     bool *showsHash) {
  const TracemarkOpSummary *summary = request->summary;
  TracemarkStringBuffer text = {0};
  append(&text, request);
  if (text.failed) {
    tracemarkStringBufferDestroy(&text);
    return NULL;
  }
  char counter[16] = "", hash[11] = "_h";
  if (request->instance >= 2)
    snprintf(counter, sizeof(counter), "_%u", request->instance);
  size_t base = request->base.length, limit = request->maxLength;
  bool isLong = base > limit || limit - base < TRACEMARK_NAME_LEAST_SUFFIX;
  if (isLong)
    limit = base + TRACEMARK_NAME_LEAST_SUFFIX;
  // The base decides alone whether the suffix is the short one.
  size_t room = limit - base, counterLength = strlen(counter);
  bool needsHash =
      request->needsHash || isLong || text.length - base + counterLength > room;
  *showsHash = needsHash;
  if (needsHash) {
    spellHash(request->hash, hash + 2);
    size_t extra = strlen(hash) + counterLength;
    size_t left = room > extra ? room - extra : 0;
    tracemarkStringBufferTruncate(
        &text,
        base + cut(summary, text.data + base, isLong ? 1 : SIZE_MAX, left));
    tracemarkStringBufferAppendText(&text, hash);
  }
  tracemarkStringBufferAppend(&text, counter, counterLength);
  return take(arena, &text);
}

//===----------------------------------------------------------------------===//
// Tags
//===----------------------------------------------------------------------===//

static bool isPlain(unsigned char byte, bool encodeComma) {
  return byte > ' ' && byte != '"' && byte != '\'' && byte != '%' &&
         byte != 0x7f && !(encodeComma && byte == ',');
}

static void appendEncoded(TracemarkStringBuffer *text, MlirStringRef value,
                          bool encodeComma) {
  for (size_t i = 0, start = 0; i <= value.length; ++i) {
    if (i < value.length && isPlain((unsigned char)value.data[i], encodeComma))
      continue;
    tracemarkStringBufferAppend(text, value.data + start, i - start);
    if (i < value.length)
      tracemarkStringBufferAppendFormat(text, "%%%02X",
                                        (unsigned char)value.data[i]);
    start = i + 1;
  }
}

static void appendKey(TracemarkStringBuffer *text, const char *key) {
  tracemarkStringBufferAppendText(text, " ");
  tracemarkStringBufferAppendText(text, key);
  tracemarkStringBufferAppendText(text, "=");
}

/// Words of the grammar, which need no encoding.
static void appendPair(TracemarkStringBuffer *text, const char *key,
                       const char *value) {
  if (!*value)
    return;
  appendKey(text, key);
  tracemarkStringBufferAppendText(text, value);
}

static void appendNumber(TracemarkStringBuffer *text, const char *key,
                         uint64_t value) {
  appendKey(text, key);
  tracemarkStringBufferAppendNumber(text, value);
}

static void appendList(TracemarkStringBuffer *text, const char *key,
                       const char *const *values, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (i)
      tracemarkStringBufferAppendText(text, ",");
    else
      appendKey(text, key);
    tracemarkStringBufferAppendText(text, values[i]);
  }
}

static void appendLayers(TracemarkStringBuffer *text,
                         const TracemarkTagRequest *request) {
  for (size_t i = 0; i < request->layerCount; ++i) {
    tracemarkStringBufferAppendText(text, i ? "," : " from=");
    if (i == LAYERS_IN_TAG) {
      tracemarkStringBufferAppendText(text, "etc");
      return;
    }
    appendEncoded(text, request->layers[i], true);
  }
}

const char *tracemarkTagSpell(TracemarkArena *arena,
                              const TracemarkTagRequest *request) {
  const TracemarkOpSummary *summary = request->summary;
  TracemarkStringBuffer text = {0};
  tracemarkStringBufferAppendText(&text, "grammar=");
  tracemarkStringBufferAppendNumber(&text, TRACEMARK_GRAMMAR_VERSION);
  appendKey(&text, "base");
  appendEncoded(&text, request->base, false);
  appendPair(&text, "root", summary->root);
  appendPair(&text, "dims", summary->dims);
  appendPair(&text, "types", summary->types);
  if (summary->problem.isKnown) {
    appendNumber(&text, "batch", summary->problem.batch);
    appendNumber(&text, "m", summary->problem.m);
    appendNumber(&text, "n", summary->problem.n);
    appendNumber(&text, "k", summary->problem.k);
  }
  appendList(&text, "mods", summary->modifiers, summary->modifierCount);
  appendList(&text, "tail", summary->tail, summary->tailCount);
  if (summary->flopsKnown)
    appendNumber(&text, "flops", summary->flops);
  if (summary->bytesKnown)
    appendNumber(&text, "bytes", summary->bytes);
  appendPair(&text, "dyn", request->dynamicDims);
  appendLayers(&text, request);
  if (request->instance >= 2)
    appendNumber(&text, "instance", request->instance);
  char digits[9];
  spellHash(request->hash, digits);
  appendPair(&text, "hash", digits);
  return take(arena, &text);
}
