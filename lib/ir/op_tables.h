//===- op_tables.h - what is known of operations, by name -------*- C -*-===//
//
// Internal to op_kinds: tables of MLIR's own dialects, gone through once per
// name and run.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_OP_TABLES_H
#define TRACEMARK_LIB_IR_OP_TABLES_H

#include "lib/ir/op_kinds.h"

/// Role and word; OTHER for ops in no table, word NULL where it is the name
/// behind its dialect.
void tracemarkOpTablesFind(MlirStringRef name, TracemarkOpRole *role,
                           const char **word);

/// As the members of TracemarkOpKind.
bool tracemarkOpTablesIsQuiet(MlirStringRef name);
bool tracemarkOpTablesIsReshape(MlirStringRef name);
bool tracemarkOpTablesIsScratch(MlirStringRef name);

/// Names of inherent attributes of a registered op, which end with NULL: all
/// that say something of its content, and those that can refer to symbols. NULL
/// if not known.
const char *const *tracemarkOpTablesInherent(MlirStringRef name);
const char *const *tracemarkOpTablesReferences(MlirStringRef name);

#endif // TRACEMARK_LIB_IR_OP_TABLES_H
