//===- source_files.h - listings read back from their folder ----*- C -*-===//
//
// Private to sources.c: paths, files and manifests.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_SOURCE_FILES_H
#define TRACEMARK_LIB_IR_SOURCE_FILES_H

#include "lib/ir/sources.h"

/// Reads text and records of every file. `from` is the folder of all of them,
/// or empty: then a relative name is looked for in the compile directory, then
/// in the working one. Emits at `location` what is missing or was changed.
TRACEMARK_MUST_USE MlirLogicalResult tracemarkSourceFilesRead(
    TracemarkSources *sources, MlirStringRef from, MlirLocation location);

#endif // TRACEMARK_LIB_IR_SOURCE_FILES_H
