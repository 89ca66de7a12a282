//===- listing.c - the source listing of one operation --------------------===//

#include "lib/ir/listing.h"

#include "lib/base/files.h"
#include "lib/base/hash.h"
#include "lib/base/prefix_map.h"
#include "lib/ir/diagnostics.h"
#include "lib/ir/listing_locations.h"
#include "lib/ir/listing_manifest.h"
#include "lib/ir/listing_path.h"
#include "lib/ir/listing_trailer.h"
#include "lib/ir/strings.h"

#include <errno.h>

#include "lib/base/banned.h"

MlirLogicalResult tracemarkListingEmitFailure(
    MlirLocation location, const TracemarkListingSettings *settings,
    const char *what, const char *path, TracemarkStatus status) {
  char buffer[128];
  const char *reason = tracemarkStatusText(status, buffer, sizeof(buffer));
  if (settings->strict)
    return tracemarkEmitError(location, "cannot %s '%s': %s", what, path,
                              reason);
  tracemarkEmitWarning(location,
                       "cannot %s '%s': %s; the compile goes on without", what,
                       path, reason);
  return mlirLogicalResultFailure();
}

MlirLogicalResult
tracemarkListingPrepareFolder(const TracemarkListingSettings *settings,
                              MlirLocation location) {
  TracemarkStringBuffer path = {0};
  tracemarkListingAppendFolder(&path, settings->to);
  if (path.failed)
    return tracemarkListingEmitFailure(location, settings,
                                       "write listings to folder", "",
                                       tracemarkStatusFromErrno(ENOMEM));
  TracemarkStatus status =
      memchr(path.data, '\0', path.length)
          ? tracemarkStatusFromErrno(EINVAL)
          : tracemarkFilesMakeFolder(path.data, settings->sync);
  if (tracemarkStatusIsOk(status))
    status = tracemarkFilesProbeFolder(path.data);
  MlirLogicalResult result =
      tracemarkStatusIsOk(status)
          ? mlirLogicalResultSuccess()
          : tracemarkListingEmitFailure(location, settings,
                                        "write listings to folder", path.data,
                                        status);
  tracemarkStringBufferDestroy(&path);
  return result;
}

/// Everything one call of tracemarkListingWrite holds.
typedef struct Writer {
  const TracemarkListingOptions *options;
  MlirLocation location; // of the unit, before it is re-pointed
  TracemarkListingPlan plan;
  TracemarkSymbolPath path;
  TracemarkStringBuffer text, stem, file, locationPath, manifest, record;
  int64_t elided;
  bool verifies;
} Writer;

/// A kernel may stand in a GPU module only; every other unit parses at the top
/// level, in the module that the parser adds. The GPU module may be in flight
/// elsewhere: of its attributes only the name is read.
static bool needsModule(MlirOperation unit) {
  MlirOperation parent = mlirOperationGetParentOperation(unit);
  return !mlirOperationIsNull(parent) &&
         tracemarkOperationIs(parent, "gpu.module");
}

static void appendOpening(TracemarkStringBuffer *opening, MlirOperation unit) {
  if (!needsModule(unit))
    return;
  MlirAttribute name = mlirOperationGetAttributeByName(
      mlirOperationGetParentOperation(unit), tracemarkStringFrom("sym_name"));
  tracemarkStringBufferAppendText(opening, "\"gpu.module\"() <{sym_name = ");
  if (!mlirAttributeIsNull(name))
    mlirAttributePrint(name, tracemarkStringAppendCallback, opening);
  tracemarkStringBufferAppendText(opening, "}> ({\n");
}

/// Tells whether the unit's parent lets it stand where the file puts it.
static bool standsAlone(MlirOperation unit) {
  MlirOperation parent = mlirOperationGetParentOperation(unit);
  return mlirOperationIsNull(parent) || needsModule(unit) ||
         tracemarkOperationIs(parent, "builtin.module");
}

/// Turns the text of the unit into the text of the file.
static void composeText(Writer *writer, MlirOperation unit) {
  TracemarkListingReferences references;
  tracemarkListingReferencesCollect(&writer->plan, &references);
  tracemarkStringBufferAppend(&writer->text, writer->plan.text.data,
                              writer->plan.text.length);
  tracemarkStringBufferAppend(
      &writer->text, tracemarkStringBufferText(&references.declarations),
      references.declarations.length);
  if (needsModule(unit))
    tracemarkStringBufferAppendText(&writer->text, "}) : () -> ()\n");
  writer->elided = tracemarkListingAppendElided(
      &writer->plan, writer->options->settings->elideLargerThan, &writer->text);
  writer->verifies =
      writer->plan.verified && !references.foreign && standsAlone(unit);
  writer->text.failed |= references.declarations.failed;
  tracemarkStringBufferDestroy(&references.declarations);
}

/// Prepares all that can be prepared before anything is written.
static bool compose(Writer *writer, MlirOperation unit) {
  const TracemarkListingOptions *options = writer->options;
  TracemarkStringBuffer opening = {0};
  appendOpening(&opening, unit);
  bool planned = !opening.failed &&
                 tracemarkListingPlanCreate(
                     unit, options->settings->elideLargerThan,
                     tracemarkStringBufferText(&opening), &writer->plan);
  tracemarkStringBufferDestroy(&opening);
  if (!planned ||
      !tracemarkSymbolPathCollect(&writer->plan.arena, unit, &writer->path))
    return false;
  composeText(writer, unit);
  tracemarkListingAppendStem(&writer->stem, options->stage, unit,
                             &writer->path);
  tracemarkListingAppendFolder(&writer->file, options->settings->to);
  tracemarkStringBufferAppendFormat(&writer->manifest, "%s/manifest.jsonl",
                                    tracemarkStringBufferText(&writer->file));
  return !writer->text.failed && !writer->stem.failed && !writer->file.failed &&
         !writer->manifest.failed;
}

/// Says that a part of the listing cannot be written, unless that was said of
/// another listing.
static MlirLogicalResult fail(const Writer *writer, const char *what,
                              const char *path, TracemarkStatus status) {
  atomic_bool *failedBefore = writer->options->failedBefore;
  if (failedBefore && atomic_exchange(failedBefore, true))
    return mlirLogicalResultFailure();
  return tracemarkListingEmitFailure(
      writer->location, writer->options->settings, what, path, status);
}

static MlirLogicalResult writeAll(Writer *writer, MlirOperation unit) {
  if (!compose(writer, unit))
    return fail(writer, "write listing",
                tracemarkStringBufferText(&writer->stem),
                tracemarkStatusFromErrno(ENOMEM));
  const TracemarkListingSettings *settings = writer->options->settings;
  TracemarkListingFile written = {
      .stem = writer->stem.data,
      .text = mlirStringRefCreate(writer->text.data, writer->text.length),
      .hash = tracemarkHashBytes(writer->text.data, writer->text.length)};
  size_t folderLength = writer->file.length;
  TracemarkStatus status =
      tracemarkListingPlaceFile(writer->options, &written, &writer->file);
  if (!tracemarkStatusIsOk(status))
    return fail(writer, "write listing",
                tracemarkStringBufferText(&writer->file), status);
  tracemarkPrefixMapAppend(&writer->locationPath, settings->prefixMap.data,
                           settings->prefixMap.length, writer->file.data,
                           writer->file.length);
  MlirStringRef locationPath =
      mlirStringRefCreate(tracemarkStringBufferText(&writer->locationPath),
                          writer->locationPath.length);
  TracemarkListingRecord record = {
      .plan = &writer->plan,
      .options = writer->options,
      .path = &writer->path,
      .file = mlirStringRefCreate(writer->file.data + folderLength + 1,
                                  writer->file.length - folderLength - 1),
      .locationPath = locationPath,
      .text = written.text,
      .hash = written.hash,
      .elided = writer->elided,
      .verifies = writer->verifies};
  tracemarkListingAppendRecord(&record, &writer->record);
  if (writer->record.failed || writer->locationPath.failed)
    return fail(writer, "write listing",
                tracemarkStringBufferText(&writer->stem),
                tracemarkStatusFromErrno(ENOMEM));
  status =
      tracemarkFilesAppendRecord(writer->manifest.data, writer->record.data,
                                 writer->record.length, settings->sync);
  if (!tracemarkStatusIsOk(status))
    return fail(writer, "write manifest", writer->manifest.data, status);
  tracemarkListingRepoint(&writer->plan, locationPath, writer->options);
  return mlirLogicalResultSuccess();
}

/// A declaration: nothing in it, and it is not a module that merely is empty.
static bool hasNoBlock(MlirOperation unit) {
  intptr_t regions = mlirOperationGetNumRegions(unit);
  for (intptr_t i = 0; i < regions; ++i)
    if (!mlirBlockIsNull(
            mlirRegionGetFirstBlock(mlirOperationGetRegion(unit, i))))
      return false;
  return true;
}

MlirLogicalResult
tracemarkListingWrite(MlirOperation unit,
                      const TracemarkListingOptions *options) {
  if (tracemarkOperationSymbol(unit).data && hasNoBlock(unit))
    return mlirLogicalResultSuccess();
  Writer writer = {.options = options,
                   .location = mlirOperationGetLocation(unit)};
  MlirLogicalResult result = writeAll(&writer, unit);
  tracemarkListingPlanDestroy(&writer.plan);
  TracemarkStringBuffer *buffers[] = {&writer.text,     &writer.stem,
                                      &writer.file,     &writer.locationPath,
                                      &writer.manifest, &writer.record};
  for (size_t i = 0; i < TRACEMARK_COUNT_OF(buffers); ++i)
    tracemarkStringBufferDestroy(buffers[i]);
  return result;
}
