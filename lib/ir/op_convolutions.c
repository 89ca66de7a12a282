//===- op_convolutions.c - convolutions and pools by their maps -----------===//
//
// A linalg op whose input is indexed by sums of loops is spelled like the
// named op it could be: conv_2d_nhwc_hwcf, depthwise_conv_2d_nchw_chw,
// pooling_nhwc_max. The loops' roles are inferred by MLIR; the letters follow
// the order of each operand's dimensions. A convolution whose window is one
// element has no sums: its strides tell, conv_2d_nhwc_cf.
//
//===----------------------------------------------------------------------===//

#include "lib/ir/op_items.h"
#include "lib/ir/scalar_values.h"

#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Linalg.h"

#include "lib/base/banned.h"

//===----------------------------------------------------------------------===//
// Windows of named ops
//===----------------------------------------------------------------------===//

/// Reads `strides` or `dilations`, elements or array; NULL if absent, all 1, or
/// out of memory.
static int64_t *readWindow(TracemarkSummaryContext *context,
                           MlirAttribute attribute, intptr_t *count) {
  if (mlirAttributeIsNull(attribute))
    return NULL;
  bool isElements = mlirAttributeIsADenseElements(attribute) &&
                    mlirAttributeIsADenseIntElements(attribute);
  bool isArray = mlirAttributeIsADenseI64Array(attribute);
  if (!isElements && !isArray)
    return NULL;
  if (isElements) {
    MlirType type =
        mlirShapedTypeGetElementType(mlirAttributeGetType(attribute));
    if (!mlirTypeIsAInteger(type) || mlirIntegerTypeGetWidth(type) != 64)
      return NULL;
  }
  *count = isArray ? mlirDenseArrayGetNumElements(attribute)
                   : mlirElementsAttrGetNumElements(attribute);
  int64_t *values =
      tracemarkArenaAllocate(context->arena, (size_t)*count, sizeof(int64_t));
  bool plain = true;
  for (intptr_t i = 0; values && i < *count; ++i) {
    values[i] = isArray ? mlirDenseI64ArrayGetElement(attribute, i)
                        : mlirDenseElementsAttrGetInt64Value(attribute, i);
    plain &= values[i] == 1;
  }
  return plain ? NULL : values;
}

void tracemarkOpItemWindows(TracemarkSummaryContext *context,
                            TracemarkOpItem *item, MlirAttribute strides,
                            MlirAttribute dilations) {
  item->strides = readWindow(context, strides, &item->windowCount);
  item->dilations = readWindow(context, dilations, &item->windowCount);
}

/// Fills windows of an op that stores them as attributes.
static void readNamedWindows(TracemarkSummaryContext *context,
                             TracemarkOpItem *item) {
  tracemarkOpItemWindows(
      context, item,
      mlirOperationGetInherentAttributeByName(
          item->operation, mlirStringRefCreate("strides", 7)),
      mlirOperationGetInherentAttributeByName(
          item->operation, mlirStringRefCreate("dilations", 9)));
}

//===----------------------------------------------------------------------===//
// Ops that are convolutions by their maps
//===----------------------------------------------------------------------===//

/// Letter of each loop: image and filter loops by dimension, others by role.
typedef struct Letters {
  char *ofLoop; // 0: the loop has none
  intptr_t imageCount, batchCount;
  bool hasDepth, hasChannels;
} Letters;

static bool isLoopList(MlirAttribute attribute) {
  return !mlirAttributeIsNull(attribute) &&
         mlirAttributeIsADenseI32Array(attribute);
}

/// Gives the loops of a role the letters of `letters`, the last one repeating;
/// false for lists that do not fit.
static bool assign(Letters *letters, intptr_t loopCount, MlirAttribute list,
                   const char *text) {
  if (!isLoopList(list))
    return false;
  for (intptr_t i = 0, e = mlirDenseArrayGetNumElements(list); i < e; ++i) {
    int32_t loop = mlirDenseI32ArrayGetElement(list, i);
    if (loop < 0 || loop >= loopCount)
      return false;
    letters->ofLoop[loop] = *text;
    if (text[1])
      ++text;
  }
  return true;
}

static bool assignRoles(Letters *letters, intptr_t loopCount,
                        const MlirLinalgConvolutionDimensions *roles) {
  if (!isLoopList(roles->outputImage) || !isLoopList(roles->depth) ||
      !isLoopList(roles->inputChannel) || !isLoopList(roles->outputChannel))
    return false;
  letters->imageCount = mlirDenseArrayGetNumElements(roles->outputImage);
  if (isLoopList(roles->batch))
    letters->batchCount = mlirDenseArrayGetNumElements(roles->batch);
  letters->hasDepth = mlirDenseArrayGetNumElements(roles->depth) > 0;
  letters->hasChannels = mlirDenseArrayGetNumElements(roles->inputChannel) > 0;
  if (letters->imageCount < 1 || letters->imageCount > 3)
    return false;
  static const char *const images[] = {"w", "hw", "dhw"};
  const char *image = images[letters->imageCount - 1];
  bool isDepthwise = letters->hasDepth && !letters->hasChannels;
  return assign(letters, loopCount, roles->batch, "n") &&
         assign(letters, loopCount, roles->outputImage, image) &&
         assign(letters, loopCount, roles->filterLoop, image) &&
         assign(letters, loopCount, roles->inputChannel, "c") &&
         assign(letters, loopCount, roles->outputChannel,
                isDepthwise ? "m" : "f") &&
         assign(letters, loopCount, roles->depth, isDepthwise ? "c" : "g");
}

/// Appends the letters of an operand's dimensions. A sum of loops is an image
/// dimension: its letter is that of its output image loop, the first found.
/// `channel` stands for the second and later batch loops, or the only one (of
/// pools, where nothing else tells channels from batches).
static bool appendLayout(TracemarkStringBuffer *text, const Letters *letters,
                         MlirAffineMap map, char channel) {
  bool sawBatch = channel && letters->batchCount == 1;
  for (intptr_t i = 0, e = mlirAffineMapGetNumResults(map); i < e; ++i) {
    MlirAffineExpr result = mlirAffineMapGetResult(map, i);
    char letter = 0;
    for (intptr_t j = 0, l = mlirAffineMapGetNumDims(map); j < l && !letter;
         ++j)
      if (mlirAffineExprIsFunctionOfDim(result, j))
        letter = letters->ofLoop[j];
    if (!letter)
      return false;
    if (letter == 'n' && channel) {
      if (sawBatch)
        letter = channel;
      sawBatch = true;
    }
    tracemarkStringBufferAppend(text, &letter, 1);
  }
  return true;
}

/// Spells a window reduction over the input alone, "pooling_nhwc_max".
static bool spellPool(TracemarkStringBuffer *text, const Letters *letters,
                      const TracemarkOpItem *item, TracemarkCombiner combiner) {
  const char *how = combiner == TRACEMARK_COMBINER_SUM   ? "sum"
                    : combiner == TRACEMARK_COMBINER_MAX ? "max"
                    : combiner == TRACEMARK_COMBINER_MIN ? "min"
                                                         : NULL;
  if (!how)
    return false;
  tracemarkStringBufferAppendText(text, "pooling_");
  if (!appendLayout(text, letters, item->view.maps[0], 'c'))
    return false;
  tracemarkStringBufferAppendFormat(text, "_%s", how);
  return true;
}

static bool spellConvolution(TracemarkStringBuffer *text,
                             const Letters *letters, MlirAffineMap input,
                             MlirAffineMap filter) {
  if (letters->hasDepth && !letters->hasChannels)
    tracemarkStringBufferAppendText(text, "depthwise_");
  tracemarkStringBufferAppendFormat(text, "conv_%dd", (int)letters->imageCount);
  // linalg.conv_2d without batches and channels has no layout in its name.
  if (mlirAffineMapGetNumResults(input) == letters->imageCount)
    return true;
  tracemarkStringBufferAppendText(text, "_");
  if (!appendLayout(text, letters, input, 0))
    return false;
  tracemarkStringBufferAppendText(text, "_");
  return appendLayout(text, letters, filter, 0);
}

/// Tells whether the op adds products of its two operands' elements, with or
/// without zero points taken away.
static bool isProduct(TracemarkSummaryContext *context,
                      const TracemarkLinalgView *view,
                      const TracemarkReduction *reduction, bool *isQuantised) {
  if (reduction->combiner != TRACEMARK_COMBINER_SUM ||
      mlirValueIsNull(reduction->factors[0]))
    return false;
  intptr_t left =
      tracemarkOpItemFactor(context, view, reduction->factors[0], isQuantised);
  intptr_t right =
      tracemarkOpItemFactor(context, view, reduction->factors[1], isQuantised);
  return (left == 0 && right == 1) || (left == 1 && right == 0);
}

/// Moves the word into the arena; NULL if it does not fit or memory ran out.
static const char *takeWord(TracemarkSummaryContext *context,
                            TracemarkStringBuffer *text, bool fits,
                            bool isQuantised) {
  if (isQuantised)
    tracemarkStringBufferAppendText(text, "_q");
  if (fits)
    return tracemarkSpellTake(context, text);
  tracemarkStringBufferDestroy(text);
  return NULL;
}

static bool inputIsWindowed(const TracemarkLinalgView *view) {
  for (intptr_t i = 0, e = mlirAffineMapGetNumResults(view->maps[0]); i < e;
       ++i)
    if (mlirAffineExprIsAAdd(mlirAffineMapGetResult(view->maps[0], i)))
      return true;
  return false;
}

/// Fills the item of a generic op that is a convolution or pool.
static bool classifyGeneric(TracemarkSummaryContext *context,
                            TracemarkOpItem *item) {
  const TracemarkLinalgView *view = &item->view;
  if (!view->maps || view->insCount != 2 || view->initCount != 1 ||
      !inputIsWindowed(view) || mlirAffineMapGetNumResults(view->maps[1]) == 0)
    return false;
  TracemarkReduction reduction =
      tracemarkGenericBodyReduction(&context->kinds, view, 0);
  if (reduction.combiner == TRACEMARK_COMBINER_NONE)
    return false;
  MlirLinalgConvolutionDimensions roles =
      mlirLinalgInferConvolutionDimensions(item->operation);
  if (mlirAttributeIsNull(roles.outputImage))
    return false;
  Letters letters = {.ofLoop = tracemarkArenaAllocate(
                         context->arena, (size_t)view->loopCount, 1)};
  if (!letters.ofLoop || !assignRoles(&letters, view->loopCount, &roles))
    return false;
  TracemarkStringBuffer text = {0};
  bool isPool =
      !mlirValueIsNull(reduction.value) &&
      tracemarkScalarOperand(&context->kinds, view, reduction.value) == 0;
  bool isQuantised = false;
  bool fits = isPool ? spellPool(&text, &letters, item, reduction.combiner)
                     : isProduct(context, view, &reduction, &isQuantised) &&
                           spellConvolution(&text, &letters, view->maps[0],
                                            view->maps[1]);
  const char *word = takeWord(context, &text, fits, isQuantised);
  if (!word)
    return false;
  item->class = TRACEMARK_ITEM_COMPUTE;
  item->takesBias = !isPool;
  item->word = item->tailWord = word;
  tracemarkOpItemWindows(context, item, roles.strides, roles.dilations);
  return true;
}

//===----------------------------------------------------------------------===//
// Windows of one element
//===----------------------------------------------------------------------===//

/// Stride and loop of an index `loop * stride`; 0 for other indices.
static int64_t strideOf(MlirAffineExpr index, intptr_t *loop) {
  if (!mlirAffineExprIsAMul(index))
    return 0;
  MlirAffineExpr side = mlirAffineBinaryOpExprGetLHS(index);
  MlirAffineExpr factor = mlirAffineBinaryOpExprGetRHS(index);
  if (!mlirAffineExprIsADim(side) || !mlirAffineExprIsAConstant(factor))
    return 0;
  *loop = mlirAffineDimExprGetPosition(side);
  return mlirAffineConstantExprGetValue(factor);
}

/// Position of the operand that is read in steps; -1 if none or both are.
static intptr_t stridedOperand(const TracemarkLinalgView *view) {
  if (!view->maps || view->insCount < 2 || view->initCount != 1 ||
      !view->indexing[view->insCount].isProjectedPermutation)
    return -1;
  for (intptr_t i = 2; i < view->insCount; ++i)
    if (view->indexing[i].resultCount != 0)
      return -1; // behind the two: zero points
  bool left = view->indexing[0].isProjectedPermutation;
  bool right = view->indexing[1].isProjectedPermutation;
  return left == right ? -1 : left;
}

/// Gives a loop its letter, `image` standing for what is of the image, by the
/// operands that it indexes; false for loops of no convolution.
static bool assignLoop(Letters *letters, const TracemarkLinalgView *view,
                       intptr_t input, intptr_t loop) {
  bool inInput = view->indexing[input].usesLoop[loop];
  bool inFilter = view->indexing[1 - input].usesLoop[loop];
  bool inOutput = view->indexing[view->insCount].usesLoop[loop];
  if (!inFilter && !(inInput && inOutput))
    return false;
  if (!inInput && !inOutput)
    return false;
  letters->ofLoop[loop] = !inFilter  ? 'i'
                          : !inInput ? 'f'
                          : inOutput ? 'g'
                                     : 'c';
  letters->hasDepth |= inFilter && inInput && inOutput;
  letters->hasChannels |= inFilter && inInput && !inOutput;
  return true;
}

static bool isReadBefore(MlirAffineMap input, intptr_t place, intptr_t loop) {
  for (intptr_t i = 0; i < place; ++i)
    if (mlirAffineExprIsFunctionOfDim(mlirAffineMapGetResult(input, i), loop))
      return true;
  return false;
}

/// Replaces 'i' by the letters of the image, in the order of the input's
/// dimensions, and notes their strides. What stands first and is read without
/// steps is the batch.
static bool assignImage(TracemarkSummaryContext *context, Letters *letters,
                        TracemarkOpItem *item, MlirAffineMap input) {
  intptr_t rank = mlirAffineMapGetNumResults(input), loops[3];
  int64_t *strides = tracemarkArenaAllocate(context->arena, 3, sizeof(int64_t));
  for (intptr_t i = 0; strides && i < rank; ++i) {
    MlirAffineExpr index = mlirAffineMapGetResult(input, i);
    intptr_t loop = -1;
    int64_t stride = strideOf(index, &loop);
    if (mlirAffineExprIsADim(index)) {
      loop = mlirAffineDimExprGetPosition(index);
      stride = 1;
    }
    if (stride < 1 || loop < 0 || loop >= item->view.loopCount ||
        isReadBefore(input, i, loop))
      return false;
    if (letters->ofLoop[loop] != 'i') {
      if (stride != 1)
        return false;
      continue;
    }
    if (i == 0 && stride == 1) {
      letters->ofLoop[loop] = 'n';
      continue;
    }
    if (letters->imageCount == 3)
      return false;
    strides[letters->imageCount] = stride;
    loops[letters->imageCount++] = loop;
  }
  for (intptr_t i = 0; i < letters->imageCount; ++i)
    letters->ofLoop[loops[i]] = "dhw"[3 - letters->imageCount + i];
  item->strides = strides;
  item->windowCount = letters->imageCount;
  return strides && letters->imageCount > 0;
}

bool tracemarkOpItemStrided(TracemarkSummaryContext *context,
                            TracemarkOpItem *item) {
  const TracemarkLinalgView *view = &item->view;
  intptr_t input = stridedOperand(view);
  if (input < 0)
    return false;
  TracemarkReduction reduction =
      tracemarkGenericBodyReduction(&context->kinds, view, 0);
  bool isQuantised = false;
  Letters letters = {.ofLoop = tracemarkArenaAllocate(
                         context->arena, (size_t)view->loopCount, 1)};
  if (!letters.ofLoop || !isProduct(context, view, &reduction, &isQuantised))
    return false;
  for (intptr_t i = 0; i < view->loopCount; ++i)
    if (!assignLoop(&letters, view, input, i))
      return false;
  TracemarkStringBuffer text = {0};
  bool fits = letters.hasChannels &&
              assignImage(context, &letters, item, view->maps[input]) &&
              spellConvolution(&text, &letters, view->maps[input],
                               view->maps[1 - input]);
  const char *word = takeWord(context, &text, fits, isQuantised);
  if (!word) {
    item->strides = NULL;
    item->windowCount = 0;
    return false;
  }
  item->class = TRACEMARK_ITEM_COMPUTE;
  item->takesBias = true;
  item->word = item->tailWord = word;
  return true;
}

bool tracemarkOpItemConvolution(TracemarkSummaryContext *context,
                                TracemarkOpItem *item) {
  if (item->word) { // a named op: its name says what it is
    readNamedWindows(context, item);
    item->takesBias |= strstr(item->word, "conv_") != NULL;
    return true;
  }
  return classifyGeneric(context, item);
}
