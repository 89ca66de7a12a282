//===- recorded_stages.h - stages that an operation's locations hold - C
//-*-===//
//
// What tracemarkLocationForEachStage tells of one location, of all in an
// operation: those of operations and of block arguments.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_RECORDED_STAGES_H
#define TRACEMARK_LIB_IR_RECORDED_STAGES_H

#include "lib/ir/location_lines.h"

/// Calls `visit` for every stage recorded in the locations of `operation` and
/// of everything in it, and for every other line, each location once. False
/// when out of memory.
TRACEMARK_MUST_USE bool
tracemarkOperationForEachStage(MlirOperation operation, TracemarkArena *arena,
                               TracemarkStageVisitor visit, void *userData);

/// Emits at `operation` that no location in it has recorded `stage`, and which
/// stages they have. Returns failure.
MlirLogicalResult tracemarkOperationEmitNoStage(MlirOperation operation,
                                                MlirStringRef stage);

#endif // TRACEMARK_LIB_IR_RECORDED_STAGES_H
