//===- sources.c - the listings that a module's locations point to --------===//

#include "lib/ir/sources.h"

#include "lib/ir/diagnostics.h"
#include "lib/ir/listing_locations.h"
#include "lib/ir/recorded_stages.h"
#include "lib/ir/source_files.h"
#include "lib/ir/strings.h"

#include "mlir-c/BuiltinAttributes.h"

#include <stdlib.h>

#include "lib/base/banned.h"

typedef struct Collector {
  TracemarkSources *sources;
  const TracemarkSourcesOptions *options;
  bool failed;
} Collector;

static bool addStage(TracemarkArena *arena, TracemarkSourceFile *file,
                     MlirStringRef label) {
  for (size_t i = 0; i < file->stages.count; ++i)
    if (mlirStringRefEqual(file->stages.items[i].label, label))
      return true;
  TracemarkSourceStage stage = {.label = label};
  return TRACEMARK_ARENA_PUSH(arena, &file->stages, stage);
}

static void visitStage(MlirStringRef label, MlirLocation line, void *userData) {
  Collector *collector = userData;
  TracemarkSources *sources = collector->sources;
  MlirStringRef wanted = collector->options->stage;
  if (mlirLocationIsNull(line) || collector->failed ||
      (label.data && !tracemarkStringIs(wanted, "all") &&
       !mlirStringRefEqual(label, wanted)))
    return;
  MlirIdentifier name = mlirLocationFileLineColRangeGetFilename(line);
  bool isNew;
  TracemarkPointerMapEntry *entry = tracemarkPointerMapEnsure(
      &sources->arena, &sources->byName, name.ptr, &isNew);
  if (entry && isNew) {
    TracemarkSourceFile file = {.name = name};
    tracemarkPointerMapSetNumber(entry, sources->files.count + 1);
    if (!TRACEMARK_ARENA_PUSH(&sources->arena, &sources->files, file))
      entry = NULL;
  }
  if (!entry ||
      (label.data &&
       !addStage(&sources->arena,
                 &sources->files.items[tracemarkPointerMapNumber(entry) - 1],
                 label)))
    collector->failed = true;
}

static int compareNames(const void *a, const void *b) {
  MlirStringRef first =
      mlirIdentifierStr(((const TracemarkSourceFile *)a)->name);
  MlirStringRef second =
      mlirIdentifierStr(((const TracemarkSourceFile *)b)->name);
  size_t shorter = first.length < second.length ? first.length : second.length;
  int order = memcmp(first.data, second.data, shorter);
  return order
             ? order
             : (first.length > second.length) - (first.length < second.length);
}

/// Makes the order of the files independent of where they are met first. False
/// when out of memory.
static bool sortFiles(TracemarkSources *sources) {
  TracemarkPointerMap hashes = {0};
  if (sources->files.count)
    qsort(sources->files.items, sources->files.count,
          sizeof(*sources->files.items), compareNames);
  for (size_t i = 0; i < sources->byName.capacity; ++i)
    sources->byName.entries[i].value = NULL;
  for (size_t i = 0; i < sources->files.count; ++i) {
    TracemarkSourceFile *file = &sources->files.items[i];
    TracemarkPointerMapEntry *entry = tracemarkPointerMapProbe(
        sources->byName.entries, sources->byName.capacity, file->name.ptr);
    tracemarkPointerMapSetNumber(entry, i + 1);
    bool isNew;
    if (!tracemarkPointerMapEnsure(&sources->arena, &hashes, file->hash.ptr,
                                   &isNew))
      return false;
    file->isRepeated = !isNew;
  }
  return true;
}

static MlirLogicalResult emitNothingFound(const Collector *collector,
                                          MlirOperation module) {
  MlirStringRef stage = collector->options->stage;
  return tracemarkStringIs(stage, "all")
             ? tracemarkEmitError(mlirOperationGetLocation(module),
                                  "no location points to a listing: there is "
                                  "nothing to embed")
             : tracemarkOperationEmitNoStage(module, stage);
}

/// The compile directory that the location of the top module has.
static MlirStringRef directoryOf(MlirOperation module) {
  MlirOperation top = module;
  for (MlirOperation at = top; !mlirOperationIsNull(at);
       at = mlirOperationGetParentOperation(at))
    top = at;
  MlirAttribute directory = {NULL};
  for (MlirLocation location = mlirOperationGetLocation(top);
       !mlirLocationIsNull(location) && mlirAttributeIsNull(directory);
       location = tracemarkLocationFormer(location))
    directory = tracemarkLocationMetadata(
        location, TRACEMARK_ATTRIBUTE_COMPILE_DIRECTORY);
  if (mlirAttributeIsNull(directory) || !mlirAttributeIsAString(directory))
    return mlirStringRefCreate(NULL, 0);
  return mlirStringAttrGetValue(directory);
}

static MlirLogicalResult emitOutOfMemory(MlirLocation location) {
  return tracemarkEmitError(location,
                            "out of memory for the listings to embed");
}

MlirLogicalResult
tracemarkSourcesCollect(MlirOperation module,
                        const TracemarkSourcesOptions *options,
                        TracemarkSources *sources) {
  *sources = (TracemarkSources){.directory = directoryOf(module)};
  Collector collector = {.sources = sources, .options = options};
  MlirLocation location = mlirOperationGetLocation(module);
  bool walked = tracemarkOperationForEachStage(module, &sources->arena,
                                               visitStage, &collector);
  if (!walked || collector.failed)
    return emitOutOfMemory(location);
  if (mlirLogicalResultIsFailure(
          tracemarkSourceFilesRead(sources, options, location)))
    return mlirLogicalResultFailure();
  if (!sortFiles(sources))
    return emitOutOfMemory(location);
  if (sources->files.count || options->optional)
    return mlirLogicalResultSuccess();
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(module, 0));
  return mlirOperationIsNull(mlirBlockGetFirstOperation(body))
             ? mlirLogicalResultSuccess()
             : emitNothingFound(&collector, module);
}

const TracemarkSourceFile *tracemarkSourcesFind(const TracemarkSources *sources,
                                                MlirIdentifier name) {
  const TracemarkPointerMapEntry *entry =
      tracemarkPointerMapFind(&sources->byName, name.ptr);
  return entry && entry->value
             ? &sources->files.items[tracemarkPointerMapNumber(entry) - 1]
             : NULL;
}

void tracemarkSourcesDestroy(TracemarkSources *sources) {
  for (size_t i = 0; i < sources->files.count; ++i) {
    TracemarkSourceFile *file = &sources->files.items[i];
    for (size_t j = 0; j < file->stages.count; ++j)
      json_decref(file->stages.items[j].record);
    tracemarkStringBufferDestroy(&file->text);
  }
  tracemarkArenaDestroy(&sources->arena);
}
