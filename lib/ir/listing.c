//===- listing.c - the source listing of one operation --------------------===//

#include "lib/ir/listing.h"

#include "lib/base/files.h"
#include "lib/ir/diagnostics.h"
#include "lib/ir/entry_points.h"
#include "lib/ir/listing_file.h"
#include "lib/ir/listing_locations.h"
#include "lib/ir/listing_path.h"
#include "lib/ir/listing_unchanged.h"
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
tracemarkListingCheck(MlirOperation unit,
                      const TracemarkListingOptions *options) {
  if (options->settings->scope != TRACEMARK_LISTING_SCOPE_MODULE ||
      mlirOperationIsNull(mlirOperationGetParentOperation(unit)))
    return mlirLogicalResultSuccess();
  if (tracemarkListingFailedBefore(options))
    return mlirLogicalResultFailure();
  MlirStringRef name = tracemarkOperationName(unit);
  return tracemarkEmitError(
      mlirOperationGetLocation(unit),
      "expected a pass on the whole module for a listing of scope 'module', "
      "found '%.*s' on a nested '%.*s'",
      (int)options->argument.length, options->argument.data, (int)name.length,
      name.data);
}

typedef struct Parts {
  TracemarkArena arena;
  TracemarkListingEntries entries;
  TRACEMARK_ARENA_ARRAY(TracemarkListingPart) items;
} Parts;

static bool addPart(Parts *parts, MlirOperation operation, const char *scope) {
  TracemarkListingPart part = {.operation = operation, .scope = scope};
  return TRACEMARK_ARENA_PUSH(&parts->arena, &parts->items, part);
}

/// Finds the files to write. A unit that cannot be divided is written whole,
/// if it or an entry point in it is selected. False when out of memory.
static bool divide(Parts *parts, MlirOperation unit,
                   const TracemarkListingOptions *options) {
  TracemarkListingEntries *entries = &parts->entries;
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
    known = tracemarkListingEntriesFind(&parts->arena, unit, entries) &&
            (!isSelective || tracemarkListingEntriesSelect(entries, only));
  if (!isDivided || !entries->items.count)
    return known && (!(isSelected || entries->items.count) ||
                     addPart(parts, unit, "unit"));
  for (size_t i = 0; known && i < entries->items.count; ++i)
    known = addPart(parts, entries->items.items[i].function, "entry");
  if (!known || !entries->hasRest)
    return known;
  known = addPart(parts, unit, "rest");
  if (known)
    parts->items.items[parts->items.count - 1].aside = entries;
  return known;
}

/// Writes what is not as an earlier listing shows it; the rest of a unit last,
/// as its entry points are set aside meanwhile.
static MlirLogicalResult writeParts(Parts *parts,
                                    const TracemarkListingOptions *options) {
  TracemarkListingPart *items = parts->items.items;
  size_t count = parts->items.count;
  size_t together = count && items[count - 1].aside ? count - 1 : count;
  MlirLogicalResult result =
      tracemarkListingWriteFiles(options, items, together);
  if (mlirLogicalResultIsSuccess(result))
    result =
        tracemarkListingWriteFiles(options, items + together, count - together);
  return mlirLogicalResultIsSuccess(result)
             ? tracemarkListingRecordUnchanged(items, count, options)
             : result;
}

MlirLogicalResult
tracemarkListingWrite(MlirOperation unit,
                      const TracemarkListingOptions *options) {
  if (tracemarkOperationSymbol(unit).data && hasNoBlock(unit))
    return mlirLogicalResultSuccess();
  Parts parts = {0};
  MlirLogicalResult result =
      divide(&parts, unit, options)
          ? writeParts(&parts, options)
          : tracemarkListingFail(options, mlirOperationGetLocation(unit),
                                 "write listing", "",
                                 tracemarkStatusFromErrno(ENOMEM));
  if (mlirLogicalResultIsSuccess(result)) {
    tracemarkListingShow(unit, options);
    tracemarkListingRemember(parts.items.items, parts.items.count, options);
  }
  for (size_t i = 0; i < parts.items.count; ++i) {
    tracemarkStringBufferDestroy(&parts.items.items[i].key);
    tracemarkStringBufferDestroy(&parts.items.items[i].file);
  }
  tracemarkArenaDestroy(&parts.arena);
  return result;
}
