//===- scalar_values.c - where values of a linalg body come from ----------===//

#include "lib/ir/scalar_values.h"

#include "lib/ir/strings.h"

#include "tracemark/bridge/attributes.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <math.h>

#include "lib/base/banned.h"

/// Chains of casts and reshapes longer than this are not followed: graph
/// regions may hold cycles.
enum { LOOK_THROUGH_LIMIT = 16 };

MlirOperation tracemarkValueDefiningOp(MlirValue value) {
  if (mlirValueIsNull(value) || !mlirValueIsAOpResult(value))
    return (MlirOperation){NULL};
  return mlirOpResultGetOwner(value);
}

MlirValue tracemarkValueStripReshapes(TracemarkOpKinds *kinds,
                                      MlirValue value) {
  for (int i = 0; i < LOOK_THROUGH_LIMIT; ++i) {
    MlirOperation definition = tracemarkValueDefiningOp(value);
    if (mlirOperationIsNull(definition) ||
        !tracemarkOpKindsGet(kinds, definition)->isReshape ||
        mlirOperationGetNumOperands(definition) == 0)
      return value;
    value = mlirOperationGetOperand(definition, 0);
  }
  return value;
}

MlirValue tracemarkScalarStripCasts(TracemarkOpKinds *kinds, MlirValue value) {
  for (int i = 0; i < LOOK_THROUGH_LIMIT; ++i) {
    MlirOperation definition = tracemarkValueDefiningOp(value);
    if (mlirOperationIsNull(definition) ||
        tracemarkOpKindsGet(kinds, definition)->role != TRACEMARK_OP_CAST ||
        mlirOperationGetNumOperands(definition) == 0)
      return value;
    value = mlirOperationGetOperand(definition, 0);
  }
  return value;
}

static bool isBodyArgument(const TracemarkLinalgView *view, MlirValue value,
                           intptr_t *index) {
  if (mlirValueIsNull(value) || !mlirValueIsABlockArgument(value) ||
      !mlirBlockEqual(mlirBlockArgumentGetOwner(value), view->body))
    return false;
  *index = mlirBlockArgumentGetArgNumber(value);
  return *index < view->insCount + view->initCount;
}

intptr_t tracemarkScalarOperand(TracemarkOpKinds *kinds,
                                const TracemarkLinalgView *view,
                                MlirValue value) {
  intptr_t index;
  return isBodyArgument(view, tracemarkScalarStripCasts(kinds, value), &index)
             ? index
             : -1;
}

bool tracemarkScalarSame(const TracemarkLinalgView *view, MlirValue a,
                         MlirValue b) {
  intptr_t first, second;
  return mlirValueEqual(a, b) ||
         (view->maps && isBodyArgument(view, a, &first) &&
          isBodyArgument(view, b, &second) && first < view->insCount &&
          second < view->insCount &&
          mlirValueEqual(mlirOperationGetOperand(view->operation, first),
                         mlirOperationGetOperand(view->operation, second)) &&
          mlirAffineMapEqual(view->maps[first], view->maps[second]));
}

/// Reads a number, or the number that every element is.
static bool attributeConstant(MlirAttribute attribute, double *constant) {
  if (mlirAttributeIsNull(attribute))
    return false;
  if (mlirAttributeIsADenseElements(attribute)) {
    if (!mlirDenseElementsAttrIsSplat(attribute))
      return false;
    attribute = mlirDenseElementsAttrGetSplatValue(attribute);
    if (mlirAttributeIsNull(attribute))
      return false;
  }
  if (mlirAttributeIsAFloat(attribute)) {
    *constant = mlirFloatAttrGetValueDouble(attribute);
    return true;
  }
  if (!mlirAttributeIsAInteger(attribute))
    return false;
  MlirType type = mlirAttributeGetType(attribute);
  if (!mlirTypeIsAIndex(type) &&
      !(mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) <= 64))
    return false;
  *constant = (double)mlirIntegerAttrGetValueInt(attribute);
  return true;
}

/// Stands for no number in the cache: bits of a NaN that no program holds.
#define NO_NUMBER UINT64_C(0x7ff4deadbeef0001)

/// The same, worked out once per attribute.
static bool cachedConstant(TracemarkOpKinds *kinds, MlirAttribute attribute,
                           double *constant) {
  if (mlirAttributeIsNull(attribute))
    return false;
  bool isNew;
  TracemarkPointerMapEntry *entry = tracemarkPointerMapEnsure(
      kinds->arena, &kinds->constants, attribute.ptr, &isNew);
  if (!entry)
    return attributeConstant(attribute, constant);
  if (isNew) {
    uint64_t made = NO_NUMBER;
    if (attributeConstant(attribute, constant))
      memcpy(&made, constant, sizeof(made));
    tracemarkPointerMapSetNumber(entry, made);
  }
  uint64_t bits = tracemarkPointerMapNumber(entry);
  memcpy(constant, &bits, sizeof(bits));
  return bits != NO_NUMBER;
}

/// The attribute of a constant, which only unregistered ops keep elsewhere than
/// among the inherent ones.
static MlirAttribute constantAttribute(MlirOperation operation,
                                       const TracemarkOpKind *kind) {
  static const char *const names[] = {"value", "values"}; // tosa.const
  MlirAttribute attribute = tracemarkBridgeArithConstant(operation);
  if (!mlirAttributeIsNull(attribute))
    return attribute;
  for (size_t i = 0; i < TRACEMARK_COUNT_OF(names); ++i) {
    MlirStringRef name = tracemarkStringFrom(names[i]);
    attribute = kind->isUnregistered
                    ? mlirOperationGetAttributeByName(operation, name)
                    : mlirOperationGetInherentAttributeByName(operation, name);
    if (!mlirAttributeIsNull(attribute))
      break;
  }
  return attribute;
}

/// The innermost module around `operation`, up to the run's root; null if there
/// is none.
static MlirOperation moduleOf(const TracemarkOpKinds *kinds,
                              MlirOperation operation) {
  while (!mlirOperationIsNull(kinds->root) &&
         !mlirOperationEqual(operation, kinds->root)) {
    operation = mlirOperationGetParentOperation(operation);
    if (mlirOperationIsNull(operation) ||
        tracemarkOperationIs(operation, "builtin.module") ||
        tracemarkOperationIs(operation, "gpu.module"))
      return operation;
  }
  return (MlirOperation){NULL};
}

static MlirAttribute inherentOf(MlirOperation operation, const char *name) {
  return mlirOperationGetInherentAttributeByName(operation,
                                                 tracemarkStringFrom(name));
}

/// Lists what constant globals of a module hold, by the bytes of their symbols,
/// which MLIR keeps once; NULL when out of memory.
static const TracemarkPointerMap *listGlobals(TracemarkOpKinds *kinds,
                                              MlirOperation module) {
  TracemarkPointerMap *globals =
      tracemarkArenaAllocate(kinds->arena, 1, sizeof(*globals));
  MlirRegion region = mlirOperationGetFirstRegion(module);
  MlirBlock block = mlirRegionIsNull(region) ? (MlirBlock){NULL}
                                             : mlirRegionGetFirstBlock(region);
  if (!globals || mlirBlockIsNull(block))
    return globals;
  for (MlirOperation global = mlirBlockGetFirstOperation(block);
       !mlirOperationIsNull(global);
       global = mlirOperationGetNextInBlock(global)) {
    if (!tracemarkOperationIs(global, "memref.global") ||
        mlirAttributeIsNull(inherentOf(global, "constant")))
      continue;
    MlirAttribute symbol = inherentOf(global, "sym_name");
    if (mlirAttributeIsNull(symbol) || !mlirAttributeIsAString(symbol))
      continue;
    TracemarkPointerMapEntry *entry = tracemarkPointerMapEnsure(
        kinds->arena, globals, mlirStringAttrGetValue(symbol).data, NULL);
    if (!entry)
      return NULL;
    entry->value = inherentOf(global, "initial_value").ptr;
  }
  return globals;
}

/// What a constant that was made a global holds; null for others.
static MlirAttribute globalAttribute(TracemarkOpKinds *kinds,
                                     MlirOperation operation) {
  MlirAttribute none = {NULL}, name = inherentOf(operation, "name");
  MlirOperation module = moduleOf(kinds, operation);
  if (mlirOperationIsNull(module) || mlirAttributeIsNull(name) ||
      !mlirAttributeIsAFlatSymbolRef(name))
    return none;
  TracemarkPointerMapEntry *entry = tracemarkPointerMapEnsure(
      kinds->arena, &kinds->globals, module.ptr, NULL);
  if (entry && !entry->value)
    entry->value = listGlobals(kinds, module);
  const TracemarkPointerMapEntry *global =
      entry && entry->value
          ? tracemarkPointerMapFind(entry->value,
                                    mlirFlatSymbolRefAttrGetValue(name).data)
          : NULL;
  return global ? (MlirAttribute){global->value} : none;
}

bool tracemarkValueConstant(TracemarkOpKinds *kinds, MlirValue value,
                            double *constant) {
  int roots = 0; // of the constant, one in the other
  for (int i = 0; i < LOOK_THROUGH_LIMIT; ++i) {
    MlirOperation definition = tracemarkValueDefiningOp(value);
    if (mlirOperationIsNull(definition))
      return false;
    const TracemarkOpKind *kind = tracemarkOpKindsGet(kinds, definition);
    if (kind->mayBeConstant || kind->isGlobal) {
      MlirAttribute attribute = kind->isGlobal
                                    ? globalAttribute(kinds, definition)
                                    : constantAttribute(definition, kind);
      if (!cachedConstant(kinds, attribute, constant))
        return false;
      for (; roots; --roots)
        *constant = sqrt(*constant);
      return true;
    }
    bool isRoot = kind->features & TRACEMARK_FEATURE_ROOT &&
                  strcmp(kind->word, "sqrt") == 0;
    bool looksThrough = kind->isReshape || kind->isFill || isRoot ||
                        kind->role == TRACEMARK_OP_CAST;
    if (!looksThrough || mlirOperationGetNumOperands(definition) == 0)
      return false;
    roots += isRoot;
    value = mlirOperationGetOperand(definition, 0);
  }
  return false;
}

bool tracemarkScalarConstant(TracemarkOpKinds *kinds,
                             const TracemarkLinalgView *view, MlirValue value,
                             double *constant) {
  value = tracemarkScalarStripCasts(kinds, value);
  intptr_t index;
  if (isBodyArgument(view, value, &index)) {
    if (index >= view->insCount)
      return false; // a running value
    value = mlirOperationGetOperand(view->operation, index);
  }
  return tracemarkValueConstant(kinds, value, constant);
}

//===----------------------------------------------------------------------===//
// Minimum and maximum
//===----------------------------------------------------------------------===//

/// The numbers are those of arith.cmpf's and arith.cmpi's predicates.
int tracemarkScalarCompareDirection(MlirOperation compare) {
  MlirAttribute attribute = mlirOperationGetAttributeByName(
      compare, tracemarkStringFrom("predicate"));
  if (mlirAttributeIsNull(attribute) || !mlirAttributeIsAInteger(attribute))
    return 0;
  int64_t predicate = mlirIntegerAttrGetValueInt(attribute);
  if (tracemarkOperationIs(compare, "arith.cmpf")) {
    static const signed char directions[16] = {0, 0, 1, 1,  -1, -1, 0, 0,
                                               0, 1, 1, -1, -1, 0,  0, 0};
    return predicate >= 0 && predicate < 16 ? directions[predicate] : 0;
  }
  if (!tracemarkOperationIs(compare, "arith.cmpi"))
    return 0;
  static const signed char directions[10] = {0, 0, -1, -1, 1, 1, -1, -1, 1, 1};
  return predicate >= 0 && predicate < 10 ? directions[predicate] : 0;
}

/// Tells whether a comparison only asks for a NaN: of a value with itself.
static bool asksForNan(MlirOperation compare) {
  return mlirOperationGetNumOperands(compare) == 2 &&
         mlirValueEqual(mlirOperationGetOperand(compare, 0),
                        mlirOperationGetOperand(compare, 1));
}

/// The comparison that a select chooses by, which may ask for a NaN besides;
/// null if there is none.
static MlirOperation comparisonOf(TracemarkOpKinds *kinds,
                                  MlirValue condition) {
  MlirOperation none = {NULL};
  MlirOperation definition = tracemarkValueDefiningOp(condition);
  if (mlirOperationIsNull(definition) ||
      tracemarkOpKindsGet(kinds, definition)->role == TRACEMARK_OP_COMPARE)
    return definition;
  if ((!tracemarkOperationIs(definition, "arith.andi") &&
       !tracemarkOperationIs(definition, "arith.ori")) ||
      mlirOperationGetNumOperands(definition) != 2)
    return none;
  for (int i = 0; i < 2; ++i) {
    MlirOperation sides[2];
    for (int j = 0; j < 2; ++j)
      sides[j] = tracemarkValueDefiningOp(
          mlirOperationGetOperand(definition, i == j ? 0 : 1));
    if (!mlirOperationIsNull(sides[0]) && !mlirOperationIsNull(sides[1]) &&
        tracemarkOpKindsGet(kinds, sides[0])->role == TRACEMARK_OP_COMPARE &&
        tracemarkOpKindsGet(kinds, sides[1])->role == TRACEMARK_OP_COMPARE &&
        asksForNan(sides[1]))
      return sides[0];
  }
  return none;
}

const char *tracemarkScalarMinMax(TracemarkOpKinds *kinds,
                                  MlirOperation operation,
                                  MlirValue values[2]) {
  const TracemarkOpKind *kind = tracemarkOpKindsGet(kinds, operation);
  if ((kind->isMin || kind->isMax) &&
      mlirOperationGetNumOperands(operation) == 2) {
    values[0] = mlirOperationGetOperand(operation, 0);
    values[1] = mlirOperationGetOperand(operation, 1);
    return kind->word;
  }
  if (kind->role != TRACEMARK_OP_SELECT ||
      mlirOperationGetNumOperands(operation) != 3)
    return NULL;
  MlirOperation compare =
      comparisonOf(kinds, mlirOperationGetOperand(operation, 0));
  if (mlirOperationIsNull(compare) || mlirOperationGetNumOperands(compare) != 2)
    return NULL;
  values[0] = mlirOperationGetOperand(operation, 1);
  values[1] = mlirOperationGetOperand(operation, 2);
  MlirValue left = mlirOperationGetOperand(compare, 0);
  MlirValue right = mlirOperationGetOperand(compare, 1);
  int direction = tracemarkScalarCompareDirection(compare);
  if (mlirValueEqual(values[0], right) && mlirValueEqual(values[1], left))
    direction = -direction;
  else if (!mlirValueEqual(values[0], left) ||
           !mlirValueEqual(values[1], right))
    return NULL;
  return direction > 0 ? "max" : direction < 0 ? "min" : NULL;
}
