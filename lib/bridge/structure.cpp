//===- structure.cpp - has an operation changed ---------------------------===//

#include "tracemark/bridge/structure.h"

#include "mlir/CAPI/IR.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/Hashing.h"

using namespace mlir;
using llvm::hash_combine;

namespace {

/// Values and blocks by the order in which they are met.
struct Numbers {
  llvm::DenseMap<const void *, unsigned> known;
  unsigned of(const void *object) {
    return known.try_emplace(object, known.size()).first->second;
  }
};

} // namespace

uint64_t tracemarkBridgeStructureHash(MlirOperation operation) {
  Operation *top = unwrap(operation);
  Numbers numbers;
  llvm::hash_code hash(0);
  top->walk<WalkOrder::PreOrder>([&](Operation *op) {
    // Operands apart: computeHash does not see the order of commutative ones.
    hash = hash_combine(hash,
                        OperationEquivalence::computeHash(
                            op, OperationEquivalence::ignoreHashValue,
                            OperationEquivalence::ignoreHashValue,
                            OperationEquivalence::Flags::IgnoreLocations),
                        op == top ? 0 : numbers.of(op->getBlock()));
    for (Value operand : op->getOperands())
      hash = hash_combine(hash, numbers.of(operand.getAsOpaquePointer()));
    for (Value result : op->getResults())
      numbers.of(result.getAsOpaquePointer());
    for (Block *successor : op->getSuccessors())
      hash = hash_combine(hash, numbers.of(successor));
    for (Region &region : op->getRegions()) {
      hash = hash_combine(hash, region.getRegionNumber());
      for (Block &block : region) {
        hash = hash_combine(hash, numbers.of(&block));
        for (BlockArgument argument : block.getArguments()) {
          numbers.of(argument.getAsOpaquePointer());
          hash = hash_combine(hash, argument.getType());
        }
      }
    }
  });
  return static_cast<size_t>(hash);
}
