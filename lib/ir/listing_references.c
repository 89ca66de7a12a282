//===- listing_references.c - what a unit refers to outside ---------------===//

#include "lib/ir/listing_trailer.h"

#include "lib/base/pointer_map.h"
#include "lib/ir/operations.h"
#include "lib/ir/strings.h"
#include "tracemark/bridge/attributes.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include "lib/base/banned.h"

typedef struct Collect {
  TracemarkListingPlan *plan;
  TracemarkListingReferences *references;
  TracemarkPointerMap declared; // by attribute
  MlirStringRef own;            // symbol of the unit, or no data
  MlirOperation operation;
} Collect;

static void appendType(const Collect *collect, MlirType type) {
  tracemarkListingPlanAppendType(collect->plan, type,
                                 &collect->references->declarations);
}

typedef MlirType (*TypeGetter)(const void *owner, intptr_t index);

static void appendTypes(const Collect *collect, intptr_t count, TypeGetter get,
                        const void *owner) {
  TracemarkStringBuffer *text = &collect->references->declarations;
  for (intptr_t i = 0; i < count; ++i) {
    tracemarkStringBufferAppendText(text, i ? ", " : "");
    appendType(collect, get(owner, i));
  }
}

static MlirType operandType(const void *operation, intptr_t index) {
  return mlirValueGetType(
      mlirOperationGetOperand(*(const MlirOperation *)operation, index));
}

static MlirType resultType(const void *operation, intptr_t index) {
  return mlirValueGetType(
      mlirOperationGetResult(*(const MlirOperation *)operation, index));
}

static MlirType inputOfType(const void *type, intptr_t index) {
  return mlirFunctionTypeGetInput(*(const MlirType *)type, index);
}

static MlirType resultOfType(const void *type, intptr_t index) {
  return mlirFunctionTypeGetResult(*(const MlirType *)type, index);
}

/// Operands that the callee receives: the first segment, or all.
static intptr_t countArguments(MlirOperation call) {
  intptr_t count = mlirOperationGetNumOperands(call);
  MlirAttribute segments = mlirOperationGetAttributeByName(
      call, tracemarkStringFrom("operandSegmentSizes"));
  if (mlirAttributeIsNull(segments) ||
      !mlirAttributeIsADenseI32Array(segments) ||
      mlirDenseArrayGetNumElements(segments) == 0)
    return count;
  intptr_t first = mlirDenseI32ArrayGetElement(segments, 0);
  return first >= 0 && first < count ? first : count;
}

static void appendArrow(const Collect *collect, intptr_t count, TypeGetter get,
                        const void *owner) {
  TracemarkStringBuffer *text = &collect->references->declarations;
  if (count == 0)
    return;
  tracemarkStringBufferAppendText(text, " -> (");
  appendTypes(collect, count, get, owner);
  tracemarkStringBufferAppendText(text, ")");
}

/// `llvm.func @callee(...)`; the type of a variadic callee is printed whole,
/// as only the generic form takes it.
static void declareLLVM(const Collect *collect, MlirAttribute callee) {
  TracemarkStringBuffer *text = &collect->references->declarations;
  MlirOperation call = collect->operation;
  MlirAttribute type = mlirOperationGetAttributeByName(
      call, tracemarkStringFrom("var_callee_type"));
  if (!mlirAttributeIsNull(type)) {
    MlirAttribute name = mlirStringAttrGet(
        mlirOperationGetContext(call), mlirFlatSymbolRefAttrGetValue(callee));
    tracemarkStringBufferAppendText(text, "\"llvm.func\"() <{function_type = ");
    mlirAttributePrint(type, tracemarkStringAppendCallback, text);
    tracemarkStringBufferAppendText(
        text, ", linkage = #llvm.linkage<external>, sym_name = ");
    mlirAttributePrint(name, tracemarkStringAppendCallback, text);
    tracemarkStringBufferAppendText(text, "}> ({\n}) : () -> ()\n");
    return;
  }
  tracemarkStringBufferAppendText(text, "llvm.func ");
  mlirAttributePrint(callee, tracemarkStringAppendCallback, text);
  tracemarkStringBufferAppendText(text, "(");
  appendTypes(collect, countArguments(call), operandType, &call);
  tracemarkStringBufferAppendText(text, ")");
  if (mlirOperationGetNumResults(call) == 1) {
    tracemarkStringBufferAppendText(text, " -> ");
    appendType(collect, resultType(&call, 0));
  }
  tracemarkStringBufferAppendText(text, "\n");
}

/// `func.func private @callee(...) -> (...)` from a call, or from the type of
/// a constant that names a function.
static void declareFunc(const Collect *collect, MlirAttribute callee,
                        MlirType *constant) {
  TracemarkStringBuffer *text = &collect->references->declarations;
  MlirOperation call = collect->operation;
  tracemarkStringBufferAppendText(text, "func.func private ");
  mlirAttributePrint(callee, tracemarkStringAppendCallback, text);
  tracemarkStringBufferAppendText(text, "(");
  if (constant) {
    appendTypes(collect, mlirFunctionTypeGetNumInputs(*constant), inputOfType,
                constant);
    tracemarkStringBufferAppendText(text, ")");
    appendArrow(collect, mlirFunctionTypeGetNumResults(*constant), resultOfType,
                constant);
  } else {
    appendTypes(collect, countArguments(call), operandType, &call);
    tracemarkStringBufferAppendText(text, ")");
    appendArrow(collect, mlirOperationGetNumResults(call), resultType, &call);
  }
  tracemarkStringBufferAppendText(text, "\n");
}

/// Declares what the operation refers to by `callee`; false if it is no call
/// that tells enough.
static bool declare(const Collect *collect, MlirAttribute callee) {
  MlirOperation operation = collect->operation;
  if (tracemarkOperationIs(operation, "func.call")) {
    declareFunc(collect, callee, NULL);
    return true;
  }
  if (tracemarkOperationIs(operation, "func.constant") &&
      mlirOperationGetNumResults(operation) == 1) {
    MlirType type = resultType(&operation, 0);
    if (!mlirTypeIsAFunction(type))
      return false;
    declareFunc(collect, callee, &type);
    return true;
  }
  if (tracemarkOperationIs(operation, "llvm.call") ||
      tracemarkOperationIs(operation, "llvm.invoke")) {
    declareLLVM(collect, callee);
    return true;
  }
  return false;
}

static bool isSymbolTable(TracemarkListedOperation *item) {
  if (item->isSymbolTable == TRACEMARK_KNOWN_NOT_ASKED)
    item->isSymbolTable = tracemarkOperationDefinesSymbolTable(item->operation)
                              ? TRACEMARK_KNOWN_YES
                              : TRACEMARK_KNOWN_NO;
  return item->isSymbolTable == TRACEMARK_KNOWN_YES;
}

/// Tells whether references of an operation are looked up inside the unit.
static bool isInsideTable(TracemarkListedOperation *items, size_t index) {
  while (!isSymbolTable(&items[index])) {
    if (index == 0)
      return false;
    index = items[index].parent;
  }
  return true;
}

static MlirWalkResult visit(MlirAttribute attribute, void *userData) {
  Collect *collect = userData;
  if (!mlirAttributeIsASymbolRef(attribute))
    return MlirWalkResultAdvance;
  if (!mlirAttributeIsAFlatSymbolRef(attribute)) {
    collect->references->foreign = true;
    return MlirWalkResultSkip;
  }
  MlirStringRef name = mlirFlatSymbolRefAttrGetValue(attribute);
  if ((collect->own.data && mlirStringRefEqual(name, collect->own)) ||
      tracemarkPointerMapFind(&collect->declared, attribute.ptr))
    return MlirWalkResultSkip;
  if (!declare(collect, attribute))
    collect->references->foreign = true;
  else if (!tracemarkPointerMapInsert(&collect->plan->arena, &collect->declared,
                                      attribute.ptr, NULL))
    collect->references->declarations.failed = true;
  return MlirWalkResultSkip;
}

void tracemarkListingReferencesCollect(TracemarkListingPlan *plan,
                                       TracemarkListingReferences *references) {
  *references = (TracemarkListingReferences){0};
  TracemarkListedOperation *items = plan->operations.items;
  Collect collect = {.plan = plan, .references = references};
  collect.own = tracemarkOperationSymbol(items[0].operation);
  if (isSymbolTable(&items[0]))
    return;
  for (size_t i = 0; i < plan->operations.count; ++i) {
    if (!items[i].mayRefer || isInsideTable(items, i))
      continue;
    collect.operation = items[i].operation;
    tracemarkBridgeAttributesWalk(collect.operation, visit, &collect);
  }
}
