//===- attributes.cpp - what attributes hold ------------------------------===//

#include "tracemark/bridge/attributes.h"

#include "mlir/CAPI/IR.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Operation.h"

using namespace mlir;

static WalkResult unwrapResult(MlirWalkResult result) {
  switch (result) {
  case MlirWalkResultAdvance:
    return WalkResult::advance();
  case MlirWalkResultSkip:
    return WalkResult::skip();
  case MlirWalkResultInterrupt:
    break;
  }
  return WalkResult::interrupt();
}

void tracemarkBridgeAttributesWalk(MlirOperation operation,
                                   MlirWalkResult (*visit)(MlirAttribute,
                                                           void *userData),
                                   void *userData) {
  unwrap(operation)->getAttrDictionary().walk<WalkOrder::PreOrder>(
      [&](Attribute attribute) {
        return unwrapResult(visit(wrap(attribute), userData));
      });
}

bool tracemarkBridgeElementsData(MlirAttribute attribute, MlirStringRef *data) {
  ArrayRef<char> bytes;
  if (auto dense = dyn_cast<DenseIntOrFPElementsAttr>(unwrap(attribute))) {
    bytes = dense.getRawData();
  } else if (auto resource =
                 dyn_cast<DenseResourceElementsAttr>(unwrap(attribute))) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    if (!blob)
      return false;
    bytes = blob->getData();
  } else {
    return false;
  }
  *data = mlirStringRefCreate(bytes.data(), bytes.size());
  return true;
}
