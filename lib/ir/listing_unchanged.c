//===- listing_unchanged.c - parts that need no new listing ---------------===//

#include "lib/ir/listing_unchanged.h"

#include "lib/base/files.h"
#include "lib/ir/listing_locations.h"
#include "lib/ir/listing_manifest.h"
#include "lib/ir/listing_path.h"
#include "lib/ir/strings.h"
#include "tracemark/bridge/structure.h"

#include <errno.h>

#include "lib/base/banned.h"

/// Entry points in program order, of which `next` is the one to come.
typedef struct Aside {
  const TracemarkListingEntries *entries;
  size_t next;
} Aside;

static bool isAside(MlirOperation operation, void *userData) {
  Aside *aside = userData;
  if (!aside->entries || aside->next == aside->entries->items.count ||
      aside->entries->items.items[aside->next].function.ptr != operation.ptr)
    return false;
  ++aside->next;
  return true;
}

static bool keepsLocations(const TracemarkListingOptions *options) {
  return options->settings->locations == TRACEMARK_LISTING_LOCATIONS_KEEP;
}

/// What the text depends on beside the part itself: where it stands, and what
/// is left out. Whether the pass ran on the part or on the unit around it is in
/// the record alone.
static void appendKey(TracemarkListingPart *part) {
  MlirOperation operation = part->operation;
  MlirOperation parent = mlirOperationGetParentOperation(operation);
  MlirStringRef name = tracemarkOperationName(operation);
  tracemarkStringBufferAppendText(&part->key, part->aside ? "rest" : "");
  tracemarkStringBufferAppend(&part->key, "", 1);
  tracemarkStringBufferAppend(&part->key, name.data, name.length);
  if (!mlirOperationIsNull(parent)) {
    name = tracemarkOperationName(parent);
    tracemarkStringBufferAppend(&part->key, "", 1);
    tracemarkStringBufferAppend(&part->key, name.data, name.length);
  }
  for (MlirOperation at = operation; !mlirOperationIsNull(at);
       at = mlirOperationGetParentOperation(at)) {
    MlirStringRef symbol = tracemarkOperationSymbol(at);
    tracemarkStringBufferAppend(&part->key, "", 1);
    tracemarkStringBufferAppend(&part->key, symbol.data, symbol.length);
  }
}

static MlirStringRef keyOf(const TracemarkListingPart *part) {
  return mlirStringRefCreate(part->key.data, part->key.length);
}

/// What the location of an operation itself adds to the hash of those in it.
static uint64_t hashOwnLocation(MlirOperation operation) {
  return tracemarkOperationIsTopModule(operation)
             ? 0
             : (uint64_t)(uintptr_t)mlirOperationGetLocation(operation).ptr *
                   UINT64_C(0x9E3779B97F4A7C15);
}

/// Hash of all locations that a listing re-points; 0 if that is not known.
static uint64_t hashLocations(const TracemarkListingPart *part) {
  MlirOperation operation = part->operation;
  Aside aside = {.entries = part->aside};
  uint64_t hash;
  if (!tracemarkBridgeLocationsHash(operation, isAside, &aside, &hash))
    return 0;
  return hash ^ hashOwnLocation(operation);
}

static bool isThere(const TracemarkListingPart *part,
                    const TracemarkListingOptions *options) {
  TracemarkStringBuffer path = {0};
  tracemarkListingAppendFolder(&path, options->settings->to);
  tracemarkStringBufferAppendFormat(&path, "/%s",
                                    tracemarkStringBufferText(&part->file));
  bool found =
      !path.failed && tracemarkFilesHasSize(path.data, part->listed.bytes);
  tracemarkStringBufferDestroy(&path);
  return found;
}

void tracemarkListingLookUp(TracemarkListingPart *part,
                            const TracemarkListingOptions *options) {
  if (!options->parts)
    return;
  Aside aside = {.entries = part->aside};
  uint64_t structure = 0;
  appendKey(part);
  if (part->key.failed || !tracemarkBridgeStructureHash(
                              part->operation, isAside, &aside, &structure))
    return;
  part->isUnchanged =
      tracemarkListedPartsFind(options->parts, keyOf(part), &part->listed,
                               &part->file) &&
      part->listed.structure == structure &&
      (keepsLocations(options) || tracemarkLocationIsSettled(part->operation) ||
       part->listed.locations == hashLocations(part)) &&
      isThere(part, options);
  part->listed.structure = structure;
  part->ownLocation = hashOwnLocation(part->operation);
  if (!part->isUnchanged) {
    part->listed.locations = 0;
    tracemarkStringBufferTruncate(&part->file, 0);
  }
}

/// The operations whose locations tell of the stage: the part's own, or, where
/// that is a top-level module, whose location tells of the compile directory,
/// those that stand in it.
static void recordStage(TracemarkListingPart *part,
                        const TracemarkListingOptions *options) {
  MlirOperation operation = part->operation;
  if (!tracemarkOperationIsTopModule(operation)) {
    tracemarkListingRecordAgain(operation, options);
    return;
  }
  Aside aside = {.entries = part->aside};
  MlirBlock body =
      mlirRegionGetFirstBlock(mlirOperationGetRegion(operation, 0));
  for (MlirOperation at = mlirBlockGetFirstOperation(body);
       !mlirOperationIsNull(at); at = mlirOperationGetNextInBlock(at))
    if (!isAside(at, &aside))
      tracemarkListingRecordAgain(at, options);
}

MlirLogicalResult
tracemarkListingRecordUnchanged(TracemarkListingPart *parts, size_t count,
                                const TracemarkListingOptions *options) {
  TracemarkStringBuffer files = {0}, record = {0}, manifest = {0};
  MlirLocation location = {NULL};
  for (size_t i = 0; i < count; ++i) {
    if (!parts[i].isUnchanged)
      continue;
    location = mlirOperationGetLocation(parts[i].operation);
    tracemarkListingPutFile(&parts[i].file, &files);
  }
  if (mlirLocationIsNull(location))
    return mlirLogicalResultSuccess();
  bool isWhole = count == 1 && strcmp(parts[0].scope, "unit") == 0;
  tracemarkListingAppendUnchanged(options, isWhole, &files, &record);
  tracemarkListingAppendFolder(&manifest, options->settings->to);
  tracemarkStringBufferAppendText(&manifest, "/manifest.jsonl");
  TracemarkStatus status =
      record.failed || manifest.failed
          ? tracemarkStatusFromErrno(ENOMEM)
          : tracemarkFilesAppendRecord(manifest.data, record.data,
                                       record.length, options->settings->sync);
  MlirLogicalResult result = mlirLogicalResultSuccess();
  if (!tracemarkStatusIsOk(status))
    result = tracemarkListingFail(options, location, "write manifest",
                                  tracemarkStringBufferText(&manifest), status);
  else if (options->settings->locations == TRACEMARK_LISTING_LOCATIONS_FUSE)
    for (size_t i = 0; i < count; ++i)
      if (parts[i].isUnchanged)
        recordStage(&parts[i], options);
  tracemarkStringBufferDestroy(&files);
  tracemarkStringBufferDestroy(&record);
  tracemarkStringBufferDestroy(&manifest);
  return result;
}

void tracemarkListingRemember(TracemarkListingPart *parts, size_t count,
                              const TracemarkListingOptions *options) {
  if (!options->parts)
    return;
  for (size_t i = 0; i < count; ++i) {
    TracemarkListingPart *part = &parts[i];
    if (part->key.failed || part->file.failed || part->listed.structure == 0)
      continue;
    // Of an unchanged one only the own location is another one.
    if (part->isUnchanged && !tracemarkOperationIsTopModule(part->operation))
      part->listed.locations ^=
          part->ownLocation ^ hashOwnLocation(part->operation);
    else if (!keepsLocations(options))
      part->listed.locations = hashLocations(part);
    tracemarkListedPartsPut(options->parts, keyOf(part), &part->listed,
                            part->isUnchanged ? NULL : part->file.data);
  }
}
