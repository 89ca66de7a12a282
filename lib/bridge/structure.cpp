//===- structure.cpp - has an operation changed ---------------------------===//

#include "tracemark/bridge/structure.h"

#include "mlir/CAPI/IR.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;

namespace {

/// Every step is one to one in the former hash and in what is added: words that
/// differ in one place never have the same hash. (MLIR's own hash of an
/// attribute has 32 bits.)
struct Hash {
  uint64_t value = 0;
  void add(uint64_t word) {
    value = (value ^ word) * 0x9E3779B97F4A7C15u;
    value ^= value >> 32;
  }
  void add(const void *object) { add(reinterpret_cast<uintptr_t>(object)); }
};

struct Aside {
  TracemarkIsAside isAside;
  void *userData;
  bool operator()(Operation *op) const {
    return isAside && isAside(wrap(op), userData);
  }
};

struct StructureHash : Hash {
  const Aside aside;
  /// Values and blocks by the order in which they are met.
  llvm::DenseMap<const void *, unsigned> known;

  StructureHash(Aside aside) : aside(aside) {}

  void addNumber(const void *object) {
    add(uint64_t(known.try_emplace(object, known.size()).first->second));
  }

  void addProperties(Operation *op) {
    if (op->getPropertiesStorageSize() == 0)
      return;
    if (op->isRegistered())
      add(uint64_t(size_t(op->hashProperties())));
    else
      add(op->getPropertiesStorage().as<Attribute *>()->getAsOpaquePointer());
  }

  void addRegion(Region &region) {
    for (Block &block : region)
      addNumber(&block);
    for (Block &block : region) {
      add(block.getNumArguments());
      for (BlockArgument argument : block.getArguments()) {
        addNumber(argument.getAsOpaquePointer());
        add(argument.getType().getAsOpaquePointer());
      }
      for (Operation &op : block)
        addOperation(&op, !aside(&op));
      add(~uint64_t(0)); // no address of an operation's name
    }
  }

  void addOperation(Operation *op, bool isWhole) {
    add(op->getName().getAsOpaquePointer());
    add(op->getRawDictionaryAttrs().getAsOpaquePointer());
    addProperties(op);
    // How many there are is part of what has to be told.
    add(uint64_t(op->getNumOperands()) << 32 | op->getNumResults());
    for (Value operand : op->getOperands())
      addNumber(operand.getAsOpaquePointer());
    for (OpResult result : op->getOpResults()) {
      addNumber(result.getAsOpaquePointer());
      add(result.getType().getAsOpaquePointer());
    }
    if (op->getNumSuccessors() == 0 && op->getNumRegions() == 0)
      return;
    add(uint64_t(op->getNumSuccessors()) << 32 | op->getNumRegions());
    for (Block *successor : op->getSuccessors())
      addNumber(successor);
    if (!isWhole)
      return;
    for (Region &region : op->getRegions()) {
      add(region.getBlocks().size());
      addRegion(region);
    }
  }
};

} // namespace

bool tracemarkBridgeStructureHash(MlirOperation operation,
                                  TracemarkIsAside isAside, void *userData,
                                  uint64_t *result) {
  StructureHash hash({isAside, userData});
  hash.addOperation(unwrap(operation), true);
  *result = hash.value;
  return true;
}

bool tracemarkBridgeLocationsHash(MlirOperation operation,
                                  TracemarkIsAside isAside, void *userData,
                                  uint64_t *result) {
  const Aside aside{isAside, userData};
  Operation *top = unwrap(operation);
  Hash hash;
  top->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op != top && aside(op))
      return WalkResult::skip();
    if (op != top)
      hash.add(op->getLoc().getAsOpaquePointer());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          hash.add(argument.getLoc().getAsOpaquePointer());
    return WalkResult::advance();
  });
  *result = hash.value;
  return true;
}
