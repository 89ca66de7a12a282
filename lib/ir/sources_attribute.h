//===- sources_attribute.h - listings as attributes -------------*- C -*-===//
//
// docs/sources.md describes the attributes.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_SOURCES_ATTRIBUTE_H
#define TRACEMARK_LIB_IR_SOURCES_ATTRIBUTE_H

#include "lib/ir/sources.h"

/// Puts the sources into the attribute `tracemark.sources` of `module`, in
/// place of what an earlier call put there. When out of memory it was emitted
/// and the IR is as it was.
TRACEMARK_MUST_USE MlirLogicalResult tracemarkSourcesSetAttribute(
    MlirOperation module, const TracemarkSources *sources, bool compress);

/// Gives every `hal.executable.variant` in `module` the files that locations in
/// it point to, in its attribute `sources`, and every `hal.executable.export`
/// the line of its function in each of these stages, in `source_locs`. Other
/// entries of these stay. When out of memory it was emitted and the IR is as it
/// was.
TRACEMARK_MUST_USE MlirLogicalResult tracemarkSourcesSetForIree(
    MlirOperation module, const TracemarkSources *sources);

#endif // TRACEMARK_LIB_IR_SOURCES_ATTRIBUTE_H
