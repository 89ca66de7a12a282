//===- location_selection.c - one line per operation ----------------------===//

#include "lib/ir/location_selection.h"

#include "lib/ir/listing_locations.h"
#include "lib/ir/operations.h"
#include "lib/ir/strings.h"

#include "lib/base/banned.h"

void tracemarkSelectionInit(TracemarkSelection *selection,
                            MlirStringRef stage) {
  selection->lines.stage = stage;
  selection->lines.mode =
      tracemarkStringIs(stage, "latest")     ? TRACEMARK_LINES_LATEST
      : tracemarkStringIs(stage, "original") ? TRACEMARK_LINES_ORIGINAL
                                             : TRACEMARK_LINES_STAGE;
}

void tracemarkSelectionDestroy(TracemarkSelection *selection) {
  tracemarkLinesDestroy(&selection->lines);
}

static bool isSymbol(MlirOperation operation) {
  return tracemarkOperationSymbol(operation).data != NULL;
}

typedef struct Search {
  TracemarkSelection *selection;
  MlirLocation found;
} Search;

static MlirWalkResult findFirst(MlirOperation operation, void *userData) {
  Search *search = userData;
  search->found = tracemarkLinesFind(&search->selection->lines,
                                     mlirOperationGetLocation(operation));
  return mlirLocationIsNull(search->found) ? MlirWalkResultAdvance
                                           : MlirWalkResultInterrupt;
}

static bool noteOrderOfArgument(MlirValue argument, void *userData) {
  TracemarkLines *lines = userData;
  tracemarkLinesNoteOrder(lines, mlirValueGetLocation(argument));
  return true;
}

static MlirWalkResult noteOrder(MlirOperation operation, void *userData) {
  TracemarkLines *lines = userData;
  tracemarkLinesNoteOrder(lines, mlirOperationGetLocation(operation));
  (void)tracemarkOperationForEachArgument(operation, noteOrderOfArgument,
                                          lines);
  return MlirWalkResultAdvance;
}

/// Of what is around the operation too: the stages that it is in may be
/// recorded there.
static void noteOrders(TracemarkSelection *selection, MlirOperation operation) {
  if (selection->lines.mode != TRACEMARK_LINES_STAGE)
    return;
  for (MlirOperation at = mlirOperationGetParentOperation(operation);
       !mlirOperationIsNull(at); at = mlirOperationGetParentOperation(at))
    tracemarkLinesNoteOrder(&selection->lines, mlirOperationGetLocation(at));
  mlirOperationWalk(operation, noteOrder, &selection->lines, MlirWalkPreOrder);
}

bool tracemarkSelectionFinds(TracemarkSelection *selection,
                             MlirOperation operation) {
  noteOrders(selection, operation);
  Search search = {selection, {NULL}};
  mlirOperationWalk(operation, findFirst, &search, MlirWalkPreOrder);
  return !mlirLocationIsNull(search.found);
}

static MlirLocation innermost(MlirLocation line) {
  return mlirLocationIsNull(line) ? line : tracemarkLineInnermost(line);
}

static MlirLocation show(const TracemarkSelection *selection,
                         MlirLocation location, MlirLocation line) {
  return mlirLocationIsNull(line)
             ? location
             : selection->show(location, line, selection->userData);
}

/// Whether debug info of a function can show `line` as it is; `function` is the
/// line of the nearest symbol around, or null.
static bool isOfFunction(MlirLocation line, MlirLocation function) {
  return !mlirLocationIsNull(function) &&
         mlirIdentifierEqual(tracemarkLineFile(line),
                             tracemarkLineFile(function));
}

/// The line for operations without one behind or inside of an operation whose
/// line is `line`, which is the call's for one that was inlined. `near` is what
/// they would take without that operation.
static MlirLocation findNear(TracemarkSelection *selection, MlirLocation line,
                             MlirLocation near, MlirLocation function) {
  if (mlirLocationIsNull(line))
    return near;
  line = tracemarkLineOutermost(line);
  bool isForeign = !mlirLocationIsNull(function) &&
                   tracemarkLinesIsListed(&selection->lines, function) &&
                   tracemarkLinesIsListed(&selection->lines, line) &&
                   !isOfFunction(line, function);
  return isForeign ? near : line;
}

/// The line of an operation; `near` is that of the one before or around it.
static MlirLocation findLine(TracemarkSelection *selection,
                             MlirOperation operation, MlirLocation near,
                             MlirLocation function) {
  MlirLocation line = tracemarkLinesFind(&selection->lines,
                                         mlirOperationGetLocation(operation));
  if (isSymbol(operation)) {
    Search search = {selection, line};
    if (mlirLocationIsNull(line))
      mlirOperationWalk(operation, findFirst, &search, MlirWalkPreOrder);
    line =
        mlirLocationIsNull(search.found) ? selection->fallback : search.found;
    return innermost(line);
  }
  if (mlirLocationIsNull(line))
    return near;
  return isOfFunction(line, function) ? line : tracemarkLineInnermost(line);
}

static void selectArguments(TracemarkSelection *selection, MlirBlock block,
                            MlirLocation near) {
  intptr_t count = mlirBlockGetNumArguments(block);
  for (intptr_t i = 0; i < count; ++i) {
    MlirValue argument = mlirBlockGetArgument(block, i);
    MlirLocation location = mlirValueGetLocation(argument);
    MlirLocation line = tracemarkLinesFind(&selection->lines, location);
    line = mlirLocationIsNull(line) ? near : tracemarkLineInnermost(line);
    mlirBlockArgumentSetLocation(argument, show(selection, location, line));
  }
}

static bool isSpared(const TracemarkSelection *selection,
                     MlirOperation operation) {
  return selection->sparesSettled &&
         tracemarkLocationHasScope(mlirOperationGetLocation(operation));
}

/// Selects for all that is inside of `operation`; what has no line there takes
/// `around`.
static void selectNested(TracemarkSelection *selection, MlirOperation operation,
                         MlirLocation around, MlirLocation function) {
  intptr_t regions = mlirOperationGetNumRegions(operation);
  for (intptr_t i = 0; i < regions; ++i) {
    MlirRegion region = mlirOperationGetRegion(operation, i);
    for (MlirBlock block = mlirRegionGetFirstBlock(region);
         !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block)) {
      MlirLocation near = around;
      selectArguments(selection, block, near);
      for (MlirOperation nested = mlirBlockGetFirstOperation(block);
           !mlirOperationIsNull(nested);
           nested = mlirOperationGetNextInBlock(nested)) {
        if (isSpared(selection, nested))
          continue;
        MlirLocation line = findLine(selection, nested, near, function);
        MlirLocation inner = isSymbol(nested) ? line : function;
        near = findNear(selection, line, near, inner);
        MlirLocation location = mlirOperationGetLocation(nested);
        mlirOperationSetLocation(nested, show(selection, location, line));
        selectNested(selection, nested, mlirLocationIsNull(line) ? line : near,
                     inner);
      }
    }
  }
}

static bool isTopModule(MlirOperation operation) {
  return mlirOperationIsNull(mlirOperationGetParentOperation(operation)) &&
         tracemarkOperationIs(operation, "builtin.module");
}

void tracemarkSelectionApply(TracemarkSelection *selection,
                             MlirOperation operation) {
  if (isSpared(selection, operation))
    return;
  MlirLocation none = {NULL};
  MlirLocation line = findLine(selection, operation, selection->fallback, none);
  bool isTop = isTopModule(operation);
  selectNested(selection, operation, line, isTop ? none : line);
  if (!isTop)
    mlirOperationSetLocation(
        operation, show(selection, mlirOperationGetLocation(operation), line));
}
