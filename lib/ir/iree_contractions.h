//===- iree_contractions.h - sums of products, as IREE knows -----*- C -*-===//
//
// Internal to iree_summary: which linalg ops IREE takes for products of
// matrices, from their maps, iterators and bodies. `view` has maps and a body.
// No state; linear in the body, quadratic in the loops of one op.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_IREE_CONTRACTIONS_H
#define TRACEMARK_LIB_IR_IREE_CONTRACTIONS_H

#include "lib/ir/linalg_view.h"

/// Two inputs, multiplied and added up, through any casts and other pure ops
/// of one operand.
bool tracemarkIreeIsContraction(const TracemarkLinalgView *view);

/// Tells of a contraction whether one of its inputs has but one row per batch.
bool tracemarkIreeIsVectorProduct(const TracemarkLinalgView *view);

/// The same of four inputs: two and their scales.
bool tracemarkIreeIsScaledContraction(const TracemarkLinalgView *view);

/// Several contractions of one left input with a right one each.
bool tracemarkIreeIsFusedContraction(const TracemarkLinalgView *view);

#endif // TRACEMARK_LIB_IR_IREE_CONTRACTIONS_H
