//===- compiler.c - a small compiler in C with names and listings ---------===//
//
// custom-compiler INPUT.mlir STAGES FOLDER
//
// Names the dispatches of a program, lowers linalg to loops, and prints the
// result with its locations: lines of the listing that is written into FOLDER
// after the last of STAGES, a comma list of passes. Its own context, its own
// pass manager, upstream passes and ours.
//
//===----------------------------------------------------------------------===//

#include <mlir-c/IR.h>
#include <mlir-c/Pass.h>
#include <mlir-c/RegisterEverything.h>
#include <tracemark/create_pass.h>
#include <tracemark/session.h>

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

static int build(MlirPassManager manager) {
  return addOurs(manager, "tracemark-outline-dispatches", NULL) &&
         addOurs(manager, "tracemark-name-dispatches", "max-length=80") &&
         mlirLogicalResultIsSuccess(mlirOpPassManagerAddPipeline(
             mlirPassManagerGetAsOpPassManager(manager),
             mlirStringRefCreateFromCString(
                 "one-shot-bufferize{bufferize-function-boundaries=1},"
                 "func.func(convert-linalg-to-loops)"),
             complain, NULL)) &&
         addOurs(manager, "tracemark-select-locations", NULL);
}

static int compile(MlirContext context, const char *input) {
  MlirModule module = mlirModuleCreateParseFromFile(
      context, mlirStringRefCreateFromCString(input));
  if (mlirModuleIsNull(module))
    return 0;
  MlirPassManager manager = mlirPassManagerCreate(context);
  MlirOperation operation = mlirModuleGetOperation(module);
  int done = build(manager) && mlirLogicalResultIsSuccess(
                                   mlirPassManagerRunOnOp(manager, operation));
  if (done) {
    MlirOpPrintingFlags flags = mlirOpPrintingFlagsCreate();
    mlirOpPrintingFlagsEnableDebugInfo(flags, 1, 0);
    mlirOperationPrintWithFlags(operation, flags, say, stdout);
    mlirOpPrintingFlagsDestroy(flags);
  }
  mlirPassManagerDestroy(manager);
  mlirModuleDestroy(module);
  return done;
}

/// No pass of the pipeline writes the listings: the session does.
static int compileWithListings(MlirContext context, char **arguments) {
  char options[4096];
  int length = snprintf(options, sizeof(options), "after='%s' to='%s'",
                        arguments[1], arguments[2]);
  if (length < 0 || (size_t)length >= sizeof(options)) {
    fprintf(stderr,
            "custom-compiler: the stages and the folder are too long\n");
    return 0;
  }
  TracemarkSession *session = tracemarkSessionAttach(context, options);
  int done = session && compile(context, arguments[0]);
  tracemarkSessionReport(session, complain, NULL);
  tracemarkSessionDestroy(session);
  return done;
}

int main(int argc, char **argv) {
  if (argc != 4) {
    fprintf(stderr, "usage: %s INPUT.mlir STAGES FOLDER\n", argv[0]);
    return 2;
  }
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirRegisterAllDialects(registry);
  mlirRegisterAllPasses();
  MlirContext context = mlirContextCreateWithRegistry(registry, 1);
  mlirDialectRegistryDestroy(registry);
  int done = compileWithListings(context, argv + 1);
  mlirContextDestroy(context);
  return !done;
}
