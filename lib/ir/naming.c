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

/// A name, and where what is behind its base may be cut: behind each token.
typedef struct Name {
  TracemarkStringBuffer text;
  TRACEMARK_ARENA_ARRAY(size_t) ends; // of tokens, from the end of the base
  size_t base, rootEnd;               // bytes; rootEnd is one of the ends
} Name;

static size_t suffixLength(const Name *name) {
  return name->text.length - name->base;
}

static bool appendToken(TracemarkArena *arena, Name *name, const char *token) {
  if (!*token)
    return true;
  tracemarkStringBufferAppendText(&name->text, "_");
  tracemarkStringBufferAppendText(&name->text, token);
  return TRACEMARK_ARENA_PUSH(arena, &name->ends, suffixLength(name));
}

static bool build(TracemarkArena *arena, const TracemarkNameRequest *request,
                  Name *name) {
  const TracemarkOpSummary *summary = request->summary;
  name->base = request->base.length;
  tracemarkStringBufferAppend(&name->text, request->base.data, name->base);
  bool ok = appendToken(arena, name, summary->root);
  name->rootEnd = suffixLength(name);
  ok = ok && appendToken(arena, name, summary->dims) &&
       appendToken(arena, name, summary->types);
  for (size_t i = 0; ok && i < summary->modifierCount; ++i)
    ok = appendToken(arena, name, summary->modifiers[i]);
  for (size_t i = 0; ok && i < summary->tailCount; ++i) {
    bool isLast = i == TRACEMARK_NAME_TAIL_WORDS;
    ok = appendToken(arena, name, isLast ? "etc" : summary->tail[i]);
    if (isLast)
      break;
  }
  return ok && !name->text.failed;
}

/// Longest part of the suffix that ends behind a token (a word of the root at
/// least) and fits `room` bytes; a first word that does not fit is cut.
static size_t cut(const Name *name, size_t room) {
  size_t length = 0;
  for (size_t i = 0; i < name->ends.count; ++i)
    if (name->ends.items[i] <= room)
      length = name->ends.items[i];
  if (length)
    return length;
  for (size_t i = 1; i < name->rootEnd && i <= room; ++i)
    if (name->text.data[name->base + i] == '_')
      length = i;
  return length ? length : room < name->rootEnd ? room : name->rootEnd;
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
  Name name = {0};
  if (!build(arena, request, &name)) {
    tracemarkStringBufferDestroy(&name.text);
    return NULL;
  }
  char counter[16] = "", hash[11] = "_h";
  if (request->instance >= 2)
    snprintf(counter, sizeof(counter), "_%u", request->instance);
  spellHash(request->hash, hash + 2);
  size_t base = name.base, limit = request->maxLength;
  bool isLong = base > limit || limit - base < TRACEMARK_NAME_LEAST_SUFFIX;
  if (isLong)
    limit = base + TRACEMARK_NAME_LEAST_SUFFIX;
  size_t room = limit - base, extra = strlen(hash) + strlen(counter);
  // The base decides alone whether the suffix is the short one.
  bool needsHash = request->needsHash || isLong ||
                   suffixLength(&name) + strlen(counter) > room;
  *showsHash = needsHash;
  if (isLong)
    tracemarkStringBufferTruncate(&name.text, base + name.rootEnd);
  if (isLong)
    name.ends.count = 1;
  if (needsHash) {
    tracemarkStringBufferTruncate(
        &name.text, base + cut(&name, room > extra ? room - extra : 0));
    tracemarkStringBufferAppendText(&name.text, hash);
  }
  tracemarkStringBufferAppendText(&name.text, counter);
  return take(arena, &name.text);
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

static void appendPair(TracemarkStringBuffer *text, const char *key,
                       const char *value) {
  if (!*value)
    return;
  appendKey(text, key);
  appendEncoded(text, mlirStringRefCreateFromCString(value), false);
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
