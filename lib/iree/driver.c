//===- driver.c - iree-compile with our passes between phases -------------===//
//
// iree-compile is a small program around ireeCompilerRunMain, which in turn
// calls the embedding API of its own library through the dynamic linker. So
// three functions of that API that this program defines are called in place of
// the library's: every flag of iree-compile is read by iree-compile itself, and
// only the one call that runs the pipeline becomes several, with our passes in
// between. Had the flags been read here, each would have to be known here.
//
// The functions get no pointer of ours: what they need is one object of the
// process.
//
//===----------------------------------------------------------------------===//

#include "lib/iree/driver.h"

#include "lib/iree/library.h"
#include "lib/iree/options.h"
#include "lib/iree/phases.h"

#include <stdio.h>

#include "lib/base/banned.h"

#define PROGRAM "tracemark-iree-compile"

enum { PIPELINE_STD = 0, MAX_PASSES = 3 };

/// Passes that run when a phase has ended; made before IREE starts, so that a
/// wrong option is found at once.
typedef struct Stop {
  MlirPass passes[MAX_PASSES];
  int count;
} Stop;

typedef struct Driver {
  TracemarkIreeLibrary library;
  TracemarkIreeOptions options;
  Stop stops[TRACEMARK_IREE_PHASE_COUNT];
  const char *from, *to; // as iree-compile set them; NULL: not at all
  bool wasCalled;
} Driver;

static Driver driver;

// In place of the library's functions of these names.
#define TRACEMARK_EXPORTED __attribute__((visibility("default")))
TRACEMARK_EXPORTED bool
ireeCompilerInvocationPipeline(TracemarkIreeInvocation *invocation,
                               int pipeline);
TRACEMARK_EXPORTED void
ireeCompilerInvocationSetCompileFromPhase(TracemarkIreeInvocation *invocation,
                                          const char *phase);
TRACEMARK_EXPORTED void
ireeCompilerInvocationSetCompileToPhase(TracemarkIreeInvocation *invocation,
                                        const char *phase);

static void complain(MlirStringRef message, void *userData) {
  fprintf(stderr, PROGRAM ": error: %.*s\n", (int)message.length, message.data);
}

//===----------------------------------------------------------------------===//
// Between the phases
//===----------------------------------------------------------------------===//

/// Runs the passes of a stop on the module of the invocation.
static bool runStop(TracemarkIreeInvocation *invocation, Stop *stop) {
  static const char anchor[] = "builtin.module";
  const TracemarkIreeLibrary *library = &driver.library;
  MlirOperation module =
      library->ireeCompilerInvocationExportStealModule(invocation);
  MlirPassManager manager = library->mlirPassManagerCreateOnOperation(
      library->mlirOperationGetContext(module),
      mlirStringRefCreate(anchor, strlen(anchor)));
  for (int i = 0; i < stop->count; ++i)
    library->mlirPassManagerAddOwnedPass(manager, stop->passes[i]);
  stop->count = 0;
  bool ran = mlirLogicalResultIsSuccess(
      library->mlirPassManagerRunOnOp(manager, module));
  library->mlirPassManagerDestroy(manager);
  // Given back in any case: the invocation owns it.
  return library->ireeCompilerInvocationImportStealModule(invocation, module) &&
         ran;
}

static int phaseOr(const char *name, int otherwise) {
  int phase = name ? tracemarkIreePhaseFind(name, strlen(name)) : -1;
  return phase < 0 ? otherwise : phase;
}

bool ireeCompilerInvocationPipeline(TracemarkIreeInvocation *invocation,
                                    int pipeline) {
  const TracemarkIreeLibrary *library = &driver.library;
  driver.wasCalled = true;
  if (pipeline != PIPELINE_STD)
    return library->ireeCompilerInvocationPipeline(invocation, pipeline);
  int last = phaseOr(driver.to, TRACEMARK_IREE_END);
  int done = phaseOr(driver.from, TRACEMARK_IREE_START);
  bool isFirst = true;
  for (int phase = done + 1; phase <= last; ++phase) {
    Stop *stop = &driver.stops[phase];
    if (stop->count == 0 && phase != last)
      continue;
    const char *name = tracemarkIreePhaseName((TracemarkIreePhase)phase);
    if (!isFirst)
      library->ireeCompilerInvocationSetCompileFromPhase(
          invocation, tracemarkIreePhaseName((TracemarkIreePhase)done));
    library->ireeCompilerInvocationSetCompileToPhase(invocation, name);
    if (!library->ireeCompilerInvocationPipeline(invocation, pipeline) ||
        (stop->count > 0 && !runStop(invocation, stop)))
      return false;
    done = phase;
    isFirst = false;
  }
  // Nothing between its two ends: as iree-compile has it.
  return isFirst ? library->ireeCompilerInvocationPipeline(invocation, pipeline)
                 : true;
}

void ireeCompilerInvocationSetCompileFromPhase(
    TracemarkIreeInvocation *invocation, const char *phase) {
  driver.from = phase;
  driver.library.ireeCompilerInvocationSetCompileFromPhase(invocation, phase);
}

void ireeCompilerInvocationSetCompileToPhase(
    TracemarkIreeInvocation *invocation, const char *phase) {
  driver.to = phase;
  driver.library.ireeCompilerInvocationSetCompileToPhase(invocation, phase);
}

//===----------------------------------------------------------------------===//
// Setting up
//===----------------------------------------------------------------------===//

static bool addPass(int phase, const char *argument, const char *options) {
  Stop *stop = &driver.stops[phase];
  MlirPass pass =
      driver.library.tracemarkCreatePass(argument, options, complain, NULL);
  if (pass.ptr)
    stop->passes[stop->count++] = pass;
  return pass.ptr;
}

/// Names at the end of flow: there the dispatches exist, with the names that
/// IREE gave them, and everything behind takes over what they are called.
static bool addNames(void) {
  return driver.options.names == TRACEMARK_IREE_NAMES_OFF ||
         addPass(TRACEMARK_IREE_FLOW, "tracemark-name-dispatches",
                 driver.options.names == TRACEMARK_IREE_NAMES_IREE
                     ? "entry=executable style=iree"
                     : "entry=executable");
}

static bool addListing(int phase) {
  TracemarkStringBuffer options = {0};
  tracemarkStringBufferAppendFormat(
      &options, "stage=%s%s", tracemarkIreePhaseName((TracemarkIreePhase)phase),
      tracemarkStringBufferText(&driver.options.listing));
  bool added = !options.failed &&
               addPass(phase, "tracemark-source-listing", options.data);
  tracemarkStringBufferDestroy(&options);
  return added;
}

static bool addSourcesWith(const char *options) {
  unsigned listed = driver.options.phases;
  unsigned early = (2u << TRACEMARK_IREE_EXECUTABLE_SOURCES) - 1;
  for (int phase = TRACEMARK_IREE_EXECUTABLE_SOURCES;
       phase <= TRACEMARK_IREE_EXECUTABLE_TARGETS; ++phase)
    if ((phase == TRACEMARK_IREE_EXECUTABLE_SOURCES ? listed & early
                                                    : listed >> phase & 1) &&
        !addPass(phase, "tracemark-embed-sources", options))
      return false;
  return true;
}

/// The listings go into the artefact from the phase on that an executable is
/// turned into code after; those that are made later, when they are made. Their
/// folder is given: locations may have the paths of another machine. There are
/// none where locations are kept, or a listing could not be written.
static bool addSources(void) {
  const char *folder = driver.options.folder;
  const char *quote = strchr(folder, '\'') ? "\"" : "'";
  TracemarkStringBuffer options = {0};
  tracemarkStringBufferAppendFormat(
      &options, "as=attribute optional from=%s%s%s", quote, folder, quote);
  bool added = !options.failed && addSourcesWith(options.data);
  tracemarkStringBufferDestroy(&options);
  return added;
}

static bool addPasses(void) {
  if (!addNames())
    return false;
  for (int phase = 0; phase < TRACEMARK_IREE_PHASE_COUNT; ++phase)
    if (driver.options.phases >> phase & 1 && !addListing(phase))
      return false;
  return addSources();
}

static bool hasPasses(void) {
  for (int phase = 0; phase < TRACEMARK_IREE_PHASE_COUNT; ++phase)
    if (driver.stops[phase].count > 0)
      return true;
  return false;
}

static const char help[] =
    "Usage: " PROGRAM " [OPTION]... INPUT -o OUTPUT\n"
    "iree-compile with names and source listings by Tracemark.\n\n"
    "  --dispatch-names=descriptive|iree|off\n"
    "                what dispatches are called after: what they compute "
    "(default), as IREE's own pass does, not at all\n"
    "  --source-listing-after=PHASE[,PHASE]\n"
    "                list the program after these phases (input to "
    "executable-targets) and point the locations at it\n"
    "  --source-listing-to=DIR\n"
    "                folder of the listings (default: listings); the other "
    "options of tracemark-source-listing likewise\n"
    "  --iree-compiler-library=FILE\n"
    "                libIREECompiler.so (default: of the Python environment, "
    "or beside iree-compile)\n\n"
    "All other flags are iree-compile's.\n\n";

static void warn(void) {
  if (driver.options.warnsOfLevel && driver.options.phases)
    fputs(PROGRAM ": warning: at --iree-hal-executable-debug-level=3 IREE's "
                  "runtime shows the file of the first export for every "
                  "dispatch; the default level shows the right one\n",
          stderr);
}

/// Ours; IREE's own follows where there is one.
static bool isAnswered(const TracemarkIreeOptions *options) {
  if (options->help)
    fputs(help, stdout);
  if (options->version)
    puts(PROGRAM " " TRACEMARK_VERSION);
  fflush(stdout);
  return options->help || options->version;
}

static int compile(const char *program, TracemarkStringBuffer *error) {
  TracemarkIreeOptions *options = &driver.options;
  bool answered = isAnswered(options);
  if (!tracemarkIreeLibraryLoad(options->library, program, &driver.library,
                                error)) {
    if (answered)
      tracemarkStringBufferTruncate(error, 0);
    return answered ? 0 : 1;
  }
  if (!addPasses())
    return 1;
  warn();
  int code =
      driver.library.ireeCompilerRunMain(options->count, options->arguments);
  if (code == 0 && !driver.wasCalled && hasPasses() && !answered) {
    tracemarkStringBufferAppendText(
        error, "this libIREECompiler.so runs its pipeline without a call that "
               "can be followed: nothing was named or listed");
    return 1;
  }
  return code;
}

int tracemarkIreeMain(int count, char **arguments) {
  TracemarkStringBuffer error = {0};
  int code = 1;
  if (tracemarkIreeOptionsRead(count, arguments, &driver.options, &error))
    code = compile(arguments[0], &error);
  if (error.length)
    complain(mlirStringRefCreate(error.data, error.length), NULL);
  tracemarkIreeOptionsDestroy(&driver.options);
  tracemarkStringBufferDestroy(&error);
  return code;
}
