//===- sources_global.h - listings in a section of the object ---*- C -*-===//
//
// docs/sources.md describes the section and what is in it.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_SOURCES_GLOBAL_H
#define TRACEMARK_LIB_IR_SOURCES_GLOBAL_H

#include "lib/ir/sources.h"

/// Puts the sources into an internal llvm.mlir.global of `module`, a
/// builtin.module, in the section `.tracemark_sources`, and into `llvm.used`,
/// so that nothing drops it. A global that an earlier call made is replaced.
/// The LLVM dialect is loaded. On failure what is wrong was emitted and the IR
/// is as it was.
TRACEMARK_MUST_USE MlirLogicalResult tracemarkSourcesMakeGlobal(
    MlirOperation module, const TracemarkSources *sources, bool compress);

#endif // TRACEMARK_LIB_IR_SOURCES_GLOBAL_H
