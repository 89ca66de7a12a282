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
  /// Owned: file -> stage -> the last record of both. NULL if the manifest
  /// cannot be read, for which `status` has the reason.
  json_t *files;
  TracemarkStatus status;
} Manifest;

typedef struct Reader {
  TracemarkSources *sources;
  MlirStringRef from;
  MlirStringRef stage; // label, or "all"
  MlirLocation location;
  TracemarkStringBuffer path; // of the file at hand
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

static MlirLogicalResult emitOutOfMemory(Reader *reader) {
  return tracemarkEmitError(reader->location,
                            "out of memory for the listings to embed");
}

//===----------------------------------------------------------------------===//
// Paths
//===----------------------------------------------------------------------===//

/// Length of "<stage>/<file>" at the end of a path: what a record calls the
/// file. 0 if the path has no folder.
static size_t tailLength(const char *data, size_t length) {
  size_t slashes = 0;
  for (size_t i = length; i > 0; --i)
    if (data[i - 1] == '/' && ++slashes == 2)
      return length - i;
  return slashes ? length : 0;
}

static MlirStringRef tailOf(const char *data, size_t length) {
  size_t tail = tailLength(data, length);
  return mlirStringRefCreate(data + length - tail, tail);
}

/// Where a file may be, best first.
typedef enum Place {
  IN_GIVEN_FOLDER,
  IN_COMPILE_DIRECTORY,
  AS_LOCATIONS_SAY,
  PLACE_COUNT
} Place;

/// Makes the path of a file at a place; false if there is no such place for it.
static bool setPath(Reader *reader, const TracemarkSourceFile *file,
                    Place place) {
  MlirStringRef name = mlirIdentifierStr(file->name);
  MlirStringRef folder = {NULL, 0};
  if (place == IN_GIVEN_FOLDER) {
    folder = reader->from;
    name = tailOf(name.data, name.length);
  } else if (place == IN_COMPILE_DIRECTORY) {
    folder = reader->sources->directory;
    if (tracemarkStringStartsWith(name, "/"))
      return false;
  }
  if (place != AS_LOCATIONS_SAY && folder.length == 0)
    return false;
  tracemarkStringBufferTruncate(&reader->path, 0);
  tracemarkStringBufferAppend(&reader->path, folder.data, folder.length);
  tracemarkStringBufferAppendText(&reader->path, folder.length ? "/" : "");
  tracemarkStringBufferAppend(&reader->path, name.data, name.length);
  // A name with a zero byte is none that a file can have.
  return !reader->path.failed && reader->path.length > 0 &&
         !memchr(reader->path.data, '\0', reader->path.length);
}

static TracemarkStatus readText(Reader *reader, TracemarkSourceFile *file) {
  TracemarkStatus status = tracemarkStatusFromErrno(ENOENT);
  for (int place = 0; place < PLACE_COUNT; ++place) {
    if (!setPath(reader, file, (Place)place))
      continue;
    status = tracemarkFilesRead(reader->path.data, &file->text);
    if (status.code != ENOENT && status.code != ENOTDIR)
      return status;
  }
  // Where it was expected first by whoever gave a folder.
  if (reader->from.length && !setPath(reader, file, IN_GIVEN_FOLDER))
    return tracemarkStatusFromErrno(ENOMEM);
  return status;
}

//===----------------------------------------------------------------------===//
// Manifests
//===----------------------------------------------------------------------===//

static MlirStringRef stringOf(const json_t *record, const char *key) {
  const json_t *value = json_object_get(record, key);
  return mlirStringRefCreate(json_string_value(value),
                             json_string_length(value));
}

static json_t *memberOf(const json_t *object, MlirStringRef key) {
  return json_object_getn(object, key.data, key.length);
}

/// Enters a record, which it takes, in place of an earlier one of the same file
/// and stage. False when out of memory.
static bool enterRecord(json_t *files, json_t *record) {
  MlirStringRef file = stringOf(record, "file");
  MlirStringRef stage = stringOf(record, "stage");
  if (!file.data || !stage.data) {
    json_decref(record);
    return true;
  }
  json_t *stages = memberOf(files, file);
  if (!stages) {
    stages = json_object();
    if (json_object_setn_new_nocheck(files, file.data, file.length, stages)) {
      json_decref(record);
      return false;
    }
  }
  return json_object_setn_new_nocheck(stages, stage.data, stage.length,
                                      record) == 0;
}

/// What a record says of one listing that its stage has left as it was: the
/// record before of the same file, with the stage of this one. NULL when out of
/// memory.
static json_t *makeRecord(const json_t *unchanged, const json_t *earlier) {
  static const char *const keys[] = {"version",  "run",        "stage",
                                     "argument", "occurrence", "options"};
  json_t *record = json_copy((json_t *)earlier);
  bool good = record != NULL;
  for (size_t i = 0; good && i < TRACEMARK_COUNT_OF(keys); ++i) {
    json_t *value = json_object_get(unchanged, keys[i]);
    good = !value || json_object_set(record, keys[i], value) == 0;
  }
  const char *scope = json_string_value(json_object_get(record, "scope"));
  if (good && scope && strcmp(scope, "rest") != 0)
    good = json_object_set(record, "scope",
                           json_object_get(unchanged, "scope")) == 0;
  if (good)
    return record;
  json_decref(record);
  return NULL;
}

/// What is no record (a line that was cut, another kind of line) is passed
/// over: a record that is needed and not there is said to be missing. `latest`:
/// the last record of each file. Takes `line`; false when out of memory.
static bool enterLine(json_t *files, json_t *latest, json_t *line) {
  json_t *unchanged = json_object_get(line, "unchanged");
  bool good = true;
  if (!unchanged) {
    MlirStringRef file = stringOf(line, "file");
    good = !file.data ||
           json_object_setn_nocheck(latest, file.data, file.length, line) == 0;
    return enterRecord(files, line) && good;
  }
  size_t index;
  json_t *name;
  json_array_foreach(unchanged, index, name) {
    MlirStringRef file =
        mlirStringRefCreate(json_string_value(name), json_string_length(name));
    json_t *earlier = file.data ? memberOf(latest, file) : NULL;
    json_t *record = good && earlier ? makeRecord(line, earlier) : NULL;
    if (earlier)
      good = record && enterRecord(files, record);
  }
  json_decref(line);
  return good;
}

static json_t *parseRecords(const TracemarkStringBuffer *text) {
  json_t *files = json_object(), *latest = json_object();
  const char *at = tracemarkStringBufferText(text), *end = at + text->length;
  bool good = files && latest;
  while (good && at < end) {
    const char *newline = memchr(at, '\n', (size_t)(end - at));
    const char *lineEnd = newline ? newline : end;
    good = enterLine(files, latest,
                     json_loadb(at, (size_t)(lineEnd - at), 0, NULL));
    at = newline ? newline + 1 : end;
  }
  json_decref(latest);
  if (good)
    return files;
  json_decref(files);
  return NULL;
}

static void readManifest(Manifest *manifest) {
  TracemarkStringBuffer text = {0};
  manifest->status = tracemarkFilesRead(manifest->path, &text);
  if (tracemarkStatusIsOk(manifest->status)) {
    manifest->files = parseRecords(&text);
    if (!manifest->files)
      manifest->status = tracemarkStatusFromErrno(ENOMEM);
  }
  tracemarkStringBufferDestroy(&text);
}

/// The manifest of the folder that the file at hand is in; NULL when out of
/// memory.
static const Manifest *getManifest(Reader *reader) {
  TracemarkArena *arena = &reader->sources->arena;
  const TracemarkStringBuffer *file = &reader->path;
  TracemarkStringBuffer path = {0};
  tracemarkStringBufferAppend(
      &path, file->data, file->length - tailLength(file->data, file->length));
  tracemarkStringBufferAppendText(&path, "manifest.jsonl");
  const Manifest *found = NULL;
  for (size_t i = 0; !path.failed && !found && i < reader->manifests.count; ++i)
    if (strcmp(reader->manifests.items[i].path, path.data) == 0)
      found = &reader->manifests.items[i];
  if (!found && !path.failed) {
    Manifest manifest = {
        .path = tracemarkArenaCopyText(arena, path.data, path.length)};
    if (manifest.path &&
        TRACEMARK_ARENA_PUSH(arena, &reader->manifests, manifest)) {
      Manifest *added = &reader->manifests.items[reader->manifests.count - 1];
      readManifest(added);
      found = added;
    }
  }
  tracemarkStringBufferDestroy(&path);
  return found;
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

static MlirLogicalResult readRecords(Reader *reader,
                                     TracemarkSourceFile *file) {
  const Manifest *manifest = getManifest(reader);
  if (!manifest)
    return emitOutOfMemory(reader);
  if (!manifest->files)
    return emitUnreadable(reader, "the manifest", manifest->path,
                          manifest->status);
  MlirStringRef name = tailOf(reader->path.data, reader->path.length);
  const json_t *stages = memberOf(manifest->files, name);
  for (size_t i = 0; i < file->stages.count; ++i) {
    TracemarkSourceStage *stage = &file->stages.items[i];
    json_t *record = memberOf(stages, stage->label);
    if (!record)
      return tracemarkEmitError(
          reader->location,
          "the manifest '%s' has no record of '%.*s' with the stage '%.*s'",
          manifest->path, (int)name.length, name.data, (int)stage->label.length,
          stage->label.data);
    MlirStringRef hash = stringOf(record, "file_hash");
    MlirStringRef found = mlirIdentifierStr(file->hash);
    if (!mlirStringRefEqual(hash, found))
      return tracemarkEmitError(
          reader->location,
          "the listing '%s' was changed since it was written: the manifest has "
          "the hash '%.*s', the file '%.*s'",
          reader->path.data, (int)hash.length, hash.data, (int)found.length,
          found.data);
    stage->record = json_incref(record);
  }
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult readFile(Reader *reader, TracemarkSourceFile *file) {
  TracemarkStatus status = readText(reader, file);
  if (!tracemarkStatusIsOk(status))
    return emitUnreadable(reader, "the listing",
                          tracemarkStringBufferText(&reader->path), status);
  char hash[17];
  snprintf(hash, sizeof(hash), "%016" PRIx64,
           tracemarkHashBytes(file->text.data, file->text.length));
  file->hash = mlirIdentifierGet(mlirLocationGetContext(reader->location),
                                 tracemarkStringFrom(hash));
  return readRecords(reader, file);
}

/// Gives a file of which locations tell no stage those that a manifest beside
/// it has: it is none of ours, and stays without a stage, if there is no such.
/// False when out of memory.
static bool addStages(Reader *reader, TracemarkSourceFile *file) {
  for (int place = 0; place < PLACE_COUNT; ++place) {
    MlirStringRef tail;
    if (!setPath(reader, file, (Place)place) ||
        (tail = tailOf(reader->path.data, reader->path.length)).length == 0)
      continue;
    const Manifest *manifest = getManifest(reader);
    if (!manifest)
      return false;
    json_t *stages = memberOf(manifest->files, tail), *record;
    const char *label;
    json_object_foreach(stages, label, record) {
      TracemarkSourceStage stage = {.label = stringOf(record, "stage")};
      if ((tracemarkStringIs(reader->stage, "all") ||
           mlirStringRefEqual(stage.label, reader->stage)) &&
          !TRACEMARK_ARENA_PUSH(&reader->sources->arena, &file->stages, stage))
        return false;
    }
    if (file->stages.count)
      return true;
  }
  return true;
}

MlirLogicalResult
tracemarkSourceFilesRead(TracemarkSources *sources,
                         const TracemarkSourcesOptions *options,
                         MlirLocation location) {
  Reader reader = {.sources = sources,
                   .from = options->from,
                   .stage = options->stage,
                   .location = location};
  MlirLogicalResult result = mlirLogicalResultSuccess();
  size_t kept = 0;
  for (size_t i = 0;
       i < sources->files.count && mlirLogicalResultIsSuccess(result); ++i) {
    TracemarkSourceFile *file = &sources->files.items[i];
    if (file->stages.count == 0 && !addStages(&reader, file))
      result = emitOutOfMemory(&reader);
    else if (file->stages.count)
      result = readFile(&reader, file);
    if (file->stages.count)
      sources->files.items[kept++] = *file;
  }
  sources->files.count = kept;
  for (size_t i = 0; i < reader.manifests.count; ++i)
    json_decref(reader.manifests.items[i].files);
  tracemarkStringBufferDestroy(&reader.path);
  return result;
}
