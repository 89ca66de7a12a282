//===- actions.cpp - see every pass run -----------------------------------===//

#include "tracemark/bridge/actions.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/CAPI/Utils.h"
#include "mlir/IR/Action.h"
#include "mlir/Pass/Pass.h"

#include <memory>

using namespace mlir;

namespace {

/// Ends with the last copy of the function object that the context holds.
struct Attachment {
  TracemarkActionHandler handler;
  explicit Attachment(TracemarkActionHandler handler) : handler(handler) {}
  Attachment(const Attachment &) = delete;
  ~Attachment() {
    if (handler.detached)
      handler.detached(handler.userData);
  }
};

/// Opens Pass::signalPassFailure: the state is there once the pass runs, and
/// the adaptor sets it up before it tells the handler.
struct PassAccess : public Pass {
  static void fail(const Pass &pass) {
    (const_cast<Pass &>(pass).*(&PassAccess::signalPassFailure))();
  }
};

struct Execution {
  TracemarkPassExecution base;
  const Pass *pass;
};

void refuseExecution(TracemarkPassExecution *execution) {
  PassAccess::fail(*reinterpret_cast<Execution *>(execution)->pass);
}

/// The adaptor's class is private to MLIR.
llvm::StringRef nameOf(const Pass &pass) {
  if (!pass.getArgument().empty())
    return pass.getArgument();
  return pass.getName().ends_with("OpToOpPassAdaptor") ? "" : pass.getName();
}

} // namespace

void tracemarkBridgePassExecutionPrint(const TracemarkPassExecution *execution,
                                       MlirStringCallback callback,
                                       void *userData) {
  detail::CallbackOstream stream(callback, userData);
  const Pass *pass = reinterpret_cast<const Execution *>(execution)->pass;
  const_cast<Pass *>(pass)->printAsTextualPipeline(stream);
}

void tracemarkBridgeActionsAttach(MlirContext context,
                                  TracemarkActionHandler handler) {
  auto attachment = std::make_shared<Attachment>(handler);
  unwrap(context)->registerActionHandler(
      [attachment](function_ref<void()> transform,
                   const tracing::Action &action) {
        auto *execution = dyn_cast<PassExecutionAction>(&action);
        if (!execution)
          return transform();
        const TracemarkActionHandler &handler = attachment->handler;
        Execution record{{wrap(execution->getPass().getArgument()),
                          wrap(nameOf(execution->getPass())),
                          wrap(execution->getOp()),
                          refuseExecution,
                          {0, 0, 0}},
                         &execution->getPass()};
        handler.before(&record.base, handler.userData);
        transform();
        handler.after(&record.base, handler.userData);
      });
}
