//===- generic_body.h - what one iteration of a linalg op does --*- C -*-===//
//
// Reads the scalar computation of a linalg op as a list of words of the name
// grammar (add, relu, exp, cast ...), and takes reductions apart into combiner
// and reduced expression. Used by op_summary's parts; depends on mlir-c only.
//
// Nothing is owned: arrays live in the arena given, values as long as the IR.
// One thread. Cost: linear in the ops of the body.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_GENERIC_BODY_H
#define TRACEMARK_LIB_IR_GENERIC_BODY_H

#include "lib/ir/linalg_view.h"
#include "lib/ir/op_kinds.h"

typedef struct TracemarkBodyWord {
  const char *word;
  MlirOperation operation; // the op, of several folded ones the last
} TracemarkBodyWord;

typedef struct TracemarkGenericBody {
  /// In program order; without what is computed from loop indices alone, and
  /// without casts that are not the last thing done (unless there is nothing
  /// else).
  TracemarkBodyWord *words;
  size_t wordCount;
  unsigned features;   // TRACEMARK_FEATURE_* of all ops of the body
  uint64_t arithmetic; // operations counted as flops, per iteration
  bool loads;          // reads a tensor or memref at places that data, or
                       // arithmetic on loop indices, tell
  bool gathers;        // ... at places that data tell
  bool reverses;       // ... at loop indices, some of them counted down
  bool loadsByLoop;    // reads one at places that the loop indices tell
  bool repeats;        // ... of which some do not depend on every loop
} TracemarkGenericBody;

/// Reads the body of `view` into memory of `arena`; false when out of it. All
/// zero without a body.
bool tracemarkGenericBodyGet(TracemarkArena *arena, TracemarkOpKinds *kinds,
                             const TracemarkLinalgView *view,
                             TracemarkGenericBody *body);

/// How a reduction's body combines the running value with the next one.
typedef enum TracemarkCombiner {
  TRACEMARK_COMBINER_NONE, // not a combiner that is known
  TRACEMARK_COMBINER_SUM,
  TRACEMARK_COMBINER_PROD,
  TRACEMARK_COMBINER_MAX,
  TRACEMARK_COMBINER_MIN,
  TRACEMARK_COMBINER_AND,
  TRACEMARK_COMBINER_OR,
  TRACEMARK_COMBINER_XOR,
} TracemarkCombiner;

typedef struct TracemarkReduction {
  TracemarkCombiner combiner;
  /// The value that is combined, casts stripped; null for a fused
  /// multiply-add, whose factors are in `factors`.
  MlirValue value;
  /// Both set (casts stripped) if the value is a product.
  MlirValue factors[2];
} TracemarkReduction;

/// Takes apart what the body yields for init `index`.
TracemarkReduction
tracemarkGenericBodyReduction(TracemarkOpKinds *kinds,
                              const TracemarkLinalgView *view, intptr_t index);

#endif // TRACEMARK_LIB_IR_GENERIC_BODY_H
