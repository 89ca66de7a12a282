//===- process.cpp - the one mutable global -------------------------------===//

#include "lib/plugin/process.h"

#include "lib/ir/session.h"
#include "lib/plugin/pass_list.h"
#include "tracemark/bridge/pass.h"
#include "tracemark/bridge/registry.h"

#include "llvm/Support/CommandLine.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <dlfcn.h>

namespace {

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

/// Accepts what the setting of the listings accepts.
struct SettingParser : public llvm::cl::parser<std::string> {
  using llvm::cl::parser<std::string>::parser;
  TracemarkListingSetting setting = TRACEMARK_LISTING_SETTING_COUNT;

  bool parse(llvm::cl::Option &option, llvm::StringRef name,
             llvm::StringRef text, std::string &value) {
    TracemarkOptionValue read;
    TracemarkStringBuffer problem = {};
    bool good = tracemarkListingSettingParse(
        setting, mlirStringRefCreate(text.data(), text.size()), &read,
        &problem);
    std::string message = tracemarkStringBufferText(&problem);
    tracemarkStringBufferDestroy(&problem);
    value = text.str();
    return !good && option.error(message, name);
  }
};

/// One setting of the listings as a flag and an environment variable.
class Setting {
public:
  Setting(TracemarkListingSetting setting, llvm::cl::OptionCategory &category,
          std::function<void()> asked)
      : setting(setting), option(tracemarkListingOptions[setting]),
        name(std::string("source-listing-") + option.name),
        help(describe(option)),
        flag(llvm::StringRef(name), llvm::cl::desc(help),
             llvm::cl::cat(category)) {
    flag.getParser().setting = setting;
    if (option.kind == TRACEMARK_OPTION_BOOLEAN)
      flag.setValueExpectedFlag(llvm::cl::ValueOptional);
    std::string variableName = "TRACEMARK_" + llvm::StringRef(name).upper();
    std::replace(variableName.begin(), variableName.end(), '-', '_');
    if (const char *value = std::getenv(variableName.c_str()))
      variable = value;
    if (setting != TRACEMARK_LISTING_AFTER &&
        setting != TRACEMARK_LISTING_BEFORE)
      return;
    flag.setCallback([asked](const std::string &) { asked(); });
    if (!variable.empty())
      asked();
  }

  void give(TracemarkSession *session) const {
    for (const std::string &value : flag)
      tracemarkSessionSet(session, setting, value.c_str());
    if (flag.empty() && !variable.empty())
      tracemarkSessionSet(session, setting, variable.c_str());
  }

private:
  static std::string describe(const TracemarkOptionDescriptor &option) {
    std::string text = option.help;
    if (option.repeatable)
      return text + " (repeatable)";
    if (option.kind == TRACEMARK_OPTION_ENUM) {
      text += ": ";
      for (const char *const *keyword = option.keywords; *keyword; ++keyword)
        text +=
            (keyword == option.keywords ? "" : ", ") + std::string(*keyword);
    }
    std::string value = option.kind == TRACEMARK_OPTION_INTEGER
                            ? std::to_string(option.defaultInteger)
                        : option.kind == TRACEMARK_OPTION_ENUM
                            ? option.keywords[option.defaultInteger]
                        : option.defaultString ? option.defaultString
                                               : "";
    return value.empty() ? text : text + " (default: " + value + ")";
  }

  TracemarkListingSetting setting;
  const TracemarkOptionDescriptor &option;
  std::string name, help, variable;
  llvm::cl::list<std::string, bool, SettingParser> flag;
};

int occurrencesOf(const char *flag) {
  return tracemarkBridgeCommandLineCount(mlirStringRefCreateFromCString(flag));
}

/// Whether an argument names the file where nothing arrives. The value of `-o`
/// is not to be had: what type its option is of is the host's affair.
bool outputMayBeDropped() {
  std::ifstream arguments("/proc/self/cmdline");
  std::string text(std::istreambuf_iterator<char>(arguments), {});
  return text.find("/dev/null") != std::string::npos;
}

/// Whether the output is certain to be text without locations: the host is an
/// mlir-opt, by its flags, and none of them says otherwise.
bool outputLosesLocations() {
  return occurrencesOf("emit-bytecode") == 0 &&
         occurrencesOf("mlir-print-debuginfo") == 0 && !outputMayBeDropped();
}

struct Process {
  Process() {
    for (auto pass = tracemarkPassList; *pass; ++pass)
      names.push_back((*pass)->argument);
    names.push_back(nullptr);
    for (int i = TRACEMARK_LISTING_FIRST_FLAG;
         i < TRACEMARK_LISTING_SETTING_COUNT; ++i)
      settings.push_back(std::make_unique<Setting>(
          static_cast<TracemarkListingSetting>(i), category,
          [this] { std::call_once(hooked, hookContexts); }));
  }

  TracemarkSession *getSession() {
    std::call_once(started, [this] {
      session = tracemarkSessionCreate(names.data());
      if (!session)
        return;
      for (const auto &setting : settings)
        setting->give(session);
      losesLocations =
          tracemarkSessionWantsListings(session) && outputLosesLocations();
    });
    return session;
  }

  std::vector<const char *> names;
  std::once_flag hooked, started;
  TracemarkSession *session = nullptr;
  bool losesLocations = false;
  llvm::cl::OptionCategory category{"Tracemark options"};
  std::vector<std::unique_ptr<Setting>> settings;
};

/// Never destroyed: the command line library keeps pointers to the flags.
Process *process = nullptr;

void reportAtEnd() {
  if (!process->session)
    return;
  tracemarkSessionReport(
      process->session,
      [](MlirStringRef text, void *) {
        std::fprintf(stderr, "tracemark: warning: --source-listing-%.*s\n",
                     static_cast<int>(text.length), text.data);
      },
      nullptr);
  if (process->losesLocations && tracemarkSessionHasRepointed(process->session))
    std::fputs("tracemark: warning: text output has no locations without "
               "--mlir-print-debuginfo: what reads it will know nothing of the "
               "listings\n",
               stderr);
  tracemarkSessionFinish(process->session);
}

} // namespace

void tracemark::registerWithProcess() {
  // The same library under two paths is two copies with two globals: ask MLIR.
  if (process || tracemarkBridgePassIsRegistered(mlirStringRefCreateFromCString(
                     tracemarkPassList[0]->argument)))
    return;
  for (auto pass = tracemarkPassList; *pass; ++pass)
    tracemarkBridgePassRegister(*pass);
  process = new Process;
  std::atexit(reportAtEnd);
}

void tracemark::attachToContext(MlirContext context) {
  TracemarkSession *session = process ? process->getSession() : nullptr;
  if (session && tracemarkSessionWantsListings(session))
    (void)tracemarkSessionFollow(session, context); // a failure was said
}
