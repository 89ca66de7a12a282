//===- sources_blob.c - listings as bytes ---------------------------------===//

#include "lib/ir/sources_blob.h"

#include "lib/base/zstd.h"

#include "lib/base/banned.h"

#define MAGIC "TMSOURCE"

static json_t *makeFile(const TracemarkSourceFile *file) {
  json_t *records = json_array();
  for (size_t i = 0; i < file->stages.count; ++i)
    json_array_append(records, file->stages.items[i].record);
  MlirStringRef name = mlirIdentifierStr(file->name);
  return json_pack("{s:o,s:s,s:o}", "name",
                   tracemarkJsonString(name.data, name.length), "text",
                   file->hash, "records", records);
}

/// Texts by their hash, so that equal ones are there once.
static json_t *makeDocument(const TracemarkSources *sources) {
  json_t *files = json_array(), *texts = json_object();
  for (size_t i = 0; i < sources->files.count; ++i) {
    const TracemarkSourceFile *file = &sources->files.items[i];
    json_array_append_new(files, makeFile(file));
    if (!json_object_get(texts, file->hash))
      json_object_set_new(
          texts, file->hash,
          tracemarkJsonString(tracemarkStringBufferText(&file->text),
                              file->text.length));
  }
  MlirStringRef directory = sources->directory;
  return json_pack(
      "{s:i,s:o,s:o,s:o}", "version", TRACEMARK_SOURCES_VERSION, "directory",
      directory.data ? tracemarkJsonString(directory.data, directory.length)
                     : json_null(),
      "files", files, "texts", texts);
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
  json_t *document = makeDocument(sources);
  tracemarkJsonAppendLine(&text, document);
  json_decref(document);
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
