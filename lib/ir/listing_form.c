//===- listing_form.c - the form in which a text parses again -------------===//

#include "lib/ir/listing_form.h"

#include "lib/ir/listing_trailer.h"
#include "lib/ir/strings.h"
#include "tracemark/bridge/attributes.h"

#include "mlir-c/BuiltinAttributes.h"

#include "lib/base/banned.h"

/// The custom form of an emitc.expression calls the arguments of its region
/// like its operands, twice if an operand is there twice (llvm-project issue
/// 172952; in MLIR 22).
static MlirWalkResult findShadowed(MlirOperation operation, void *found) {
  if (!tracemarkOperationIs(operation, "emitc.expression"))
    return MlirWalkResultAdvance;
  intptr_t count = mlirOperationGetNumOperands(operation);
  for (intptr_t i = 0; i < count; ++i)
    for (intptr_t j = 0; j < i; ++j)
      if (mlirValueEqual(mlirOperationGetOperand(operation, i),
                         mlirOperationGetOperand(operation, j))) {
        *(bool *)found = true;
        return MlirWalkResultInterrupt;
      }
  return MlirWalkResultAdvance;
}

bool tracemarkListingNeedsGeneric(MlirOperation unit) {
  bool found = false;
  // Without its dialect there is no such operation to look for.
  if (mlirContextIsRegisteredOperation(mlirOperationGetContext(unit),
                                       tracemarkStringFrom("emitc.expression")))
    mlirOperationWalk(unit, findShadowed, &found, MlirWalkPreOrder);
  return found;
}

/// A verifier that wants the elements themselves takes no resource, and the
/// parser none where an attribute has to be a dense one.
static bool takesResource(MlirOperation operation, MlirNamedAttribute named) {
  return !tracemarkOperationIs(operation, "spirv.Constant") &&
         tracemarkBridgeTakesElements(operation, mlirIdentifierStr(named.name),
                                      named.attribute);
}

int64_t tracemarkListingMustPrint(const TracemarkListingPlan *plan,
                                  int64_t elideLargerThan) {
  int64_t most = 0;
  const TracemarkListedOperation *items = plan->operations.items;
  for (size_t i = 0; i < plan->operations.count; ++i) {
    MlirOperation operation = items[i].operation;
    // The usual one takes any constant.
    if (!items[i].mayElide || tracemarkOperationIs(operation, "arith.constant"))
      continue;
    MlirAttribute all = tracemarkBridgeAttributes(operation);
    intptr_t count = mlirDictionaryAttrGetNumElements(all);
    for (intptr_t j = 0; j < count; ++j) {
      MlirNamedAttribute named = mlirDictionaryAttrGetElement(all, j);
      if (!tracemarkListingIsElided(named.attribute, elideLargerThan) ||
          mlirAttributeIsADenseResourceElements(named.attribute) ||
          takesResource(operation, named))
        continue;
      int64_t elements = mlirElementsAttrGetNumElements(named.attribute);
      most = elements > most ? elements : most;
    }
  }
  return most;
}
