//===- iree_summary.h - what IREE's annotation calls a dispatch -*- C -*-===//
//
// The rules by which IREE's pass that annotates dispatches summarises a
// function (its release 3.13), so that `style=iree` gives the same names and
// captures of both compare. Shares no rule with op_summary: here the costliest
// op alone is named, by what IREE thinks of it.
//
// The rules. A walk over the body, nested ops first; of the candidates that
// cost the most the last one is the root:
//
//   op                                 | costs
//   -----------------------------------|--------------------------------------
//   attention, online_attention        | more than all others
//   structured linalg op               | product of the loop ranges, x2 with a
//                                      | reduction loop
//   pack, unpack, (un)set_encoding     | 0
//   other LinalgExt ops, softmax       | 10 x elements of the largest tensor
//
// A size that is not known counts 1024; products saturate; a zero extent (for
// which IREE divides by zero) makes 0. Without a candidate a store of what a
// load gave is a `slow_memcpy`, and anything else has no name. Every byte but
// [A-Za-z0-9_] of the text becomes '_'.
//
// LinalgExt and encoding ops are known by their names, registered or not.
// Depends on mlir-c only; no state; one walk, linear.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_IREE_SUMMARY_H
#define TRACEMARK_LIB_IR_IREE_SUMMARY_H

#include "lib/ir/linalg_view.h"

/// Stores in `summary` what IREE writes behind the name of a dispatch and '_',
/// in the arena; NULL if it would leave the name alone. False when out of
/// memory.
bool tracemarkIreeSummaryGet(TracemarkArena *arena, MlirOperation function,
                             const char **summary);

/// Tells whether `text` looks like a summary that this or an earlier run wrote
/// behind the name of an executable: a known op first, then sizes with types,
/// or one of the few texts without sizes.
bool tracemarkIreeSummaryIsOne(MlirContext context, MlirStringRef text);

#endif // TRACEMARK_LIB_IR_IREE_SUMMARY_H
