//===- op_summary.h - what a dispatch computes, in words --------*- C -*-===//
//
// Turns the ops of one entry point into the parts of its name: root op, loop
// ranges, element types, modifiers, tail, with flops and bytes. Included by
// naming and by passes that ask what a dispatch is; depends on mlir-c only.
// The rules are those of the name grammar (version 1).
//
// Life cycle: one TracemarkSummaryContext per run of a pass, from Init to
// Destroy; everything a summary points to lives in the caller's arena or the
// IR. One thread. Cost: one walk over the ops, linear; what only depends on a
// name, type or attribute is worked out once per context.
//
//   TracemarkSummaryContext context;
//   tracemarkSummaryContextInit(&context, &arena);
//   TracemarkOpSummary summary;
//   if (tracemarkOpSummaryGet(&context, function, &summary) &&
//       summary.hasWork) ...
//   tracemarkSummaryContextDestroy(&context);
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_OP_SUMMARY_H
#define TRACEMARK_LIB_IR_OP_SUMMARY_H

#include "lib/ir/item_cache.h"
#include "lib/ir/linalg_view.h"
#include "lib/ir/op_kinds.h"

typedef struct TracemarkSummaryContext {
  TracemarkArena *arena;
  TracemarkArena scratch; // of one summary
  TracemarkLinalgContext linalg;
  TracemarkOpKinds kinds;
  TracemarkItemCache items;
  size_t expectedItems; // of the next summary
  /// Leaves flops, bytes and operations out of summaries.
  bool namesOnly;
} TracemarkSummaryContext;

static inline void tracemarkSummaryContextInit(TracemarkSummaryContext *context,
                                               TracemarkArena *arena) {
  *context = (TracemarkSummaryContext){.arena = arena,
                                       .linalg.arena = arena,
                                       .linalg.cacheArena = arena,
                                       .kinds.arena = arena,
                                       .items.arena = arena};
}

static inline void
tracemarkSummaryContextDestroy(TracemarkSummaryContext *context) {
  tracemarkArenaDestroy(&context->scratch);
}

/// Named parameters of a contraction: products of loop ranges.
typedef struct TracemarkProblemSize {
  bool isKnown; // a contraction, and every range is static
  uint64_t batch, m, n, k;
} TracemarkProblemSize;

typedef struct TracemarkOpSummary {
  /// False: only constants, calls and plumbing; nothing below is set.
  bool hasWork;
  const char *root;  // "matmul_nt", "conv_2d_nhwc_hwcf", "add_relu"
  const char *dims;  // "128x256xD"; empty for rank 0
  const char *types; // "f32", "f16xf16xf32"; empty if nothing has a type
  const char *const *modifiers; // "s2", "d2x1"
  size_t modifierCount;
  const char *const *tail; // all of it: naming cuts
  size_t tailCount;
  TracemarkProblemSize problem;
  /// Saturating. Not known with dynamic shapes or ops that are not known.
  bool flopsKnown, bytesKnown;
  uint64_t flops; // arithmetic operations of one call
  uint64_t bytes; // operands read from outside and results written, once each
  /// The op that gives the root's dims; null if it is no single op that counts
  /// (slices, loops of scalars).
  MlirOperation rootOperation;
  /// The root, then what is fused with it in program order; no fills, which
  /// several layers often share, unless there is nothing else. Of scalar work
  /// the first op of each kind, hottest first.
  MlirOperation *operations;
  size_t operationCount;
} TracemarkOpSummary;

/// Summarises everything nested in `function`; false when out of memory.
bool tracemarkOpSummaryGet(TracemarkSummaryContext *context,
                           MlirOperation function, TracemarkOpSummary *summary);

#endif // TRACEMARK_LIB_IR_OP_SUMMARY_H
