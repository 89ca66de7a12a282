//===- op_moves.c - stores that only move what was loaded -----------------===//
//
// A copy by loops (or by the threads of a kernel) has loads and stores and
// nothing else: the histogram "load_store" says less than what it is. Told by
// the indices: a lookup takes them from memory, a transposition has the loops
// in another order, a broadcast has loops that the load does not depend on.
//
//===----------------------------------------------------------------------===//

#include "lib/ir/op_scalars.h"

#include "lib/ir/scalar_values.h"
#include "lib/ir/strings.h"
#include "lib/ir/types.h"

#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include "lib/base/banned.h"

/// Steps back from where an index is to the load that it is computed from.
enum { INDEX_DEPTH = 8 };

static bool isRead(const TracemarkOpKind *kind) {
  return strcmp(kind->word, "load") == 0 ||
         strcmp(kind->word, "transfer_read") == 0;
}

static bool isWrite(const TracemarkOpKind *kind) {
  return strcmp(kind->word, "store") == 0 ||
         strcmp(kind->word, "transfer_write") == 0;
}

/// One side of a move: the op, and which of its operands is the memory.
typedef struct Access {
  MlirOperation operation;
  intptr_t memory; // indices follow
  intptr_t rank;   // of the memory; 0 for pointers
  MlirAffineMap map;
} Access;

static Access accessOf(MlirOperation operation, intptr_t memory) {
  Access access = {.operation = operation, .memory = memory};
  MlirType type = mlirValueGetType(mlirOperationGetOperand(operation, memory));
  if (tracemarkTypeHasShape(type))
    access.rank = mlirShapedTypeGetRank(type);
  if (tracemarkStringStartsWith(tracemarkOperationName(operation), "affine.")) {
    MlirAttribute map =
        mlirOperationGetAttributeByName(operation, tracemarkStringFrom("map"));
    if (!mlirAttributeIsNull(map) && mlirAttributeIsAAffineMap(map))
      access.map = mlirAffineMapAttrGetValue(map);
    if (!access.map.ptr || mlirAffineMapGetNumResults(access.map) < access.rank)
      access.rank = 0;
  }
  return access;
}

/// Index `place` as a value; null if it is computed by a map.
static MlirValue indexOf(const Access *access, intptr_t place) {
  if (access->map.ptr) {
    MlirAffineExpr result = mlirAffineMapGetResult(access->map, place);
    if (!mlirAffineExprIsADim(result))
      return (MlirValue){NULL};
    place = mlirAffineDimExprGetPosition(result);
  }
  place += access->memory + 1;
  return place < mlirOperationGetNumOperands(access->operation)
             ? mlirOperationGetOperand(access->operation, place)
             : (MlirValue){NULL};
}

/// Tells whether `value` is, or is computed from, a number in memory. What a
/// loaded pointer points to is no lookup.
static bool isLookedUp(TracemarkOpKinds *kinds, MlirValue value, int depth) {
  MlirOperation definition = tracemarkValueDefiningOp(value);
  if (mlirOperationIsNull(definition) || depth == 0)
    return false;
  MlirType type = mlirValueGetType(value);
  if (isRead(tracemarkOpKindsGet(kinds, definition)))
    return mlirTypeIsAInteger(type) || mlirTypeIsAIndex(type);
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(definition); i < e; ++i)
    if (isLookedUp(kinds, mlirOperationGetOperand(definition, i), depth - 1))
      return true;
  return false;
}

static bool anyLookedUp(TracemarkOpKinds *kinds, const Access *access) {
  bool isPointer = access->rank == 0;
  for (intptr_t i = access->memory + !isPointer,
                e = mlirOperationGetNumOperands(access->operation);
       i < e; ++i)
    if (isLookedUp(kinds, mlirOperationGetOperand(access->operation, i),
                   INDEX_DEPTH))
      return true;
  return false;
}

static bool isLoopIndex(TracemarkOpKinds *kinds, MlirValue value) {
  if (!mlirValueIsABlockArgument(value))
    return false;
  MlirOperation owner =
      mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value));
  return !mlirOperationIsNull(owner) &&
         tracemarkOpKindsGet(kinds, owner)->role == TRACEMARK_OP_LOOP;
}

static intptr_t placeOf(const Access *access, MlirValue index) {
  for (intptr_t i = 0; i < access->rank; ++i)
    if (mlirValueEqual(indexOf(access, i), index))
      return i;
  return -1;
}

static const char *spellPlaces(TracemarkOpKinds *kinds, const Access *read,
                               const Access *write) {
  intptr_t last = -1;
  bool isComputed = false;
  for (intptr_t i = 0; i < read->rank; ++i) {
    MlirValue index = indexOf(read, i);
    isComputed |= mlirValueIsNull(index) || !isLoopIndex(kinds, index);
    intptr_t place = mlirValueIsNull(index) ? -1 : placeOf(write, index);
    if (place >= 0 && place < last)
      return "transpose";
    last = place >= 0 ? place : last;
  }
  for (intptr_t i = 0; i < write->rank && !isComputed; ++i) {
    MlirValue index = indexOf(write, i);
    if (!mlirValueIsNull(index) && isLoopIndex(kinds, index) &&
        placeOf(read, index) < 0)
      return "broadcast";
  }
  return "copy";
}

/// What a store does; NULL if it stores something computed.
static const char *spellStore(TracemarkOpKinds *kinds, MlirOperation store) {
  if (mlirOperationGetNumOperands(store) < 2)
    return NULL;
  intptr_t stored = tracemarkOperationIs(store, "spirv.Store");
  MlirValue value = mlirOperationGetOperand(store, stored);
  MlirOperation definition = tracemarkValueDefiningOp(value);
  double constant;
  if (tracemarkValueConstant(kinds, value, &constant))
    return "fill";
  if (mlirOperationIsNull(definition) ||
      mlirOperationGetNumOperands(definition) == 0 ||
      !isRead(tracemarkOpKindsGet(kinds, definition)))
    return NULL;
  Access read = accessOf(definition, 0), write = accessOf(store, 1 - stored);
  if (anyLookedUp(kinds, &read))
    return "gather";
  if (anyLookedUp(kinds, &write))
    return "scatter";
  return spellPlaces(kinds, &read, &write);
}

void tracemarkScalarsNoteMove(TracemarkOpKinds *kinds, MlirOperation operation,
                              const TracemarkOpKind *kind,
                              TracemarkScalars *scalars) {
  if (scalars->computes || isRead(kind))
    return;
  const char *word = isWrite(kind) ? spellStore(kinds, operation) : NULL;
  if (!word || (scalars->moves && strcmp(scalars->moves, word) != 0))
    scalars->computes = true;
  scalars->moves = word;
}
