//===- contexts.cpp - contexts, their dialects ----------------------------===//

#include "tracemark/bridge/contexts.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/Threading.h"

#include <memory>

using namespace mlir;

namespace {

struct OnCreate : public DialectExtension<OnCreate, BuiltinDialect> {
  void (*callback)(MlirContext);
  explicit OnCreate(void (*callback)(MlirContext)) : callback(callback) {}
  void apply(MLIRContext *context, BuiltinDialect *) const final {
    callback(wrap(context));
  }
};

} // namespace

void tracemarkBridgeContextsOnCreate(MlirDialectRegistry registry,
                                     void (*callback)(MlirContext context)) {
  unwrap(registry)->addExtension(
      TypeID::getFromOpaquePointer(reinterpret_cast<const void *>(callback)),
      std::make_unique<OnCreate>(callback));
}

void tracemarkBridgeLoadedDialects(MlirContext context,
                                   void (*visit)(MlirStringRef space,
                                                 void *userData),
                                   void *userData) {
  for (Dialect *dialect : unwrap(context)->getLoadedDialects())
    visit(wrap(dialect->getNamespace()), userData);
}

void tracemarkBridgeParallelFor(MlirContext context, size_t count,
                                void (*body)(size_t index, void *userData),
                                void *userData) {
  parallelFor(unwrap(context), 0, count,
              [=](size_t index) { body(index, userData); });
}
