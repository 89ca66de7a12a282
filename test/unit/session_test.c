//===- session_test.c - listings of several contexts at once --------------===//

#include "lib/ir/session.h"

#include "lib/base/string_buffer.h"
#include "lib/ir/strings.h"

#include "mlir-c/Dialect/Arith.h"
#include "mlir-c/Dialect/Func.h"
#include "mlir-c/Pass.h"
#include "mlir-c/Transforms.h"

#include <jansson.h>
#include <pthread.h>

#include "folders.h"
#include "testing.h"

enum { CONTEXTS = 4, FUNCTIONS = 30 };

/// One thread: a context of its own, with a module whose functions have the
/// same names as those of the others. The text depends on `constant`.
typedef struct Host {
  TracemarkSession *session;
  int constant;
  bool succeeded;
} Host;

static void appendModule(TracemarkStringBuffer *text, int constant) {
  for (int i = 0; i < FUNCTIONS; ++i)
    tracemarkStringBufferAppendFormat(text,
                                      "func.func @f%d(%%a: i32) -> i32 {\n"
                                      "  %%0 = arith.constant %d : i32\n"
                                      "  %%1 = arith.addi %%a, %%0 : i32\n"
                                      "  return %%1 : i32\n"
                                      "}\n",
                                      i, constant);
}

static void *compile(void *argument) {
  Host *host = argument;
  MlirContext context = mlirContextCreate();
  mlirDialectHandleLoadDialect(mlirGetDialectHandle__arith__(), context);
  mlirDialectHandleLoadDialect(mlirGetDialectHandle__func__(), context);
  host->succeeded = mlirLogicalResultIsSuccess(
      tracemarkSessionFollow(host->session, context));
  TracemarkStringBuffer text = {0};
  appendModule(&text, host->constant);
  MlirModule module =
      mlirModuleCreateParse(context, tracemarkStringFrom(text.data));
  MlirPassManager manager = mlirPassManagerCreate(context);
  MlirOpPassManager nested =
      mlirPassManagerGetNestedUnder(manager, tracemarkStringFrom("func.func"));
  mlirOpPassManagerAddOwnedPass(nested, mlirCreateTransformsCanonicalizer());
  host->succeeded &= mlirLogicalResultIsSuccess(
      mlirPassManagerRunOnOp(manager, mlirModuleGetOperation(module)));
  mlirPassManagerDestroy(manager);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  tracemarkStringBufferDestroy(&text);
  return NULL;
}

static int countText(const char *name, const char *part) {
  FILE *file = fopen(name, "r");
  assert_non_null(file);
  char *line = NULL;
  size_t capacity = 0;
  int count = 0;
  while (getline(&line, &capacity, file) >= 0)
    count += strstr(line, part) != NULL;
  free(line);
  fclose(file);
  return count;
}

/// Each record names a file of its own constant's text; returns their number.
static int checkManifest(const char *path) {
  FILE *manifest = fopen(path, "r");
  assert_non_null(manifest);
  char *line = NULL, name[256];
  size_t capacity = 0;
  int count = 0;
  for (ssize_t length; (length = getline(&line, &capacity, manifest)) >= 0;) {
    json_t *record = json_loadb(line, (size_t)length, 0, NULL);
    const char *symbol =
        json_string_value(json_array_get(json_object_get(record, "symbol"), 0));
    const char *file = json_string_value(json_object_get(record, "file"));
    assert_non_null(symbol);
    assert_non_null(file);
    snprintf(name, sizeof(name), "listings/%s", file);
    char header[64];
    snprintf(header, sizeof(header), "@%s(", symbol);
    assert_int_equal(countText(name, header), 1);
    json_decref(record);
    ++count;
  }
  free(line);
  fclose(manifest);
  return count;
}

static void ignoreReport(MlirStringRef text, void *userData) {
  fail_msg("%.*s", (int)text.length, text.data);
}

static void contextsOfOneProcessLoseNothing(void **state) {
  mlirRegisterTransformsCanonicalizer();
  TracemarkSession *session = tracemarkSessionCreate(NULL);
  assert_non_null(session);
  tracemarkSessionSet(session, TRACEMARK_LISTING_AFTER, "canonicalize");
  pthread_t threads[CONTEXTS];
  Host hosts[CONTEXTS];
  for (int i = 0; i < CONTEXTS; ++i) {
    // Two of them write the same text.
    hosts[i] = (Host){.session = session, .constant = i ? i : 1};
    assert_int_equal(pthread_create(&threads[i], NULL, compile, &hosts[i]), 0);
  }
  for (int i = 0; i < CONTEXTS; ++i)
    pthread_join(threads[i], NULL);
  for (int i = 0; i < CONTEXTS; ++i)
    assert_true(hosts[i].succeeded);
  assert_int_equal(countEntries("listings/in-flight"), 1);
  tracemarkSessionReport(session, ignoreReport, NULL);
  tracemarkSessionFinish(session);
  tracemarkSessionDestroy(session);
  assert_int_equal(checkManifest("listings/manifest.jsonl"),
                   CONTEXTS * FUNCTIONS);
  assert_int_equal(countEntries("listings/canonicalize"),
                   (CONTEXTS - 1) * FUNCTIONS);
  assert_int_equal(countEntries("listings"), 2); // no marks
}

static int countRecords(const char *stage) {
  char part[64];
  snprintf(part, sizeof(part), "\"stage\":\"%s\"", stage);
  return countText("listings/manifest.jsonl", part);
}

static void runOnce(MlirContext context, MlirModule module) {
  MlirPassManager manager = mlirPassManagerCreate(context);
  mlirPassManagerAddOwnedPass(manager, mlirCreateTransformsCanonicalizer());
  assert_true(mlirLogicalResultIsSuccess(
      mlirPassManagerRunOnOp(manager, mlirModuleGetOperation(module))));
  mlirPassManagerDestroy(manager);
}

/// Two pass managers on one program are one pipeline: one input, and the second
/// run of a pass is number 2. Another program begins anew.
static void programsHaveOneInput(void **state) {
  TracemarkSession *session = tracemarkSessionCreate(NULL);
  tracemarkSessionSet(session, TRACEMARK_LISTING_AFTER, "input");
  tracemarkSessionSet(session, TRACEMARK_LISTING_AFTER,
                      "changed,canonicalize#2");
  tracemarkSessionSet(session, TRACEMARK_LISTING_BEFORE, "canonicalize#2");
  tracemarkSessionSet(session, TRACEMARK_LISTING_SCOPE, "module");
  MlirContext context = mlirContextCreate();
  mlirDialectHandleLoadDialect(mlirGetDialectHandle__func__(), context);
  assert_true(
      mlirLogicalResultIsSuccess(tracemarkSessionFollow(session, context)));
  MlirModule modules[2];
  for (int i = 0; i < 2; ++i)
    modules[i] = mlirModuleCreateParse(
        context, tracemarkStringFrom("func.func @f() {\n  return\n}\n"));
  for (int i = 0; i < 2; ++i) {
    runOnce(context, modules[i]);
    runOnce(context, modules[i]);
    assert_int_equal(countRecords("input"), i + 1);
    assert_int_equal(countRecords("canonicalize"), 0);
    assert_int_equal(countRecords("canonicalize#2"), i + 1);
    assert_int_equal(countRecords("before-canonicalize#2"), i + 1);
  }
  for (int i = 0; i < 2; ++i)
    mlirModuleDestroy(modules[i]);
  mlirContextDestroy(context);
  tracemarkSessionDestroy(session);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(contextsOfOneProcessLoseNothing,
                                      enterFolder, leaveFolder),
      cmocka_unit_test_setup_teardown(programsHaveOneInput, enterFolder,
                                      leaveFolder),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
