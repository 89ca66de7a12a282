//===- compiler.c - a small compiler in C with names and listings ---------===//
//
// custom-compiler INPUT.mlir FOLDER
//
// Names the dispatches of a program, lists them into FOLDER, lowers linalg to
// loops, and prints the result with its locations: lines of the listing. Its
// own context, its own pass manager, upstream passes and ours.
//
//===----------------------------------------------------------------------===//

#include <mlir-c/IR.h>
#include <mlir-c/Pass.h>
#include <mlir-c/RegisterEverything.h>
#include <tracemark/create_pass.h>

#include <stdio.h>
#include <stdlib.h>

static void say(MlirStringRef text, void *file) {
  fwrite(text.data, 1, text.length, file);
}

static void complain(MlirStringRef text, void *unused) {
  (void)unused;
  fprintf(stderr, "custom-compiler: %.*s\n", (int)text.length, text.data);
}

static int addOurs(MlirPassManager manager, const char *argument,
                   const char *options) {
  MlirPass pass = tracemarkCreatePass(argument, options, complain, NULL);
  if (pass.ptr)
    mlirPassManagerAddOwnedPass(manager, pass);
  return pass.ptr != NULL;
}

static int build(MlirPassManager manager, const char *folder) {
  char listing[4096];
  snprintf(listing, sizeof(listing), "stage=named to='%s'", folder);
  return addOurs(manager, "tracemark-outline-dispatches", NULL) &&
         addOurs(manager, "tracemark-name-dispatches", "max-length=80") &&
         addOurs(manager, "tracemark-source-listing", listing) &&
         mlirLogicalResultIsSuccess(mlirOpPassManagerAddPipeline(
             mlirPassManagerGetAsOpPassManager(manager),
             mlirStringRefCreateFromCString(
                 "one-shot-bufferize{bufferize-function-boundaries=1},"
                 "func.func(convert-linalg-to-loops)"),
             complain, NULL)) &&
         addOurs(manager, "tracemark-select-locations", NULL);
}

static int compile(MlirContext context, const char *input, const char *folder) {
  MlirModule module = mlirModuleCreateParseFromFile(
      context, mlirStringRefCreateFromCString(input));
  if (mlirModuleIsNull(module))
    return 1;
  MlirPassManager manager = mlirPassManagerCreate(context);
  MlirOperation operation = mlirModuleGetOperation(module);
  int done = build(manager, folder) &&
             mlirLogicalResultIsSuccess(
                 mlirPassManagerRunOnOp(manager, operation));
  if (done) {
    MlirOpPrintingFlags flags = mlirOpPrintingFlagsCreate();
    mlirOpPrintingFlagsEnableDebugInfo(flags, 1, 0);
    mlirOperationPrintWithFlags(operation, flags, say, stdout);
    mlirOpPrintingFlagsDestroy(flags);
  }
  mlirPassManagerDestroy(manager);
  mlirModuleDestroy(module);
  return !done;
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: %s INPUT.mlir FOLDER\n", argv[0]);
    return 2;
  }
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirRegisterAllDialects(registry);
  mlirRegisterAllPasses();
  MlirContext context = mlirContextCreateWithRegistry(registry, 1);
  mlirDialectRegistryDestroy(registry);
  int code = compile(context, argv[1], argv[2]);
  mlirContextDestroy(context);
  return code;
}
