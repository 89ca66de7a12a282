//===- printing.cpp - text with positions ---------------------------------===//

#include "tracemark/bridge/printing.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/CAPI/Utils.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/Verifier.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace {
struct Printed {
  AsmState::LocationMap map;
  AsmState state;
  Printed(Operation *operation, const OpPrintingFlags &flags)
      : state(operation, flags, &map) {}
};
} // namespace

static Printed *unwrap(TracemarkPositions positions) {
  return static_cast<Printed *>(positions.ptr);
}

/// A default-made OpPrintingFlags follows the command line: all are set here.
static OpPrintingFlags makeFlags(int64_t elideLargerThan,
                                 TracemarkPrintForm form) {
  return OpPrintingFlags()
      .elideLargeElementsAttrs(elideLargerThan)
      .printLargeElementsAttrWithHex(100)
      .elideLargeResourceString(0)
      .enableDebugInfo(false, /*prettyForm=*/false)
      .printGenericOpForm(form == TRACEMARK_PRINT_GENERIC)
      .skipRegions(false)
      .assumeVerified(form != TRACEMARK_PRINT_CHECKED)
      .useLocalScope(true)
      .printValueUsers(false)
      .printUniqueSSAIDs(false)
      .printNameLocAsPrefix(false);
}

bool tracemarkBridgePrint(MlirOperation operation, int64_t elideLargerThan,
                          TracemarkPrintForm form, MlirStringCallback callback,
                          void *userData, TracemarkPositions *positions) {
  auto *printed =
      new Printed(unwrap(operation), makeFlags(elideLargerThan, form));
  positions->ptr = printed;
  detail::CallbackOstream stream(callback, userData);
  stream.SetBufferSize(1 << 16);
  unwrap(operation)->print(stream, printed->state);
  stream.flush();
  return !printed->state.getPrinterFlags().shouldPrintGenericOpForm();
}

bool tracemarkBridgeVerifies(MlirOperation operation) {
  // Workers of one context emit at once: what others emit goes on its way.
  uint64_t thread = llvm::get_threadid();
  ScopedDiagnosticHandler handler(
      unwrap(operation)->getContext(),
      [=](Diagnostic &) { return success(llvm::get_threadid() == thread); });
  return succeeded(verify(unwrap(operation)));
}

bool tracemarkBridgePositionsFind(TracemarkPositions positions,
                                  MlirOperation operation, unsigned *line,
                                  unsigned *column) {
  const AsmState::LocationMap &map = unwrap(positions)->map;
  auto found = map.find(unwrap(operation));
  if (found == map.end())
    return false;
  std::tie(*line, *column) = found->second;
  return true;
}

void tracemarkBridgePrintType(TracemarkPositions positions, MlirType type,
                              MlirStringCallback callback, void *userData) {
  llvm::SmallString<128> text;
  llvm::raw_svector_ostream stream(text);
  unwrap(type).print(stream, unwrap(positions)->state);
  callback(mlirStringRefCreate(text.data(), text.size()), userData);
}

void tracemarkBridgePositionsDestroy(TracemarkPositions positions) {
  delete unwrap(positions);
}
