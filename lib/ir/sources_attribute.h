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

#endif // TRACEMARK_LIB_IR_SOURCES_ATTRIBUTE_H
