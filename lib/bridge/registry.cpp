//===- registry.cpp - passes and flags known ------------------------------===//

#include "tracemark/bridge/registry.h"

#include "mlir/CAPI/Support.h"
#include "mlir/CAPI/Wrap.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/CommandLine.h"

using namespace mlir;

bool tracemarkBridgePassIsRegistered(MlirStringRef argument) {
  return PassInfo::lookup(unwrap(argument)) != nullptr;
}

bool tracemarkBridgePipelineIsRegistered(MlirStringRef argument) {
  return PassPipelineInfo::lookup(unwrap(argument)) != nullptr;
}

void tracemarkBridgePassForEach(MlirStringCallback callback, void *userData) {
  for (const auto &option : llvm::cl::getRegisteredOptions())
    if (PassInfo::lookup(option.first))
      callback(wrap(StringRef(option.first)), userData);
}

int tracemarkBridgeCommandLineCount(MlirStringRef name) {
  auto &options = llvm::cl::getRegisteredOptions();
  auto found = options.find(unwrap(name));
  return found == options.end() ? -1 : found->second->getNumOccurrences();
}

bool tracemarkBridgeCommandLineSet(MlirStringRef name, MlirStringRef value) {
  auto &options = llvm::cl::getRegisteredOptions();
  auto found = options.find(unwrap(name));
  return found != options.end() &&
         !found->second->addOccurrence(0, unwrap(name), unwrap(value));
}
