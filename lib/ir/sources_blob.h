//===- sources_blob.h - listings as bytes -----------------------*- C -*-===//
//
// Private to sources_global.c: the one place that knows the blob of
// docs/sources.md.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_SOURCES_BLOB_H
#define TRACEMARK_LIB_IR_SOURCES_BLOB_H

#include "lib/ir/sources.h"

/// Appends the blob of the sources; the buffer fails when out of memory.
void tracemarkSourcesAppendBlob(TracemarkStringBuffer *blob,
                                const TracemarkSources *sources, bool compress);

#endif // TRACEMARK_LIB_IR_SOURCES_BLOB_H
