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
//       loc(fused<loc("model.py":7:3)>["listings/fused/f.mlir":2:3])
//
// Option             Default                   Meaning
// to                 listings                  folder, made if it is missing
// stage              tracemark-source-listing  label: sub-folder and recorded
//                                              name; give one to each of two
// elide-larger-than  16                        elements of constants printed
// locations          fuse                      as above; `replace`: the line
//                                              alone; `keep`: as they were
// debug-info         latest                    stage that locations show: this
//                                              one, `original`, or a label
// strict             false                     fail if a file cannot be written
// scope              auto                      entry, module: one file for each
//                                              entry point and one for the
//                                              rest, or one; auto is entry
// only                                         globs as in fnmatch(3), joined
//                                              with commas: the entry points
//                                              (by symbol, or path joined with
//                                              dots) that get a listing
// check              false                     parse each file back, and write
//                                              it in generic form if it does
//                                              not parse in custom form
// An operation with another one around it has one file, whatever the scope.
//
// Diagnostics: one warning (with `strict` an error) if the folder or a file
// cannot be written, and none for the next files; what they would have shown is
// unchanged. An error for scope=module on an operation with another one around
// it, and together with `only`. A remark on globs that match no entry point of
// a whole module.
//
// Never touches: anything but locations; declarations; functions that have
// debug info; a top-level module's own location, but for the compile directory.
// Nested in a module-level pipeline it may not change the module:
// tracemark-select-locations gives it the compile directory later.
//
// HOW IT WORKS
// lib/ir/listing.h does all of it: one print with positions, one walk, one
// location per operation and block argument. While the rest of a module is
// printed the bodies of its entry points are set aside. Linear in operations
// and text.
//
//===----------------------------------------------------------------------===//

#include "lib/ir/diagnostics.h"
#include "lib/ir/listing.h"
#include "tracemark/pass.h"

#include <stdatomic.h>

#include "lib/base/banned.h"

#define ARGUMENT "tracemark-source-listing"

/// Of a listing that cannot be written the user is told in any case.
static MlirLogicalResult resultOf(MlirLogicalResult written,
                                  const TracemarkListingSettings *settings) {
  return settings->strict ? written : mlirLogicalResultSuccess();
}

/// What the pass and its copies share.
typedef struct Shared {
  atomic_bool failed; // something could not be written, which was said
} Shared;

static MlirLogicalResult initialize(MlirContext context,
                                    const TracemarkOptionValue *options,
                                    void *userData) {
  Shared *shared = userData;
  MlirLocation location = mlirLocationUnknownGet(context);
  TracemarkListingSettings settings;
  tracemarkListingSettingsFromPass(&settings, options);
  TracemarkOptionValue value;
  TracemarkStringBuffer problem = {0};
  MlirLogicalResult result = mlirLogicalResultSuccess();
  if (!tracemarkListingSettingParse(TRACEMARK_LISTING_PREFIX_MAP,
                                    settings.prefixMap, &value, &problem))
    result =
        tracemarkEmitError(location, "'" ARGUMENT "' option 'prefix-map' %s",
                           tracemarkStringBufferText(&problem));
  tracemarkStringBufferDestroy(&problem);
  if (mlirLogicalResultIsSuccess(result))
    result = tracemarkListingSettingsCheck(&settings, location);
  if (mlirLogicalResultIsFailure(result))
    return result;
  MlirLogicalResult ready = tracemarkListingPrepareFolder(&settings, location);
  if (mlirLogicalResultIsFailure(ready))
    atomic_store(&shared->failed, true);
  return resultOf(ready, &settings);
}

/// Says which globs have matched nothing, where all entry points were seen.
static void remarkUnmatched(TracemarkListingSelection *only,
                            MlirOperation operation) {
  TracemarkStringBuffer text = {0};
  tracemarkListingSelectionAppendUnmatched(only, &text);
  if (text.length &&
      mlirOperationIsNull(mlirOperationGetParentOperation(operation)))
    tracemarkEmitRemark(mlirOperationGetLocation(operation),
                        "no entry point for a listing matches %s", text.data);
  tracemarkStringBufferDestroy(&text);
}

static MlirLogicalResult writeSelected(MlirOperation operation,
                                       const TracemarkListingSettings *settings,
                                       TracemarkListingSelection *only,
                                       Shared *shared) {
  if (!tracemarkListingSelectionAdd(only, settings->only))
    return tracemarkEmitError(mlirOperationGetLocation(operation),
                              "out of memory for the option 'only'");
  TracemarkListingOptions listing = {
      .settings = settings,
      .stage = settings->stage,
      .argument = mlirStringRefCreateFromCString(ARGUMENT),
      .occurrence = 1,
      .only = only,
      .failedBefore = settings->strict ? NULL : &shared->failed};
  MlirLogicalResult checked = tracemarkListingCheck(operation, &listing);
  if (mlirLogicalResultIsFailure(checked))
    return checked;
  MlirLogicalResult written = tracemarkListingWrite(operation, &listing);
  if (mlirLogicalResultIsSuccess(written)) {
    remarkUnmatched(only, operation);
    if (settings->locations != TRACEMARK_LISTING_LOCATIONS_KEEP)
      tracemarkListingSetCompileDirectory(operation, settings->prefixMap);
  }
  return resultOf(written, settings);
}

static MlirLogicalResult run(MlirOperation operation,
                             const TracemarkOptionValue *options,
                             void *shared) {
  TracemarkListingSettings settings;
  tracemarkListingSettingsFromPass(&settings, options);
  TracemarkListingSelection only = {0};
  MlirLogicalResult result = writeSelected(operation, &settings, &only, shared);
  tracemarkListingSelectionDestroy(&only);
  return result;
}

extern const TracemarkPassDescriptor tracemarkPassSourceListing;
const TracemarkPassDescriptor tracemarkPassSourceListing = {
    .argument = ARGUMENT,
    .name = "TracemarkSourceListing",
    .description = "write a listing and make it what debug info shows",
    .locationsOnly = true,
    .options = tracemarkListingOptions,
    .optionCount = TRACEMARK_LISTING_PASS_OPTION_COUNT,
    .sharedSize = sizeof(Shared),
    .initialize = initialize,
    .run = run,
};
