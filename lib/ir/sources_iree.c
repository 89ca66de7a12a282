//===- sources_iree.c - listings in IREE's own attributes -----------------===//

#include "lib/ir/sources_iree.h"

#include "lib/ir/diagnostics.h"
#include "lib/ir/entry_points.h"
#include "lib/ir/location_lines.h"
#include "lib/ir/op_summary.h"
#include "lib/ir/recorded_stages.h"
#include "lib/ir/strings.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <stdlib.h>

#include "lib/base/banned.h"

/// An attribute, a location or both, that are to be set when all are made.
typedef struct Change {
  MlirOperation operation;
  const char *name; // NULL: a location only
  MlirAttribute value;
  MlirLocation location; // that the operation gets, or null
} Change;

typedef struct Executables {
  MlirContext context;
  const TracemarkSources *sources;
  TracemarkArena arena;
  TRACEMARK_ARENA_ARRAY(MlirOperation) variants;
  TRACEMARK_ARENA_ARRAY(Change) changes;
  TracemarkPointerMap resources; // name of a file -> MlirAttribute
  bool failed;
} Executables;

//===----------------------------------------------------------------------===//
// Dictionaries
//===----------------------------------------------------------------------===//

typedef struct Entries {
  Executables *executables;
  TracemarkPointerMap names;
  TRACEMARK_ARENA_ARRAY(MlirNamedAttribute) items;
} Entries;

/// Adds an entry; the first one of a name counts.
static void add(Entries *entries, MlirIdentifier name, MlirAttribute value) {
  TracemarkArena *arena = &entries->executables->arena;
  bool isNew = false;
  if (!tracemarkPointerMapEnsure(arena, &entries->names, name.ptr, &isNew) ||
      (isNew && !TRACEMARK_ARENA_PUSH(arena, &entries->items,
                                      mlirNamedAttributeGet(name, value))))
    entries->executables->failed = true;
}

/// Plans to set the entries, and those that the attribute has already; with
/// them a location, if it is not null.
static void plan(Entries *entries, MlirOperation operation, const char *name,
                 MlirLocation location) {
  Executables *executables = entries->executables;
  if (entries->items.count == 0)
    return;
  MlirAttribute former =
      mlirOperationGetAttributeByName(operation, tracemarkStringFrom(name));
  if (!mlirAttributeIsNull(former) && mlirAttributeIsADictionary(former))
    for (intptr_t i = 0; i < mlirDictionaryAttrGetNumElements(former); ++i) {
      MlirNamedAttribute entry = mlirDictionaryAttrGetElement(former, i);
      add(entries, entry.name, entry.attribute);
    }
  Change change = {operation, name,
                   mlirDictionaryAttrGet(executables->context,
                                         (intptr_t)entries->items.count,
                                         entries->items.items),
                   location};
  if (!TRACEMARK_ARENA_PUSH(&executables->arena, &executables->changes, change))
    executables->failed = true;
}

//===----------------------------------------------------------------------===//
// Sources of variants
//===----------------------------------------------------------------------===//

static void freeText(void *userData, const void *data, size_t size,
                     size_t alignment) {
  free(userData);
}

/// The text as a resource of bytes, of which the context takes a copy.
static MlirAttribute makeResource(Executables *executables,
                                  const TracemarkSourceFile *file) {
  char *copy = tracemarkTextCopy(tracemarkStringBufferText(&file->text),
                                 file->text.length);
  if (!copy) {
    executables->failed = true;
    return (MlirAttribute){NULL};
  }
  int64_t size = (int64_t)file->text.length;
  MlirType type =
      mlirVectorTypeGet(1, &size, mlirIntegerTypeGet(executables->context, 8));
  return mlirUnmanagedDenseResourceElementsAttrGet(
      type, mlirIdentifierStr(file->name), copy, file->text.length,
      /*dataAlignment=*/1, /*dataIsMutable=*/false, freeText, copy);
}

static void addSource(MlirStringRef label, MlirLocation line, void *userData) {
  Entries *entries = userData;
  Executables *executables = entries->executables;
  if (mlirLocationIsNull(line) || executables->failed)
    return;
  MlirIdentifier name = mlirLocationFileLineColRangeGetFilename(line);
  const TracemarkSourceFile *file =
      tracemarkSourcesFind(executables->sources, name);
  if (!file)
    return; // of a stage that is not embedded
  bool isNew = false;
  TracemarkPointerMapEntry *resource = tracemarkPointerMapEnsure(
      &executables->arena, &executables->resources, name.ptr, &isNew);
  if (!resource)
    executables->failed = true;
  if (isNew)
    resource->value = makeResource(executables, file).ptr;
  if (!executables->failed)
    add(entries, name, (MlirAttribute){resource->value});
}

static MlirOperation firstIn(MlirBlock block) {
  return mlirBlockIsNull(block) ? (MlirOperation){NULL}
                                : mlirBlockGetFirstOperation(block);
}

/// Takes the files of what is compiled: the functions, not what is around them,
/// which may be the rest of a large module.
static void planSources(Executables *executables, MlirOperation variant) {
  Entries entries = {.executables = executables};
  if (mlirOperationGetNumRegions(variant) == 0)
    return;
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(variant, 0));
  for (MlirOperation inner = firstIn(body); !mlirOperationIsNull(inner);
       inner = mlirOperationGetNextInBlock(inner)) {
    if (!tracemarkOperationIs(inner, "builtin.module"))
      continue;
    MlirBlock module =
        mlirRegionGetFirstBlock(mlirOperationGetRegion(inner, 0));
    for (MlirOperation nested = firstIn(module); !mlirOperationIsNull(nested);
         nested = mlirOperationGetNextInBlock(nested))
      if (!tracemarkOperationForEachStage(nested, &executables->arena,
                                          addSource, &entries))
        executables->failed = true;
  }
  plan(&entries, variant, "sources", (MlirLocation){NULL});
}

//===----------------------------------------------------------------------===//
// Lines of exports
//===----------------------------------------------------------------------===//

static void addLine(MlirStringRef label, MlirLocation line, void *userData) {
  Entries *entries = userData;
  Executables *executables = entries->executables;
  const TracemarkSourceFile *file =
      mlirLocationIsNull(line)
          ? NULL
          : tracemarkSourcesFind(executables->sources,
                                 mlirLocationFileLineColRangeGetFilename(line));
  if (!file)
    return;
  if (!label.data)
    label = file->stages.items[0].label;
  add(entries, mlirIdentifierGet(executables->context, label),
      mlirLocationGetAttribute(line));
}

static void planLines(Executables *executables, MlirOperation exported,
                      MlirOperation function) {
  Entries entries = {.executables = executables};
  TracemarkPointerMap seen = {0};
  if (!tracemarkLocationForEachStage(mlirOperationGetLocation(function),
                                     &executables->arena, &seen, addLine,
                                     &entries))
    executables->failed = true;
  plan(&entries, exported, "source_locs", mlirOperationGetLocation(function));
}

/// A path as one from the root, if it is known where it starts.
static MlirStringRef findPath(Executables *executables, MlirStringRef name) {
  MlirStringRef directory = executables->sources->directory;
  if (!directory.data || (name.length && name.data[0] == '/'))
    return name;
  TracemarkStringBuffer path = {0};
  tracemarkStringBufferAppendFormat(&path, "%.*s/%.*s", (int)directory.length,
                                    directory.data, (int)name.length,
                                    name.data);
  char *copy = path.failed ? NULL
                           : tracemarkArenaCopyText(&executables->arena,
                                                    path.data, path.length);
  executables->failed |= !copy;
  MlirStringRef found = mlirStringRefCreate(copy, copy ? path.length : 0);
  tracemarkStringBufferDestroy(&path);
  return found;
}

/// IREE's CPU backends name the file of their debug info after the module that
/// is compiled, and only if its location is a line and nothing else ("-"
/// otherwise): it gets that of the function. One file is all that an executable
/// can have there, so its functions had better be in one listing.
static void planModule(Executables *executables, MlirOperation function) {
  MlirOperation module = mlirOperationGetParentOperation(function);
  TracemarkLines lines = {.mode = TRACEMARK_LINES_LATEST};
  MlirLocation line =
      tracemarkLinesFind(&lines, mlirOperationGetLocation(function));
  if (!mlirLocationIsNull(line) &&
      tracemarkOperationIs(module, "builtin.module") &&
      tracemarkLinesIsListed(&lines, line)) {
    Change change = {
        .operation = module,
        .location = mlirLocationFileLineColGet(
            executables->context,
            findPath(executables, mlirIdentifierStr(tracemarkLineFile(line))),
            (unsigned)mlirLocationFileLineColRangeGetStartLine(line),
            (unsigned)mlirLocationFileLineColRangeGetStartColumn(line))};
    if (!TRACEMARK_ARENA_PUSH(&executables->arena, &executables->changes,
                              change))
      executables->failed = true;
  }
  tracemarkLinesDestroy(&lines);
}

static void planExports(Executables *executables, MlirOperation module) {
  TracemarkSummaryContext summaries;
  tracemarkSummaryContextInit(&summaries, &executables->arena);
  TracemarkSymbolPaths paths = {.arena = &executables->arena,
                                .kinds = &summaries.kinds};
  if (!tracemarkSymbolPathsBuild(&paths, module))
    executables->failed = true;
  for (size_t i = 0; !executables->failed && i < paths.symbols.count; ++i) {
    TracemarkSymbol *symbol = &paths.symbols.items[i];
    if (!tracemarkOperationIs(symbol->operation, "hal.executable.export"))
      continue;
    TracemarkSymbol *function = tracemarkEntryPointExported(&paths, symbol);
    if (!function)
      continue;
    planLines(executables, symbol->operation, function->operation);
    planModule(executables, function->operation);
  }
  tracemarkSummaryContextDestroy(&summaries);
}

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

static MlirWalkResult findVariants(MlirOperation operation, void *userData) {
  Executables *executables = userData;
  if (!tracemarkOperationIs(operation, "hal.executable.variant"))
    return MlirWalkResultAdvance;
  if (!TRACEMARK_ARENA_PUSH(&executables->arena, &executables->variants,
                            operation))
    executables->failed = true;
  return MlirWalkResultSkip;
}

static void apply(const Executables *executables) {
  for (size_t i = 0; i < executables->changes.count; ++i) {
    const Change *change = &executables->changes.items[i];
    if (change->name)
      mlirOperationSetAttributeByName(
          change->operation, tracemarkStringFrom(change->name), change->value);
    if (!mlirLocationIsNull(change->location))
      mlirOperationSetLocation(change->operation, change->location);
  }
}

MlirLogicalResult tracemarkSourcesSetForIree(MlirOperation module,
                                             const TracemarkSources *sources) {
  Executables executables = {.context = mlirOperationGetContext(module),
                             .sources = sources};
  mlirOperationWalk(module, findVariants, &executables, MlirWalkPreOrder);
  for (size_t i = 0; i < executables.variants.count; ++i)
    planSources(&executables, executables.variants.items[i]);
  if (executables.variants.count)
    planExports(&executables, module);
  MlirLogicalResult result = mlirLogicalResultSuccess();
  if (executables.failed)
    result = tracemarkEmitError(mlirOperationGetLocation(module),
                                "out of memory for the sources of executables");
  else
    apply(&executables);
  tracemarkArenaDestroy(&executables.arena);
  return result;
}
