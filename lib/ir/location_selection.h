//===- location_selection.h - one line per operation ------------*- C -*-===//
//
// Chooses the line of one recorded stage for every operation and block argument
// inside an operation; what was not there at that stage takes a neighbour's.
// What becomes of a location with its line is the caller's: a pass makes it fit
// for debug info, the listing writer keeps another stage than its own in front.
//
//   TracemarkSelection selection = {.show = show};
//   tracemarkSelectionInit(&selection, stage);
//   if (tracemarkSelectionFinds(&selection, operation))
//     tracemarkSelectionApply(&selection, operation);
//   tracemarkSelectionDestroy(&selection);
//
// Threads: reads and changes `operation` and what is inside of it.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_LOCATION_SELECTION_H
#define TRACEMARK_LIB_IR_LOCATION_SELECTION_H

#include "lib/ir/location_lines.h"

typedef struct TracemarkSelection {
  TracemarkLines lines;
  /// Line of a symbol that has none, nor anything in it; null: it and what has
  /// no line in it stay as they are.
  MlirLocation fallback;
  /// Functions with debug info, and what is in them, stay as they are.
  bool sparesSettled;
  /// Returns a location that shows `line`.
  MlirLocation (*show)(MlirLocation location, MlirLocation line,
                       void *userData);
  void *userData; // of `show`
} TracemarkSelection;

/// Sets what to look for: `latest` for the stage recorded last, `original` for
/// what was there before any, or the label of a stage, which must outlive the
/// selection.
void tracemarkSelectionInit(TracemarkSelection *selection, MlirStringRef stage);
void tracemarkSelectionDestroy(TracemarkSelection *selection);

/// Tells whether `operation` or anything in it has a line. Comes first: from
/// all of the locations it is seen which stage was before which.
bool tracemarkSelectionFinds(TracemarkSelection *selection,
                             MlirOperation operation);

/// Shows the chosen line everywhere in `operation`, and on itself unless it is
/// a top-level module. Linear.
void tracemarkSelectionApply(TracemarkSelection *selection,
                             MlirOperation operation);

#endif // TRACEMARK_LIB_IR_LOCATION_SELECTION_H
