//===- source_listing.c - the listing at this place of a pipeline ---------===//
//
// tracemark-source-listing writes the text of the operation it runs on to a
// file, and makes that file the source that debug info shows.
//
//   func.func @f(%a: f32) -> f32 {
//     %0 = arith.addf %a, %a : f32 loc("model.py":7:3)
//     return %0 : f32 loc("model.py":8:3)
//   } loc("model.py":6:1)
// becomes, with stage=fused, and the text in listings/fused/f.mlir:
//     %0 = arith.addf %a, %a : f32
//       loc(fused<{tracemark.from = loc("model.py":7:3),
//                  tracemark.stage = "fused"}>["listings/fused/f.mlir":2:3])
//
// Option             Default                   Meaning
// to                 listings                  folder, made if it is missing
// stage              tracemark-source-listing  label: sub-folder and recorded
//                                              name; give one to each of two
// elide-larger-than  16                        elements of constants printed
//
// Diagnostics: an error if the folder or a file cannot be written; the IR is
// unchanged then.
//
// Never touches: anything but locations; declarations; a top-level module's
// own location, but for the compile directory. Nested in a module-level
// pipeline it may not change the module: tracemark-select-locations gives it
// the compile directory later.
//
// HOW IT WORKS
// lib/ir/listing.h does all of it: one print with positions, one walk, one
// location per operation and block argument. Linear in operations and text.
//
//===----------------------------------------------------------------------===//

#include "lib/ir/diagnostics.h"
#include "lib/ir/listing.h"
#include "tracemark/pass.h"

#include "lib/base/banned.h"

enum { OPTION_TO, OPTION_STAGE, OPTION_ELIDE, OPTION_COUNT };

#define ARGUMENT "tracemark-source-listing"

static MlirLogicalResult initialize(MlirContext context,
                                    const TracemarkOptionValue *options) {
  MlirLocation location = mlirLocationUnknownGet(context);
  for (int i = OPTION_TO; i <= OPTION_STAGE; ++i)
    if (options[i].string.length == 0)
      return tracemarkEmitError(
          location, "'" ARGUMENT "' expects option '%s' to be not empty",
          i == OPTION_TO ? "to" : "stage");
  return tracemarkListingPrepareFolder(options[OPTION_TO].string, location);
}

static MlirLogicalResult run(MlirOperation operation,
                             const TracemarkOptionValue *options) {
  TracemarkListingOptions listing = {
      .folder = options[OPTION_TO].string,
      .stage = options[OPTION_STAGE].string,
      .argument = mlirStringRefCreateFromCString(ARGUMENT),
      .occurrence = 1,
      .elideLargerThan = options[OPTION_ELIDE].integer};
  if (mlirLogicalResultIsFailure(tracemarkListingWrite(operation, &listing)))
    return mlirLogicalResultFailure();
  tracemarkListingSetCompileDirectory(operation);
  return mlirLogicalResultSuccess();
}

static const TracemarkOptionDescriptor optionTable[OPTION_COUNT] = {
    [OPTION_TO] = {.name = "to",
                   .help = "folder of the listings",
                   .kind = TRACEMARK_OPTION_STRING,
                   .defaultString = "listings"},
    [OPTION_STAGE] = {.name = "stage",
                      .help = "label of the listings",
                      .kind = TRACEMARK_OPTION_STRING,
                      .defaultString = ARGUMENT},
    [OPTION_ELIDE] = {.name = "elide-larger-than",
                      .help = "elide constants of more elements",
                      .kind = TRACEMARK_OPTION_INTEGER,
                      .defaultInteger = TRACEMARK_LISTING_ELIDE_LARGER_THAN,
                      .minimum = 0,
                      .maximum = INT64_MAX},
};

extern const TracemarkPassDescriptor tracemarkPassSourceListing;
const TracemarkPassDescriptor tracemarkPassSourceListing = {
    .argument = ARGUMENT,
    .name = "TracemarkSourceListing",
    .description = "write a listing and make it what debug info shows",
    .options = optionTable,
    .optionCount = OPTION_COUNT,
    .initialize = initialize,
    .run = run,
};
