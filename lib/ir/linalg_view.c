//===- linalg_view.c - what a linalg op iterates over ---------------------===//

#include "lib/ir/linalg_view.h"

#include "lib/ir/strings.h"

#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Linalg.h"

#include "lib/base/banned.h"

/// Splits the operands into ins and inits; ops with `operandSegmentSizes` say
/// it, the others have one init (reduce: as many as ins).
static void splitOperands(TracemarkLinalgView *view) {
  MlirOperation operation = view->operation;
  intptr_t count = mlirOperationGetNumOperands(operation);
  MlirAttribute segments = mlirOperationGetAttributeByName(
      operation, tracemarkStringFrom("operandSegmentSizes"));
  if (!mlirAttributeIsNull(segments) &&
      mlirAttributeIsADenseI32Array(segments) &&
      mlirDenseArrayGetNumElements(segments) >= 2) {
    view->insCount = mlirDenseI32ArrayGetElement(segments, 0);
    view->initCount = mlirDenseI32ArrayGetElement(segments, 1);
  } else if (tracemarkStringIs(view->name, "reduce")) {
    view->insCount = view->initCount = count / 2;
  } else if (tracemarkStringIs(view->name, "unpack")) {
    view->insCount = view->initCount = 1;
  } else {
    view->initCount = 1;
    view->insCount = count - 1;
  }
}

static bool hasValidSplit(const TracemarkLinalgView *view) {
  return view->insCount >= 0 && view->initCount >= 1 &&
         view->insCount + view->initCount <=
             mlirOperationGetNumOperands(view->operation);
}

static MlirType operandType(const TracemarkLinalgView *view, intptr_t index) {
  return mlirValueGetType(mlirOperationGetOperand(view->operation, index));
}

/// Reads the maps; false if they do not fit the operands or each other.
static bool fillMaps(TracemarkLinalgContext *context, TracemarkLinalgView *view,
                     MlirAttribute attribute) {
  intptr_t count = view->insCount + view->initCount;
  if (!mlirAttributeIsAArray(attribute) ||
      mlirArrayAttrGetNumElements(attribute) != count)
    return false;
  view->maps = tracemarkArenaAllocate(context->arena, (size_t)count,
                                      sizeof(MlirAffineMap));
  if (!view->maps)
    return false;
  for (intptr_t i = 0; i < count; ++i) {
    MlirAttribute element = mlirArrayAttrGetElement(attribute, i);
    if (!mlirAttributeIsAAffineMap(element))
      return false;
    view->maps[i] = mlirAffineMapAttrGetValue(element);
    intptr_t loops = mlirAffineMapGetNumDims(view->maps[i]);
    if (i && loops != view->loopCount)
      return false;
    view->loopCount = loops;
  }
  return true;
}

static bool allocateLoops(TracemarkLinalgContext *context,
                          TracemarkLinalgView *view) {
  view->loops = tracemarkArenaAllocate(
      context->arena, (size_t)view->loopCount + 1, sizeof(TracemarkLinalgLoop));
  if (!view->loops)
    return false;
  for (intptr_t i = 0; i < view->loopCount; ++i)
    view->loops[i].range = TRACEMARK_DYNAMIC_RANGE;
  return true;
}

/// Gives every loop that some operand is indexed by, as it stands, the size of
/// that operand's dimension; a static size wins over a dynamic one.
static bool fillRanges(TracemarkLinalgView *view) {
  for (intptr_t i = 0; i < view->insCount + view->initCount; ++i) {
    MlirType type = operandType(view, i);
    intptr_t results = mlirAffineMapGetNumResults(view->maps[i]);
    bool hasShape = mlirTypeIsARankedTensor(type) || mlirTypeIsAMemRef(type);
    if ((hasShape ? mlirShapedTypeGetRank(type) : 0) != results)
      return false;
    for (intptr_t j = 0; j < results; ++j) {
      MlirAffineExpr expression = mlirAffineMapGetResult(view->maps[i], j);
      if (!mlirAffineExprIsADim(expression) ||
          mlirShapedTypeIsDynamicDim(type, j))
        continue;
      TracemarkLinalgLoop *loop =
          &view->loops[mlirAffineDimExprGetPosition(expression)];
      if (loop->range == TRACEMARK_DYNAMIC_RANGE)
        loop->range = mlirShapedTypeGetDimSize(type, j);
    }
  }
  return true;
}

static bool isIndexedBy(MlirAffineMap map, intptr_t loop) {
  for (intptr_t i = 0, e = mlirAffineMapGetNumResults(map); i < e; ++i)
    if (mlirAffineExprIsFunctionOfDim(mlirAffineMapGetResult(map, i), loop))
      return true;
  return false;
}

/// Only generic ops store iterator types; elsewhere a loop that no init is
/// indexed by is a reduction.
static void fillIterators(TracemarkLinalgContext *context,
                          TracemarkLinalgView *view) {
  MlirAttribute iterators = mlirOperationGetAttributeByName(
      view->operation, tracemarkStringFrom("iterator_types"));
  if (!mlirAttributeIsNull(iterators) && mlirAttributeIsAArray(iterators) &&
      mlirArrayAttrGetNumElements(iterators) == view->loopCount) {
    if (mlirAttributeIsNull(context->reductionKind))
      context->reductionKind = mlirAttributeParseGet(
          mlirOperationGetContext(view->operation),
          tracemarkStringFrom("#linalg.iterator_type<reduction>"));
    for (intptr_t i = 0; i < view->loopCount; ++i)
      view->loops[i].reduction = mlirAttributeEqual(
          mlirArrayAttrGetElement(iterators, i), context->reductionKind);
    return;
  }
  for (intptr_t i = 0; i < view->loopCount; ++i) {
    view->loops[i].reduction = true;
    for (intptr_t j = 0; j < view->initCount; ++j)
      if (isIndexedBy(view->maps[view->insCount + j], i))
        view->loops[i].reduction = false;
  }
}

/// Loops of an op without maps: the dimensions of its first operand.
static bool fillUnstructured(TracemarkLinalgContext *context,
                             TracemarkLinalgView *view) {
  MlirType type = operandType(view, 0);
  if (!mlirTypeIsAShaped(type) || !mlirShapedTypeHasRank(type))
    return false;
  view->loopCount = mlirShapedTypeGetRank(type);
  if (!allocateLoops(context, view))
    return false;
  for (intptr_t i = 0; i < view->loopCount; ++i)
    if (!mlirShapedTypeIsDynamicDim(type, i))
      view->loops[i].range = mlirShapedTypeGetDimSize(type, i);
  MlirAttribute dimension = mlirOperationGetAttributeByName(
      view->operation, tracemarkStringFrom("dimension"));
  if (!mlirAttributeIsNull(dimension) && mlirAttributeIsAInteger(dimension)) {
    int64_t index = mlirIntegerAttrGetValueInt(dimension);
    if (index >= 0 && index < view->loopCount)
      view->loops[index].reduction = true;
  }
  return true;
}

static void fillElementwise(TracemarkLinalgView *view) {
  if (!view->maps || tracemarkLinalgViewReductionCount(view))
    return;
  view->isElementwise = true;
  for (intptr_t i = 0; i < view->initCount; ++i)
    if (!mlirAffineMapIsPermutation(view->maps[view->insCount + i]))
      view->isElementwise = false;
}

static void fillBody(TracemarkLinalgView *view) {
  if (mlirOperationGetNumRegions(view->operation) == 0)
    return;
  MlirRegion region = mlirOperationGetRegion(view->operation, 0);
  view->body = mlirRegionGetFirstBlock(region);
}

static bool fill(TracemarkLinalgContext *context, MlirOperation operation,
                 TracemarkLinalgView *view) {
  MlirStringRef name = tracemarkOperationName(operation);
  if (!tracemarkStringStartsWith(name, "linalg."))
    return false;
  view->operation = operation;
  view->name = mlirStringRefCreate(name.data + 7, name.length - 7);
  if (tracemarkStringIs(view->name, "yield") ||
      tracemarkStringIs(view->name, "index"))
    return false;
  splitOperands(view);
  if (!hasValidSplit(view))
    return false;
  fillBody(view);
  MlirAttribute maps = mlirLinalgGetIndexingMapsAttribute(operation);
  if (mlirAttributeIsNull(maps))
    return mlirContextIsRegisteredOperation(mlirOperationGetContext(operation),
                                            name) &&
           fillUnstructured(context, view);
  if (!fillMaps(context, view, maps) || !allocateLoops(context, view) ||
      !fillRanges(view))
    return false;
  fillIterators(context, view);
  fillElementwise(view);
  return true;
}

bool tracemarkLinalgViewGet(TracemarkLinalgContext *context,
                            MlirOperation operation,
                            TracemarkLinalgView *view) {
  *view = (TracemarkLinalgView){0};
  if (fill(context, operation, view))
    return true;
  *view = (TracemarkLinalgView){0};
  return false;
}

intptr_t tracemarkLinalgViewReductionCount(const TracemarkLinalgView *view) {
  intptr_t count = 0;
  for (intptr_t i = 0; i < view->loopCount; ++i)
    count += view->loops[i].reduction;
  return count;
}

MlirValue tracemarkLinalgViewBodyArgument(const TracemarkLinalgView *view,
                                          intptr_t index) {
  if (mlirBlockIsNull(view->body) || index < 0 ||
      index >= view->insCount + view->initCount ||
      index >= mlirBlockGetNumArguments(view->body))
    return (MlirValue){NULL};
  return mlirBlockGetArgument(view->body, index);
}

bool tracemarkLinalgViewUsesOperand(const TracemarkLinalgView *view,
                                    intptr_t index) {
  if (mlirBlockIsNull(view->body))
    return index < view->insCount;
  MlirValue argument = tracemarkLinalgViewBodyArgument(view, index);
  return !mlirValueIsNull(argument) &&
         !mlirOpOperandIsNull(mlirValueGetFirstUse(argument));
}

MlirOperation tracemarkLinalgViewYield(const TracemarkLinalgView *view) {
  if (mlirBlockIsNull(view->body))
    return (MlirOperation){NULL};
  return mlirBlockGetTerminator(view->body);
}
