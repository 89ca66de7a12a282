//===- linalg_view.h - what a linalg op iterates over -----------*- C -*-===//
//
// One view for every op of the linalg dialect that computes something: named,
// category and generic ops, on tensors or memrefs, and those that implement no
// structured interface (softmax, pack, unpack, winograd transforms). Included
// by lib/ir and passes/; depends on mlir-c only.
//
// Life cycle: zero-initialise one TracemarkLinalgContext with its arena per run
// of a pass and fill views through it; arrays of a view live in that arena. A
// view is invalid once its op is erased or changed. One thread per context.
// Cost: linear in operands and map results, maps, iterator types and types
// taken apart once per context; nothing is printed. MLIR itself memoizes the
// maps of convolutions and pools in a discardable attribute
// (`linalg.memoized_indexing_maps`) of the op.
//
//   TracemarkLinalgContext linalg = {.arena = &arena};
//   TracemarkLinalgView view;
//   if (tracemarkLinalgViewGet(&linalg, op, &view) && view.isElementwise) ...
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_LINALG_VIEW_H
#define TRACEMARK_LIB_IR_LINALG_VIEW_H

#include "lib/base/pointer_map.h"
#include "lib/ir/types.h"

#include "mlir-c/AffineMap.h"
#include "mlir-c/IR.h"

/// Range of a loop (or size of a dimension) that is not known.
#define TRACEMARK_DYNAMIC_RANGE (-1)

/// How one operand is indexed. Shared by all ops of the same maps.
typedef struct TracemarkLinalgIndexing {
  MlirAffineMap map;
  intptr_t resultCount;
  /// Per result the loop that it is, as it stands; -1 for other expressions.
  intptr_t *resultLoops;
  bool *usesLoop; // per loop: some result depends on it
  bool isPermutation, isProjectedPermutation;
} TracemarkLinalgIndexing;

/// Maps, and iterator types of one attribute each, and facts of types, are
/// worked out once.
typedef struct TracemarkLinalgContext {
  TracemarkArena *arena;       // of the caller, for arrays of views
  TracemarkArena *cacheArena;  // for what is kept; NULL: the same
  MlirAttribute reductionKind; // cache: #linalg.iterator_type<reduction>
  TracemarkPointerMap names;   // cache: what is known by name
  TracemarkPointerMap maps, iterators; // caches, by attribute
  MlirAttribute fillMaps[8];           // cache, by rank: of a scalar's fill
  TracemarkTypes types;
} TracemarkLinalgContext;

typedef struct TracemarkLinalgLoop {
  int64_t range; // >= 0, or TRACEMARK_DYNAMIC_RANGE
  bool reduction;
} TracemarkLinalgLoop;

typedef struct TracemarkLinalgView {
  MlirOperation operation;
  MlirStringRef name; // without "linalg."; lives as long as the context
  /// Operands [0, insCount) are read, [insCount, insCount + initCount) are the
  /// inits. Further operands (tile sizes of pack) belong to neither.
  intptr_t insCount, initCount;
  /// insCount + initCount indexing maps, operand by operand; NULL for ops that
  /// have none (softmax, pack, unpack, winograd transforms).
  const MlirAffineMap *maps;
  /// The same taken apart, insCount + initCount; NULL without maps.
  const TracemarkLinalgIndexing *indexing;
  /// In loop order. Without maps: the dimensions of the first operand, a
  /// reduction the one that softmax goes over.
  intptr_t loopCount;
  TracemarkLinalgLoop *loops;
  intptr_t reductionCount; // reduction loops
  MlirBlock body;          // of the scalar computation; null if the op has none
  MlirOperation yield;     // its terminator; null if there is none
  /// Has maps, no reduction loop, and every init's map is a permutation of the
  /// loops (inputs may be broadcast or transposed).
  bool isElementwise;
} TracemarkLinalgView;

/// Fills `view`. False (and `view` zeroed) if `operation` is not a registered
/// op of the linalg dialect that computes something, is malformed, or memory
/// ran out.
bool tracemarkLinalgViewGet(TracemarkLinalgContext *context,
                            MlirOperation operation, TracemarkLinalgView *view);

/// Facts of a type from the context's table; NULL when out of memory.
const TracemarkTypeFacts *
tracemarkLinalgTypeFacts(TracemarkLinalgContext *context, MlirType type);

/// Number of reduction loops.
static inline intptr_t
tracemarkLinalgViewReductionCount(const TracemarkLinalgView *view) {
  return view->reductionCount;
}

/// Block argument of the body that stands for an element of operand `index`;
/// null if there is none.
MlirValue tracemarkLinalgViewBodyArgument(const TracemarkLinalgView *view,
                                          intptr_t index);

/// Tells whether the body reads operand `index`. Ops without a body read
/// their ins only.
bool tracemarkLinalgViewUsesOperand(const TracemarkLinalgView *view,
                                    intptr_t index);

/// Last operation of the body, linalg.yield; null without a body.
static inline MlirOperation
tracemarkLinalgViewYield(const TracemarkLinalgView *view) {
  return view->yield;
}

#endif // TRACEMARK_LIB_IR_LINALG_VIEW_H
