//===- listing.h - the source listing of one operation ----------*- C -*-===//
//
// A listing is the text of one operation at one stage of a pipeline, as a
// file, with the locations of everything in it pointing to its lines of that
// file. The operation that a pass ran on (the unit) has one listing, or, if
// nothing is around it, one for each of its entry points and one for the rest.
// docs/manifest.md describes the folder.
//
// Threads: units of one module may be written at once. Only the unit and what
// is nested in it is read and changed, and the names of what encloses it read.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_LISTING_H
#define TRACEMARK_LIB_IR_LISTING_H

#include "lib/ir/listed_parts.h"
#include "lib/ir/listing_run.h"
#include "lib/ir/listing_selection.h"
#include "lib/ir/listing_settings.h"

#include "mlir-c/Support.h"

typedef struct TracemarkListingOptions {
  const TracemarkListingSettings *settings; // a relative folder stays relative
  MlirStringRef stage;    // label with occurrence: "canonicalize#2"
  MlirStringRef argument; // of the pass: "canonicalize"
  int64_t occurrence;     // from 1; no suffix in the label for the first
  MlirStringRef pipeline; // the pass with its options, as in a pipeline's text;
                          // data is NULL if that is not known
  TracemarkListingRun *run; // NULL: nothing is shared with other listings
  /// NULL, or what was listed before in this context: what is as it was then is
  /// not written again.
  TracemarkListedParts *parts;
  /// NULL, or the entry points that are listed: what the setting `only` says.
  TracemarkListingSelection *only;
  /// NULL, or a flag that the caller's listings share: the first failure is
  /// said and sets it, later ones are silent.
  atomic_bool *failedBefore;
} TracemarkListingOptions;

/// Emits that listings cannot do `what` ("write listing") at `path`: as an
/// error if the settings are strict, else as a warning. Returns failure.
MlirLogicalResult tracemarkListingEmitFailure(
    MlirLocation location, const TracemarkListingSettings *settings,
    const char *what, const char *path, TracemarkStatus status);

/// Makes the folder and finds out whether files can be written there. If not,
/// path and reason are emitted at `location`: as an error if the settings are
/// strict, else as a warning, and whoever called goes on without listings.
TRACEMARK_MUST_USE MlirLogicalResult tracemarkListingPrepareFolder(
    const TracemarkListingSettings *settings, MlirLocation location);

/// Emits an error if `unit` cannot be listed in the scope that the settings
/// want: of a nested operation the module around may have others in flight.
/// The run has to fail then, whether the settings are strict or not.
TRACEMARK_MUST_USE MlirLogicalResult tracemarkListingCheck(
    MlirOperation unit, const TracemarkListingOptions *options);

/// Writes each listing of `unit` as `<folder>/<stage>/<symbol path>.mlir`,
/// appends a record to `<folder>/manifest.jsonl`, then re-points the location
/// of every operation and block argument in it (but not that of a
/// top-level module, nor what is in a function with debug info) to
///   fused<<former>>["<file, as the prefix map gives it>":L:C]
/// (lib/ir/listing_locations.h has the other form), or with `locations` =
/// replace to the line alone. A unit without a nested operation (a declaration)
/// gets nothing. On failure path and reason were emitted (as by PrepareFolder),
/// no further listing is begun, and the locations of the one that failed are as
/// they were.
TRACEMARK_MUST_USE MlirLogicalResult tracemarkListingWrite(
    MlirOperation unit, const TracemarkListingOptions *options);

/// Gives a top-level module's location the working directory of the process,
/// as `fused<{tracemark.compile_directory, tracemark.from = <former>}>
/// ["<directory>/<input name>":L:C]`: DWARF takes its compile directory from
/// there, and debuggers then find relative listing paths from anywhere. No
/// effect on other operations or if it was done before. Must not run while
/// passes run on operations inside the module.
/// `prefixMap`: rules for the directory, as in the settings; may be empty.
void tracemarkListingSetCompileDirectory(MlirOperation topModule,
                                         MlirStringRef prefixMap);

/// Appends that directory: the working directory of the process as the rules
/// give it, "." for nothing. False if there is none, or when out of memory.
bool tracemarkListingAppendCompileDirectory(TracemarkStringBuffer *text,
                                            MlirStringRef prefixMap);

/// Returns the position in the input that a location begins at, as it was
/// before any listing and compile directory; null if it has none.
MlirLocation tracemarkLocationFindInput(MlirLocation location);

#endif // TRACEMARK_LIB_IR_LISTING_H
