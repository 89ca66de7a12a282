//===- operations.h - small questions to an operation -----------*- C -*-===//
//
// What more than one place has to ask of any operation, and mlir-c answers in
// several calls only. Threads: as those calls, any that may read the operation.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_OPERATIONS_H
#define TRACEMARK_LIB_IR_OPERATIONS_H

#include "lib/base/support.h"

#include "mlir-c/IR.h"

/// Tells whether a registered operation defines a symbol table. Asks the C API
/// even where C++ is at hand: there a trait is known by the spelling of its
/// type, in which gcc and clang differ, so that a plugin of the other compiler
/// than MLIR's would find none.
bool tracemarkOperationDefinesSymbolTable(MlirOperation operation);

/// Calls `visit` with every argument of the blocks of `operation` itself, until
/// it returns false; that is returned then.
bool tracemarkOperationForEachArgument(MlirOperation operation,
                                       bool (*visit)(MlirValue argument,
                                                     void *userData),
                                       void *userData);

#endif // TRACEMARK_LIB_IR_OPERATIONS_H
