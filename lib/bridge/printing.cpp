//===- printing.cpp - text with positions ---------------------------------===//

#include "tracemark/bridge/printing.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/CAPI/Utils.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/Verifier.h"

#include "llvm/Support/Threading.h"

using namespace mlir;

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
  auto *map = new AsmState::LocationMap();
  positions->ptr = map;
  AsmState state(unwrap(operation), makeFlags(elideLargerThan, form), map);
  detail::CallbackOstream stream(callback, userData);
  stream.SetBufferSize(1 << 16);
  unwrap(operation)->print(stream, state);
  stream.flush();
  return !state.getPrinterFlags().shouldPrintGenericOpForm();
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
  auto *map = static_cast<AsmState::LocationMap *>(positions.ptr);
  auto found = map->find(unwrap(operation));
  if (found == map->end())
    return false;
  std::tie(*line, *column) = found->second;
  return true;
}

void tracemarkBridgePositionsDestroy(TracemarkPositions positions) {
  delete static_cast<AsmState::LocationMap *>(positions.ptr);
}
