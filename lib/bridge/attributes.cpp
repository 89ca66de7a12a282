//===- attributes.cpp - what attributes hold ------------------------------===//

#include "tracemark/bridge/attributes.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Operation.h"

#include <cstddef>
#include <vector>

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
  auto visitOne = [&](Attribute attribute) {
    return unwrapResult(visit(wrap(attribute), userData));
  };
  WalkResult result =
      unwrap(operation)->getAttrDictionary().walk<WalkOrder::PreOrder>(
          visitOne);
  MlirAttribute rest = tracemarkBridgeUnregisteredProperties(operation);
  if (rest.ptr && !result.wasInterrupted())
    unwrap(rest).walk<WalkOrder::PreOrder>(visitOne);
}

bool tracemarkBridgeTypesWalk(MlirOperation root,
                              bool (*visit)(MlirType, void *userData),
                              void *userData) {
  const void *lately[16] = {};
  auto visitOne = [&](Type type) {
    const void *key = type.getAsOpaquePointer();
    const void *&slot = lately[reinterpret_cast<uintptr_t>(key) / 64 % 16];
    if (slot == key)
      return true;
    slot = key;
    return visit(wrap(type), userData);
  };
  return !unwrap(root)
              ->walk([&](Operation *op) {
                for (Type type : op->getResultTypes())
                  if (!visitOne(type))
                    return WalkResult::interrupt();
                for (Region &region : op->getRegions())
                  for (Block &block : region)
                    for (BlockArgument argument : block.getArguments())
                      if (!visitOne(argument.getType()))
                        return WalkResult::interrupt();
                return WalkResult::advance();
              })
              .wasInterrupted();
}

MlirAttribute tracemarkBridgeUnregisteredProperties(MlirOperation operation) {
  Operation *op = unwrap(operation);
  if (op->isRegistered())
    return {nullptr};
  return wrap(Attribute(
      dyn_cast_if_present<DictionaryAttr>(op->getPropertiesAsAttribute())));
}

MlirAttribute tracemarkBridgePlainAttributes(MlirOperation operation) {
  return wrap(Attribute(unwrap(operation)->getRawDictionaryAttrs()));
}

void tracemarkBridgeSetPlainAttributes(MlirOperation operation, intptr_t count,
                                       const MlirNamedAttribute *attributes) {
  NamedAttrList list(unwrap(operation)->getRawDictionaryAttrs());
  for (intptr_t i = 0; i < count; ++i)
    list.set(unwrap(attributes[i].name), unwrap(attributes[i].attribute));
  unwrap(operation)->setDiscardableAttrs(
      list.getDictionary(unwrap(operation)->getContext()));
}

void tracemarkBridgeSetAttribute(MlirOperation operation, MlirIdentifier name,
                                 MlirAttribute attribute) {
  unwrap(operation)->setAttr(unwrap(name), unwrap(attribute));
}

MlirAttribute tracemarkBridgeReferenceGet(MlirAttribute name) {
  return wrap(
      Attribute(FlatSymbolRefAttr::get(cast<StringAttr>(unwrap(name)))));
}

MlirAttribute tracemarkBridgeAttributes(MlirOperation operation) {
  return wrap(Attribute(unwrap(operation)->getAttrDictionary()));
}

bool tracemarkBridgeGenericAttributes(MlirOperation operation,
                                      TracemarkGenericAttributes *attributes) {
  auto generic = dyn_cast<linalg::GenericOp>(unwrap(operation));
  if (!generic)
    return false;
  const linalg::GenericOp::Properties &held = generic.getProperties();
  *attributes = {wrap(Attribute(held.doc)),
                 wrap(Attribute(held.indexing_maps)),
                 wrap(Attribute(held.iterator_types)),
                 wrap(Attribute(held.library_call)),
                 held.operandSegmentSizes[0],
                 held.operandSegmentSizes[1]};
  return true;
}

MlirAttribute tracemarkBridgeArithConstant(MlirOperation operation) {
  auto constant = dyn_cast<arith::ConstantOp>(unwrap(operation));
  return wrap(constant ? Attribute(constant.getProperties().value)
                       : Attribute());
}

bool tracemarkBridgeHasEqualProperties(MlirOperation a, MlirOperation b) {
  Operation *left = unwrap(a), *right = unwrap(b);
  return left->getName() == right->getName() &&
         left->getName().compareOpProperties(left->getPropertiesStorage(),
                                             right->getPropertiesStorage());
}

bool tracemarkBridgeElementsData(MlirAttribute attribute,
                                 MlirStringCallback callback, void *userData) {
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
  callback(mlirStringRefCreate(bytes.data(), bytes.size()), userData);
  return true;
}

/// A sparse constant of zeros: of the kinds of constants that are not dense the
/// one that leaves nothing behind in the context.
static Attribute makeSparse(ShapedType type) {
  auto indices = DenseElementsAttr::get(
      RankedTensorType::get({0, type.getRank()},
                            IntegerType::get(type.getContext(), 64)),
      ArrayRef<Attribute>());
  auto values = DenseElementsAttr::get(
      RankedTensorType::get({0}, type.getElementType()), ArrayRef<Attribute>());
  return SparseElementsAttr::get(type, indices, values);
}

bool tracemarkBridgeTakesElements(MlirOperation operation, MlirStringRef name,
                                  MlirAttribute elements) {
  Operation *op = unwrap(operation);
  OperationName info = op->getName();
  auto type = cast<ElementsAttr>(unwrap(elements)).getShapedType();
  auto held = dyn_cast_or_null<DictionaryAttr>(op->getPropertiesAsAttribute());
  if (!held || !held.get(unwrap(name)) || !info.isRegistered())
    return true;
  NamedAttrList list(held);
  list.set(unwrap(name), makeSparse(type));
  std::vector<std::max_align_t> memory(
      info.getOpPropertyByteSize() / sizeof(std::max_align_t) + 1);
  OpaqueProperties properties(memory.data());
  info.initOpProperties(properties, OpaqueProperties(nullptr));
  LogicalResult taken = info.setOpPropertiesFromAttribute(
      info, properties, list.getDictionary(op->getContext()),
      [] { return InFlightDiagnostic(); });
  info.destroyOpProperties(properties);
  return succeeded(taken);
}
