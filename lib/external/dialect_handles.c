//===- dialect_handles.c - dialects that a host may lack ------------------===//
//
// A pass names the dialects it makes operations of by functions of mlir-c, and
// not every host exports all of them (libIREECompiler.so: linalg only). Left
// undefined they would keep the whole library from loading; so they are looked
// for when asked. A null handle says that the host has none.
//
//===----------------------------------------------------------------------===//

#include "mlir-c/IR.h"

#include <dlfcn.h>

#include "lib/base/banned.h"

#define TRACEMARK_HOST_HANDLE(dialect)                                         \
  __attribute__((visibility("hidden"))) MlirDialectHandle                      \
  mlirGetDialectHandle__##dialect##__(void);                                   \
  MlirDialectHandle mlirGetDialectHandle__##dialect##__(void) {                \
    MlirDialectHandle (*get)(void);                                            \
    *(void **)&get =                                                           \
        dlsym(RTLD_DEFAULT, "mlirGetDialectHandle__" #dialect "__");           \
    return get ? get() : (MlirDialectHandle){NULL};                            \
  }

TRACEMARK_HOST_HANDLE(arith)
TRACEMARK_HOST_HANDLE(func)
TRACEMARK_HOST_HANDLE(linalg)
TRACEMARK_HOST_HANDLE(tensor)
