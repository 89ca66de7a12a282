//===- listing.c - the source listing of one operation --------------------===//

#include "lib/ir/listing.h"

#include "lib/base/files.h"
#include "lib/base/hash.h"
#include "lib/base/prefix_map.h"
#include "lib/ir/diagnostics.h"
#include "lib/ir/entry_points.h"
#include "lib/ir/listing_form.h"
#include "lib/ir/listing_locations.h"
#include "lib/ir/listing_manifest.h"
#include "lib/ir/listing_path.h"
#include "lib/ir/listing_scope.h"
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

/// What one file shows.
typedef struct Part {
  MlirOperation operation;
  const char *scope; // as in the record
  TracemarkPrintForm form;
  TracemarkListingEntries *aside; // NULL, or what the rest is without
} Part;

/// Everything that writing one file holds.
typedef struct Writer {
  const TracemarkListingOptions *options;
  const Part *part;
  MlirLocation location; // of the operation, before it is re-pointed
  TracemarkListingPlan plan;
  TracemarkSymbolPath path;
  TracemarkStringBuffer stem, file, locationPath, manifest, record;
  int64_t elideLargerThan; // as wanted, or more
  int64_t elided;
  TracemarkParsed parses;
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
  TracemarkStringBuffer *text = &writer->plan.text;
  tracemarkListingReferencesCollect(&writer->plan, &references);
  tracemarkStringBufferAppend(
      text, tracemarkStringBufferText(&references.declarations),
      references.declarations.length);
  if (needsModule(unit))
    tracemarkStringBufferAppendText(text, "}) : () -> ()\n");
  writer->elided =
      tracemarkListingAppendElided(&writer->plan, writer->elideLargerThan);
  writer->verifies &= !references.foreign && standsAlone(unit);
  text->failed |= references.declarations.failed;
  tracemarkStringBufferDestroy(&references.declarations);
}

/// Prints the part; while the rest is printed the entry points are set aside.
static bool printPart(Writer *writer, TracemarkPrintForm form,
                      const char *opening) {
  const Part *part = writer->part;
  tracemarkListingPlanDestroy(&writer->plan);
  if (part->aside)
    tracemarkListingEntriesSetAside(part->aside);
  bool planned = tracemarkListingPlanCreate(
      part->operation, writer->elideLargerThan, form, opening, &writer->plan);
  // That of the rest leads nowhere where it refers to what was taken out.
  if (form == TRACEMARK_PRINT_CHECKED)
    writer->verifies = writer->plan.custom;
  else if (form == TRACEMARK_PRINT_CUSTOM && !part->aside)
    writer->verifies = true;
  else
    writer->verifies = tracemarkBridgeVerifies(part->operation);
  if (part->aside) {
    tracemarkListingEntriesPutBack(part->aside);
    tracemarkListingEntriesMark(part->aside, &writer->plan);
  }
  return planned;
}

/// Prints the part so that all in it that is known not to parse does.
static bool makePlan(Writer *writer, TracemarkPrintForm form) {
  MlirOperation operation = writer->part->operation;
  TracemarkStringBuffer opening = {0};
  appendOpening(&opening, operation);
  if (tracemarkListingNeedsGeneric(operation))
    form = TRACEMARK_PRINT_GENERIC;
  const char *text = tracemarkStringBufferText(&opening);
  writer->elideLargerThan = writer->options->settings->elideLargerThan;
  bool planned = !opening.failed && printPart(writer, form, text);
  if (planned) {
    int64_t elements =
        tracemarkListingMustPrint(&writer->plan, writer->elideLargerThan);
    if (elements) {
      writer->elideLargerThan = elements;
      planned = printPart(writer, form, text);
    }
  }
  tracemarkStringBufferDestroy(&opening);
  return planned;
}

/// Makes the text of the file in one form.
static bool makeText(Writer *writer, TracemarkPrintForm form) {
  if (!makePlan(writer, form))
    return false;
  composeText(writer, writer->part->operation);
  return !writer->plan.text.failed;
}

/// Finds out whether the text parses; that it verifies too may turn out wrong.
static void checkText(Writer *writer) {
  MlirContext context = mlirOperationGetContext(writer->part->operation);
  MlirStringRef text =
      mlirStringRefCreate(writer->plan.text.data, writer->plan.text.length);
  writer->parses = tracemarkBridgeParse(context, text, writer->verifies);
  if (writer->parses != TRACEMARK_PARSED_NO || !writer->verifies)
    return;
  writer->parses = tracemarkBridgeParse(context, text, false);
  writer->verifies = false;
}

/// Makes the text, and another one if it was looked at and does not parse.
static bool makeCheckedText(Writer *writer) {
  if (!makeText(writer, writer->part->form))
    return false;
  if (!writer->options->settings->check)
    return true;
  checkText(writer);
  if (writer->parses != TRACEMARK_PARSED_NO || !writer->plan.custom)
    return true;
  if (!makeText(writer, TRACEMARK_PRINT_GENERIC))
    return false;
  checkText(writer);
  return true;
}

/// Prepares all that can be prepared before anything is written.
static bool compose(Writer *writer) {
  MlirOperation operation = writer->part->operation;
  if (!makeCheckedText(writer) ||
      !tracemarkSymbolPathCollect(&writer->plan.arena, operation,
                                  &writer->path))
    return false;
  tracemarkListingAppendStem(&writer->stem, writer->options->stage, operation,
                             &writer->path);
  tracemarkListingAppendFolder(&writer->file, writer->options->settings->to);
  tracemarkStringBufferAppendFormat(&writer->manifest, "%s/manifest.jsonl",
                                    tracemarkStringBufferText(&writer->file));
  return !writer->plan.text.failed && !writer->stem.failed &&
         !writer->file.failed && !writer->manifest.failed;
}

static bool wasSaid(const TracemarkListingOptions *options) {
  return options->failedBefore && atomic_exchange(options->failedBefore, true);
}

/// Says that a part of the listing cannot be written, unless that was said of
/// another listing.
static MlirLogicalResult fail(const Writer *writer, const char *what,
                              const char *path, TracemarkStatus status) {
  return wasSaid(writer->options)
             ? mlirLogicalResultFailure()
             : tracemarkListingEmitFailure(writer->location,
                                           writer->options->settings, what,
                                           path, status);
}

static MlirLogicalResult writeAll(Writer *writer) {
  if (!compose(writer))
    return fail(writer, "write listing",
                tracemarkStringBufferText(&writer->stem),
                tracemarkStatusFromErrno(ENOMEM));
  const TracemarkListingSettings *settings = writer->options->settings;
  MlirStringRef text =
      mlirStringRefCreate(writer->plan.text.data, writer->plan.text.length);
  TracemarkListingFile written = {
      .stem = writer->stem.data,
      .text = text,
      .hash = tracemarkHashBytes(text.data, text.length)};
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
      .scope = writer->part->scope,
      .file = mlirStringRefCreate(writer->file.data + folderLength + 1,
                                  writer->file.length - folderLength - 1),
      .locationPath = locationPath,
      .text = written.text,
      .hash = written.hash,
      .elided = writer->elided,
      .parses = writer->parses,
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
  tracemarkListingPlanDropPositions(&writer->plan);
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

static MlirLogicalResult writePart(const TracemarkListingOptions *options,
                                   const Part *part) {
  Writer writer = {.options = options,
                   .part = part,
                   .location = mlirOperationGetLocation(part->operation)};
  MlirLogicalResult result = writeAll(&writer);
  tracemarkListingPlanDestroy(&writer.plan);
  TracemarkStringBuffer *buffers[] = {&writer.stem, &writer.file,
                                      &writer.locationPath, &writer.manifest,
                                      &writer.record};
  for (size_t i = 0; i < TRACEMARK_COUNT_OF(buffers); ++i)
    tracemarkStringBufferDestroy(buffers[i]);
  return result;
}

/// Verifies once for all files, unless only some functions are printed.
static MlirLogicalResult writeParts(MlirOperation unit,
                                    const TracemarkListingOptions *options,
                                    TracemarkListingEntries *entries) {
  TracemarkPrintForm form = entries->hasRest && tracemarkBridgeVerifies(unit)
                                ? TRACEMARK_PRINT_CUSTOM
                                : TRACEMARK_PRINT_CHECKED;
  MlirLogicalResult result = mlirLogicalResultSuccess();
  for (size_t i = 0;
       i < entries->items.count && mlirLogicalResultIsSuccess(result); ++i) {
    Part part = {.operation = entries->items.items[i].function,
                 .scope = "entry",
                 .form = form};
    result = writePart(options, &part);
  }
  if (!entries->hasRest || mlirLogicalResultIsFailure(result))
    return result;
  Part rest = {
      .operation = unit, .scope = "rest", .form = form, .aside = entries};
  return writePart(options, &rest);
}

MlirLogicalResult
tracemarkListingCheck(MlirOperation unit,
                      const TracemarkListingOptions *options) {
  if (options->settings->scope != TRACEMARK_LISTING_SCOPE_MODULE ||
      mlirOperationIsNull(mlirOperationGetParentOperation(unit)))
    return mlirLogicalResultSuccess();
  if (wasSaid(options))
    return mlirLogicalResultFailure();
  MlirStringRef name = tracemarkOperationName(unit);
  return tracemarkEmitError(
      mlirOperationGetLocation(unit),
      "expected a pass on the whole module for a listing of scope 'module', "
      "found '%.*s' on a nested '%.*s'",
      (int)options->argument.length, options->argument.data, (int)name.length,
      name.data);
}

/// Finds the files to write. A unit that cannot be divided is written whole,
/// if it or an entry point in it is selected.
static MlirLogicalResult divide(TracemarkArena *arena, MlirOperation unit,
                                const TracemarkListingOptions *options) {
  TracemarkListingEntries entries = {0};
  TracemarkListingSelection *only = options->only;
  bool isSelective = only && only->count != 0;
  bool isTop = mlirOperationIsNull(mlirOperationGetParentOperation(unit));
  bool isDivided = isTop &&
                   options->settings->scope != TRACEMARK_LISTING_SCOPE_MODULE &&
                   !tracemarkEntryPointIsFunction(unit);
  bool isSelected = !isSelective;
  bool known =
      !isSelective || tracemarkListingSelectionHas(only, unit, &isSelected);
  if (known && (isDivided || (isSelective && !isSelected)))
    known = tracemarkListingEntriesFind(arena, unit, &entries) &&
            (!isSelective || tracemarkListingEntriesSelect(&entries, only));
  Writer writer = {.options = options,
                   .location = mlirOperationGetLocation(unit)};
  if (!known)
    return fail(&writer, "write listing", "", tracemarkStatusFromErrno(ENOMEM));
  if (isDivided && entries.items.count)
    return writeParts(unit, options, &entries);
  Part whole = {
      .operation = unit, .scope = "unit", .form = TRACEMARK_PRINT_CHECKED};
  return isSelected || entries.items.count ? writePart(options, &whole)
                                           : mlirLogicalResultSuccess();
}

MlirLogicalResult
tracemarkListingWrite(MlirOperation unit,
                      const TracemarkListingOptions *options) {
  if (tracemarkOperationSymbol(unit).data && hasNoBlock(unit))
    return mlirLogicalResultSuccess();
  TracemarkArena arena = {0};
  MlirLogicalResult result = divide(&arena, unit, options);
  tracemarkArenaDestroy(&arena);
  if (mlirLogicalResultIsSuccess(result))
    tracemarkListingShow(unit, options);
  return result;
}
