//===- parsing.h - IR for the tests of lib/ir -------------------*- C -*-===//

#ifndef TRACEMARK_TEST_UNIT_PARSING_H
#define TRACEMARK_TEST_UNIT_PARSING_H

#include "testing.h"

#include "lib/ir/strings.h"

#include "mlir-c/Dialect/Arith.h"
#include "mlir-c/Dialect/Func.h"
#include "mlir-c/Dialect/Linalg.h"
#include "mlir-c/Dialect/Tensor.h"
#include "mlir-c/IR.h"

/// A context that knows the dialects of linalg on tensors; the caller's.
static inline MlirContext createTestContext(void) {
  MlirContext context = mlirContextCreate();
  const MlirDialectHandle handles[] = {
      mlirGetDialectHandle__arith__(),
      mlirGetDialectHandle__func__(),
      mlirGetDialectHandle__linalg__(),
      mlirGetDialectHandle__tensor__(),
  };
  for (size_t i = 0; i < sizeof(handles) / sizeof(*handles); ++i)
    mlirDialectHandleLoadDialect(handles[i], context);
  return context;
}

/// First op of the first block of the first region.
static inline MlirOperation firstOpIn(MlirOperation operation) {
  return mlirBlockGetFirstOperation(
      mlirRegionGetFirstBlock(mlirOperationGetRegion(operation, 0)));
}

/// The module that is `text`, which has to parse; the caller's.
static inline MlirModule parseTestModule(MlirContext context,
                                         const char *text) {
  MlirModule module = mlirModuleCreateParse(context, tracemarkStringFrom(text));
  assert_false(mlirModuleIsNull(module));
  return module;
}

#endif // TRACEMARK_TEST_UNIT_PARSING_H
