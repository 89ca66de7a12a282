//===- locations.cpp - many locations, fast -------------------------------===//

#include "tracemark/bridge/locations.h"

#include "mlir/CAPI/IR.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"

using namespace mlir;

MlirLocation tracemarkBridgeLocationInFile(MlirAttribute file, unsigned line,
                                           unsigned column) {
  auto name = cast<StringAttr>(unwrap(file));
  return wrap(Location(FileLineColLoc::get(name, line, column)));
}
