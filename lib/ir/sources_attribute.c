//===- sources_attribute.c - listings as an attribute of the module -------===//

#include "lib/ir/sources_attribute.h"

#include "lib/base/zstd.h"
#include "lib/ir/diagnostics.h"
#include "lib/ir/strings.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include "lib/base/banned.h"

/// Entries of a dictionary while they are collected.
typedef struct Entries {
  MlirContext context;
  TracemarkArena *arena;
  bool failed;
  TRACEMARK_ARENA_ARRAY(MlirNamedAttribute) items;
} Entries;

static void add(Entries *entries, MlirStringRef name, MlirAttribute value) {
  MlirNamedAttribute entry =
      mlirNamedAttributeGet(mlirIdentifierGet(entries->context, name), value);
  if (!TRACEMARK_ARENA_PUSH(entries->arena, &entries->items, entry))
    entries->failed = true;
}

static MlirAttribute toDictionary(const Entries *entries) {
  return mlirDictionaryAttrGet(entries->context, (intptr_t)entries->items.count,
                               entries->items.items);
}

static MlirAttribute stringOf(const Entries *entries,
                              const TracemarkStringBuffer *text) {
  return mlirStringAttrGet(
      entries->context,
      mlirStringRefCreate(tracemarkStringBufferText(text), text->length));
}

/// The records of a file as an array of strings of JSON.
static MlirAttribute makeRecords(Entries *entries,
                                 const TracemarkSourceFile *file) {
  TRACEMARK_ARENA_ARRAY(MlirAttribute) records = {0};
  TracemarkStringBuffer line = {0};
  for (size_t i = 0; i < file->stages.count; ++i) {
    tracemarkStringBufferTruncate(&line, 0);
    tracemarkJsonAppendLine(&line, file->stages.items[i].record);
    if (!line.failed)
      tracemarkStringBufferTruncate(&line, line.length - 1);
    if (!TRACEMARK_ARENA_PUSH(entries->arena, &records,
                              stringOf(entries, &line)))
      entries->failed = true;
  }
  entries->failed |= line.failed;
  tracemarkStringBufferDestroy(&line);
  return mlirArrayAttrGet(entries->context, (intptr_t)records.count,
                          records.items);
}

static MlirAttribute makeFile(Entries *entries,
                              const TracemarkSourceFile *file) {
  Entries parts = {.context = entries->context, .arena = entries->arena};
  add(&parts, tracemarkStringFrom("records"), makeRecords(&parts, file));
  add(&parts, tracemarkStringFrom("text"),
      mlirStringAttrGet(parts.context, mlirIdentifierStr(file->hash)));
  entries->failed |= parts.failed;
  return toDictionary(&parts);
}

static MlirAttribute makeText(Entries *entries, const TracemarkSourceFile *file,
                              bool compress) {
  if (!compress)
    return stringOf(entries, &file->text);
  TracemarkStringBuffer frame = {0};
  tracemarkZstdAppend(&frame, tracemarkStringBufferText(&file->text),
                      file->text.length);
  MlirAttribute text = {NULL};
  int64_t size = (int64_t)frame.length;
  if (frame.failed)
    entries->failed = true;
  else
    text = mlirDenseElementsAttrRawBufferGet(
        mlirVectorTypeGet(1, &size, mlirIntegerTypeGet(entries->context, 8)),
        frame.length, frame.data);
  tracemarkStringBufferDestroy(&frame);
  return text;
}

/// Texts by their hash, so that equal ones are there once.
static MlirAttribute makeTexts(Entries *entries,
                               const TracemarkSources *sources, bool compress) {
  Entries texts = {.context = entries->context, .arena = entries->arena};
  for (size_t i = 0; i < sources->files.count && !texts.failed; ++i) {
    const TracemarkSourceFile *file = &sources->files.items[i];
    if (file->isRepeated)
      continue;
    MlirAttribute text = makeText(&texts, file, compress);
    if (!texts.failed)
      add(&texts, mlirIdentifierStr(file->hash), text);
  }
  entries->failed |= texts.failed;
  if (texts.failed)
    return (MlirAttribute){NULL};
  return toDictionary(&texts);
}

MlirLogicalResult tracemarkSourcesSetAttribute(MlirOperation module,
                                               const TracemarkSources *sources,
                                               bool compress) {
  TracemarkArena arena = {0};
  MlirContext context = mlirOperationGetContext(module);
  Entries top = {.context = context, .arena = &arena};
  Entries files = {.context = context, .arena = &arena};
  for (size_t i = 0; i < sources->files.count; ++i) {
    const TracemarkSourceFile *file = &sources->files.items[i];
    add(&files, mlirIdentifierStr(file->name), makeFile(&files, file));
  }
  if (sources->directory.data)
    add(&top, tracemarkStringFrom("directory"),
        mlirStringAttrGet(context, sources->directory));
  add(&top, tracemarkStringFrom("files"), toDictionary(&files));
  add(&top, tracemarkStringFrom("texts"), makeTexts(&top, sources, compress));
  add(&top, tracemarkStringFrom("version"),
      mlirIntegerAttrGet(mlirIntegerTypeGet(context, 64),
                         TRACEMARK_SOURCES_VERSION));
  MlirLogicalResult result = mlirLogicalResultSuccess();
  if (top.failed || files.failed)
    result = tracemarkEmitError(mlirOperationGetLocation(module),
                                "out of memory for the sources");
  else
    mlirOperationSetDiscardableAttributeByName(
        module, tracemarkStringFrom("tracemark.sources"), toDictionary(&top));
  tracemarkArenaDestroy(&arena);
  return result;
}
