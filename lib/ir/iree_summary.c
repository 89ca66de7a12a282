//===- iree_summary.c - what IREE's annotation calls a dispatch -----------===//

#include "lib/ir/iree_summary.h"

#include "lib/ir/iree_categories.h"
#include "lib/ir/strings.h"
#include "lib/ir/types.h"

#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>

#include "lib/base/banned.h"

enum { UNKNOWN_SIZE = 1024, REDUCTION_FACTOR = 2, EXTENSION_FACTOR = 10 };

typedef enum RootKind {
  ROOT_NONE,
  ROOT_ATTENTION,
  ROOT_LINALG,
  ROOT_PACK,     // pack, unpack
  ROOT_ENCODING, // set_encoding, unset_encoding
  ROOT_EXTENSION // LinalgExt, softmax
} RootKind;

typedef struct Walk {
  TracemarkLinalgContext linalg; // its arena is for scratch
  RootKind kind;
  MlirOperation root;
  TracemarkLinalgView view; // of a linalg root
  int64_t cost;
  /// Of the ops that can be tiled; null if there is none.
  MlirOperation first, last;
  bool copies; // stores what it loaded
} Walk;

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

static int64_t sizeOf(MlirType type, intptr_t dimension) {
  return mlirShapedTypeIsDynamicDim(type, dimension)
             ? TRACEMARK_DYNAMIC_RANGE
             : mlirShapedTypeGetDimSize(type, dimension);
}

static int64_t costOfShape(MlirType type) {
  int64_t cost = 1;
  for (intptr_t i = 0, e = mlirShapedTypeGetRank(type); i < e; ++i)
    cost = multiply(cost, costOfSize(sizeOf(type, i)));
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
            sizeOf(type, j);
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

/// Type of the largest tensor among operands, then results; null without one.
static MlirType largestTensor(MlirOperation operation) {
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
  MlirType largest = largestTensor(operation);
  return multiply(mlirTypeIsNull(largest) ? 1 : costOfShape(largest),
                  EXTENSION_FACTOR);
}

//===----------------------------------------------------------------------===//
// Walking
//===----------------------------------------------------------------------===//

static void offer(Walk *walk, RootKind kind, MlirOperation operation,
                  const TracemarkLinalgView *view, int64_t cost) {
  if (walk->kind != ROOT_NONE && cost < walk->cost)
    return;
  walk->kind = kind;
  walk->root = operation;
  walk->cost = cost;
  if (view)
    walk->view = *view;
}

static void noteTileable(Walk *walk, MlirOperation operation) {
  if (mlirOperationIsNull(walk->first))
    walk->first = operation;
  walk->last = operation;
}

static void visitLinalg(Walk *walk, MlirOperation operation,
                        MlirStringRef name) {
  if (tracemarkStringIs(name, "yield") || tracemarkStringIs(name, "index"))
    return;
  noteTileable(walk, operation);
  if (tracemarkStringIs(name, "pack") || tracemarkStringIs(name, "unpack")) {
    offer(walk, ROOT_PACK, operation, NULL, 0);
    return;
  }
  if (tracemarkStringIs(name, "softmax")) {
    offer(walk, ROOT_EXTENSION, operation, NULL, costOfExtension(operation));
    return;
  }
  TracemarkLinalgView view;
  if (!tracemarkLinalgViewGet(&walk->linalg, operation, &view) || !view.maps)
    return;
  setRanges(&view);
  offer(walk, ROOT_LINALG, operation, &view, costOfLinalg(&view));
}

static void visitExtension(Walk *walk, MlirOperation operation,
                           MlirStringRef name) {
  if (tracemarkStringIs(name, "yield") || tracemarkStringIs(name, "index"))
    return;
  noteTileable(walk, operation);
  if (tracemarkStringIs(name, "attention") ||
      tracemarkStringIs(name, "online_attention"))
    offer(walk, ROOT_ATTENTION, operation, NULL, INT64_MAX);
  else
    offer(walk, ROOT_EXTENSION, operation, NULL, costOfExtension(operation));
}

static bool isTransfer(MlirOperation operation, const char *direction) {
  MlirStringRef name = tracemarkOperationName(operation);
  for (size_t i = 0; i < name.length; ++i)
    if (name.data[i] == '.')
      return tracemarkStringIs(
          mlirStringRefCreate(name.data + i, name.length - i), direction);
  return false;
}

static void visitStore(Walk *walk, MlirOperation operation) {
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

static void visit(Walk *walk, MlirOperation operation) {
  MlirStringRef name = tracemarkOperationName(operation), rest;
  if ((rest = withoutPrefix(name, "linalg.")).data)
    visitLinalg(walk, operation, rest);
  else if ((rest = withoutPrefix(name, "iree_linalg_ext.")).data)
    visitExtension(walk, operation, rest);
  else if (tracemarkStringIs(name, "iree_encoding.set_encoding") ||
           tracemarkStringIs(name, "iree_encoding.unset_encoding"))
    offer(walk, ROOT_ENCODING, operation, NULL, 0);
  else if (tracemarkStringIs(name, "tensor.pad") ||
           tracemarkStringIs(name, "tensor.concat") ||
           tracemarkStringIs(name, "iree_codegen.inner_tiled"))
    noteTileable(walk, operation);
  else if (isTransfer(operation, ".dispatch.tensor.store"))
    visitStore(walk, operation);
}

/// Nested ops come before the op that they are in.
static void walkRegion(Walk *walk, MlirRegion region) {
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

//===----------------------------------------------------------------------===//
// Spelling
//===----------------------------------------------------------------------===//

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
    appendSize(text, i == 0, sizeOf(type, i));
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

static bool spellLinalg(Walk *walk, TracemarkStringBuffer *text) {
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
  MlirType largest = largestTensor(root);
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
static bool spellAttention(Walk *walk, TracemarkStringBuffer *text) {
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
        ranges[mlirAffineDimExprGetPosition(expression)] = sizeOf(type, i);
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

static bool spellRoot(Walk *walk, TracemarkStringBuffer *text) {
  switch (walk->kind) {
  case ROOT_NONE:
    tracemarkStringBufferAppendText(text, "slow_memcpy");
    return true;
  case ROOT_ATTENTION:
    return spellAttention(walk, text);
  case ROOT_LINALG:
    return spellLinalg(walk, text);
  case ROOT_PACK:
    appendOpName(text, walk->root);
    tracemarkStringBufferAppendText(text, "_");
    if (mlirOperationGetNumOperands(walk->root))
      appendElement(text,
                    mlirValueGetType(mlirOperationGetOperand(walk->root, 0)));
    return true;
  case ROOT_ENCODING:
    spellEncoding(walk->root, text);
    return true;
  case ROOT_EXTENSION:
    spellExtension(walk->root, text);
    return true;
  }
  return true;
}

static bool isOp(MlirOperation operation, const char *name) {
  return !mlirOperationIsNull(operation) &&
         tracemarkOperationIs(operation, name);
}

static bool spell(Walk *walk, TracemarkStringBuffer *text) {
  if (isOp(walk->first, "linalg.unpack") && !isOp(walk->root, "linalg.unpack"))
    tracemarkStringBufferAppendText(text, "unpack_");
  if (!spellRoot(walk, text))
    return false;
  if (isOp(walk->last, "linalg.pack") && !isOp(walk->root, "linalg.pack"))
    tracemarkStringBufferAppendText(text, "_pack");
  for (size_t i = 0; i < text->length; ++i)
    if (!isalnum((unsigned char)text->data[i]))
      text->data[i] = '_';
  return !text->failed;
}

bool tracemarkIreeSummaryGet(TracemarkArena *arena, MlirOperation function,
                             const char **summary) {
  *summary = NULL;
  if (mlirOperationGetNumRegions(function) == 0)
    return true;
  TracemarkArena scratch = {0};
  Walk walk = {.linalg.arena = &scratch};
  walkRegion(&walk, mlirOperationGetRegion(function, 0));
  bool ok = true;
  if (walk.kind != ROOT_NONE || walk.copies) {
    TracemarkStringBuffer text = {0};
    ok = spell(&walk, &text);
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
