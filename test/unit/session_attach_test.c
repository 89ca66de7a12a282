//===- session_attach_test.c - sessions of a host in C --------------------===//
//
// Uses what libTracemark.so exports, as a host that links it does.
//
//===----------------------------------------------------------------------===//

#include "tracemark/session.h"

#include "lib/base/string_buffer.h"

#include "mlir-c/Diagnostics.h"
#include "mlir-c/Dialect/Arith.h"
#include "mlir-c/Dialect/Func.h"
#include "mlir-c/Pass.h"
#include "mlir-c/Transforms.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "folders.h"
#include "testing.h"

/// A context that keeps its diagnostics, and one program in it. Stays where it
/// is made.
typedef struct Host {
  MlirContext context;
  MlirModule module;
  TracemarkStringBuffer said;
} Host;

static void append(MlirStringRef part, void *buffer) {
  tracemarkStringBufferAppend(buffer, part.data, part.length);
}

static void appendLine(MlirStringRef line, void *buffer) {
  append(line, buffer);
  tracemarkStringBufferAppendText(buffer, "\n");
}

static MlirLogicalResult keep(MlirDiagnostic diagnostic, void *buffer) {
  mlirDiagnosticPrint(diagnostic, append, buffer);
  tracemarkStringBufferAppendText(buffer, "\n");
  return mlirLogicalResultSuccess();
}

static void fillHost(Host *host, MlirDialectRegistry registry) {
  host->context = mlirContextCreateWithRegistry(registry, true);
  host->said = (TracemarkStringBuffer){0};
  mlirContextAttachDiagnosticHandler(host->context, keep, &host->said, NULL);
  mlirDialectHandleLoadDialect(mlirGetDialectHandle__arith__(), host->context);
  mlirDialectHandleLoadDialect(mlirGetDialectHandle__func__(), host->context);
  host->module =
      mlirModuleCreateParse(host->context, mlirStringRefCreateFromCString(
                                               "func.func @f() -> i32 {\n"
                                               "  %0 = arith.constant 1 : i32\n"
                                               "  return %0 : i32\n"
                                               "}\n"));
}

static void openHost(Host *host) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  fillHost(host, registry);
  mlirDialectRegistryDestroy(registry);
}

static void closeHost(Host *host) {
  mlirModuleDestroy(host->module);
  mlirContextDestroy(host->context);
  tracemarkStringBufferDestroy(&host->said);
}

/// Nobody has registered the passes.
static bool runPasses(Host *host) {
  MlirPassManager manager = mlirPassManagerCreate(host->context);
  MlirOpPassManager nested = mlirPassManagerGetNestedUnder(
      manager, mlirStringRefCreateFromCString("func.func"));
  mlirOpPassManagerAddOwnedPass(nested, mlirCreateTransformsCSE());
  mlirPassManagerAddOwnedPass(manager, mlirCreateTransformsCanonicalizer());
  bool ran = mlirLogicalResultIsSuccess(
      mlirPassManagerRunOnOp(manager, mlirModuleGetOperation(host->module)));
  mlirPassManagerDestroy(manager);
  return ran;
}

static void assertReport(TracemarkSession *session, const char *expected) {
  TracemarkStringBuffer lines = {0};
  tracemarkSessionReport(session, appendLine, &lines);
  assert_string_equal(tracemarkStringBufferText(&lines), expected);
  tracemarkStringBufferDestroy(&lines);
}

static bool exists(const char *path) { return access(path, F_OK) == 0; }

static int countRecords(const char *folder) {
  char path[64];
  snprintf(path, sizeof(path), "%s/manifest.jsonl", folder);
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  int count = 0;
  for (int c; (c = fgetc(file)) != EOF;)
    count += c == '\n';
  fclose(file);
  return count;
}

/// File that the first operation of @f points to first.
static void assertShown(Host *host, const char *file) {
  MlirOperation function =
      mlirBlockGetFirstOperation(mlirModuleGetBody(host->module));
  MlirOperation first = mlirBlockGetFirstOperation(
      mlirRegionGetFirstBlock(mlirOperationGetRegion(function, 0)));
  MlirLocation location = mlirOperationGetLocation(first), child;
  assert_true(mlirLocationIsAFused(location));
  mlirLocationFusedGetLocations(location, &child);
  MlirStringRef name =
      mlirIdentifierStr(mlirLocationFileLineColRangeGetFilename(child));
  assert_int_equal(name.length, strlen(file));
  assert_memory_equal(name.data, file, name.length);
}

static void listsAfterPassesThatNobodyRegistered(void **state) {
  Host host;
  openHost(&host);
  TracemarkSession *session = tracemarkSessionAttach(
      host.context, "after=cse after=canonicalize to={the lists} only='f,g' "
                    "only=h before=sccp");
  assert_non_null(session);
  assert_false(exists("the lists"));
  assertReport(session, "after: 'cse', 'canonicalize': no such stage was "
                        "reached; stages seen: none\n"
                        "before: 'sccp': no such stage was reached; stages "
                        "seen: none\n");
  assert_true(runPasses(&host));
  assert_true(exists("the lists/cse/f.mlir"));
  assertShown(&host, "the lists/cse/f.mlir");
  // The context still lives, and is asked what it has seen.
  static const char report[] = "before: 'sccp': no such stage was reached; "
                               "stages seen: cse, canonicalize\n"
                               "only: no entry point matches 'g', 'h'\n";
  assertReport(session, report);
  assert_string_equal(tracemarkStringBufferText(&host.said), "");
  closeHost(&host);
  assertReport(session, report);
  tracemarkSessionDestroy(session);
  assert_int_equal(countEntries("the lists"), 2); // no marks
}

static void refusesWhatCannotBe(void **state) {
  static const struct {
    const char *options, *said;
  } cases[] = {
      {"aftr=cse",
       "'tracemarkSessionAttach' has no option 'aftr'; did you mean 'after'?"},
      {"after=cse stage=mine",
       "'tracemarkSessionAttach' has no option 'stage'"},
      {"after='cse", "'tracemarkSessionAttach': the value 'cse does not end"},
      {"after=cse scope=both",
       "source listing setting 'scope' expects one of 'auto', 'entry', "
       "'module', found 'both'"},
      {"after=cse elide-larger-than=-1",
       "source listing setting 'elide-larger-than' expects a number from 0 to "
       "9223372036854775807, found '-1'"},
      {"after=cse prefix-map=a=b prefix-map=c",
       "source listing setting 'prefix-map' expects OLD=NEW, found 'a=b\nc'"},
      {"after=cse scope=module only=f",
       "expected no 'only', which selects entry points, for listings of scope "
       "'module', found 'f'"},
      {"after=cse locations=keep debug-info=original",
       "source listing setting 'debug-info' needs the former locations: "
       "expected 'locations' to be 'fuse', found 'keep'"},
      {"after=cse#0",
       "expected a number from 1 to 999999999 behind '#' in the stage 'cse#0'"},
      {"before=input", "the stage 'input' can only be asked for as one "
                       "'after', not as one 'before'"},
      {"to=lists", "'tracemarkSessionAttach' expects the option 'after' or "
                   "'before' to name a stage, found none"},
      {NULL, "'tracemarkSessionAttach' expects the option 'after' or 'before' "
             "to name a stage, found none"},
  };
  for (size_t i = 0; i < TRACEMARK_COUNT_OF(cases); ++i) {
    Host host;
    openHost(&host);
    assert_null(tracemarkSessionAttach(host.context, cases[i].options));
    TracemarkStringBuffer line = {0};
    tracemarkStringBufferAppendFormat(&line, "%s\n", cases[i].said);
    assert_string_equal(tracemarkStringBufferText(&host.said), line.data);
    // Nobody follows this context.
    assert_true(runPasses(&host));
    assert_string_equal(host.said.data, line.data);
    tracemarkStringBufferDestroy(&line);
    closeHost(&host);
  }
  assert_false(exists("listings"));
  tracemarkSessionReport(NULL, appendLine, NULL);
  tracemarkSessionDestroy(NULL);
}

/// What cannot be written is a warning, or fails the run.
static void aRunFailsIfItIsToBeStrict(void **state) {
  fclose(fopen("file", "w"));
  for (int strict = 0; strict < 2; ++strict) {
    Host host;
    openHost(&host);
    TracemarkSession *session =
        tracemarkSessionAttach(host.context, strict ? "after=cse to=file strict"
                                                    : "after=cse to=file");
    assert_non_null(session);
    assert_int_equal(runPasses(&host), !strict);
    const char *said = tracemarkStringBufferText(&host.said);
    assert_non_null(strstr(said, "'file'"));
    assert_ptr_equal(strchr(said, '\n'), said + strlen(said) - 1);
    assertReport(session, "");
    tracemarkSessionDestroy(session);
    closeHost(&host);
  }
}

/// Behind the last pass the result of the run is settled; the next run fails.
static void theNextRunFails(void **state) {
  assert_int_equal(mkdir("lists", 0777), 0);
  fclose(fopen("lists/canonicalize", "w"));
  Host host;
  openHost(&host);
  TracemarkSession *session = tracemarkSessionAttach(
      host.context, "after=canonicalize to=lists strict");
  assert_true(runPasses(&host));
  assert_non_null(
      strstr(tracemarkStringBufferText(&host.said), "lists/canonicalize"));
  assert_false(runPasses(&host));
  tracemarkSessionDestroy(session);
  assert_true(runPasses(&host));
  closeHost(&host);
}

static void sessionsShareAContext(void **state) {
  Host host;
  openHost(&host);
  TracemarkSession *one =
      tracemarkSessionAttach(host.context, "after=cse to=one");
  TracemarkSession *two =
      tracemarkSessionAttach(host.context, "after=cse,sccp to=two");
  assert_true(runPasses(&host));
  assert_true(exists("one/cse/f.mlir"));
  assert_true(exists("two/cse/f.mlir"));
  assertShown(&host, "two/cse/f.mlir");
  assertReport(one, "");
  assertReport(two, "after: 'sccp': no such stage was reached; stages seen: "
                    "cse, canonicalize\n");
  // One goes, the other is still told.
  tracemarkSessionDestroy(one);
  assert_true(runPasses(&host));
  assert_int_equal(countRecords("one"), 1);
  assert_int_equal(countRecords("two"), 2);
  tracemarkSessionDestroy(two);
  assert_true(runPasses(&host));
  assert_int_equal(countRecords("two"), 2);
  // The place of the handler is free again.
  TracemarkSession *three =
      tracemarkSessionAttach(host.context, "before=canonicalize to=three");
  assert_true(runPasses(&host));
  assert_true(exists("three/before-canonicalize/f.mlir"));
  closeHost(&host);
  tracemarkSessionDestroy(three);
}

static void aSessionFollowsContexts(void **state) {
  Host first, second;
  openHost(&first);
  openHost(&second);
  TracemarkSession *session =
      tracemarkSessionAttach(first.context, "after=cse#2");
  for (int i = 0; i < 2; ++i)
    assert_true(mlirLogicalResultIsSuccess(
        tracemarkSessionFollow(session, second.context)));
  assert_true(runPasses(&first));
  assert_true(runPasses(&second));
  assert_false(exists("listings/cse#2"));
  assert_true(runPasses(&second));
  assert_true(exists("listings/cse#2/f.mlir"));
  closeHost(&second);
  assertReport(session, "");
  tracemarkSessionDestroy(session);
  closeHost(&first);
}

/// Each of them marks the passes that it is told of.
static void sessionsShareAFolder(void **state) {
  Host hosts[2];
  TracemarkSession *sessions[2];
  for (int i = 0; i < 2; ++i) {
    openHost(&hosts[i]);
    sessions[i] = tracemarkSessionAttach(hosts[i].context, "after=cse");
    assert_true(runPasses(&hosts[i]));
    assert_int_equal(countEntries("listings/in-flight"), i + 1);
  }
  for (int i = 0; i < 2; ++i) {
    closeHost(&hosts[i]);
    tracemarkSessionDestroy(sessions[i]);
  }
  assert_false(exists("listings/in-flight"));
  assert_int_equal(countRecords("listings"), 2);
}

static void *attachAndRun(void *argument) {
  Host host;
  openHost(&host);
  bool good = true;
  for (int i = 0; i < 4; ++i) {
    TracemarkSession *session = tracemarkSessionAttach(
        host.context, "after=cse,canonicalize before=all");
    good &= session && runPasses(&host);
    tracemarkSessionDestroy(session);
  }
  closeHost(&host);
  *(bool *)argument = good;
  return NULL;
}

static void threadsHaveSessionsOfTheirOwn(void **state) {
  pthread_t threads[4];
  bool good[4];
  for (size_t i = 0; i < TRACEMARK_COUNT_OF(threads); ++i)
    assert_int_equal(pthread_create(&threads[i], NULL, attachAndRun, &good[i]),
                     0);
  for (size_t i = 0; i < TRACEMARK_COUNT_OF(threads); ++i) {
    pthread_join(threads[i], NULL);
    assert_true(good[i]);
  }
  assert_false(exists("listings/in-flight"));
  assert_int_equal(countRecords("listings"), 4 * 4 * 4);
}

//===----------------------------------------------------------------------===//
// Others that follow the same context
//===----------------------------------------------------------------------===//

static void copyFile(const char *from, const char *to) {
  FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
  assert_non_null(in);
  assert_non_null(out);
  static char part[1 << 16];
  for (size_t got; (got = fread(part, 1, sizeof(part), in)) > 0;)
    assert_int_equal(fwrite(part, 1, got, out), got);
  fclose(in);
  assert_int_equal(fclose(out), 0);
}

/// A second copy of the library is another library to the first.
static void aContextOfAnotherLibraryIsRefused(void **state) {
  copyFile(TRACEMARK_LIBRARY, "libCopy.so");
  void *copy = dlopen("./libCopy.so", RTLD_NOW | RTLD_LOCAL);
  assert_non_null(copy);
  TracemarkSession *(*attach)(MlirContext, const char *);
  void (*destroy)(TracemarkSession *);
  *(void **)&attach = dlsym(copy, "tracemarkSessionAttach");
  *(void **)&destroy = dlsym(copy, "tracemarkSessionDestroy");
  assert_ptr_not_equal(attach, tracemarkSessionAttach);
  Host host;
  openHost(&host);
  TracemarkSession *other = attach(host.context, "after=cse to=other");
  assert_non_null(other);
  assert_null(tracemarkSessionAttach(host.context, "after=cse to=ours"));
  assert_string_equal(host.said.data,
                      "cannot follow the passes of a context that has an "
                      "action handler of another library\n");
  assert_true(runPasses(&host));
  assert_true(exists("other/cse/f.mlir"));
  assert_false(exists("ours"));
  destroy(other);
  TracemarkSession *ours =
      tracemarkSessionAttach(host.context, "after=cse to=ours");
  assert_non_null(ours);
  closeHost(&host);
  tracemarkSessionDestroy(ours);
}

/// Of MLIR's C++ headers: what a host's plugin loader asks a library for.
typedef struct PluginInfo {
  uint32_t version;
  const char *name, *pluginVersion;
  void (*callback)(void *registry);
} PluginInfo;

/// The functions behind the pointers are C++, of types that C cannot spell.
#ifdef __clang__
#define CALLS_CXX __attribute__((no_sanitize("function")))
#else
#define CALLS_CXX
#endif

/// The plugin's variables are a session too.
CALLS_CXX static void theProcessHasASession(void **state) {
  PluginInfo (*passes)(void), (*dialects)(void);
  *(void **)&passes = dlsym(RTLD_DEFAULT, "mlirGetPassPluginInfo");
  *(void **)&dialects = dlsym(RTLD_DEFAULT, "mlirGetDialectPluginInfo");
  mlirRegisterTransformsCSE();
  setenv("TRACEMARK_SOURCE_LISTING_AFTER", "cse", true);
  setenv("TRACEMARK_SOURCE_LISTING_TO", "process", true);
  passes().callback(NULL);
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  dialects().callback(registry.ptr);
  Host host;
  fillHost(&host, registry);
  mlirDialectRegistryDestroy(registry);
  TracemarkSession *session =
      tracemarkSessionAttach(host.context, "after=cse,canonicalize to=ours");
  assert_non_null(session);
  assert_true(runPasses(&host));
  assert_true(exists("process/cse/f.mlir"));
  assertShown(&host, "ours/cse/f.mlir");
  assert_int_equal(countRecords("ours"), 2);
  tracemarkSessionDestroy(session);
  assert_true(runPasses(&host));
  assert_int_equal(countRecords("ours"), 2);
  assertShown(&host, "process/cse/f.mlir");
  closeHost(&host);
}

int main(void) {
  const struct CMUnitTest tests[] = {
#define TEST(name)                                                             \
  cmocka_unit_test_setup_teardown(name, enterFolder, leaveFolder)
      TEST(listsAfterPassesThatNobodyRegistered),
      TEST(refusesWhatCannotBe),
      TEST(aRunFailsIfItIsToBeStrict),
      TEST(theNextRunFails),
      TEST(sessionsShareAContext),
      TEST(aSessionFollowsContexts),
      TEST(sessionsShareAFolder),
      TEST(threadsHaveSessionsOfTheirOwn),
      TEST(aContextOfAnotherLibraryIsRefused),
      TEST(theProcessHasASession),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
