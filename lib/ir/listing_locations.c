//===- listing_locations.c - locations in a listing -----------------------===//

#include "lib/ir/listing_locations.h"

#include "lib/ir/strings.h"

#include "mlir-c/BuiltinAttributes.h"

#include "lib/base/banned.h"

MlirLocation tracemarkLocationRecord(MlirLocation line, MlirLocation former,
                                     const char *key, MlirAttribute value) {
  MlirContext context = mlirLocationGetContext(line);
  MlirNamedAttribute entries[] = {
      mlirNamedAttributeGet(
          mlirIdentifierGet(context,
                            tracemarkStringFrom(TRACEMARK_ATTRIBUTE_FROM)),
          mlirLocationGetAttribute(former)),
      mlirNamedAttributeGet(
          mlirIdentifierGet(context, tracemarkStringFrom(key)), value)};
  return mlirLocationFusedGet(context, 1, &line,
                              mlirDictionaryAttrGet(context, 2, entries));
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

MlirLocation tracemarkLocationFormer(MlirLocation location) {
  MlirAttribute from =
      tracemarkLocationMetadata(location, TRACEMARK_ATTRIBUTE_FROM);
  if (mlirAttributeIsNull(from) || !mlirAttributeIsALocation(from))
    return (MlirLocation){NULL};
  return mlirLocationFromAttribute(from);
}

static bool isTopModule(MlirOperation operation) {
  return mlirOperationIsNull(mlirOperationGetParentOperation(operation)) &&
         tracemarkOperationIs(operation, "builtin.module");
}

/// What every location of one listing shares, and what was made last: block
/// arguments share their place, what the parser left unknown its former
/// location, and making an attribute costs as much as printing a short line.
typedef struct Target {
  const TracemarkListingPlan *plan;
  MlirContext context;
  MlirStringRef file;
  MlirIdentifier from;
  MlirNamedAttribute stage;
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
        mlirLocationFileLineColGet(target->context, target->file, line, column);
    target->made.ptr = NULL;
  }
  if (target->former.ptr != former.ptr) {
    target->former = former;
    // In the order of their names, so that no dictionary has to be sorted.
    MlirNamedAttribute entries[] = {
        mlirNamedAttributeGet(target->from, mlirLocationGetAttribute(former)),
        target->stage};
    target->metadata = mlirDictionaryAttrGet(target->context, 2, entries);
    target->made.ptr = NULL;
  }
  if (mlirLocationIsNull(target->made))
    target->made = mlirLocationFusedGet(target->context, 1, &target->position,
                                        target->metadata);
  return target->made;
}

/// Receives every location of a unit once, with the place in the text.
typedef void (*OperationVisitor)(Target *, const TracemarkListedOperation *);
typedef void (*ArgumentVisitor)(Target *, MlirValue,
                                const TracemarkListedOperation *place);

static void visitArguments(Target *target, MlirBlock block,
                           const TracemarkListedOperation *place,
                           ArgumentVisitor visitor) {
  intptr_t count = mlirBlockGetNumArguments(block);
  for (intptr_t i = 0; i < count; ++i)
    visitor(target, mlirBlockGetArgument(block, i), place);
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
static void visitEmptyBlocks(Target *target,
                             const TracemarkListedOperation *parent,
                             ArgumentVisitor visitor) {
  intptr_t regions = mlirOperationGetNumRegions(parent->operation);
  for (intptr_t i = 0; i < regions; ++i) {
    MlirRegion region = mlirOperationGetRegion(parent->operation, i);
    for (MlirBlock block = mlirRegionGetFirstBlock(region);
         !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
      if (mlirOperationIsNull(mlirBlockGetFirstOperation(block)))
        visitArguments(target, block, parent, visitor);
  }
}

static void visitLocations(Target *target, OperationVisitor visitOperation,
                           ArgumentVisitor visitArgument) {
  const TracemarkListingPlan *plan = target->plan;
  const TracemarkListedOperation *items = plan->operations.items;
  for (size_t i = 0; i < plan->operations.count; ++i) {
    const TracemarkListedOperation *item = &items[i];
    if (i > 0 || !isTopModule(item->operation))
      visitOperation(target, item);
    visitEmptyBlocks(target, item, visitArgument);
    if (i == 0)
      continue;
    MlirBlock block = mlirOperationGetBlock(item->operation);
    if (mlirBlockGetFirstOperation(block).ptr == item->operation.ptr)
      visitArguments(target, block,
                     hasLabel(plan, item) ? item : &items[item->parent],
                     visitArgument);
  }
}

static void repointOperation(Target *target,
                             const TracemarkListedOperation *item) {
  mlirOperationSetLocation(item->operation,
                           repoint(target,
                                   mlirOperationGetLocation(item->operation),
                                   item->line, item->column));
}

static void repointArgument(Target *target, MlirValue argument,
                            const TracemarkListedOperation *place) {
  mlirBlockArgumentSetLocation(argument,
                               repoint(target, mlirValueGetLocation(argument),
                                       place->line, place->column));
}

void tracemarkListingRepoint(const TracemarkListingPlan *plan,
                             MlirStringRef file, MlirStringRef stage) {
  MlirContext context =
      mlirOperationGetContext(plan->operations.items[0].operation);
  Target target = {
      .plan = plan,
      .context = context,
      .file = file,
      .from = mlirIdentifierGet(context,
                                tracemarkStringFrom(TRACEMARK_ATTRIBUTE_FROM)),
      .stage = mlirNamedAttributeGet(
          mlirIdentifierGet(context,
                            tracemarkStringFrom(TRACEMARK_ATTRIBUTE_STAGE)),
          mlirStringAttrGet(context, stage))};
  visitLocations(&target, repointOperation, repointArgument);
}

static void restoreOperation(Target *target,
                             const TracemarkListedOperation *item) {
  mlirOperationSetLocation(
      item->operation,
      tracemarkLocationFormer(mlirOperationGetLocation(item->operation)));
}

static void restoreArgument(Target *target, MlirValue argument,
                            const TracemarkListedOperation *place) {
  mlirBlockArgumentSetLocation(
      argument, tracemarkLocationFormer(mlirValueGetLocation(argument)));
}

void tracemarkListingRestore(const TracemarkListingPlan *plan) {
  Target target = {.plan = plan};
  visitLocations(&target, restoreOperation, restoreArgument);
}
