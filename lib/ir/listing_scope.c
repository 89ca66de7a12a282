//===- listing_scope.c - which functions get files of their own -----------===//

#include "lib/ir/listing_scope.h"

#include "lib/ir/entry_points.h"
#include "lib/ir/strings.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Dialect/LLVM.h"

#include "lib/base/banned.h"

static bool isRegistered(MlirOperation operation) {
  return mlirContextIsRegisteredOperation(mlirOperationGetContext(operation),
                                          tracemarkOperationName(operation));
}

static bool isInside(MlirOperation operation, MlirOperation function) {
  while (!mlirOperationIsNull(operation) && operation.ptr != function.ptr)
    operation = mlirOperationGetParentOperation(operation);
  return !mlirOperationIsNull(operation);
}

typedef struct FindOutside {
  MlirOperation function;
  bool found;
} FindOutside;

static MlirWalkResult lookOutside(MlirOperation operation, void *userData) {
  FindOutside *find = userData;
  intptr_t count = mlirOperationGetNumOperands(operation);
  for (intptr_t i = 0; i < count && !find->found; ++i) {
    MlirValue operand = mlirOperationGetOperand(operation, i);
    MlirOperation owner =
        mlirValueIsABlockArgument(operand)
            ? mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(operand))
            : mlirOpResultGetOwner(operand);
    find->found = !isInside(owner, find->function);
  }
  return find->found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

/// Tells whether a function can be printed by itself. MLIR's own are isolated;
/// whether others are is seen from what they use.
static bool standsForItself(MlirOperation function) {
  static const char *const isolated[] = {"func.func", "llvm.func", "gpu.func",
                                         "spirv.func"};
  if (mlirOperationGetNumResults(function) ||
      mlirOperationGetNumOperands(function) ||
      mlirOperationGetNumSuccessors(function))
    return false;
  if (isRegistered(function))
    for (size_t i = 0; i < TRACEMARK_COUNT_OF(isolated); ++i)
      if (tracemarkOperationIs(function, isolated[i]))
        return true;
  FindOutside find = {.function = function};
  mlirOperationWalk(function, lookOutside, &find, MlirWalkPreOrder);
  return !find.found;
}

typedef struct Find {
  TracemarkArena *arena;
  TracemarkListingEntries *entries;
  TracemarkSpirvEntries spirv;
  MlirOperation unit;
  bool failed;
} Find;

static MlirWalkResult visit(MlirOperation operation, void *userData) {
  Find *find = userData;
  if (operation.ptr == find->unit.ptr)
    return MlirWalkResultAdvance;
  // A private function counts as referred to: to know takes a walk over all.
  TracemarkSymbol symbol = {.operation = operation,
                            .table = mlirOperationGetParentOperation(operation),
                            .uses = 1};
  if (mlirOperationGetNumRegions(operation) == 0 ||
      !(symbol.name = tracemarkOperationSymbol(operation)).data ||
      !tracemarkEntryPointIsFunction(operation)) {
    find->entries->hasRest = true;
    return MlirWalkResultAdvance;
  }
  TracemarkListingEntry entry = {.function = operation};
  if (tracemarkEntryPointKind(&find->spirv, &symbol) ==
          TRACEMARK_ENTRY_IS_NONE ||
      !standsForItself(operation)) {
    find->entries->hasRest = true;
  } else if (!TRACEMARK_ARENA_PUSH(find->arena, &find->entries->items, entry)) {
    find->failed = true;
    return MlirWalkResultInterrupt;
  }
  return MlirWalkResultSkip;
}

bool tracemarkListingEntriesFind(TracemarkArena *arena, MlirOperation unit,
                                 TracemarkListingEntries *entries) {
  Find find = {
      .arena = arena, .entries = entries, .spirv.arena = arena, .unit = unit};
  entries->hasRest = !tracemarkOperationIsTopModule(unit);
  mlirOperationWalk(unit, visit, &find, MlirWalkPreOrder);
  return !find.failed;
}

bool tracemarkListingEntriesSelect(TracemarkListingEntries *entries,
                                   TracemarkListingSelection *selection) {
  size_t kept = 0;
  for (size_t i = 0; i < entries->items.count; ++i) {
    bool selected;
    if (!tracemarkListingSelectionHas(
            selection, entries->items.items[i].function, &selected))
      return false;
    if (selected)
      entries->items.items[kept++] = entries->items.items[i];
  }
  entries->items.count = kept;
  entries->hasRest = false;
  return true;
}

//===----------------------------------------------------------------------===//
// Setting aside
//===----------------------------------------------------------------------===//

/// The attribute that a declaration has to have another value of, or NULL: an
/// op that is not registered may be anything. False if the operation has no
/// form of a declaration.
static bool canDeclare(MlirOperation function, const char **attribute) {
  *attribute = NULL;
  if (mlirOperationGetNumRegions(function) != 1)
    return false;
  if (!isRegistered(function))
    return true;
  if (tracemarkOperationIs(function, "func.func"))
    *attribute = "sym_visibility";
  else if (tracemarkOperationIs(function, "llvm.func"))
    *attribute = "linkage";
  return *attribute;
}

/// `former` may be null.
static MlirAttribute valueOfDeclaration(MlirOperation function,
                                        MlirAttribute former) {
  MlirContext context = mlirOperationGetContext(function);
  if (tracemarkOperationIs(function, "llvm.func"))
    return mlirLLVMLinkageAttrGet(context, MlirLLVMLinkageExternal);
  MlirAttribute nested =
      mlirStringAttrGet(context, tracemarkStringFrom("nested"));
  return mlirAttributeEqual(former, nested)
             ? nested
             : mlirStringAttrGet(context, tracemarkStringFrom("private"));
}

static void setAside(TracemarkListingEntry *entry) {
  MlirOperation function = entry->function;
  const char *attribute;
  if (!canDeclare(function, &attribute)) {
    entry->block = mlirOperationGetBlock(function);
    entry->next = mlirOperationGetNextInBlock(function);
    mlirOperationRemoveFromParent(function);
    return;
  }
  entry->body = mlirRegionCreate();
  mlirRegionTakeBody(entry->body, mlirOperationGetRegion(function, 0));
  if (!attribute)
    return;
  MlirStringRef name = tracemarkStringFrom(attribute);
  entry->former = mlirOperationGetAttributeByName(function, name);
  mlirOperationSetAttributeByName(function, name,
                                  valueOfDeclaration(function, entry->former));
}

static void putBack(TracemarkListingEntry *entry) {
  MlirOperation function = entry->function;
  if (mlirRegionIsNull(entry->body)) {
    mlirBlockInsertOwnedOperationBefore(entry->block, entry->next, function);
    return;
  }
  mlirRegionTakeBody(mlirOperationGetRegion(function, 0), entry->body);
  mlirRegionDestroy(entry->body);
  const char *attribute;
  if (!canDeclare(function, &attribute) || !attribute)
    return;
  MlirStringRef name = tracemarkStringFrom(attribute);
  if (mlirAttributeIsNull(entry->former))
    mlirOperationRemoveAttributeByName(function, name);
  else
    mlirOperationSetAttributeByName(function, name, entry->former);
}

void tracemarkListingEntriesSetAside(TracemarkListingEntries *entries) {
  for (size_t i = 0; i < entries->items.count; ++i)
    setAside(&entries->items.items[i]);
}

void tracemarkListingEntriesPutBack(TracemarkListingEntries *entries) {
  // What stood behind an operation is there again before it is needed.
  for (size_t i = entries->items.count; i > 0; --i)
    putBack(&entries->items.items[i - 1]);
}

void tracemarkListingEntriesMark(const TracemarkListingEntries *entries,
                                 TracemarkListingPlan *plan) {
  size_t next = 0;
  for (size_t i = 0; i < plan->operations.count; ++i) {
    TracemarkListedOperation *item = &plan->operations.items[i];
    // Those that were taken out are not in the plan.
    while (next < entries->items.count &&
           mlirRegionIsNull(entries->items.items[next].body))
      ++next;
    if (next == entries->items.count)
      return;
    if (entries->items.items[next].function.ptr == item->operation.ptr) {
      item->isElsewhere = true;
      ++next;
    }
  }
}
