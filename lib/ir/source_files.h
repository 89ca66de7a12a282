//===- source_files.h - listings read back from their folder ----*- C -*-===//
//
// Private to sources.c: paths, files and manifests.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_SOURCE_FILES_H
#define TRACEMARK_LIB_IR_SOURCE_FILES_H

#include "lib/ir/sources.h"

/// Reads text and records of every file: in the folder of the options, if there
/// is one, then for a relative name in the compile directory, then where the
/// name says. A file without stages gets those that a manifest beside it has,
/// or is dropped. Emits at `location` what is missing or was changed; then the
/// files are those up to the one that is.
TRACEMARK_MUST_USE MlirLogicalResult tracemarkSourceFilesRead(
    TracemarkSources *sources, const TracemarkSourcesOptions *options,
    MlirLocation location);

#endif // TRACEMARK_LIB_IR_SOURCE_FILES_H
