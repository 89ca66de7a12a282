//===- listing_run.h - what the listings of one process share ---*- C -*-===//
//
// A run is a process that writes listings into a folder: its id in every
// record, its hold on the folder (so that no other run cleans it meanwhile),
// the marks of the passes that run, and the files that it has written, by
// content, so that a unit that a pass did not change has no second file.
//
// Threads: Open once; everything else from any thread.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_LISTING_RUN_H
#define TRACEMARK_LIB_IR_LISTING_RUN_H

#include "lib/base/run_id.h"
#include "lib/base/string_buffer.h"
#include "lib/ir/in_flight.h"
#include "lib/ir/listing_settings.h"

typedef struct TracemarkListingRun TracemarkListingRun;

/// Makes the folder, finds out whether files can be written there, cleans it if
/// that is asked for, and holds it until Destroy. NULL if that cannot be; path
/// and reason were emitted at `location`.
TracemarkListingRun *
tracemarkListingRunOpen(const TracemarkListingSettings *settings,
                        MlirLocation location);

/// The process ends in order.
void tracemarkListingRunFinish(TracemarkListingRun *run);

/// `run` may be NULL.
void tracemarkListingRunDestroy(TracemarkListingRun *run);

/// Writes the id of the run, or, if it is NULL, of the process.
void tracemarkListingRunId(const TracemarkListingRun *run,
                           char id[TRACEMARK_RUN_ID_SIZE]);

TracemarkInFlight *tracemarkListingRunMarks(const TracemarkListingRun *run);

/// What tells the text of one unit from others.
typedef struct TracemarkListingKey {
  uint64_t symbol, text; // hashes of the symbol path and of the file's content
} TracemarkListingKey;

/// Appends the file, relative to the folder, that was added last for the key;
/// false if there is none. `run` may be NULL.
bool tracemarkListingRunFind(TracemarkListingRun *run, TracemarkListingKey key,
                             TracemarkStringBuffer *file);

/// Out of memory, or a NULL `run`, means that the file is not shared.
void tracemarkListingRunAdd(TracemarkListingRun *run, TracemarkListingKey key,
                            const char *file);

#endif // TRACEMARK_LIB_IR_LISTING_RUN_H
