//===- op_scalars.h - dispatches made of loops and scalars ------*- C -*-===//
//
// Internal to op_summary: counts the ops of a dispatch that has no op on whole
// tensors (loops, GPU kernels, LLVM IR), weighted by the trips of the loops
// around them, and spells the hottest. Loads and stores alone are a copy, or
// what else their indices tell.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_OP_SCALARS_H
#define TRACEMARK_LIB_IR_OP_SCALARS_H

#include "lib/ir/op_summary.h"

/// What a loop of unknown trip count counts for.
#define TRACEMARK_UNKNOWN_TRIPS 1024

typedef struct TracemarkLoopNest {
  int64_t trips[8]; // outermost first; negative for unknown
  int depth;        // may exceed the array
  uint64_t weight;  // product, unknown ones as TRACEMARK_UNKNOWN_TRIPS
  bool known;
} TracemarkLoopNest;

/// Adds the loops of `operation` (scf.for, scf.parallel, scf.forall,
/// affine.for, affine.parallel, scf.while) to `nest`.
TracemarkLoopNest tracemarkLoopNestEnter(TracemarkLoopNest nest,
                                         MlirOperation operation);

typedef struct TracemarkScalarCount {
  const char *word;
  uint64_t weight;
  MlirOperation first;
  bool isAddressing;
} TracemarkScalarCount;

typedef struct TracemarkScalars {
  TRACEMARK_ARENA_ARRAY(TracemarkScalarCount) counts; // by first appearance
  uint64_t weight;                                    // of all, saturating
  TracemarkLoopNest hottest;                          // nest of the hottest op
  MlirType lastShape; // of the last shaped result or stored-to memref; or null
  MlirType lastElement; // scalar type last computed or stored; or null
  const char *moves; // what all stores so far do with what was loaded; or NULL
  bool computes;     // there is more than such stores
} TracemarkScalars;

/// Counts one op; false when out of memory.
bool tracemarkScalarsCount(TracemarkSummaryContext *context,
                           MlirOperation operation, const TracemarkOpKind *kind,
                           const TracemarkLoopNest *nest,
                           TracemarkScalars *scalars);

/// Internal to op_scalars: keeps `moves` and `computes` for one op.
void tracemarkScalarsNoteMove(TracemarkOpKinds *kinds, MlirOperation operation,
                              const TracemarkOpKind *kind,
                              TracemarkScalars *scalars);

/// Fills root, dims and types of `summary`; false when out of memory.
bool tracemarkScalarsSummarize(TracemarkSummaryContext *context,
                               TracemarkScalars *scalars,
                               TracemarkOpSummary *summary);

#endif // TRACEMARK_LIB_IR_OP_SCALARS_H
