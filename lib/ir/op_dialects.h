//===- op_dialects.h - ops of tensor dialects by name -----------*- C -*-===//
//
// Internal to op_kinds: what the ops of tosa, stablehlo, quant, IREE's
// LinalgExt and others are, whether their dialect is registered in this host or
// not.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_OP_DIALECTS_H
#define TRACEMARK_LIB_IR_OP_DIALECTS_H

#include "lib/ir/op_kinds.h"

typedef struct TracemarkDialectOp {
  const char *name; // of the op; of a dialect when it ends with '.'
  TracemarkOpRole role;
  TracemarkOpForm form;
  const char *word; // NULL: the name behind its dialect
} TracemarkDialectOp;

/// The first row that fits; NULL if there is none.
const TracemarkDialectOp *tracemarkDialectOpFind(MlirStringRef name);

#endif // TRACEMARK_LIB_IR_OP_DIALECTS_H
