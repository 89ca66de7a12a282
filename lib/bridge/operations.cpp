//===- operations.cpp - walk many, visit few ------------------------------===//

#include "tracemark/bridge/operations.h"

#include "mlir/CAPI/IR.h"
#include "mlir/IR/Operation.h"

using namespace mlir;

namespace {

struct Walk {
  TracemarkVisit (*visit)(MlirOperation, void *userData);
  void *userData;
  /// Name and attributes of what is known, but for what another took the place
  /// of.
  struct {
    const void *name, *attributes;
  } known[64] = {};

  bool visitOne(Operation &op) {
    const void *name = op.getName().getAsOpaquePointer();
    const void *attributes = op.getRawDictionaryAttrs().getAsOpaquePointer();
    auto &slot = known[(reinterpret_cast<uintptr_t>(name) / 16 ^
                        reinterpret_cast<uintptr_t>(attributes) / 32) %
                       64];
    if (slot.name == name && slot.attributes == attributes)
      return true;
    TracemarkVisit result = visit(wrap(&op), userData);
    if (result == TRACEMARK_VISIT_KNOWN)
      slot = {name, attributes};
    return result != TRACEMARK_VISIT_STOP;
  }

  bool visitAll(Operation &around) {
    for (Region &region : around.getRegions())
      for (Block &block : region)
        for (Operation &op : block)
          if (!visitOne(op) || (op.getNumRegions() && !visitAll(op)))
            return false;
    return true;
  }
};

} // namespace

bool tracemarkBridgeOperationsWalk(MlirOperation root,
                                   TracemarkVisit (*visit)(MlirOperation,
                                                           void *userData),
                                   void *userData) {
  return Walk{visit, userData}.visitAll(*unwrap(root));
}
