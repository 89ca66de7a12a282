//===- iree_summary.c - what IREE's annotation calls a dispatch -----------===//

#include "lib/ir/iree_summary.h"

#include "lib/ir/iree_walk.h"
#include "lib/ir/strings.h"

#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinTypes.h"

#include "lib/base/banned.h"

enum { UNKNOWN_SIZE = 1024, REDUCTION_FACTOR = 2, EXTENSION_FACTOR = 10 };

//===----------------------------------------------------------------------===//
// Costs
//===----------------------------------------------------------------------===//

/// `a` times `b`, both >= 0.
static int64_t multiply(int64_t a, int64_t b) {
  int64_t product;
  return __builtin_mul_overflow(a, b, &product) ? INT64_MAX : product;
}

static int64_t costOfSize(int64_t size) {
  return size < 0 ? UNKNOWN_SIZE : size;
}

int64_t tracemarkIreeSizeOf(MlirType type, intptr_t dimension) {
  return mlirShapedTypeIsDynamicDim(type, dimension)
             ? TRACEMARK_DYNAMIC_RANGE
             : mlirShapedTypeGetDimSize(type, dimension);
}

static int64_t costOfShape(MlirType type) {
  int64_t cost = 1;
  for (intptr_t i = 0, e = mlirShapedTypeGetRank(type); i < e; ++i)
    cost = multiply(cost, costOfSize(tracemarkIreeSizeOf(type, i)));
  return cost;
}

/// Gives every loop the size of the first dimension that it indexes as it
/// stands, static or not.
static void setRanges(TracemarkLinalgView *view) {
  for (intptr_t i = view->insCount + view->initCount; i-- > 0;) {
    MlirType type =
        mlirValueGetType(mlirOperationGetOperand(view->operation, i));
    for (intptr_t j = mlirAffineMapGetNumResults(view->maps[i]); j-- > 0;) {
      MlirAffineExpr expression = mlirAffineMapGetResult(view->maps[i], j);
      if (mlirAffineExprIsADim(expression))
        view->loops[mlirAffineDimExprGetPosition(expression)].range =
            tracemarkIreeSizeOf(type, j);
    }
  }
}

static int64_t costOfLinalg(const TracemarkLinalgView *view) {
  int64_t cost = 1;
  for (intptr_t i = 0; i < view->loopCount; ++i)
    cost = multiply(cost, costOfSize(view->loops[i].range));
  return tracemarkLinalgViewReductionCount(view)
             ? multiply(cost, REDUCTION_FACTOR)
             : cost;
}

static void keepLarger(MlirType *largest, MlirType type) {
  if (mlirTypeIsARankedTensor(type) &&
      (mlirTypeIsNull(*largest) || costOfShape(type) > costOfShape(*largest)))
    *largest = type;
}

MlirType tracemarkIreeLargestTensor(MlirOperation operation) {
  MlirType largest = {NULL};
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(operation); i < e; ++i)
    keepLarger(&largest,
               mlirValueGetType(mlirOperationGetOperand(operation, i)));
  for (intptr_t i = 0, e = mlirOperationGetNumResults(operation); i < e; ++i)
    keepLarger(&largest,
               mlirValueGetType(mlirOperationGetResult(operation, i)));
  return largest;
}

static int64_t costOfExtension(MlirOperation operation) {
  MlirType largest = tracemarkIreeLargestTensor(operation);
  return multiply(mlirTypeIsNull(largest) ? 1 : costOfShape(largest),
                  EXTENSION_FACTOR);
}

//===----------------------------------------------------------------------===//
// Walking
//===----------------------------------------------------------------------===//

static void offer(TracemarkIreeWalk *walk, TracemarkIreeRootKind kind,
                  MlirOperation operation, const TracemarkLinalgView *view,
                  int64_t cost) {
  if (walk->kind != TRACEMARK_IREE_ROOT_NONE && cost < walk->cost)
    return;
  walk->kind = kind;
  walk->root = operation;
  walk->cost = cost;
  if (view)
    walk->view = *view;
}

static void noteTileable(TracemarkIreeWalk *walk, MlirOperation operation) {
  if (mlirOperationIsNull(walk->first))
    walk->first = operation;
  walk->last = operation;
}

static void visitLinalg(TracemarkIreeWalk *walk, MlirOperation operation,
                        MlirStringRef name) {
  if (tracemarkStringIs(name, "yield") || tracemarkStringIs(name, "index"))
    return;
  noteTileable(walk, operation);
  if (tracemarkStringIs(name, "pack") || tracemarkStringIs(name, "unpack")) {
    offer(walk, TRACEMARK_IREE_ROOT_PACK, operation, NULL, 0);
    return;
  }
  if (tracemarkStringIs(name, "softmax")) {
    offer(walk, TRACEMARK_IREE_ROOT_EXTENSION, operation, NULL,
          costOfExtension(operation));
    return;
  }
  TracemarkLinalgView view;
  if (!tracemarkLinalgViewGet(&walk->linalg, operation, &view) || !view.maps)
    return;
  setRanges(&view);
  offer(walk, TRACEMARK_IREE_ROOT_LINALG, operation, &view,
        costOfLinalg(&view));
}

static void visitExtension(TracemarkIreeWalk *walk, MlirOperation operation,
                           MlirStringRef name) {
  if (tracemarkStringIs(name, "yield") || tracemarkStringIs(name, "index"))
    return;
  noteTileable(walk, operation);
  if (tracemarkStringIs(name, "attention") ||
      tracemarkStringIs(name, "online_attention"))
    offer(walk, TRACEMARK_IREE_ROOT_ATTENTION, operation, NULL, INT64_MAX);
  else
    offer(walk, TRACEMARK_IREE_ROOT_EXTENSION, operation, NULL,
          costOfExtension(operation));
}

static bool isTransfer(MlirOperation operation, const char *direction) {
  MlirStringRef name = tracemarkOperationName(operation);
  for (size_t i = 0; i < name.length; ++i)
    if (name.data[i] == '.')
      return tracemarkStringIs(
          mlirStringRefCreate(name.data + i, name.length - i), direction);
  return false;
}

static void visitStore(TracemarkIreeWalk *walk, MlirOperation operation) {
  if (mlirOperationGetNumOperands(operation) == 0)
    return;
  MlirValue value = mlirOperationGetOperand(operation, 0);
  if (mlirValueIsAOpResult(value) &&
      isTransfer(mlirOpResultGetOwner(value), ".dispatch.tensor.load"))
    walk->copies = true;
}

static MlirStringRef withoutPrefix(MlirStringRef name, const char *prefix) {
  size_t length = strlen(prefix);
  return tracemarkStringStartsWith(name, prefix)
             ? mlirStringRefCreate(name.data + length, name.length - length)
             : mlirStringRefCreate(NULL, 0);
}

static void visit(TracemarkIreeWalk *walk, MlirOperation operation) {
  MlirStringRef name = tracemarkOperationName(operation), rest;
  if ((rest = withoutPrefix(name, "linalg.")).data)
    visitLinalg(walk, operation, rest);
  else if ((rest = withoutPrefix(name, "iree_linalg_ext.")).data)
    visitExtension(walk, operation, rest);
  else if (tracemarkStringIs(name, "iree_encoding.set_encoding") ||
           tracemarkStringIs(name, "iree_encoding.unset_encoding"))
    offer(walk, TRACEMARK_IREE_ROOT_ENCODING, operation, NULL, 0);
  else if (tracemarkStringIs(name, "tensor.pad") ||
           tracemarkStringIs(name, "tensor.concat") ||
           tracemarkStringIs(name, "iree_codegen.inner_tiled"))
    noteTileable(walk, operation);
  else if (isTransfer(operation, ".dispatch.tensor.store"))
    visitStore(walk, operation);
}

/// Nested ops come before the op that they are in.
static void walkRegion(TracemarkIreeWalk *walk, MlirRegion region) {
  for (MlirBlock block = mlirRegionGetFirstBlock(region);
       !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
    for (MlirOperation operation = mlirBlockGetFirstOperation(block);
         !mlirOperationIsNull(operation);
         operation = mlirOperationGetNextInBlock(operation)) {
      for (MlirRegion nested = mlirOperationGetFirstRegion(operation);
           !mlirRegionIsNull(nested);
           nested = mlirRegionGetNextInOperation(nested))
        walkRegion(walk, nested);
      visit(walk, operation);
    }
}

bool tracemarkIreeSummaryGet(TracemarkArena *arena, MlirOperation function,
                             const char **summary) {
  *summary = NULL;
  if (mlirOperationGetNumRegions(function) == 0)
    return true;
  TracemarkArena scratch = {0};
  TracemarkIreeWalk walk = {.linalg.arena = &scratch};
  walkRegion(&walk, mlirOperationGetRegion(function, 0));
  bool ok = true;
  if (walk.kind != TRACEMARK_IREE_ROOT_NONE || walk.copies) {
    TracemarkStringBuffer text = {0};
    ok = tracemarkIreeSpell(&walk, &text);
    if (ok) {
      *summary = tracemarkArenaCopyText(arena, tracemarkStringBufferText(&text),
                                        text.length);
      ok = *summary != NULL;
    }
    tracemarkStringBufferDestroy(&text);
  }
  tracemarkArenaDestroy(&scratch);
  return ok;
}
