//===- program.c - a compiler that has MLIR's C API only ------------------===//
//
// c-compiler INPUT.mlir FOLDER
//
// Names and lists the dispatches of a program and prints it. Knows four
// dialects, by their functions of MLIR's C API.
//
//===----------------------------------------------------------------------===//

#include <mlir-c/BuiltinAttributes.h>
#include <mlir-c/Dialect/Arith.h>
#include <mlir-c/Dialect/Func.h>
#include <mlir-c/Dialect/Linalg.h>
#include <mlir-c/Dialect/Tensor.h>
#include <mlir-c/IR.h>
#include <mlir-c/Pass.h>
#include <tracemark/create_pass.h>
#include <tracemark/names.h>
#include <tracemark/session.h>

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static void say(MlirStringRef text, void *file) {
  fwrite(text.data, 1, text.length, file);
}

static bool add(MlirPassManager manager, const char *argument,
                const char *options) {
  MlirPass pass = tracemarkCreatePass(argument, options, say, stderr);
  if (pass.ptr)
    mlirPassManagerAddOwnedPass(manager, pass);
  return pass.ptr != NULL;
}

static bool run(MlirContext context, MlirOperation module, const char *folder) {
  char listing[4096];
  snprintf(listing, sizeof(listing), "stage=named to='%s'", folder);
  MlirPassManager manager = mlirPassManagerCreate(context);
  bool ran =
      add(manager, "tracemark-outline-dispatches", NULL) &&
      add(manager, "tracemark-name-dispatches", "max-length=80") &&
      add(manager, "tracemark-source-listing", listing) &&
      mlirLogicalResultIsSuccess(mlirPassManagerRunOnOp(manager, module));
  mlirPassManagerDestroy(manager);
  return ran;
}

/// The symbols of the module, those that are names of ours with their roots.
static void printNames(MlirModule module) {
  MlirOperation operation =
      mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  for (; !mlirOperationIsNull(operation);
       operation = mlirOperationGetNextInBlock(operation)) {
    MlirStringRef symbol =
        mlirStringAttrGetValue(mlirOperationGetAttributeByName(
            operation, mlirStringRefCreateFromCString("sym_name")));
    TracemarkName name;
    printf("%.*s", (int)symbol.length, symbol.data);
    if (tracemarkNameParse(symbol.data, symbol.length, NULL, &name))
      printf(" is a %.*s", (int)name.root.length, name.root.data);
    putchar('\n');
  }
}

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  MlirContext context = mlirContextCreate();
  mlirDialectHandleLoadDialect(mlirGetDialectHandle__arith__(), context);
  mlirDialectHandleLoadDialect(mlirGetDialectHandle__func__(), context);
  mlirDialectHandleLoadDialect(mlirGetDialectHandle__linalg__(), context);
  mlirDialectHandleLoadDialect(mlirGetDialectHandle__tensor__(), context);
  MlirModule module = mlirModuleCreateParseFromFile(
      context, mlirStringRefCreateFromCString(argv[1]));
  bool done = !mlirModuleIsNull(module) &&
              run(context, mlirModuleGetOperation(module), argv[2]);
  if (done)
    printNames(module);
  // The library has no C++ that could follow passes, and says so.
  if (tracemarkSessionAttach(context, "after=cse"))
    return 3;
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  return !done;
}
