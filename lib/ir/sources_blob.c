//===- sources_blob.c - listings as bytes ---------------------------------===//

#include "lib/ir/sources_blob.h"

#include "lib/base/zstd.h"

#include <stdio.h>

#include "lib/base/banned.h"

#define MAGIC "TMSOURCE"

static void putString(TracemarkStringBuffer *text, const char *key,
                      MlirStringRef value) {
  tracemarkJsonPutKey(text, key);
  tracemarkJsonPutString(text, value.data, value.length);
}

static void putFile(TracemarkStringBuffer *text,
                    const TracemarkSourceFile *file) {
  tracemarkJsonPutSeparator(text);
  tracemarkStringBufferAppendText(text, "{");
  putString(text, "name", mlirIdentifierStr(file->name));
  putString(text, "text", mlirIdentifierStr(file->hash));
  tracemarkJsonPutKey(text, "records");
  tracemarkStringBufferAppendText(text, "[");
  for (size_t i = 0; i < file->stages.count; ++i) {
    tracemarkJsonPutSeparator(text);
    tracemarkJsonAppendLine(text, file->stages.items[i].record);
    tracemarkStringBufferTruncate(text, text->length - 1);
  }
  tracemarkStringBufferAppendText(text, "]}");
}

/// Texts by their hash, so that equal ones are there once.
static void putTexts(TracemarkStringBuffer *text,
                     const TracemarkSources *sources) {
  tracemarkStringBufferAppendText(text, "{");
  for (size_t i = 0; i < sources->files.count; ++i) {
    const TracemarkSourceFile *file = &sources->files.items[i];
    if (file->isRepeated)
      continue;
    MlirStringRef hash = mlirIdentifierStr(file->hash);
    char key[17];
    snprintf(key, sizeof(key), "%.*s", (int)hash.length, hash.data);
    putString(text, key,
              mlirStringRefCreate(tracemarkStringBufferText(&file->text),
                                  file->text.length));
  }
  tracemarkStringBufferAppendText(text, "}");
}

static void putDocument(TracemarkStringBuffer *text,
                        const TracemarkSources *sources) {
  tracemarkStringBufferAppendText(text, "{");
  tracemarkJsonPutKey(text, "version");
  tracemarkStringBufferAppendNumber(text, TRACEMARK_SOURCES_VERSION);
  if (sources->directory.data) {
    putString(text, "directory", sources->directory);
  } else {
    tracemarkJsonPutKey(text, "directory");
    tracemarkStringBufferAppendText(text, "null");
  }
  tracemarkJsonPutKey(text, "files");
  tracemarkStringBufferAppendText(text, "[");
  for (size_t i = 0; i < sources->files.count; ++i)
    putFile(text, &sources->files.items[i]);
  tracemarkStringBufferAppendText(text, "]");
  tracemarkJsonPutKey(text, "texts");
  putTexts(text, sources);
  tracemarkStringBufferAppendText(text, "}\n");
}

static void appendLittleEndian(TracemarkStringBuffer *buffer, uint64_t value,
                               size_t bytes) {
  for (size_t i = 0; i < bytes; ++i) {
    char byte = (char)(value >> (8 * i) & 0xFF);
    tracemarkStringBufferAppend(buffer, &byte, 1);
  }
}

void tracemarkSourcesAppendBlob(TracemarkStringBuffer *blob,
                                const TracemarkSources *sources,
                                bool compress) {
  TracemarkStringBuffer text = {0}, frame = {0};
  putDocument(&text, sources);
  if (compress)
    tracemarkZstdAppend(&frame, tracemarkStringBufferText(&text), text.length);
  const TracemarkStringBuffer *payload = compress ? &frame : &text;
  tracemarkStringBufferAppendText(blob, MAGIC);
  appendLittleEndian(blob, TRACEMARK_SOURCES_VERSION, 4);
  appendLittleEndian(blob, compress, 4);
  appendLittleEndian(blob, payload->length, 8);
  tracemarkStringBufferAppend(blob, tracemarkStringBufferText(payload),
                              payload->length);
  blob->failed |= text.failed || frame.failed;
  tracemarkStringBufferDestroy(&text);
  tracemarkStringBufferDestroy(&frame);
}
