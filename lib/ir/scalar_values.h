//===- scalar_values.h - where values of a linalg body come from -*- C -*-===//
//
// Follows a scalar of a linalg op's body back to what it stands for: an
// operand's element, a constant, the larger of two values. Used by the parts
// of op_summary; depends on mlir-c only. No state but the OpKinds given; every
// walk back is bounded, graph regions may hold cycles.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_SCALAR_VALUES_H
#define TRACEMARK_LIB_IR_SCALAR_VALUES_H

#include "lib/ir/linalg_view.h"
#include "lib/ir/op_kinds.h"

/// Operand of the linalg op that body value `value` is an element of, casts
/// stripped; -1 if it is something else.
intptr_t tracemarkScalarOperand(TracemarkOpKinds *kinds,
                                const TracemarkLinalgView *view,
                                MlirValue value);

/// Value of a scalar in the body that is the same constant in every iteration:
/// a constant, or an element of a splat or filled operand.
bool tracemarkScalarConstant(TracemarkOpKinds *kinds,
                             const TracemarkLinalgView *view, MlirValue value,
                             double *constant);

/// Number that a scalar outside of bodies, or every element of a tensor, is: a
/// constant or a fill of one.
bool tracemarkValueConstant(TracemarkOpKinds *kinds, MlirValue value,
                            double *constant);

/// Direction of a compare op: 1 for >, -1 for <, 0 for others.
int tracemarkScalarCompareDirection(MlirOperation compare);

/// Looks through reshapes and casts of whole tensors and memrefs.
MlirValue tracemarkValueStripReshapes(TracemarkOpKinds *kinds, MlirValue value);

/// Defining op, null for block arguments.
MlirOperation tracemarkValueDefiningOp(MlirValue value);

/// Looks through conversions of a scalar's type.
MlirValue tracemarkScalarStripCasts(TracemarkOpKinds *kinds, MlirValue value);

/// Tells whether two scalars of the body are one: a value, or elements of one
/// tensor at one place.
bool tracemarkScalarSame(const TracemarkLinalgView *view, MlirValue a,
                         MlirValue b);

/// Reads `operation` as the maximum ("max") or minimum ("min") of two values,
/// be it one op or a select on their comparison; NULL if it is neither.
const char *tracemarkScalarMinMax(TracemarkOpKinds *kinds,
                                  MlirOperation operation, MlirValue values[2]);

#endif // TRACEMARK_LIB_IR_SCALAR_VALUES_H
