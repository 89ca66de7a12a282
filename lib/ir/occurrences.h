//===- occurrences.h - which run of a pass this is --------------*- C -*-===//
//
// Numbers the executions of passes in one context, as the stage grammar wants
// it: a step is one execution on the root operation of the run, and the number
// of an execution is the sum over earlier steps (of the maximum over
// operations) plus how often the pass has run on this operation in this step.
// So the numbers do not depend on which worker thread was first.
//
// Locked inside; Begin and End come in pairs around each execution.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_OCCURRENCES_H
#define TRACEMARK_LIB_IR_OCCURRENCES_H

#include "lib/base/support.h"

#include "mlir-c/IR.h"

typedef struct TracemarkOccurrences TracemarkOccurrences;

/// Returns NULL when out of memory.
TracemarkOccurrences *tracemarkOccurrencesCreate(void);

typedef struct TracemarkOccurrence {
  int64_t number; // from 1; 0 if not wanted, without argument, out of memory
  bool isStep;    // outermost: nothing else is running in the context
  bool isFirst;   // the step is the first one on its root operation
} TracemarkOccurrence;

/// Notes that a pass starts on `operation`. Only with `wanted` (the same for
/// every execution of one argument) are its executions numbered.
TracemarkOccurrence tracemarkOccurrencesBegin(TracemarkOccurrences *occurrences,
                                              MlirStringRef argument,
                                              MlirOperation operation,
                                              bool wanted);
void tracemarkOccurrencesEnd(TracemarkOccurrences *occurrences);

/// Calls `callback` with every argument that ran, in the order of first runs.
void tracemarkOccurrencesForEach(TracemarkOccurrences *occurrences,
                                 MlirStringCallback callback, void *userData);

void tracemarkOccurrencesDestroy(TracemarkOccurrences *occurrences);

#endif // TRACEMARK_LIB_IR_OCCURRENCES_H
