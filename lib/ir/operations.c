//===- operations.c - small questions to an operation ---------------------===//

#include "lib/ir/operations.h"

#include "lib/ir/strings.h"

#include "lib/base/banned.h"

bool tracemarkOperationDefinesSymbolTable(MlirOperation operation) {
  if (tracemarkOperationIs(operation, "builtin.module"))
    return true; // to make the table takes a look at all that is in it
  MlirSymbolTable table = mlirSymbolTableCreate(operation);
  bool defines = !mlirSymbolTableIsNull(table);
  if (defines)
    mlirSymbolTableDestroy(table);
  return defines;
}

bool tracemarkOperationForEachArgument(MlirOperation operation,
                                       bool (*visit)(MlirValue argument,
                                                     void *userData),
                                       void *userData) {
  intptr_t regions = mlirOperationGetNumRegions(operation);
  for (intptr_t i = 0; i < regions; ++i)
    for (MlirBlock block =
             mlirRegionGetFirstBlock(mlirOperationGetRegion(operation, i));
         !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block)) {
      intptr_t count = mlirBlockGetNumArguments(block);
      for (intptr_t j = 0; j < count; ++j)
        if (!visit(mlirBlockGetArgument(block, j), userData))
          return false;
    }
  return true;
}
