//===- listing_inputs.c - the files that locations came from --------------===//

#include "lib/ir/listing_manifest.h"

#include "lib/base/json.h"
#include "lib/base/pointer_map.h"
#include "lib/base/prefix_map.h"
#include "lib/ir/strings.h"

#include "lib/base/banned.h"

/// Files in the order in which they were met. What is met again and again is
/// asked for first: one file after the other, call sites that share callers.
typedef struct Files {
  TracemarkArena arena;
  TracemarkPointerMap seen; // identifiers of files, and locations of several
  const void *last;
  MlirStringRef rules;
  TracemarkStringBuffer *line;
} Files;

static bool isNew(Files *files, const void *key) {
  bool added = false;
  if (!tracemarkPointerMapEnsure(&files->arena, &files->seen, key, &added))
    files->line->failed = true;
  return added;
}

static void addFile(Files *files, MlirIdentifier name) {
  if (name.ptr == files->last)
    return;
  files->last = name.ptr;
  if (!isNew(files, name.ptr))
    return;
  MlirStringRef path = mlirIdentifierStr(name);
  TracemarkStringBuffer mapped = {0};
  tracemarkPrefixMapAppend(&mapped, files->rules.data, files->rules.length,
                           path.data, path.length);
  tracemarkJsonPutSeparator(files->line);
  tracemarkJsonPutString(files->line, tracemarkStringBufferText(&mapped),
                         mapped.length);
  files->line->failed |= mapped.failed;
  tracemarkStringBufferDestroy(&mapped);
}

static void addLocation(Files *files, MlirLocation location);

static void addChildren(Files *files, MlirLocation fused, unsigned count) {
  if (count == 0 || !isNew(files, fused.ptr))
    return;
  MlirLocation *children =
      tracemarkArenaAllocate(&files->arena, count, sizeof(*children));
  files->line->failed |= !children;
  if (!children)
    return;
  mlirLocationFusedGetLocations(fused, children);
  for (unsigned i = 0; i < count; ++i)
    addLocation(files, children[i]);
}

/// A recorded location leads to the line of its listing, not to what that was
/// before: the record of that listing tells.
static void addLocation(Files *files, MlirLocation location) {
  for (;;) {
    if (mlirLocationIsAFileLineColRange(location)) {
      addFile(files, mlirLocationFileLineColRangeGetFilename(location));
      return;
    }
    if (mlirLocationIsAFused(location)) {
      unsigned count = mlirLocationFusedGetNumLocations(location);
      if (count != 1) {
        addChildren(files, location, count);
        return;
      }
      mlirLocationFusedGetLocations(location, &location);
    } else if (mlirLocationIsAName(location)) {
      location = mlirLocationNameGetChildLoc(location);
    } else if (mlirLocationIsACallSite(location)) {
      if (!isNew(files, location.ptr))
        return;
      addLocation(files, mlirLocationCallSiteGetCallee(location));
      location = mlirLocationCallSiteGetCaller(location);
    } else {
      return;
    }
  }
}

void tracemarkListingPutInputs(const TracemarkListingPlan *plan,
                               MlirStringRef rules,
                               TracemarkStringBuffer *line) {
  Files files = {.rules = rules, .line = line};
  tracemarkStringBufferAppendText(line, "[");
  const TracemarkListedOperation *items = plan->operations.items;
  // A top-level module's own location tells of the compile directory.
  size_t first = tracemarkOperationIsTopModule(items[0].operation);
  for (size_t i = first; i < plan->operations.count; ++i)
    if (!items[i].isElsewhere)
      addLocation(&files, mlirOperationGetLocation(items[i].operation));
  tracemarkStringBufferAppendText(line, "]");
  tracemarkArenaDestroy(&files.arena);
}
