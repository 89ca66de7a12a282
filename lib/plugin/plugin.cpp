//===- plugin.cpp - the entries that a host's plugin loader looks for -----===//

#include "lib/bridge/plugin_api.h"
#include "lib/plugin/process.h"
#include "tracemark/bridge/contexts.h"
#include "tracemark/register.h"

void tracemarkRegisterPasses(void) { tracemark::registerWithProcess(); }

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Tracemark", TRACEMARK_VERSION,
          tracemark::registerWithProcess};
}

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Tracemark", TRACEMARK_VERSION,
          [](mlir::DialectRegistry *registry) {
            tracemarkBridgeContextsOnCreate(wrap(registry),
                                            tracemark::attachToContext);
          }};
}
