//===- listing_locations.c - locations in a listing -----------------------===//

#include "lib/ir/listing_locations.h"

#include "lib/ir/strings.h"
#include "tracemark/bridge/locations.h"

#include "mlir-c/BuiltinAttributes.h"

#include "lib/base/banned.h"

static MlirNamedAttribute makeEntry(MlirContext context, const char *key,
                                    MlirAttribute value) {
  return mlirNamedAttributeGet(
      mlirIdentifierGet(context, tracemarkStringFrom(key)), value);
}

static MlirAttribute makeRecord(MlirLocation former, MlirNamedAttribute entry) {
  MlirContext context = mlirLocationGetContext(former);
  MlirNamedAttribute entries[] = {makeEntry(context, TRACEMARK_ATTRIBUTE_FROM,
                                            mlirLocationGetAttribute(former)),
                                  entry};
  return mlirDictionaryAttrGet(context, 2, entries);
}

MlirLocation tracemarkLocationRecord(MlirLocation line, MlirLocation former,
                                     const char *key, MlirAttribute value) {
  MlirContext context = mlirLocationGetContext(line);
  return mlirLocationFusedGet(
      context, 1, &line, makeRecord(former, makeEntry(context, key, value)));
}

MlirAttribute tracemarkLocationMetadata(MlirLocation location,
                                        const char *key) {
  MlirAttribute none = {NULL};
  if (!mlirLocationIsAFused(location))
    return none;
  MlirAttribute metadata = mlirLocationFusedGetMetadata(location);
  if (mlirAttributeIsNull(metadata) || !mlirAttributeIsADictionary(metadata))
    return none;
  return mlirDictionaryAttrGetElementByName(metadata, tracemarkStringFrom(key));
}

/// Name of the folder that a listing is in; no data if `path` is of no listing.
static MlirStringRef folderName(MlirStringRef path) {
  const char suffix[] = ".mlir";
  size_t suffixLength = sizeof(suffix) - 1;
  const char *end = path.length > suffixLength
                        ? memrchr(path.data, '/', path.length - suffixLength)
                        : NULL;
  if (!end ||
      memcmp(path.data + path.length - suffixLength, suffix, suffixLength) != 0)
    return mlirStringRefCreate(NULL, 0);
  const char *slash = memrchr(path.data, '/', (size_t)(end - path.data));
  const char *start = slash ? slash + 1 : path.data;
  return mlirStringRefCreate(start, (size_t)(end - start));
}

/// The stage of a location in the short form; no data for every other.
static MlirStringRef shortStage(MlirLocation location) {
  MlirLocation line;
  if (mlirLocationIsAFused(location) &&
      mlirLocationFusedGetNumLocations(location) == 1) {
    MlirAttribute metadata = mlirLocationFusedGetMetadata(location);
    mlirLocationFusedGetLocations(location, &line);
    if (!mlirAttributeIsNull(metadata) && mlirAttributeIsALocation(metadata) &&
        mlirLocationIsAFileLineColRange(line))
      return folderName(
          mlirIdentifierStr(mlirLocationFileLineColRangeGetFilename(line)));
  }
  return mlirStringRefCreate(NULL, 0);
}

MlirLocation tracemarkLocationFormer(MlirLocation location) {
  MlirAttribute from =
      shortStage(location).data
          ? mlirLocationFusedGetMetadata(location)
          : tracemarkLocationMetadata(location, TRACEMARK_ATTRIBUTE_FROM);
  if (mlirAttributeIsNull(from) || !mlirAttributeIsALocation(from))
    return (MlirLocation){NULL};
  return mlirLocationFromAttribute(from);
}

MlirStringRef tracemarkLocationLabel(MlirLocation location, const char *key) {
  MlirAttribute label = tracemarkLocationMetadata(location, key);
  return !mlirAttributeIsNull(label) && mlirAttributeIsAString(label)
             ? mlirStringAttrGetValue(label)
             : mlirStringRefCreate(NULL, 0);
}

MlirStringRef tracemarkLocationStage(MlirLocation location) {
  MlirStringRef stage =
      tracemarkLocationLabel(location, TRACEMARK_ATTRIBUTE_STAGE);
  return stage.data ? stage : shortStage(location);
}

MlirLocation tracemarkLocationReplaceFormer(MlirLocation location,
                                            MlirLocation former) {
  MlirLocation line;
  mlirLocationFusedGetLocations(location, &line);
  if (shortStage(location).data)
    return mlirLocationFusedGet(mlirLocationGetContext(line), 1, &line,
                                mlirLocationGetAttribute(former));
  return tracemarkLocationRecord(
      line, former, TRACEMARK_ATTRIBUTE_STAGE,
      tracemarkLocationMetadata(location, TRACEMARK_ATTRIBUTE_STAGE));
}

/// What every location of one listing shares, and what was made last: block
/// arguments share their place, what the parser left unknown its former
/// location, and making an attribute costs as much as printing a short line.
typedef struct Target {
  const TracemarkListingPlan *plan;
  MlirContext context;
  MlirAttribute file;
  MlirNamedAttribute stage;
  bool replace;          // the former location is dropped
  bool isShort;          // the file's folder tells the stage
  uint32_t line, column; // of `position`
  MlirLocation position;
  MlirLocation former; // in `metadata`
  MlirAttribute metadata;
  MlirLocation made; // of `position` and `metadata`; null if one is newer
} Target;

static MlirLocation repoint(Target *target, MlirLocation former, uint32_t line,
                            uint32_t column) {
  if (target->line != line || target->column != column) {
    target->line = line;
    target->column = column;
    target->position =
        tracemarkBridgeLocationInFile(target->file, line, column);
    target->made.ptr = NULL;
  }
  if (target->replace)
    return target->position;
  if (target->former.ptr != former.ptr) {
    target->former = former;
    target->metadata = target->isShort ? mlirLocationGetAttribute(former)
                                       : makeRecord(former, target->stage);
    target->made.ptr = NULL;
  }
  if (mlirLocationIsNull(target->made))
    target->made = mlirLocationFusedGet(target->context, 1, &target->position,
                                        target->metadata);
  return target->made;
}

static void repointArguments(Target *target, MlirBlock block,
                             const TracemarkListedOperation *place) {
  intptr_t count = mlirBlockGetNumArguments(block);
  for (intptr_t i = 0; i < count; ++i) {
    MlirValue argument = mlirBlockGetArgument(block, i);
    mlirBlockArgumentSetLocation(argument,
                                 repoint(target, mlirValueGetLocation(argument),
                                         place->line, place->column));
  }
}

/// Tells whether the line before an operation is its block's label: then the
/// block's arguments stand there, else in the header of the parent.
static bool hasLabel(const TracemarkListingPlan *plan,
                     const TracemarkListedOperation *first) {
  MlirStringRef line = tracemarkListingPlanLine(plan, first->line - 1);
  size_t i = 0;
  while (i < line.length && line.data[i] == ' ')
    ++i;
  return first->printed && i < line.length && line.data[i] == '^';
}

/// Blocks without an operation are met at their parent, the others at their
/// first operation.
static void repointEmptyBlocks(Target *target,
                               const TracemarkListedOperation *parent) {
  intptr_t regions = mlirOperationGetNumRegions(parent->operation);
  for (intptr_t i = 0; i < regions; ++i) {
    MlirRegion region = mlirOperationGetRegion(parent->operation, i);
    for (MlirBlock block = mlirRegionGetFirstBlock(region);
         !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
      if (mlirOperationIsNull(mlirBlockGetFirstOperation(block)))
        repointArguments(target, block, parent);
  }
}

static void repointOperation(Target *target,
                             const TracemarkListedOperation *item) {
  mlirOperationSetLocation(item->operation,
                           repoint(target,
                                   mlirOperationGetLocation(item->operation),
                                   item->line, item->column));
}

bool tracemarkLocationHasScope(MlirLocation location) {
  if (!mlirLocationIsAFused(location))
    return false;
  MlirAttribute metadata = mlirLocationFusedGetMetadata(location);
  return !mlirAttributeIsNull(metadata) &&
         !tracemarkStringIs(
             mlirDialectGetNamespace(mlirAttributeGetDialect(metadata)),
             "builtin");
}

bool tracemarkLocationIsSettled(MlirOperation operation) {
  return mlirOperationGetNumRegions(operation) > 0 &&
         tracemarkLocationHasScope(mlirOperationGetLocation(operation));
}

static void repointAll(Target *target) {
  const TracemarkListedOperation *items = target->plan->operations.items;
  size_t settled = SIZE_MAX; // root of the settled operations around
  for (size_t i = 0; i < target->plan->operations.count; ++i) {
    const TracemarkListedOperation *item = &items[i];
    if (settled != SIZE_MAX && item->parent >= settled)
      continue;
    settled = tracemarkLocationIsSettled(item->operation) ? i : SIZE_MAX;
    if (settled == i)
      continue;
    if (!item->isElsewhere) {
      if (i > 0 || !tracemarkOperationIsTopModule(item->operation))
        repointOperation(target, item);
      repointEmptyBlocks(target, item);
    }
    if (i == 0)
      continue;
    MlirBlock block = mlirOperationGetBlock(item->operation);
    if (mlirBlockGetFirstOperation(block).ptr == item->operation.ptr)
      repointArguments(target, block,
                       hasLabel(target->plan, item) ? item
                                                    : &items[item->parent]);
  }
}

void tracemarkListingRepoint(const TracemarkListingPlan *plan,
                             MlirStringRef file,
                             const TracemarkListingOptions *options) {
  if (options->settings->locations == TRACEMARK_LISTING_LOCATIONS_KEEP)
    return;
  MlirContext context =
      mlirOperationGetContext(plan->operations.items[0].operation);
  Target target = {
      .plan = plan,
      .context = context,
      .file = mlirStringAttrGet(context, file),
      .stage = makeEntry(context, TRACEMARK_ATTRIBUTE_STAGE,
                         mlirStringAttrGet(context, options->stage)),
      .isShort = mlirStringRefEqual(folderName(file), options->stage),
      .replace =
          options->settings->locations == TRACEMARK_LISTING_LOCATIONS_REPLACE};
  repointAll(&target);
}

void tracemarkListingRecordAgain(MlirOperation operation,
                                 const TracemarkListingOptions *options) {
  MlirLocation location = mlirOperationGetLocation(operation);
  MlirLocation recorded = location, line;
  if (tracemarkLocationLabel(location, TRACEMARK_ATTRIBUTE_SHOWN).data)
    recorded = tracemarkLocationFormer(location);
  if (tracemarkLocationIsSettled(operation) ||
      !tracemarkLocationStage(recorded).data)
    return;
  mlirLocationFusedGetLocations(recorded, &line);
  MlirContext context = mlirOperationGetContext(operation);
  Target target = {
      .context = context,
      .stage = makeEntry(context, TRACEMARK_ATTRIBUTE_STAGE,
                         mlirStringAttrGet(context, options->stage)),
      .position = line,
      .isShort = mlirStringRefEqual(
          folderName(
              mlirIdentifierStr(mlirLocationFileLineColRangeGetFilename(line))),
          options->stage)};
  mlirOperationSetLocation(operation, repoint(&target, location, 0, 0));
}
