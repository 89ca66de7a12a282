//===- sources_iree.h - listings in IREE's own attributes -------*- C -*-===//
//
// What IREE's compiler takes from executables into its artefacts, where its
// runtime gives it to Tracy: hal.executable.variant `sources`,
// hal.executable.export `source_locs`.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_SOURCES_IREE_H
#define TRACEMARK_LIB_IR_SOURCES_IREE_H

#include "lib/ir/sources.h"

/// Gives every `hal.executable.variant` in `module` the files that the
/// functions in it point to: `sources`, a dictionary of names to resources of
/// bytes. Gives every `hal.executable.export` the line of its function in each
/// of the stages, `source_locs`, a dictionary of labels to locations, and the
/// function's location; and the module around the function its line, as a plain
/// location that starts at the root. Other entries of these stay. When out of
/// memory it was emitted and the IR is as it was.
TRACEMARK_MUST_USE MlirLogicalResult tracemarkSourcesSetForIree(
    MlirOperation module, const TracemarkSources *sources);

#endif // TRACEMARK_LIB_IR_SOURCES_IREE_H
