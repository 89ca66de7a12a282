//===- plugin.cpp - the entries that a host's plugin loader looks for -----===//

#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

#include "tracemark/bridge/pass.h"
#include "tracemark/bridge/registry.h"

#define TRACEMARK_PASS(descriptor)                                             \
  extern "C" const TracemarkPassDescriptor descriptor;
#include "lib/plugin/passes.def"
#undef TRACEMARK_PASS

static void registerPasses() {
#define TRACEMARK_PASS(descriptor) tracemarkBridgePassRegister(&descriptor);
#include "lib/plugin/passes.def"
#undef TRACEMARK_PASS
}

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Tracemark", TRACEMARK_VERSION,
          registerPasses};
}

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Tracemark", TRACEMARK_VERSION,
          [](mlir::DialectRegistry *) {}};
}
