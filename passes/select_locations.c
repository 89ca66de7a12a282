//===- select_locations.c - one line per operation for debug info ---------===//
//
// tracemark-select-locations makes every location fit for debug info: one line
// of one stage, where the other stages stay recorded behind it.
//
//   llvm.func @f() {
//     %0 = llvm.fadd %a, %b : f32 loc(fused[
//            fused<loc("model.py":7:3)>["listings/s/f.mlir":2:3],
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
// already; the locations kept inside, so that another stage can be selected
// later. On a top-level module it also sets the compile directory.
//
// HOW IT WORKS
// lib/ir/location_lines.h finds the line of a location. What was unchanged at
// the stage has the line of the last stage before it. An operation without
// one takes the line of the operation before it in its block, the first that of
// the operation around the block; of an inlined one it takes the call's line,
// and in a function with a listing no line of another listing. A symbol takes
// the first line inside it, as its neighbours are other functions, and else
// line 1 of the input. A call site stays one if its outermost caller is in the
// file of the function (debug info has no other file for it), else its callee's
// line is shown. Linear: one walk, each distinct location is looked into once.
//
//===----------------------------------------------------------------------===//

#include "lib/ir/listing.h"
#include "lib/ir/location_selection.h"
#include "lib/ir/recorded_stages.h"
#include "lib/ir/strings.h"
#include "tracemark/pass.h"

#include "lib/base/banned.h"

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

static bool hasBlocks(MlirOperation operation) {
  intptr_t regions = mlirOperationGetNumRegions(operation);
  for (intptr_t i = 0; i < regions; ++i)
    if (!mlirBlockIsNull(
            mlirRegionGetFirstBlock(mlirOperationGetRegion(operation, i))))
      return true;
  return false;
}

/// Emits an error if nothing in `operation` has recorded the stage.
static MlirLogicalResult checkStage(TracemarkSelection *selection,
                                    MlirOperation operation) {
  if (tracemarkSelectionFinds(selection, operation) || !hasBlocks(operation))
    return mlirLogicalResultSuccess();
  return tracemarkOperationEmitNoStage(operation, selection->lines.stage);
}

static MlirLocation show(MlirLocation location, MlirLocation line,
                         void *userData) {
  return tracemarkLocationSelect(tracemarkLocationUnselect(location), line);
}

enum { OPTION_STAGE, OPTION_COUNT };

static MlirLogicalResult run(MlirOperation operation,
                             const TracemarkOptionValue *options,
                             void *shared) {
  (void)shared;
  TracemarkSelection selection = {.fallback = makeFallback(operation),
                                  .show = show};
  tracemarkSelectionInit(&selection, options[OPTION_STAGE].string);
  MlirLogicalResult result = mlirLogicalResultSuccess();
  if (selection.lines.mode == TRACEMARK_LINES_STAGE)
    result = checkStage(&selection, operation);
  if (mlirLogicalResultIsSuccess(result)) {
    tracemarkSelectionApply(&selection, operation);
    tracemarkListingSetCompileDirectory(operation, mlirStringRefCreate("", 0));
  }
  tracemarkSelectionDestroy(&selection);
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
