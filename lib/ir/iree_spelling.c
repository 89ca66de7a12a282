//===- iree_spelling.c - how IREE writes what a dispatch does -------------===//

#include "lib/ir/iree_categories.h"
#include "lib/ir/iree_walk.h"
#include "lib/ir/strings.h"
#include "lib/ir/types.h"

#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <inttypes.h>
#include <stdlib.h>

#include "lib/base/banned.h"

static void append(TracemarkStringBuffer *text, MlirStringRef part) {
  tracemarkStringBufferAppend(text, part.data, part.length);
}

/// Name of the op without its dialect; nothing if there is no dialect.
static void appendOpName(TracemarkStringBuffer *text, MlirOperation operation) {
  MlirStringRef name = tracemarkOperationName(operation);
  for (size_t i = 0; i < name.length; ++i)
    if (name.data[i] == '.') {
      tracemarkStringBufferAppend(text, name.data + i + 1, name.length - i - 1);
      return;
    }
}

static void appendSize(TracemarkStringBuffer *text, bool isFirst,
                       int64_t size) {
  if (!isFirst)
    tracemarkStringBufferAppendText(text, "x");
  if (size < 0)
    tracemarkStringBufferAppendText(text, "D");
  else
    tracemarkStringBufferAppendFormat(text, "%" PRId64, size);
}

static void appendShape(TracemarkStringBuffer *text, MlirType type) {
  for (intptr_t i = 0, e = mlirShapedTypeGetRank(type); i < e; ++i)
    appendSize(text, i == 0, tracemarkIreeSizeOf(type, i));
}

/// Element type of a shaped type, else the type, as MLIR prints it.
static void appendElement(TracemarkStringBuffer *text, MlirType type) {
  if (mlirTypeIsAShaped(type))
    type = mlirShapedTypeGetElementType(type);
  mlirTypePrint(type, tracemarkStringAppendCallback, text);
}

/// Element types of all operands, or one if all are equal.
static void appendOperandTypes(TracemarkStringBuffer *text,
                               MlirOperation operation) {
  intptr_t count = mlirOperationGetNumOperands(operation);
  bool isOne = true;
  MlirType first = {NULL};
  for (intptr_t i = 0; i < count; ++i) {
    MlirType type = mlirValueGetType(mlirOperationGetOperand(operation, i));
    if (mlirTypeIsAShaped(type))
      type = mlirShapedTypeGetElementType(type);
    if (i && !mlirTypeEqual(type, first))
      isOne = false;
    else
      first = type;
  }
  for (intptr_t i = 0; i < (isOne && count ? 1 : count); ++i) {
    if (i)
      tracemarkStringBufferAppendText(text, "x");
    appendElement(text,
                  mlirValueGetType(mlirOperationGetOperand(operation, i)));
  }
}

static bool spellLinalg(TracemarkIreeWalk *walk, TracemarkStringBuffer *text) {
  MlirStringRef category;
  if (!tracemarkIreeCategory(walk->linalg.arena, &walk->view, &category))
    return false;
  append(text, category);
  if (walk->view.loopCount == 0)
    return true;
  tracemarkStringBufferAppendText(text, "_");
  for (intptr_t i = 0; i < walk->view.loopCount; ++i)
    appendSize(text, i == 0, walk->view.loops[i].range);
  tracemarkStringBufferAppendText(text, "_");
  appendOperandTypes(text, walk->root);
  return true;
}

/// The op that uses a result, if all results have but one use together.
static MlirOperation onlyUser(MlirOperation operation) {
  MlirOpOperand only = {NULL};
  for (intptr_t i = 0, e = mlirOperationGetNumResults(operation); i < e; ++i) {
    MlirOpOperand use =
        mlirValueGetFirstUse(mlirOperationGetResult(operation, i));
    if (mlirOpOperandIsNull(use))
      continue;
    if (!mlirOpOperandIsNull(only) ||
        !mlirOpOperandIsNull(mlirOpOperandGetNextUse(use)))
      return (MlirOperation){NULL};
    only = use;
  }
  return mlirOpOperandIsNull(only) ? (MlirOperation){NULL}
                                   : mlirOpOperandGetOwner(only);
}

static void spellExtension(MlirOperation root, TracemarkStringBuffer *text) {
  appendOpName(text, root);
  MlirType largest = tracemarkIreeLargestTensor(root);
  if (!mlirTypeIsNull(largest)) {
    tracemarkStringBufferAppendText(text, "_");
    appendShape(text, largest);
    tracemarkStringBufferAppendText(text, "x");
    appendElement(text, largest);
  }
  MlirOperation user = onlyUser(root);
  if (!mlirOperationIsNull(user)) {
    tracemarkStringBufferAppendText(text, "_");
    appendOpName(text, user);
  }
}

/// Loops of an attention: sizes of the query, then of the value; 0 for a loop
/// that indexes neither.
static bool spellAttention(TracemarkIreeWalk *walk,
                           TracemarkStringBuffer *text) {
  appendOpName(text, walk->root);
  tracemarkStringBufferAppendText(text, "_");
  MlirAttribute maps = mlirOperationGetAttributeByName(
      walk->root, tracemarkStringFrom("indexing_maps"));
  if (mlirAttributeIsNull(maps) || !mlirAttributeIsAArray(maps) ||
      mlirArrayAttrGetNumElements(maps) < 3 ||
      mlirOperationGetNumOperands(walk->root) < 3 ||
      !mlirAttributeIsAAffineMap(mlirArrayAttrGetElement(maps, 0)))
    return true;
  intptr_t loops = mlirAffineMapGetNumDims(
      mlirAffineMapAttrGetValue(mlirArrayAttrGetElement(maps, 0)));
  int64_t *ranges = tracemarkArenaAllocate(walk->linalg.arena,
                                           (size_t)loops + 1, sizeof(*ranges));
  if (!ranges)
    return false;
  for (intptr_t operand = 2; operand >= 0; operand -= 2) { // the query last
    MlirAttribute attribute = mlirArrayAttrGetElement(maps, operand);
    MlirType type =
        mlirValueGetType(mlirOperationGetOperand(walk->root, operand));
    if (!mlirAttributeIsAAffineMap(attribute) || !tracemarkTypeHasShape(type))
      continue;
    MlirAffineMap map = mlirAffineMapAttrGetValue(attribute);
    intptr_t results = mlirAffineMapGetNumResults(map);
    for (intptr_t i = results < mlirShapedTypeGetRank(type)
                          ? results
                          : mlirShapedTypeGetRank(type);
         i-- > 0;) {
      MlirAffineExpr expression = mlirAffineMapGetResult(map, i);
      if (mlirAffineExprIsADim(expression) &&
          mlirAffineDimExprGetPosition(expression) < loops)
        ranges[mlirAffineDimExprGetPosition(expression)] =
            tracemarkIreeSizeOf(type, i);
    }
  }
  for (intptr_t i = 0; i < loops; ++i)
    appendSize(text, i == 0, ranges[i]);
  return true;
}

static const char *find(const TracemarkStringBuffer *text, const char *key) {
  const char *found =
      text->length ? strstr(tracemarkStringBufferText(text), key) : NULL;
  return found ? found + strlen(key) : NULL;
}

/// What an encoding is of: the operand's part in its op.
static const char *operandRole(const char *operation, long index) {
  static const char *const products[] = {"LHS", "RHS", "RESULT"};
  static const char *const scaled[] = {"LHS", "RHS", "LHS_SCALES", "RHS_SCALES",
                                       "RESULT"};
  static const char *const windows[] = {"CONV_IN", "CONV_FILTER", "CONV_OUT"};
  bool isScaled = strncmp(operation, "scaled_matmul", 13) == 0;
  bool isWindow = strncmp(operation, "conv", 4) == 0;
  long count = isScaled ? 5 : 3;
  if (index < 0 || index >= count)
    return "";
  return isScaled ? scaled[index] : (isWindow ? windows : products)[index];
}

static void spellEncoding(MlirOperation root, TracemarkStringBuffer *text) {
  appendOpName(text, root);
  tracemarkStringBufferAppendText(text, "_");
  bool sets = tracemarkOperationIs(root, "iree_encoding.set_encoding");
  if (mlirOperationGetNumOperands(root) == 0 ||
      mlirOperationGetNumResults(root) == 0)
    return;
  MlirType source = mlirValueGetType(mlirOperationGetOperand(root, 0));
  MlirType result = mlirValueGetType(mlirOperationGetResult(root, 0));
  MlirType encoded = sets ? result : source, plain = sets ? source : result;
  if (mlirTypeIsARankedTensor(encoded)) {
    MlirAttribute encoding = mlirRankedTensorTypeGetEncoding(encoded);
    TracemarkStringBuffer printed = {0};
    if (!mlirAttributeIsNull(encoding))
      mlirAttributePrint(encoding, tracemarkStringAppendCallback, &printed);
    const char *index = find(&printed, "operand_index = ");
    const char *operation = find(&printed, "op_type = ");
    if (index && operation)
      tracemarkStringBufferAppendText(
          text, operandRole(operation, strtol(index, NULL, 10)));
    text->failed |= printed.failed;
    tracemarkStringBufferDestroy(&printed);
  }
  tracemarkStringBufferAppendText(text, "_");
  if (tracemarkTypeHasShape(plain))
    appendShape(text, plain);
}

static bool spellRoot(TracemarkIreeWalk *walk, TracemarkStringBuffer *text) {
  switch (walk->kind) {
  case TRACEMARK_IREE_ROOT_NONE:
    tracemarkStringBufferAppendText(text, "slow_memcpy");
    return true;
  case TRACEMARK_IREE_ROOT_ATTENTION:
    return spellAttention(walk, text);
  case TRACEMARK_IREE_ROOT_LINALG:
    return spellLinalg(walk, text);
  case TRACEMARK_IREE_ROOT_PACK:
    appendOpName(text, walk->root);
    tracemarkStringBufferAppendText(text, "_");
    if (mlirOperationGetNumOperands(walk->root))
      appendElement(text,
                    mlirValueGetType(mlirOperationGetOperand(walk->root, 0)));
    return true;
  case TRACEMARK_IREE_ROOT_ENCODING:
    spellEncoding(walk->root, text);
    return true;
  case TRACEMARK_IREE_ROOT_EXTENSION:
    spellExtension(walk->root, text);
    return true;
  }
  return true;
}

/// Of any locale, these only.
static bool isSymbolByte(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
         (byte >= '0' && byte <= '9');
}

static bool isOp(MlirOperation operation, const char *name) {
  return !mlirOperationIsNull(operation) &&
         tracemarkOperationIs(operation, name);
}

bool tracemarkIreeSpell(TracemarkIreeWalk *walk, TracemarkStringBuffer *text) {
  if (isOp(walk->first, "linalg.unpack") && !isOp(walk->root, "linalg.unpack"))
    tracemarkStringBufferAppendText(text, "unpack_");
  if (!spellRoot(walk, text))
    return false;
  if (isOp(walk->last, "linalg.pack") && !isOp(walk->root, "linalg.pack"))
    tracemarkStringBufferAppendText(text, "_pack");
  for (size_t i = 0; i < text->length; ++i)
    if (!isSymbolByte(text->data[i]))
      text->data[i] = '_';
  return !text->failed;
}
