//===- location_lines.h - the line that a location shows --------*- C -*-===//
//
// A location is a graph: fused ones of several children, call sites, names,
// and behind each recorded stage of a listing the former location. Debug info
// shows one line of it; here it is chosen which. Results are worked out once
// per location, however often it is shared. Not thread safe; one object per
// run of a pass.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_LOCATION_LINES_H
#define TRACEMARK_LIB_IR_LOCATION_LINES_H

#include "lib/base/pointer_map.h"

#include "mlir-c/IR.h"

typedef enum TracemarkLinesMode {
  TRACEMARK_LINES_LATEST,   // the stage recorded last, else the file's line
  TRACEMARK_LINES_ORIGINAL, // what was there before any stage
  TRACEMARK_LINES_STAGE,    // the stage of that label
} TracemarkLinesMode;

typedef struct TracemarkLines {
  TracemarkArena arena;
  TracemarkLinesMode mode;
  MlirStringRef stage;        // TRACEMARK_LINES_STAGE
  TracemarkPointerMap lines;  // location -> its line, or NULL
  TracemarkPointerMap depths; // location -> its depth + 1
  TracemarkPointerMap listed; // positions found that are lines of a listing
  /// Of NoteOrder: the labels of the stages before the wanted one, as
  /// identifiers; locations in which these were looked for; and locations ->
  /// whether the wanted one is recorded in them, + 1.
  TracemarkPointerMap earlier, former, ordered;
} TracemarkLines;

void tracemarkLinesDestroy(TracemarkLines *lines);

/// Notes which stages `location` has recorded before the wanted one. What a
/// stage left as it was records the stage on one operation only
/// (lib/ir/listing_unchanged.h): the others have the line of the last stage
/// before it that they have recorded. All locations of a program have to be
/// noted before the first line is looked for. No effect in another mode.
void tracemarkLinesNoteOrder(TracemarkLines *lines, MlirLocation location);

/// Returns what `location` shows: a position in a file with a line of 1 or
/// more, a call site of two such, or null. Of several children the one with
/// the longest chain of recorded stages is taken, and of equal ones the first.
MlirLocation tracemarkLinesFind(TracemarkLines *lines, MlirLocation location);

/// Whether a position that was found is a line of a listing.
bool tracemarkLinesIsListed(const TracemarkLines *lines, MlirLocation line);

/// Takes off what an earlier tracemarkLocationSelect put around a location.
MlirLocation tracemarkLocationUnselect(MlirLocation location);

/// Returns a location that shows `line` and keeps `former`:
///   fused<{tracemark.from = <former>, tracemark.selected = 0 : i32}>[line]
/// or `former` itself if it shows just that. For a call site the innermost
/// callee is recorded so, with the number of call sites around it.
MlirLocation tracemarkLocationSelect(MlirLocation former, MlirLocation line);

/// The callee's end of a chain of call sites; any other line as it is.
MlirLocation tracemarkLineInnermost(MlirLocation line);

/// The caller's end; any other line as it is.
MlirLocation tracemarkLineOutermost(MlirLocation line);

/// The file of a line, of the outermost caller for a call site.
MlirIdentifier tracemarkLineFile(MlirLocation line);

/// Receives the label of a recorded stage and its line, which is null if
/// something else than the listing writer made the location; or a line that is
/// of no stage, with a label whose data is NULL.
typedef void (*TracemarkStageVisitor)(MlirStringRef label, MlirLocation line,
                                      void *userData);

/// Calls `visit` for every stage recorded in `location`, earlier ones first,
/// and for every line outside of them. What `seen` holds was visited before; it
/// starts empty. False when out of memory.
TRACEMARK_MUST_USE bool
tracemarkLocationForEachStage(MlirLocation location, TracemarkArena *arena,
                              TracemarkPointerMap *seen,
                              TracemarkStageVisitor visit, void *userData);

#endif // TRACEMARK_LIB_IR_LOCATION_LINES_H
