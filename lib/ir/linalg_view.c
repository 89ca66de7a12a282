//===- linalg_view.c - what a linalg op iterates over ---------------------===//

#include "lib/ir/linalg_view.h"

#include "lib/ir/strings.h"

#include "tracemark/bridge/attributes.h"

#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Linalg.h"

#include "lib/base/banned.h"

static TracemarkArena *cacheArena(TracemarkLinalgContext *context) {
  return context->cacheArena ? context->cacheArena : context->arena;
}

const TracemarkTypeFacts *
tracemarkLinalgTypeFacts(TracemarkLinalgContext *context, MlirType type) {
  context->types.arena = cacheArena(context);
  return tracemarkTypesGet(&context->types, type);
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// What the name of an op tells.
enum {
  NAME_IS_KNOWN = 1,
  NAME_COMPUTES = 2,         // registered, of linalg, not yield or index
  NAME_STORES_MAPS = 4,      // as `indexing_maps`
  NAME_STORES_ITERATORS = 8, // as `iterator_types`
  NAME_IS_YIELD = 16,
  NAME_IS_FILL = 32,
};

static unsigned makeName(MlirContext context, MlirStringRef name) {
  static const char *const storing[] = {"generic",     "matmul",
                                        "contract",    "batch_matmul",
                                        "elementwise", "batch_reduce_matmul"};
  if (!tracemarkStringStartsWith(name, "linalg.") ||
      !mlirContextIsRegisteredOperation(context, name))
    return NAME_IS_KNOWN;
  MlirStringRef part = mlirStringRefCreate(name.data + 7, name.length - 7);
  if (tracemarkStringIs(part, "yield"))
    return NAME_IS_KNOWN | NAME_IS_YIELD;
  if (tracemarkStringIs(part, "index"))
    return NAME_IS_KNOWN;
  unsigned facts = NAME_IS_KNOWN | NAME_COMPUTES;
  for (size_t i = 0; i < TRACEMARK_COUNT_OF(storing); ++i)
    if (tracemarkStringIs(part, storing[i]))
      facts |= NAME_STORES_MAPS;
  if (tracemarkStringIs(part, "generic"))
    facts |= NAME_STORES_ITERATORS;
  if (tracemarkStringIs(part, "fill"))
    facts |= NAME_IS_FILL;
  return facts;
}

/// Facts of an op's name; 0 when out of memory.
static unsigned nameFacts(TracemarkLinalgContext *context,
                          MlirOperation operation) {
  MlirIdentifier name = mlirOperationGetName(operation);
  const TracemarkPointerMapEntry *known =
      tracemarkPointerMapFind(&context->names, name.ptr);
  if (known)
    return (unsigned)tracemarkPointerMapNumber(known);
  unsigned facts =
      makeName(mlirOperationGetContext(operation), mlirIdentifierStr(name));
  TracemarkPointerMapEntry *entry = tracemarkPointerMapEnsure(
      cacheArena(context), &context->names, name.ptr, NULL);
  if (!entry)
    return 0;
  tracemarkPointerMapSetNumber(entry, facts);
  return facts;
}

static MlirAttribute inherent(MlirOperation operation, const char *name) {
  return mlirOperationGetInherentAttributeByName(operation,
                                                 tracemarkStringFrom(name));
}

//===----------------------------------------------------------------------===//
// Maps
//===----------------------------------------------------------------------===//

/// What one attribute of indexing maps says.
typedef struct Maps {
  intptr_t count, loopCount;
  MlirAffineMap *maps;
  TracemarkLinalgIndexing *indexing;
} Maps;

static bool fillIndexing(TracemarkArena *arena, MlirAffineMap map,
                         intptr_t loopCount,
                         TracemarkLinalgIndexing *indexing) {
  intptr_t results = mlirAffineMapGetNumResults(map);
  *indexing = (TracemarkLinalgIndexing){
      .map = map,
      .resultCount = results,
      .resultLoops =
          tracemarkArenaAllocate(arena, (size_t)results, sizeof(intptr_t)),
      .usesLoop =
          tracemarkArenaAllocate(arena, (size_t)loopCount, sizeof(bool)),
      .isPermutation = mlirAffineMapIsPermutation(map),
      .isProjectedPermutation = mlirAffineMapIsProjectedPermutation(map)};
  if (!indexing->resultLoops || !indexing->usesLoop)
    return false;
  for (intptr_t i = 0; i < results; ++i) {
    MlirAffineExpr expression = mlirAffineMapGetResult(map, i);
    bool isLoop = mlirAffineExprIsADim(expression);
    indexing->resultLoops[i] =
        isLoop ? mlirAffineDimExprGetPosition(expression) : -1;
    if (isLoop)
      indexing->usesLoop[indexing->resultLoops[i]] = true;
    for (intptr_t j = 0; !isLoop && j < loopCount; ++j)
      indexing->usesLoop[j] |= mlirAffineExprIsFunctionOfDim(expression, j);
  }
  return true;
}

/// Reads an array of maps; without maps if they do not fit each other. False
/// when out of memory.
static bool readMaps(TracemarkArena *arena, MlirAttribute attribute,
                     Maps *maps) {
  if (!mlirAttributeIsAArray(attribute))
    return true;
  intptr_t count = mlirArrayAttrGetNumElements(attribute);
  maps->maps =
      tracemarkArenaAllocate(arena, (size_t)count, sizeof(*maps->maps));
  maps->indexing =
      tracemarkArenaAllocate(arena, (size_t)count, sizeof(*maps->indexing));
  if (!maps->maps || !maps->indexing)
    return false;
  for (intptr_t i = 0; i < count; ++i) {
    MlirAttribute element = mlirArrayAttrGetElement(attribute, i);
    if (!mlirAttributeIsAAffineMap(element))
      return true;
    maps->maps[i] = mlirAffineMapAttrGetValue(element);
    intptr_t loops = mlirAffineMapGetNumDims(maps->maps[i]);
    if (i && loops != maps->loopCount)
      return true;
    maps->loopCount = loops;
    if (!fillIndexing(arena, maps->maps[i], loops, &maps->indexing[i]))
      return false;
  }
  maps->count = count;
  return true;
}

/// Maps of an attribute; NULL when out of memory.
static const Maps *mapsOf(TracemarkLinalgContext *context,
                          MlirAttribute attribute) {
  const TracemarkPointerMapEntry *known =
      tracemarkPointerMapFind(&context->maps, attribute.ptr);
  if (known)
    return known->value;
  TracemarkArena *arena = cacheArena(context);
  Maps *maps = tracemarkArenaAllocate(arena, 1, sizeof(*maps));
  return maps && readMaps(arena, attribute, maps) &&
                 tracemarkPointerMapInsert(arena, &context->maps, attribute.ptr,
                                           maps)
             ? maps
             : NULL;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// Splits the operands into ins and inits: the body yields a value per init.
/// Else ops with `operandSegmentSizes` say it, the others have one init
/// (reduce: as many as ins).
static void splitOperands(TracemarkLinalgContext *context,
                          TracemarkLinalgView *view) {
  MlirOperation operation = view->operation;
  intptr_t count = mlirOperationGetNumOperands(operation);
  if (!mlirOperationIsNull(view->yield) &&
      (nameFacts(context, view->yield) & NAME_IS_YIELD)) {
    view->initCount = mlirOperationGetNumOperands(view->yield);
    view->insCount = count - view->initCount;
    return;
  }
  MlirAttribute segments = inherent(operation, "operandSegmentSizes");
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

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

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
static bool fillRanges(TracemarkLinalgContext *context,
                       TracemarkLinalgView *view) {
  for (intptr_t i = 0; i < view->insCount + view->initCount; ++i) {
    const TracemarkLinalgIndexing *indexing = &view->indexing[i];
    const TracemarkTypeFacts *facts =
        tracemarkLinalgTypeFacts(context, operandType(view, i));
    if (!facts || facts->rank != indexing->resultCount)
      return false;
    for (intptr_t j = 0; j < facts->rank; ++j) {
      if (indexing->resultLoops[j] < 0 || facts->sizes[j] < 0)
        continue;
      TracemarkLinalgLoop *loop = &view->loops[indexing->resultLoops[j]];
      if (loop->range == TRACEMARK_DYNAMIC_RANGE)
        loop->range = facts->sizes[j];
    }
  }
  return true;
}

/// Which of `count` iterator types are reductions; NULL if that is not their
/// number, or out of memory.
static const bool *reductionsOf(TracemarkLinalgContext *context,
                                MlirAttribute attribute, intptr_t count) {
  if (!mlirAttributeIsAArray(attribute) ||
      mlirArrayAttrGetNumElements(attribute) != count)
    return NULL;
  const TracemarkPointerMapEntry *known =
      tracemarkPointerMapFind(&context->iterators, attribute.ptr);
  if (known)
    return known->value;
  if (mlirAttributeIsNull(context->reductionKind))
    context->reductionKind = mlirAttributeParseGet(
        mlirAttributeGetContext(attribute),
        tracemarkStringFrom("#linalg.iterator_type<reduction>"));
  TracemarkArena *arena = cacheArena(context);
  bool *reductions =
      tracemarkArenaAllocate(arena, (size_t)count + 1, sizeof(*reductions));
  for (intptr_t i = 0; reductions && i < count; ++i)
    reductions[i] = mlirAttributeEqual(mlirArrayAttrGetElement(attribute, i),
                                       context->reductionKind);
  return reductions && tracemarkPointerMapInsert(arena, &context->iterators,
                                                 attribute.ptr, reductions)
             ? reductions
             : NULL;
}

/// Only generic ops store iterator types; elsewhere a loop that no init is
/// indexed by is a reduction.
static void fillIterators(TracemarkLinalgContext *context,
                          TracemarkLinalgView *view, MlirAttribute iterators) {
  const bool *reductions =
      mlirAttributeIsNull(iterators)
          ? NULL
          : reductionsOf(context, iterators, view->loopCount);
  for (intptr_t i = 0; i < view->loopCount; ++i) {
    bool reduction = !reductions || reductions[i];
    for (intptr_t j = 0; !reductions && j < view->initCount; ++j)
      reduction &= !view->indexing[view->insCount + j].usesLoop[i];
    view->loops[i].reduction = reduction;
    view->reductionCount += reduction;
  }
}

/// Loops of an op without maps: the dimensions of its first operand.
static bool fillUnstructured(TracemarkLinalgContext *context,
                             TracemarkLinalgView *view) {
  const TracemarkTypeFacts *facts =
      tracemarkLinalgTypeFacts(context, operandType(view, 0));
  if (!facts || !facts->hasShape)
    return false;
  view->loopCount = facts->rank;
  if (!allocateLoops(context, view))
    return false;
  for (intptr_t i = 0; i < view->loopCount; ++i)
    if (facts->sizes[i] >= 0)
      view->loops[i].range = facts->sizes[i];
  MlirAttribute dimension = inherent(view->operation, "dimension");
  if (!mlirAttributeIsNull(dimension) && mlirAttributeIsAInteger(dimension)) {
    int64_t index = mlirIntegerAttrGetValueInt(dimension);
    if (index >= 0 && index < view->loopCount)
      view->loops[index].reduction = true;
    view->reductionCount = index >= 0 && index < view->loopCount;
  }
  return true;
}

static void fillElementwise(TracemarkLinalgView *view) {
  if (view->reductionCount)
    return;
  view->isElementwise = true;
  for (intptr_t i = 0; i < view->initCount; ++i)
    view->isElementwise &= view->indexing[view->insCount + i].isPermutation;
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

static void fillBody(TracemarkLinalgView *view) {
  MlirRegion region = mlirOperationGetFirstRegion(view->operation);
  if (mlirRegionIsNull(region))
    return;
  view->body = mlirRegionGetFirstBlock(region);
  if (!mlirBlockIsNull(view->body) &&
      !mlirOperationIsNull(mlirBlockGetFirstOperation(view->body)))
    view->yield = mlirBlockGetTerminator(view->body);
}

/// Maps of a linalg.fill with a scalar, which depend on the rank alone and
/// which MLIR builds at each call; null for others.
static MlirAttribute *fillMaps(TracemarkLinalgContext *context,
                               const TracemarkLinalgView *view) {
  if (view->insCount != 1 || view->initCount != 1)
    return NULL;
  const TracemarkTypeFacts *value =
      tracemarkLinalgTypeFacts(context, operandType(view, 0));
  const TracemarkTypeFacts *init =
      tracemarkLinalgTypeFacts(context, operandType(view, 1));
  return value && init && !value->isShaped && init->hasShape &&
                 init->rank < (intptr_t)TRACEMARK_COUNT_OF(context->fillMaps)
             ? &context->fillMaps[init->rank]
             : NULL;
}

/// Splits the operands, and finds the attributes of the maps and, if the op
/// stores them, the iterator types; false if the split does not fit the op.
static bool findAttributes(TracemarkLinalgContext *context,
                           TracemarkLinalgView *view, unsigned facts,
                           MlirAttribute *maps, MlirAttribute *iterators) {
  *maps = *iterators = (MlirAttribute){NULL};
  TracemarkGenericAttributes held;
  if ((facts & NAME_STORES_ITERATORS) &&
      tracemarkBridgeGenericAttributes(view->operation, &held)) {
    *maps = held.indexingMaps;
    *iterators = held.iteratorTypes;
    view->insCount = held.inputs;
    view->initCount = held.outputs;
    return hasValidSplit(view);
  }
  splitOperands(context, view);
  if (!hasValidSplit(view))
    return false;
  if (facts & NAME_STORES_MAPS)
    *maps = inherent(view->operation, "indexing_maps");
  if (facts & NAME_STORES_ITERATORS)
    *iterators = inherent(view->operation, "iterator_types");
  MlirAttribute *known = facts & NAME_IS_FILL ? fillMaps(context, view) : NULL;
  if (known)
    *maps = *known;
  if (mlirAttributeIsNull(*maps))
    *maps = mlirLinalgGetIndexingMapsAttribute(view->operation);
  if (known)
    *known = *maps;
  return true;
}

static bool fill(TracemarkLinalgContext *context, MlirOperation operation,
                 TracemarkLinalgView *view) {
  unsigned facts = nameFacts(context, operation);
  if (!(facts & NAME_COMPUTES))
    return false;
  MlirStringRef name = tracemarkOperationName(operation);
  view->operation = operation;
  view->name = mlirStringRefCreate(name.data + 7, name.length - 7);
  fillBody(view);
  MlirAttribute attribute, iterators;
  if (!findAttributes(context, view, facts, &attribute, &iterators))
    return false;
  if (mlirAttributeIsNull(attribute))
    return fillUnstructured(context, view);
  const Maps *maps = mapsOf(context, attribute);
  if (!maps || maps->count != view->insCount + view->initCount)
    return false;
  view->maps = maps->maps;
  view->indexing = maps->indexing;
  view->loopCount = maps->loopCount;
  if (!allocateLoops(context, view) || !fillRanges(context, view))
    return false;
  fillIterators(context, view, iterators);
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
