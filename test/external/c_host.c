//===- c_host.c - a compiler that knows MLIR's C API only -----------------===//
//
// A small mlir-opt: reads MLIR, runs a textual pipeline, prints. Passes whose
// argument begins with `tracemark-` come from libTracemarkC.so, which takes its
// `mlir*` functions from this program; the others from MLIR's registry. So the
// lit tests of the passes can run without any C++ of ours.
//
// c_host --library=FILE [INPUT] [-o FILE] --pass-pipeline=TEXT
//        [--session=OPTIONS] [...]
// Of mlir-opt's flags it has those that the tests use; see `flags`.
//
//===----------------------------------------------------------------------===//

#include "tracemark/create_pass.h"
#include "tracemark/session.h"

#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"
#include "mlir-c/RegisterEverything.h"
#include "mlir-c/Support.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/banned.h"

typedef struct Host {
  const char *library, *input, *output, *pipeline, *verifyEach, *session;
  bool split, allowUnregistered, debugInfo, localScope, generic, noThreads,
      bytecode;
  MlirPass (*createPass)(const char *, const char *, MlirStringCallback,
                         void *);
  TracemarkSession *(*attach)(MlirContext, const char *);
  void (*report)(TracemarkSession *, MlirStringCallback, void *);
  void (*destroy)(TracemarkSession *);
  FILE *out;
} Host;

static void complain(MlirStringRef message, void *userData) {
  fprintf(stderr, "<unknown>:0: error: %.*s\n", (int)message.length,
          message.data);
}

static void append(MlirStringRef part, void *userData) {
  fwrite(part.data, 1, part.length, userData);
}

/// The position that a location begins at, as mlir-opt's diagnostics name it.
static MlirLocation findPosition(MlirLocation location) {
  for (;;) {
    if (mlirLocationIsAName(location)) {
      location = mlirLocationNameGetChildLoc(location);
    } else if (mlirLocationIsACallSite(location)) {
      location = mlirLocationCallSiteGetCallee(location);
    } else if (mlirLocationIsAFused(location) &&
               mlirLocationFusedGetNumLocations(location) > 0) {
      MlirLocation *children =
          calloc(mlirLocationFusedGetNumLocations(location), sizeof(*children));
      mlirLocationFusedGetLocations(location, children);
      location = children[0];
      free(children);
    } else {
      return location;
    }
  }
}

static MlirLogicalResult report(MlirDiagnostic diagnostic, void *userData) {
  static const char *const severities[] = {[MlirDiagnosticError] = "error",
                                           [MlirDiagnosticWarning] = "warning",
                                           [MlirDiagnosticNote] = "note",
                                           [MlirDiagnosticRemark] = "remark"};
  MlirLocation position = findPosition(mlirDiagnosticGetLocation(diagnostic));
  if (mlirLocationIsAFileLineColRange(position)) {
    append(mlirIdentifierStr(mlirLocationFileLineColRangeGetFilename(position)),
           stderr);
    fprintf(stderr, ":%d:%d",
            mlirLocationFileLineColRangeGetStartLine(position),
            mlirLocationFileLineColRangeGetStartColumn(position));
  } else {
    fprintf(stderr, "<unknown>:0");
  }
  fprintf(stderr, ": %s: ", severities[mlirDiagnosticGetSeverity(diagnostic)]);
  mlirDiagnosticPrint(diagnostic, append, stderr);
  fputc('\n', stderr);
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// Pipeline
//===----------------------------------------------------------------------===//

/// End of a list of passes or of one option text: the bracket that closes.
static const char *findClosing(const char *text, char open, char close) {
  int depth = 0;
  for (; *text; ++text) {
    depth += *text == open;
    if (*text == close && --depth == 0)
      return text;
  }
  return NULL;
}

static bool addPass(Host *host, MlirOpPassManager manager, const char *name,
                    const char *options) {
  if (strncmp(name, "tracemark-", strlen("tracemark-")) == 0) {
    MlirPass pass = host->createPass(name, options, complain, NULL);
    if (!pass.ptr)
      return false;
    mlirOpPassManagerAddOwnedPass(manager, pass);
    return true;
  }
  char *text = NULL;
  if (asprintf(&text, "%s%s%s%s", name, *options ? "{" : "", options,
               *options ? "}" : "") < 0)
    return false;
  bool added = mlirLogicalResultIsSuccess(mlirOpPassManagerAddPipeline(
      manager, mlirStringRefCreateFromCString(text), complain, NULL));
  free(text);
  return added;
}

static bool addAll(Host *host, MlirOpPassManager manager, const char *text,
                   const char *end);

/// Adds what stands from `text`; gives where it ends, NULL on failure.
static const char *addOne(Host *host, MlirOpPassManager manager,
                          const char *text) {
  size_t length = strcspn(text, "({,)} \n");
  char *name = strndup(text, length);
  text += length;
  const char *end = text;
  bool added = false;
  if (*text == '(') {
    end = findClosing(text, '(', ')');
    added = end && addAll(host,
                          mlirOpPassManagerGetNestedUnder(
                              manager, mlirStringRefCreateFromCString(name)),
                          text + 1, end);
  } else {
    end = *text == '{' ? findClosing(text, '{', '}') : text;
    char *options = end && end > text
                        ? strndup(text + 1, (size_t)(end - text) - 1)
                        : strdup("");
    added = end && addPass(host, manager, name, options);
    free(options);
  }
  free(name);
  return added ? end + (*end == ')' || *end == '}') : NULL;
}

static bool addAll(Host *host, MlirOpPassManager manager, const char *text,
                   const char *end) {
  while (text < end) {
    size_t skip = strspn(text, " ,\n");
    if (skip == 0 || (text += skip) < end)
      if (!(text = addOne(host, manager, text)))
        return false;
  }
  return true;
}

static bool runPipeline(Host *host, MlirContext context, MlirOperation module) {
  static const char anchor[] = "builtin.module(";
  const char *end = NULL;
  if (strncmp(host->pipeline, anchor, strlen(anchor)) == 0)
    end = findClosing(host->pipeline, '(', ')');
  if (!end) {
    fprintf(stderr, "c_host: expected 'builtin.module(...)', found '%s'\n",
            host->pipeline);
    return false;
  }
  MlirPassManager manager = mlirPassManagerCreateOnOperation(
      context, mlirStringRefCreateFromCString("builtin.module"));
  mlirPassManagerEnableVerifier(manager, strcmp(host->verifyEach, "1") == 0);
  bool ran =
      addAll(host, mlirPassManagerGetAsOpPassManager(manager),
             host->pipeline + strlen(anchor), end) &&
      mlirLogicalResultIsSuccess(mlirPassManagerRunOnOp(manager, module));
  mlirPassManagerDestroy(manager);
  return ran;
}

//===----------------------------------------------------------------------===//
// One program
//===----------------------------------------------------------------------===//

static void print(Host *host, MlirOperation module) {
  if (host->bytecode) {
    mlirOperationWriteBytecode(module, append, host->out);
    return;
  }
  MlirOpPrintingFlags flags = mlirOpPrintingFlagsCreate();
  if (host->debugInfo)
    mlirOpPrintingFlagsEnableDebugInfo(flags, true, false);
  if (host->localScope)
    mlirOpPrintingFlagsUseLocalScope(flags);
  if (host->generic)
    mlirOpPrintingFlagsPrintGenericOpForm(flags);
  mlirOperationPrintWithFlags(module, flags, append, host->out);
  mlirOpPrintingFlagsDestroy(flags);
  fputc('\n', host->out);
}

static void printReport(MlirStringRef line, void *userData) {
  fprintf(stderr, "session: %.*s\n", (int)line.length, line.data);
}

/// With a session around it if one is wanted.
static bool runAll(Host *host, MlirContext context, MlirOperation module) {
  if (!host->session)
    return runPipeline(host, context, module);
  TracemarkSession *session = host->attach(context, host->session);
  bool done = session && runPipeline(host, context, module);
  host->report(session, printReport, NULL);
  host->destroy(session);
  return done;
}

static bool process(Host *host, MlirStringRef text) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirRegisterAllDialects(registry);
  MlirContext context =
      mlirContextCreateWithRegistry(registry, !host->noThreads);
  mlirDialectRegistryDestroy(registry);
  mlirContextSetAllowUnregisteredDialects(context, host->allowUnregistered);
  mlirContextAttachDiagnosticHandler(context, report, NULL, NULL);
  MlirModule module =
      host->split || !host->input
          ? mlirModuleCreateParse(context, text)
          : mlirModuleCreateParseFromFile(
                context, mlirStringRefCreateFromCString(host->input));
  bool done = !mlirModuleIsNull(module);
  if (done) {
    MlirOperation operation = mlirModuleGetOperation(module);
    done = runAll(host, context, operation);
    if (done)
      print(host, operation);
    mlirModuleDestroy(module);
  }
  mlirContextDestroy(context);
  return done;
}

static bool processAll(Host *host, char *text, size_t length) {
  static const char marker[] = "// -----\n";
  bool done = true;
  if (!host->split)
    return process(host, mlirStringRefCreate(text, length));
  for (char *end; text; text = end ? end + strlen(marker) : NULL) {
    end = strstr(text, marker);
    size_t chunk = end ? (size_t)(end - text) : strlen(text);
    char *copy = strndup(text, chunk);
    done &= process(host, mlirStringRefCreate(copy, chunk));
    free(copy);
    if (end)
      fputs("\n// -----\n", host->out);
  }
  return done;
}

static char *readAll(FILE *file, size_t *length) {
  char *text = NULL, part[1 << 16];
  FILE *out = open_memstream(&text, length);
  for (size_t got; (got = fread(part, 1, sizeof(part), file)) > 0;)
    fwrite(part, 1, got, out);
  fclose(out);
  return text;
}

//===----------------------------------------------------------------------===//
// Command line
//===----------------------------------------------------------------------===//

/// Value of `name` in `argument` ("--name=value"), or NULL.
static const char *valueOf(const char *argument, const char *name) {
  size_t length = strlen(name);
  argument += strspn(argument, "-");
  return strncmp(argument, name, length) == 0 && argument[length] == '='
             ? argument + length + 1
             : NULL;
}

static bool readArguments(Host *host, int count, char **arguments) {
  const struct {
    const char *name;
    const char **text;
    bool *flag;
  } flags[] = {
      {"library", &host->library, NULL},
      {"pass-pipeline", &host->pipeline, NULL},
      {"verify-each", &host->verifyEach, NULL},
      {"session", &host->session, NULL},
      {"split-input-file", NULL, &host->split},
      {"allow-unregistered-dialect", NULL, &host->allowUnregistered},
      {"mlir-print-debuginfo", NULL, &host->debugInfo},
      {"mlir-print-local-scope", NULL, &host->localScope},
      {"mlir-print-op-generic", NULL, &host->generic},
      {"mlir-disable-threading", NULL, &host->noThreads},
      {"emit-bytecode", NULL, &host->bytecode},
  };
  for (int i = 1; i < count; ++i) {
    const char *argument = arguments[i];
    bool known = false;
    for (size_t j = 0; j < sizeof(flags) / sizeof(flags[0]); ++j) {
      const char *value = valueOf(argument, flags[j].name);
      if (flags[j].text && value)
        known = true, *flags[j].text = value;
      else if (flags[j].flag && *argument == '-' &&
               strcmp(argument + strspn(argument, "-"), flags[j].name) == 0)
        known = *flags[j].flag = true;
    }
    if (strcmp(argument, "-o") == 0 && i + 1 < count)
      host->output = arguments[++i];
    else if (*argument != '-' && !host->input)
      host->input = argument;
    else if (!known && strcmp(argument, "-") != 0)
      return fprintf(stderr, "c_host: unknown argument '%s'\n", argument),
             false;
  }
  return true;
}

static bool loadLibrary(Host *host) {
  void *library = host->library ? dlopen(host->library, RTLD_NOW) : NULL;
  if (library) {
    *(void **)&host->createPass = dlsym(library, "tracemarkCreatePass");
    *(void **)&host->attach = dlsym(library, "tracemarkSessionAttach");
    *(void **)&host->report = dlsym(library, "tracemarkSessionReport");
    *(void **)&host->destroy = dlsym(library, "tracemarkSessionDestroy");
  }
  if (!host->createPass)
    fprintf(stderr, "c_host: %s\n",
            host->library ? dlerror() : "no --library given");
  return host->createPass;
}

int main(int count, char **arguments) {
  Host host = {.verifyEach = "1", .pipeline = "builtin.module()"};
  if (!readArguments(&host, count, arguments) || !loadLibrary(&host))
    return 2;
  mlirRegisterAllPasses();
  FILE *in = host.input ? fopen(host.input, "rb") : stdin;
  if (!in)
    return perror(host.input), 2;
  size_t length, written = 0;
  char *text = readAll(in, &length), *result = NULL;
  fclose(in);
  // As mlir-opt: nothing is written unless all went well.
  host.out = open_memstream(&result, &written);
  bool done = processAll(&host, text, length);
  fclose(host.out);
  FILE *out = !done ? NULL : host.output ? fopen(host.output, "wb") : stdout;
  if (out) {
    fwrite(result, 1, written, out);
    fclose(out);
  }
  free(result);
  free(text);
  return out ? 0 : 1;
}
