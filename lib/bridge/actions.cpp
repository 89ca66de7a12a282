//===- actions.cpp - see every pass run -----------------------------------===//

#include "tracemark/bridge/actions.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/CAPI/Utils.h"
#include "mlir/IR/Action.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/DialectInterface.h"
#include "mlir/Pass/Pass.h"

#include <memory>
#include <vector>

using namespace mlir;

namespace {

/// The handlers of one context, in the order in which they run. The function
/// object that the context holds owns them: they go when it goes.
struct Handlers {
  std::vector<TracemarkActionHandler> list;
  Handlers() = default;
  Handlers(const Handlers &) = delete;
  ~Handlers() {
    for (const TracemarkActionHandler &handler : list)
      if (handler.detached)
        handler.detached(handler.userData);
  }
};

/// Where a context keeps track of its handlers, if they are still there: the
/// builtin dialect lives as long as it. Known by the address of `key`, since a
/// type's spelling is not the same in all compilers.
struct HandlersOfContext : public DialectInterface {
  static const char key;
  std::weak_ptr<Handlers> handlers;
  explicit HandlersOfContext(Dialect *dialect)
      : DialectInterface(dialect, TypeID::getFromOpaquePointer(&key)) {}

  static HandlersOfContext &get(MLIRContext *context) {
    auto *dialect = context->getLoadedDialect<BuiltinDialect>();
    TypeID id = TypeID::getFromOpaquePointer(&key);
    if (!dialect->getRegisteredInterface(id))
      dialect->addInterface(std::make_unique<HandlersOfContext>(dialect));
    return *static_cast<HandlersOfContext *>(
        dialect->getRegisteredInterface(id));
  }
};
alignas(8) const char HandlersOfContext::key = 0;

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

void runPass(const Handlers &handlers, function_ref<void()> transform,
             const tracing::Action &action) {
  auto *execution = dyn_cast<PassExecutionAction>(&action);
  if (!execution)
    return transform();
  const Pass &pass = execution->getPass();
  SmallVector<Execution, 2> records(handlers.list.size(),
                                    Execution{{wrap(pass.getArgument()),
                                               wrap(nameOf(pass)),
                                               wrap(execution->getOp()),
                                               refuseExecution,
                                               {0, 0, 0}},
                                              &pass});
  for (size_t i = 0; i < records.size(); ++i)
    handlers.list[i].before(&records[i].base, handlers.list[i].userData);
  transform();
  for (size_t i = 0; i < records.size(); ++i)
    handlers.list[i].after(&records[i].base, handlers.list[i].userData);
}

} // namespace

void tracemarkBridgePassExecutionPrint(const TracemarkPassExecution *execution,
                                       MlirStringCallback callback,
                                       void *userData) {
  detail::CallbackOstream stream(callback, userData);
  const Pass *pass = reinterpret_cast<const Execution *>(execution)->pass;
  const_cast<Pass *>(pass)->printAsTextualPipeline(stream);
}

MlirLogicalResult tracemarkBridgeActionsAttach(MlirContext context,
                                               TracemarkActionHandler handler) {
  HandlersOfContext &known = HandlersOfContext::get(unwrap(context));
  std::shared_ptr<Handlers> handlers = known.handlers.lock();
  if (handlers) {
    handlers->list.push_back(handler);
    return mlirLogicalResultSuccess();
  }
  if (unwrap(context)->hasActionHandler())
    return mlirLogicalResultFailure();
  known.handlers = handlers = std::make_shared<Handlers>();
  handlers->list.push_back(handler);
  unwrap(context)->registerActionHandler(
      [handlers](function_ref<void()> transform,
                 const tracing::Action &action) {
        runPass(*handlers, transform, action);
      });
  return mlirLogicalResultSuccess();
}

void tracemarkBridgeActionsDetach(MlirContext context, void *userData) {
  auto handlers = HandlersOfContext::get(unwrap(context)).handlers.lock();
  auto isMeant = [&](const TracemarkActionHandler &handler) {
    return handler.userData == userData;
  };
  auto found = llvm::find_if(handlers->list, isMeant);
  TracemarkActionHandler handler = *found;
  handlers->list.erase(found);
  if (handlers->list.empty())
    unwrap(context)->registerActionHandler(nullptr);
  if (handler.detached)
    handler.detached(handler.userData);
}
