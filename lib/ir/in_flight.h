//===- in_flight.h - which passes are running, for after a crash *- C -*-===//
//
// A file that says which passes run right now, on which operation: it is still
// there, with what ran last, when the process crashed, hangs or was killed, and
// it is gone after a normal end. docs/manifest.md describes it. Marks are
// stores to a mapped file: no system call, no lock.
//
// Threads: Begin and End from any thread, in pairs.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_IN_FLIGHT_H
#define TRACEMARK_LIB_IR_IN_FLIGHT_H

#include "lib/base/support.h"

#include "mlir-c/IR.h"

/// Folder of the marks, in that of the listings, and how each file begins.
#define TRACEMARK_IN_FLIGHT_FOLDER "in-flight"
#define TRACEMARK_IN_FLIGHT_HEAD "tracemark-in-flight version=1"

typedef struct TracemarkInFlight TracemarkInFlight;

/// Makes `<folder>/in-flight/<runId>`, or `<runId>-2` and so on if the calling
/// process has that already. NULL if that cannot be: nothing but the marks is
/// missing then, so nothing is said.
TracemarkInFlight *tracemarkInFlightCreate(const char *folder,
                                           const char *runId);

/// Marks that `pass` begins to run on `operation`, and returns what End takes.
/// `marks` may be NULL; an empty `pass` is not marked. Reads the names of what
/// encloses the operation.
int tracemarkInFlightBegin(TracemarkInFlight *marks, MlirStringRef pass,
                           MlirOperation operation);
void tracemarkInFlightEnd(TracemarkInFlight *marks, int mark);

/// Removes the file: the process ends in order. Begin and End may still be
/// called. No effect in a process that was forked from the one that made it.
void tracemarkInFlightFinish(TracemarkInFlight *marks);

/// Gives the memory back; the file stays.
void tracemarkInFlightDestroy(TracemarkInFlight *marks);

#endif // TRACEMARK_LIB_IR_IN_FLIGHT_H
