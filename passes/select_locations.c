//===- select_locations.c - one line per operation for debug info ---------===//
//
// tracemark-select-locations makes every location fit for debug info: one line
// of one stage, where the other stages stay recorded behind it.
//
//   llvm.func @f() {
//     %0 = llvm.fadd %a, %b : f32 loc(fused[
//            fused<{tracemark.from = loc("model.py":7:3),
//                   tracemark.stage = "s"}>["listings/s/f.mlir":2:3],
//            "model.py":9:3])                 // two lines: line 0 in DWARF
//     %1 = llvm.fmul %0, %b : f32 loc(unknown)            // no line at all
// becomes
//     %0 = ... loc(fused<{tracemark.from = <all of the above>,
//                         tracemark.selected = 0 :
//                         i32}>["listings/s/f.mlir":2:3])
//     %1 = ... loc(fused<{tracemark.from = loc(unknown),
//                         tracemark.selected = 0 :
//                         i32}>["listings/s/f.mlir":2:3])
//
// Option  Default  Meaning
// stage   latest   what to show: `latest` the stage recorded last, `original`
//                  what was there before any, or the label of a stage
//
// Diagnostics: an error if no location has recorded the stage that is asked
// for, with the labels that exist; the IR is unchanged then.
//
// Never touches: anything but locations; a location that shows the right line
// already; what tracemark.from keeps, so that another stage can be selected
// later. On a top-level module it also sets the compile directory.
//
// HOW IT WORKS
// lib/ir/location_lines.h finds the line of a location. An operation without
// one takes the line of the operation before it in its block, the first that of
// the operation around the block; of an inlined one it takes the call's line,
// and in a function with a listing no line of another listing. A symbol takes
// the first line inside it, as its neighbours are other functions, and else
// line 1 of the input. A call site stays one if its outermost caller is in the
// file of the function (debug info has no other file for it), else its callee's
// line is shown. Linear: one walk, each distinct location is looked into once.
//
//===----------------------------------------------------------------------===//

#include "lib/ir/diagnostics.h"
#include "lib/ir/listing.h"
#include "lib/ir/location_lines.h"
#include "lib/ir/strings.h"
#include "tracemark/pass.h"

#include "lib/base/banned.h"

typedef struct Selection {
  TracemarkLines lines;
  MlirLocation fallback; // line 1 of the input
} Selection;

static bool isSymbol(MlirOperation operation) {
  return tracemarkOperationSymbol(operation).data != NULL;
}

typedef struct Search {
  Selection *selection;
  MlirLocation found;
} Search;

static MlirWalkResult findFirst(MlirOperation operation, void *userData) {
  Search *search = userData;
  search->found = tracemarkLinesFind(&search->selection->lines,
                                     mlirOperationGetLocation(operation));
  return mlirLocationIsNull(search->found) ? MlirWalkResultAdvance
                                           : MlirWalkResultInterrupt;
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
static MlirLocation findNear(Selection *selection, MlirLocation line,
                             MlirLocation near, MlirLocation function) {
  line = tracemarkLineOutermost(line);
  bool isForeign = !mlirLocationIsNull(function) &&
                   tracemarkLinesIsListed(&selection->lines, function) &&
                   tracemarkLinesIsListed(&selection->lines, line) &&
                   !isOfFunction(line, function);
  return isForeign ? near : line;
}

/// The line of an operation; `near` is that of the one before or around it.
static MlirLocation findLine(Selection *selection, MlirOperation operation,
                             MlirLocation near, MlirLocation function) {
  MlirLocation line = tracemarkLinesFind(&selection->lines,
                                         mlirOperationGetLocation(operation));
  if (isSymbol(operation)) {
    Search search = {selection, line};
    if (mlirLocationIsNull(line))
      mlirOperationWalk(operation, findFirst, &search, MlirWalkPreOrder);
    line =
        mlirLocationIsNull(search.found) ? selection->fallback : search.found;
    return tracemarkLineInnermost(line);
  }
  if (mlirLocationIsNull(line))
    return near;
  return isOfFunction(line, function) ? line : tracemarkLineInnermost(line);
}

static MlirLocation select(MlirLocation location, MlirLocation line) {
  return tracemarkLocationSelect(tracemarkLocationUnselect(location), line);
}

static void selectArguments(Selection *selection, MlirBlock block,
                            MlirLocation near) {
  intptr_t count = mlirBlockGetNumArguments(block);
  for (intptr_t i = 0; i < count; ++i) {
    MlirValue argument = mlirBlockGetArgument(block, i);
    MlirLocation location = mlirValueGetLocation(argument);
    MlirLocation line = tracemarkLinesFind(&selection->lines, location);
    line = mlirLocationIsNull(line) ? near : tracemarkLineInnermost(line);
    mlirBlockArgumentSetLocation(argument, select(location, line));
  }
}

/// Selects for all that is inside of `operation`; what has no line there takes
/// `around`.
static void selectNested(Selection *selection, MlirOperation operation,
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
        MlirLocation line = findLine(selection, nested, near, function);
        MlirLocation inner = isSymbol(nested) ? line : function;
        near = findNear(selection, line, near, inner);
        mlirOperationSetLocation(
            nested, select(mlirOperationGetLocation(nested), line));
        selectNested(selection, nested, near, inner);
      }
    }
  }
}

/// Line 1 of what was compiled: for a function that has no line at all.
static MlirLocation makeFallback(MlirOperation operation) {
  MlirOperation top = operation;
  for (MlirOperation at = top; !mlirOperationIsNull(at);
       at = mlirOperationGetParentOperation(at))
    top = at;
  MlirLocation file = tracemarkLocationFindInput(mlirOperationGetLocation(top));
  MlirStringRef name =
      mlirLocationIsNull(file)
          ? tracemarkStringFrom("<unknown>")
          : mlirIdentifierStr(mlirLocationFileLineColRangeGetFilename(file));
  return mlirLocationFileLineColGet(mlirOperationGetContext(operation), name, 1,
                                    1);
}

typedef struct Stages {
  TracemarkArena *arena;
  TracemarkPointerMap seen;
  TracemarkStringBuffer labels;
} Stages;

static MlirWalkResult collectStages(MlirOperation operation, void *userData) {
  Stages *stages = userData;
  tracemarkLocationAppendStages(mlirOperationGetLocation(operation),
                                stages->arena, &stages->seen, &stages->labels);
  return MlirWalkResultAdvance;
}

static bool hasBlocks(MlirOperation operation) {
  intptr_t regions = mlirOperationGetNumRegions(operation);
  for (intptr_t i = 0; i < regions; ++i)
    if (!mlirBlockIsNull(
            mlirRegionGetFirstBlock(mlirOperationGetRegion(operation, i))))
      return true;
  return false;
}

/// Emits an error if nothing in `operation` has recorded the stage.
static MlirLogicalResult checkStage(Selection *selection,
                                    MlirOperation operation) {
  Search search = {selection, {NULL}};
  mlirOperationWalk(operation, findFirst, &search, MlirWalkPreOrder);
  if (!mlirLocationIsNull(search.found) || !hasBlocks(operation))
    return mlirLogicalResultSuccess();
  Stages stages = {.arena = &selection->lines.arena};
  mlirOperationWalk(operation, collectStages, &stages, MlirWalkPreOrder);
  MlirStringRef stage = selection->lines.stage;
  MlirLogicalResult result = tracemarkEmitError(
      mlirOperationGetLocation(operation),
      "no location has recorded the stage '%.*s'; recorded: %s",
      (int)stage.length, stage.data,
      stages.labels.length ? stages.labels.data : "none");
  tracemarkStringBufferDestroy(&stages.labels);
  return result;
}

static bool isTopModule(MlirOperation operation) {
  return mlirOperationIsNull(mlirOperationGetParentOperation(operation)) &&
         tracemarkOperationIs(operation, "builtin.module");
}

enum { OPTION_STAGE, OPTION_COUNT };

static MlirLogicalResult run(MlirOperation operation,
                             const TracemarkOptionValue *options) {
  Selection selection = {.lines = {.stage = options[OPTION_STAGE].string},
                         .fallback = makeFallback(operation)};
  selection.lines.mode = tracemarkStringIs(selection.lines.stage, "latest")
                             ? TRACEMARK_LINES_LATEST
                         : tracemarkStringIs(selection.lines.stage, "original")
                             ? TRACEMARK_LINES_ORIGINAL
                             : TRACEMARK_LINES_STAGE;
  MlirLogicalResult result = mlirLogicalResultSuccess();
  if (selection.lines.mode == TRACEMARK_LINES_STAGE)
    result = checkStage(&selection, operation);
  if (mlirLogicalResultIsSuccess(result)) {
    MlirLocation none = {NULL};
    MlirLocation line =
        findLine(&selection, operation, selection.fallback, none);
    selectNested(&selection, operation, line,
                 isTopModule(operation) ? none : line);
    if (!isTopModule(operation))
      mlirOperationSetLocation(
          operation, select(mlirOperationGetLocation(operation), line));
    tracemarkListingSetCompileDirectory(operation, mlirStringRefCreate("", 0));
  }
  tracemarkLinesDestroy(&selection.lines);
  return result;
}

static const TracemarkOptionDescriptor optionTable[OPTION_COUNT] = {
    [OPTION_STAGE] = {.name = "stage",
                      .help = "'latest', 'original', or the label of a stage",
                      .kind = TRACEMARK_OPTION_STRING,
                      .defaultString = "latest",
                      .notEmpty = true},
};

extern const TracemarkPassDescriptor tracemarkPassSelectLocations;
const TracemarkPassDescriptor tracemarkPassSelectLocations = {
    .argument = "tracemark-select-locations",
    .name = "TracemarkSelectLocations",
    .description = "make every location fit for debug info, with one line",
    .options = optionTable,
    .optionCount = OPTION_COUNT,
    .run = run,
};
