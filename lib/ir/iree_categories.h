//===- iree_categories.h - kinds of linalg.generic, as IREE -----*- C -*-===//
//
// Internal to iree_summary: the word that IREE has for a linalg op, from its
// maps, iterators and body. No state; cost linear in maps and body, quadratic
// in the loops of one op.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_IREE_CATEGORIES_H
#define TRACEMARK_LIB_IR_IREE_CATEGORIES_H

#include "lib/ir/linalg_view.h"

/// Stores `matmul_like`, `elementwise_transpose`, ..., or the op's own name
/// without the dialect. `view` has maps; the range of each of its loops is the
/// size of the first dimension that the loop indexes as it stands. False when
/// out of memory.
bool tracemarkIreeCategory(TracemarkArena *arena,
                           const TracemarkLinalgView *view,
                           MlirStringRef *category);

#endif // TRACEMARK_LIB_IR_IREE_CATEGORIES_H
