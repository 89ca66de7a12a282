//===- listing_file.c - one file of a listing -----------------------------===//

#include "lib/ir/listing_file.h"

#include "lib/base/files.h"
#include "lib/base/hash.h"
#include "lib/base/prefix_map.h"
#include "lib/ir/listing_form.h"
#include "lib/ir/listing_locations.h"
#include "lib/ir/listing_manifest.h"
#include "lib/ir/listing_path.h"
#include "lib/ir/listing_trailer.h"
#include "lib/ir/listing_unchanged.h"
#include "lib/ir/strings.h"
#include "tracemark/bridge/contexts.h"

#include <errno.h>

#include "lib/base/banned.h"

/// Everything that writing one file holds.
typedef struct Writer {
  const TracemarkListingOptions *options;
  TracemarkListingPart *part;
  MlirLocation location; // of the operation, before it is re-pointed
  TracemarkListingPlan plan;
  TracemarkSymbolPath path;
  TracemarkStringBuffer stem, file, locationPath, manifest, record;
  int64_t elideLargerThan; // as wanted, or more
  int64_t elided;
  TracemarkParsed parses;
  bool verifies;
  // What went wrong:
  const char *failedTo;               // "write listing"; NULL: nothing
  const TracemarkStringBuffer *where; // path of it
  TracemarkStatus status;
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

/// Decides in which form the rest is printed, its entry points set aside. What
/// refers to one that was taken out leads nowhere then: if the unit with them
/// verifies, its printers can be trusted all the same.
static TracemarkPrintForm chooseForm(Writer *writer, TracemarkPrintForm form) {
  const TracemarkListingPart *part = writer->part;
  writer->verifies = tracemarkBridgeVerifies(part->operation);
  if (form == TRACEMARK_PRINT_GENERIC)
    return form;
  if (writer->verifies)
    return TRACEMARK_PRINT_CUSTOM;
  tracemarkListingEntriesPutBack(part->aside);
  form = tracemarkBridgeVerifies(part->operation) ? TRACEMARK_PRINT_CUSTOM
                                                  : TRACEMARK_PRINT_GENERIC;
  tracemarkListingEntriesSetAside(part->aside);
  return form;
}

/// Prints the part; while the rest is printed the entry points are set aside.
static bool printPart(Writer *writer, TracemarkPrintForm form,
                      const char *opening) {
  const TracemarkListingPart *part = writer->part;
  tracemarkListingPlanDestroy(&writer->plan);
  if (part->aside) {
    tracemarkListingEntriesSetAside(part->aside);
    form = chooseForm(writer, form);
  }
  bool planned = tracemarkListingPlanCreate(
      part->operation, writer->elideLargerThan, form, opening, &writer->plan);
  if (!part->aside)
    writer->verifies = form == TRACEMARK_PRINT_CHECKED
                           ? writer->plan.custom
                           : tracemarkBridgeVerifies(part->operation);
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
  if (!makeText(writer, TRACEMARK_PRINT_CHECKED))
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

bool tracemarkListingFailedBefore(const TracemarkListingOptions *options) {
  return options->failedBefore && atomic_exchange(options->failedBefore, true);
}

MlirLogicalResult tracemarkListingFail(const TracemarkListingOptions *options,
                                       MlirLocation location, const char *what,
                                       const char *path,
                                       TracemarkStatus status) {
  return tracemarkListingFailedBefore(options)
             ? mlirLogicalResultFailure()
             : tracemarkListingEmitFailure(location, options->settings, what,
                                           path, status);
}

static void fail(Writer *writer, const char *what,
                 const TracemarkStringBuffer *path, TracemarkStatus status) {
  writer->failedTo = what;
  writer->where = path;
  writer->status = status;
}

/// Writes the file and prepares the record.
static void writeFile(Writer *writer) {
  if (!compose(writer)) {
    fail(writer, "write listing", &writer->stem,
         tracemarkStatusFromErrno(ENOMEM));
    return;
  }
  MlirStringRef rules = writer->options->settings->prefixMap;
  MlirStringRef text =
      mlirStringRefCreate(writer->plan.text.data, writer->plan.text.length);
  TracemarkListingFile written = {
      .stem = writer->stem.data,
      .text = text,
      .hash = tracemarkHashBytes(text.data, text.length)};
  size_t folderLength = writer->file.length;
  TracemarkStatus status =
      tracemarkListingPlaceFile(writer->options, &written, &writer->file);
  if (!tracemarkStatusIsOk(status)) {
    fail(writer, "write listing", &writer->file, status);
    return;
  }
  tracemarkPrefixMapAppend(&writer->locationPath, rules.data, rules.length,
                           writer->file.data, writer->file.length);
  TracemarkStringBuffer *file = &writer->part->file;
  tracemarkStringBufferAppend(file, writer->file.data + folderLength + 1,
                              writer->file.length - folderLength - 1);
  TracemarkListingRecord record = {
      .plan = &writer->plan,
      .options = writer->options,
      .path = &writer->path,
      .scope = writer->part->scope,
      .file =
          mlirStringRefCreate(tracemarkStringBufferText(file), file->length),
      .locationPath =
          mlirStringRefCreate(tracemarkStringBufferText(&writer->locationPath),
                              writer->locationPath.length),
      .text = written.text,
      .hash = written.hash,
      .elided = writer->elided,
      .parses = writer->parses,
      .verifies = writer->verifies};
  tracemarkListingAppendRecord(&record, &writer->record);
  if (writer->record.failed || writer->locationPath.failed || file->failed)
    fail(writer, "write listing", &writer->stem,
         tracemarkStatusFromErrno(ENOMEM));
  writer->part->listed.bytes = text.length;
  tracemarkListingPlanDropPositions(&writer->plan);
}

static void destroyWriter(Writer *writer) {
  tracemarkListingPlanDestroy(&writer->plan);
  TracemarkStringBuffer *buffers[] = {&writer->stem, &writer->file,
                                      &writer->locationPath, &writer->manifest,
                                      &writer->record};
  for (size_t i = 0; i < TRACEMARK_COUNT_OF(buffers); ++i)
    tracemarkStringBufferDestroy(buffers[i]);
}

/// Parts that are written at once: enough to keep the threads busy, few enough
/// for their texts to take no room.
enum { BATCH = 64 };

typedef struct Batch {
  const TracemarkListingOptions *options;
  Writer writers[BATCH];
  size_t count;
} Batch;

static void writeOne(size_t index, void *userData) {
  Batch *batch = userData;
  Writer *writer = &batch->writers[index];
  tracemarkListingLookUp(writer->part, batch->options);
  if (!writer->part->isUnchanged)
    writeFile(writer);
}

static bool isWritten(const Writer *writer) {
  return !writer->part->isUnchanged && !writer->failedTo;
}

static void repointOne(size_t index, void *userData) {
  Batch *batch = userData;
  Writer *writer = &batch->writers[index];
  if (isWritten(writer))
    tracemarkListingRepoint(
        &writer->plan,
        mlirStringRefCreate(tracemarkStringBufferText(&writer->locationPath),
                            writer->locationPath.length),
        batch->options);
}

/// Appends the records, in their order, with one write. False if there are
/// none.
static bool appendRecords(Batch *batch) {
  TracemarkStringBuffer records = {0};
  Writer *first = NULL;
  for (size_t i = 0; i < batch->count; ++i) {
    Writer *writer = &batch->writers[i];
    if (!isWritten(writer))
      continue;
    first = first ? first : writer;
    tracemarkStringBufferAppend(&records, writer->record.data,
                                writer->record.length);
  }
  TracemarkStatus status = tracemarkStatusOk();
  if (records.failed)
    status = tracemarkStatusFromErrno(ENOMEM);
  else if (first)
    status = tracemarkFilesAppendRecord(first->manifest.data, records.data,
                                        records.length,
                                        batch->options->settings->sync);
  tracemarkStringBufferDestroy(&records);
  for (size_t i = 0; !tracemarkStatusIsOk(status) && i < batch->count; ++i)
    if (isWritten(&batch->writers[i]))
      fail(&batch->writers[i], "write manifest", &first->manifest, status);
  return first && tracemarkStatusIsOk(status);
}

static MlirLogicalResult writeBatch(Batch *batch) {
  MlirContext context =
      mlirOperationGetContext(batch->writers[0].part->operation);
  tracemarkBridgeParallelFor(context, batch->count, writeOne, batch);
  if (appendRecords(batch))
    tracemarkBridgeParallelFor(context, batch->count, repointOne, batch);
  MlirLogicalResult result = mlirLogicalResultSuccess();
  for (size_t i = 0; i < batch->count; ++i) {
    Writer *writer = &batch->writers[i];
    if (writer->failedTo && mlirLogicalResultIsSuccess(result))
      result = tracemarkListingFail(
          batch->options, writer->location, writer->failedTo,
          tracemarkStringBufferText(writer->where), writer->status);
  }
  for (size_t i = 0; i < batch->count; ++i)
    destroyWriter(&batch->writers[i]);
  return result;
}

MlirLogicalResult
tracemarkListingWriteFiles(const TracemarkListingOptions *options,
                           TracemarkListingPart *parts, size_t count) {
  MlirLogicalResult result = mlirLogicalResultSuccess();
  for (size_t next = 0; next < count && mlirLogicalResultIsSuccess(result);) {
    Batch batch = {.options = options};
    for (; next < count && batch.count < BATCH; ++next)
      batch.writers[batch.count++] =
          (Writer){.options = options,
                   .part = &parts[next],
                   .location = mlirOperationGetLocation(parts[next].operation)};
    result = writeBatch(&batch);
  }
  return result;
}
