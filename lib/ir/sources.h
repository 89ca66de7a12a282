//===- sources.h - the listings that a module's locations point to -*- C
//-*-===//
//
// What an artefact has to hold so that a profile of it can be read without the
// folder of listings: the text of every file that a location points to, with
// the records that the manifest has of it. docs/sources.md describes the forms
// in which it is put into the IR (sources_attribute.h, sources_global.h).
//
// Threads: one object per run of a pass. Reads files, changes no IR.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_SOURCES_H
#define TRACEMARK_LIB_IR_SOURCES_H

#include "lib/base/json.h"
#include "lib/base/pointer_map.h"
#include "lib/base/string_buffer.h"

#include "mlir-c/IR.h"
#include "mlir-c/Support.h"

/// Of what docs/sources.md describes.
enum { TRACEMARK_SOURCES_VERSION = 1 };

/// A stage that a file is the listing of. Unchanged files are shared, so a file
/// may have several.
typedef struct TracemarkSourceStage {
  MlirStringRef label;
  json_t *record; // owned; what the manifest says last of file and stage
} TracemarkSourceStage;

typedef struct TracemarkSourceFile {
  MlirIdentifier name; // as locations have it: "listings/cse/main.mlir"
  TRACEMARK_ARENA_ARRAY(TracemarkSourceStage) stages;
  TracemarkStringBuffer text; // owned
  MlirIdentifier hash;        // xxh3-64 of the text, 16 hex digits
  bool isRepeated;            // an earlier file has the same text
} TracemarkSourceFile;

typedef struct TracemarkSources {
  TracemarkArena arena;
  MlirStringRef directory; // relative names start there; data is NULL: unknown
  TRACEMARK_ARENA_ARRAY(TracemarkSourceFile) files; // sorted by name
  TracemarkPointerMap byName; // name -> index + 1, once they are sorted
} TracemarkSources;

typedef struct TracemarkSourcesOptions {
  MlirStringRef stage; // label, or "all"
  MlirStringRef from;  // folder of the listings; empty: where locations say
  bool optional;       // nothing to embed is no error
} TracemarkSourcesOptions;

/// Finds and reads what the locations of `module` and of everything in it point
/// to. If something is missing or was changed since, or nothing is there to be
/// embedded though the module has a body and it is not optional, it emits what,
/// and fails. The caller destroys `sources` in any case.
TRACEMARK_MUST_USE MlirLogicalResult tracemarkSourcesCollect(
    MlirOperation module, const TracemarkSourcesOptions *options,
    TracemarkSources *sources);

/// The file of that name; NULL if it is not among the sources.
const TracemarkSourceFile *tracemarkSourcesFind(const TracemarkSources *sources,
                                                MlirIdentifier name);

void tracemarkSourcesDestroy(TracemarkSources *sources);

#endif // TRACEMARK_LIB_IR_SOURCES_H
