//===- source_files.c - listings read back from their folder --------------===//

#include "lib/ir/source_files.h"

#include "lib/base/files.h"
#include "lib/base/hash.h"
#include "lib/ir/diagnostics.h"
#include "lib/ir/strings.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include "lib/base/banned.h"

/// The manifest of one folder, read once.
typedef struct Manifest {
  char *path;
  json_t *records; // owned; the last record by "<file>\n<stage>"
} Manifest;

typedef struct Reader {
  TracemarkSources *sources;
  MlirStringRef from;
  MlirLocation location;
  TracemarkStringBuffer path; // of the file at hand
  TracemarkStringBuffer key;
  TRACEMARK_ARENA_ARRAY(Manifest) manifests;
} Reader;

static MlirLogicalResult emitUnreadable(Reader *reader, const char *what,
                                        const char *path,
                                        TracemarkStatus status) {
  char reason[128];
  return tracemarkEmitError(
      reader->location, "cannot read %s '%s': %s", what, path,
      tracemarkStatusText(status, reason, sizeof(reason)));
}

/// Length of "<stage>/<file>" at the end of a path: what a record calls the
/// file. 0 if the path has no folder.
static size_t tailLength(const char *data, size_t length) {
  size_t slashes = 0;
  for (size_t i = length; i > 0; --i)
    if (data[i - 1] == '/' && ++slashes == 2)
      return length - i;
  return slashes ? length : 0;
}

/// Makes the path of `name` below `folder` (NULL: as it is) and reads the file.
static TracemarkStatus readAt(Reader *reader, const char *folder,
                              size_t folderLength, MlirStringRef name,
                              TracemarkStringBuffer *text) {
  tracemarkStringBufferTruncate(&reader->path, 0);
  if (folder) {
    tracemarkStringBufferAppend(&reader->path, folder, folderLength);
    tracemarkStringBufferAppendText(&reader->path, "/");
  }
  tracemarkStringBufferAppend(&reader->path, name.data, name.length);
  if (reader->path.failed)
    return tracemarkStatusFromErrno(ENOMEM);
  if (memchr(reader->path.data, '\0', reader->path.length))
    return tracemarkStatusFromErrno(EINVAL);
  return tracemarkFilesRead(reader->path.data, text);
}

static TracemarkStatus readText(Reader *reader, TracemarkSourceFile *file) {
  MlirStringRef name = mlirIdentifierStr(file->name);
  MlirStringRef directory = reader->sources->directory;
  size_t tail = tailLength(name.data, name.length);
  if (reader->from.length)
    return readAt(reader, reader->from.data, reader->from.length,
                  mlirStringRefCreate(name.data + name.length - tail, tail),
                  &file->text);
  if (!tracemarkStringStartsWith(name, "/") && directory.data) {
    TracemarkStatus status =
        readAt(reader, directory.data, directory.length, name, &file->text);
    if (status.code != ENOENT && status.code != ENOTDIR)
      return status;
  }
  return readAt(reader, NULL, 0, name, &file->text);
}

static void appendKey(TracemarkStringBuffer *key, MlirStringRef file,
                      MlirStringRef stage) {
  tracemarkStringBufferTruncate(key, 0);
  tracemarkStringBufferAppend(key, file.data, file.length);
  tracemarkStringBufferAppendText(key, "\n");
  tracemarkStringBufferAppend(key, stage.data, stage.length);
}

static MlirStringRef stringOf(const json_t *record, const char *key) {
  const json_t *value = json_object_get(record, key);
  return mlirStringRefCreate(json_string_value(value),
                             json_string_length(value));
}

/// Enters a record, which it takes, in place of an earlier one of the same file
/// and stage. False when out of memory.
static bool enterRecord(json_t *records, json_t *record,
                        TracemarkStringBuffer *key) {
  MlirStringRef file = stringOf(record, "file");
  MlirStringRef stage = stringOf(record, "stage");
  if (!file.data || !stage.data) {
    json_decref(record);
    return true;
  }
  appendKey(key, file, stage);
  if (!key->failed)
    return json_object_setn_new_nocheck(records, key->data, key->length,
                                        record) == 0;
  json_decref(record);
  return false;
}

/// What is no record (a line that was cut, another kind of line) is passed
/// over: a record that is needed and not there is said to be missing.
static json_t *parseRecords(const TracemarkStringBuffer *text) {
  json_t *records = json_object();
  TracemarkStringBuffer key = {0};
  const char *at = tracemarkStringBufferText(text), *end = at + text->length;
  bool good = records != NULL;
  while (good && at < end) {
    const char *newline = memchr(at, '\n', (size_t)(end - at));
    const char *lineEnd = newline ? newline : end;
    json_t *record = json_loadb(at, (size_t)(lineEnd - at), 0, NULL);
    good = enterRecord(records, record, &key);
    at = newline ? newline + 1 : end;
  }
  tracemarkStringBufferDestroy(&key);
  if (good)
    return records;
  json_decref(records);
  return NULL;
}

/// The manifest of the folder that the file at hand is in; NULL after an error.
static Manifest *getManifest(Reader *reader) {
  const TracemarkStringBuffer *file = &reader->path;
  size_t folder = file->length - tailLength(file->data, file->length);
  TracemarkStringBuffer path = {0}, text = {0};
  tracemarkStringBufferAppend(&path, file->data, folder);
  tracemarkStringBufferAppendText(&path, "manifest.jsonl");
  Manifest *found = NULL;
  TracemarkStatus status = tracemarkStatusFromErrno(ENOMEM);
  for (size_t i = 0; !path.failed && !found && i < reader->manifests.count; ++i)
    if (strcmp(reader->manifests.items[i].path, path.data) == 0)
      found = &reader->manifests.items[i];
  if (!found && !path.failed) {
    status = tracemarkFilesRead(path.data, &text);
    Manifest manifest = {.path = tracemarkArenaCopyText(
                             &reader->sources->arena, path.data, path.length)};
    if (tracemarkStatusIsOk(status))
      manifest.records = parseRecords(&text);
    if (manifest.path && manifest.records &&
        TRACEMARK_ARENA_PUSH(&reader->sources->arena, &reader->manifests,
                             manifest))
      found = &reader->manifests.items[reader->manifests.count - 1];
    else
      json_decref(manifest.records);
    if (!found && tracemarkStatusIsOk(status))
      status = tracemarkStatusFromErrno(ENOMEM);
  }
  if (!found)
    emitUnreadable(reader, "the manifest", tracemarkStringBufferText(&path),
                   status);
  tracemarkStringBufferDestroy(&path);
  tracemarkStringBufferDestroy(&text);
  return found;
}

static MlirLogicalResult readRecords(Reader *reader,
                                     TracemarkSourceFile *file) {
  const Manifest *manifest = getManifest(reader);
  if (!manifest)
    return mlirLogicalResultFailure();
  size_t tail = tailLength(reader->path.data, reader->path.length);
  MlirStringRef name =
      mlirStringRefCreate(reader->path.data + reader->path.length - tail, tail);
  for (size_t i = 0; i < file->stages.count; ++i) {
    TracemarkSourceStage *stage = &file->stages.items[i];
    appendKey(&reader->key, name, stage->label);
    json_t *record = json_object_getn(manifest->records,
                                      tracemarkStringBufferText(&reader->key),
                                      reader->key.length);
    if (!record)
      return tracemarkEmitError(
          reader->location,
          "the manifest '%s' has no record of '%.*s' with the stage '%.*s'",
          manifest->path, (int)name.length, name.data, (int)stage->label.length,
          stage->label.data);
    MlirStringRef hash = stringOf(record, "file_hash");
    if (!tracemarkStringIs(hash, file->hash))
      return tracemarkEmitError(
          reader->location,
          "the listing '%s' was changed since it was written: the manifest has "
          "the hash '%.*s', the file '%s'",
          reader->path.data, (int)hash.length, hash.data, file->hash);
    stage->record = json_incref(record);
  }
  return mlirLogicalResultSuccess();
}

MlirLogicalResult tracemarkSourceFilesRead(TracemarkSources *sources,
                                           MlirStringRef from,
                                           MlirLocation location) {
  Reader reader = {.sources = sources, .from = from, .location = location};
  MlirLogicalResult result = mlirLogicalResultSuccess();
  for (size_t i = 0;
       i < sources->files.count && mlirLogicalResultIsSuccess(result); ++i) {
    TracemarkSourceFile *file = &sources->files.items[i];
    TracemarkStatus status = readText(&reader, file);
    if (!tracemarkStatusIsOk(status)) {
      result = emitUnreadable(&reader, "the listing",
                              tracemarkStringBufferText(&reader.path), status);
      break;
    }
    snprintf(file->hash, sizeof(file->hash), "%016" PRIx64,
             tracemarkHashBytes(file->text.data, file->text.length));
    result = readRecords(&reader, file);
  }
  for (size_t i = 0; i < reader.manifests.count; ++i)
    json_decref(reader.manifests.items[i].records);
  tracemarkStringBufferDestroy(&reader.path);
  tracemarkStringBufferDestroy(&reader.key);
  return result;
}
