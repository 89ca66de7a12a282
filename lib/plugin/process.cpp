//===- process.cpp - the one mutable global -------------------------------===//

#include "lib/plugin/process.h"

#include "lib/ir/session.h"
#include "tracemark/bridge/pass.h"
#include "tracemark/bridge/registry.h"

#include "llvm/Support/CommandLine.h"

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>

#include <dlfcn.h>

#define TRACEMARK_PASS(descriptor)                                             \
  extern "C" const TracemarkPassDescriptor descriptor;
#include "lib/plugin/passes.def"
#undef TRACEMARK_PASS

namespace {

const TracemarkPassDescriptor *const passes[] = {
#define TRACEMARK_PASS(descriptor) &descriptor,
#include "lib/plugin/passes.def"
#undef TRACEMARK_PASS
};

std::string variable(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

/// Makes the host load this library as a dialect plugin too: only those are
/// told of every new context.
void hookContexts() {
  Dl_info self;
  if (dladdr(reinterpret_cast<void *>(&hookContexts), &self) &&
      tracemarkBridgeCommandLineSet(
          mlirStringRefCreateFromCString("load-dialect-plugin"),
          mlirStringRefCreateFromCString(self.dli_fname)))
    return;
  std::fputs("tracemark: warning: this tool has no --load-dialect-plugin, so "
             "the source listing flags have no effect in it; put the pass "
             "'tracemark-source-listing' into its pipeline\n",
             stderr);
}

struct Process {
  Process() {
    for (size_t i = 0; i < std::size(passes); ++i)
      names[i] = passes[i]->argument;
    afterVariable = variable("TRACEMARK_SOURCE_LISTING_AFTER");
    toVariable = variable("TRACEMARK_SOURCE_LISTING_TO");
    if (!afterVariable.empty())
      requestHook();
  }

  void requestHook() { std::call_once(hooked, hookContexts); }

  TracemarkSession *getSession() {
    std::call_once(started, [this] {
      session = tracemarkSessionCreate(names);
      if (!session)
        return;
      for (const std::string &stages : after)
        tracemarkSessionAddStages(session, stages.data(), stages.size());
      if (after.empty())
        tracemarkSessionAddStages(session, afterVariable.data(),
                                  afterVariable.size());
      const std::string &folder =
          to.getNumOccurrences() ? to.getValue() : toVariable;
      if (!folder.empty())
        tracemarkSessionSetFolder(session, folder.data(), folder.size());
    });
    return session;
  }

  const char *names[std::size(passes) + 1] = {};
  std::string afterVariable, toVariable;
  std::once_flag hooked, started;
  TracemarkSession *session = nullptr;

  llvm::cl::OptionCategory category{"Tracemark options"};
  llvm::cl::list<std::string> after{
      "source-listing-after",
      llvm::cl::desc("Write a source listing after each run of these passes "
                     "(PASS or PASS#N, comma list, repeatable) and point the "
                     "locations at it"),
      llvm::cl::value_desc("pass"), llvm::cl::cat(category),
      llvm::cl::cb<void, std::string>(
          [this](const std::string &) { requestHook(); })};
  llvm::cl::opt<std::string> to{
      "source-listing-to",
      llvm::cl::desc("Folder of the source listings (default: listings)"),
      llvm::cl::value_desc("folder"), llvm::cl::init("listings"),
      llvm::cl::cat(category)};
};

/// Never destroyed: the command line library keeps pointers to the flags.
Process *process = nullptr;

void reportAtEnd() {
  if (!process->session)
    return;
  tracemarkSessionReport(
      process->session,
      [](MlirStringRef text, void *) {
        std::fprintf(stderr,
                     "tracemark: warning: --source-listing-after: %.*s\n",
                     static_cast<int>(text.length), text.data);
      },
      nullptr);
}

} // namespace

void tracemark::registerWithProcess() {
  // The same library under two paths is two copies with two globals: ask MLIR.
  if (process || tracemarkBridgePassIsRegistered(
                     mlirStringRefCreateFromCString(passes[0]->argument)))
    return;
  for (const TracemarkPassDescriptor *pass : passes)
    tracemarkBridgePassRegister(pass);
  process = new Process;
  std::atexit(reportAtEnd);
}

void tracemark::attachToContext(MlirContext context) {
  TracemarkSession *session = process ? process->getSession() : nullptr;
  if (session && tracemarkSessionWantsListings(session))
    tracemarkSessionAttach(session, context);
}
