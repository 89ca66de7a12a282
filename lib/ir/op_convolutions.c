//===- op_convolutions.c - convolutions and pools by their maps -----------===//
//
// A linalg op whose input is indexed by sums of loops is spelled like the
// named op it could be: conv_2d_nhwc_hwcf, depthwise_conv_2d_nchw_chw,
// pooling_nhwc_max. The loops' roles are inferred by MLIR; the letters follow
// the order of each operand's dimensions. A convolution whose window is one
// element has no sums: its strides tell, conv_2d_nhwc_cf. MLIR infers neither
// that one nor those whose filter is the first operand.
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

static bool isQuantised(const TracemarkProduct *product) {
  return product->hasZeroPoint[0] || product->hasZeroPoint[1];
}

/// Fills the item of a generic op that is a convolution or pool.
static bool classifyGeneric(TracemarkSummaryContext *context,
                            const TracemarkProduct *product,
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
  bool fits = isPool ? spellPool(&text, &letters, item, reduction.combiner)
                     : product->isFound &&
                           spellConvolution(&text, &letters, view->maps[0],
                                            view->maps[1]);
  const char *word = takeWord(context, &text, fits, isQuantised(product));
  if (!word)
    return false;
  item->class = TRACEMARK_ITEM_COMPUTE;
  item->takesBias = !isPool;
  item->product = *product;
  item->word = item->tailWord = word;
  tracemarkOpItemWindows(context, item, roles.strides, roles.dilations);
  return true;
}

//===----------------------------------------------------------------------===//
// Ops that MLIR does not take for convolutions
//===----------------------------------------------------------------------===//

/// An index `loop * stride` or `loop * stride + window * dilation`.
typedef struct Step {
  intptr_t loop, window; // window: -1 if there is none
  int64_t stride, dilation;
} Step;

/// Reads a loop or its multiple; false for others.
static bool readTerm(MlirAffineExpr term, intptr_t *loop, int64_t *factor) {
  *factor = 1;
  if (mlirAffineExprIsAMul(term)) {
    MlirAffineExpr right = mlirAffineBinaryOpExprGetRHS(term);
    if (!mlirAffineExprIsAConstant(right))
      return false;
    *factor = mlirAffineConstantExprGetValue(right);
    term = mlirAffineBinaryOpExprGetLHS(term);
  }
  if (!mlirAffineExprIsADim(term) || *factor < 1)
    return false;
  *loop = mlirAffineDimExprGetPosition(term);
  return true;
}

/// Reads an index of the input; of a sum the loop that the output has is the
/// image's.
static bool readStep(const TracemarkLinalgView *view, MlirAffineExpr index,
                     Step *step) {
  step->window = -1;
  step->dilation = 1;
  if (!mlirAffineExprIsAAdd(index))
    return readTerm(index, &step->loop, &step->stride);
  if (!readTerm(mlirAffineBinaryOpExprGetLHS(index), &step->loop,
                &step->stride) ||
      !readTerm(mlirAffineBinaryOpExprGetRHS(index), &step->window,
                &step->dilation))
    return false;
  const bool *inOutput = view->indexing[view->insCount].usesLoop;
  if (inOutput[step->loop] == inOutput[step->window])
    return false;
  if (inOutput[step->window]) {
    Step other = {step->window, step->loop, step->dilation, step->stride};
    *step = other;
  }
  return true;
}

/// Which of the two operands is read in steps; -1 if none or both are.
static int steppedOperand(const TracemarkLinalgView *view,
                          const TracemarkProduct *product) {
  if (!product->isFound ||
      !view->indexing[view->insCount].isProjectedPermutation)
    return -1;
  bool left = view->indexing[product->operands[0]].isProjectedPermutation;
  bool right = view->indexing[product->operands[1]].isProjectedPermutation;
  return left == right ? -1 : left;
}

/// Gives a loop its letter, 'i' standing for what is of the image, by the
/// operands that it indexes; false for loops of no convolution.
static bool assignLoop(Letters *letters, const TracemarkLinalgView *view,
                       intptr_t input, intptr_t filter, intptr_t loop) {
  bool inInput = view->indexing[input].usesLoop[loop];
  bool inFilter = view->indexing[filter].usesLoop[loop];
  bool inOutput = view->indexing[view->insCount].usesLoop[loop];
  if ((!inFilter && !(inInput && inOutput)) || (!inInput && !inOutput))
    return false;
  letters->ofLoop[loop] = !inFilter  ? 'i'
                          : !inInput ? 'f'
                          : inOutput ? 'g'
                                     : 'c';
  return true;
}

static bool isReadBefore(MlirAffineMap input, intptr_t place, intptr_t loop) {
  for (intptr_t i = 0; i < place; ++i)
    if (mlirAffineExprIsFunctionOfDim(mlirAffineMapGetResult(input, i), loop))
      return true;
  return false;
}

/// Finds the image's dimensions in the order of the input's. What stands first
/// and is read without steps is the batch.
static bool findImage(Letters *letters, const TracemarkLinalgView *view,
                      MlirAffineMap input, Step image[3]) {
  for (intptr_t i = 0, e = mlirAffineMapGetNumResults(input); i < e; ++i) {
    Step step;
    if (!readStep(view, mlirAffineMapGetResult(input, i), &step) ||
        isReadBefore(input, i, step.loop) ||
        (step.window >= 0 && (isReadBefore(input, i, step.window) ||
                              letters->ofLoop[step.window] != 'c')))
      return false;
    bool isPlain = step.stride == 1 && step.window < 0;
    if (letters->ofLoop[step.loop] != 'i') {
      if (!isPlain)
        return false;
    } else if (i == 0 && isPlain) {
      letters->ofLoop[step.loop] = 'n';
    } else if (letters->imageCount == 3) {
      return false;
    } else {
      image[letters->imageCount++] = step;
    }
  }
  return letters->imageCount > 0;
}

/// Gives the image and its window their letters and the item its steps; false
/// when out of memory.
static bool assignImage(TracemarkSummaryContext *context, Letters *letters,
                        TracemarkOpItem *item, const Step *image) {
  intptr_t count = letters->imageCount;
  int64_t *steps = tracemarkArenaAllocate(context->arena, 6, sizeof(int64_t));
  bool hasStrides = false, hasDilations = false;
  for (intptr_t i = 0; steps && i < count; ++i) {
    char letter = "dhw"[3 - count + i];
    letters->ofLoop[image[i].loop] = letter;
    if (image[i].window >= 0)
      letters->ofLoop[image[i].window] = letter;
    steps[i] = image[i].stride;
    steps[3 + i] = image[i].dilation;
    hasStrides |= image[i].stride != 1;
    hasDilations |= image[i].dilation != 1;
  }
  item->strides = hasStrides ? steps : NULL;
  item->dilations = hasDilations ? steps + 3 : NULL;
  item->windowCount = count;
  return steps != NULL;
}

/// What is left of loops that both operands have are channels; those of a
/// convolution without any are called otherwise.
static void assignChannels(Letters *letters, intptr_t loopCount) {
  for (intptr_t i = 0; i < loopCount; ++i) {
    letters->hasDepth |= letters->ofLoop[i] == 'g';
    letters->hasChannels |= letters->ofLoop[i] == 'c';
  }
  if (!letters->hasDepth || letters->hasChannels)
    return;
  for (intptr_t i = 0; i < loopCount; ++i)
    letters->ofLoop[i] = letters->ofLoop[i] == 'g'   ? 'c'
                         : letters->ofLoop[i] == 'f' ? 'm'
                                                     : letters->ofLoop[i];
}

bool tracemarkOpItemStepped(TracemarkSummaryContext *context,
                            const TracemarkProduct *product,
                            TracemarkOpItem *item) {
  const TracemarkLinalgView *view = &item->view;
  int stepped = steppedOperand(view, product);
  if (stepped < 0)
    return false;
  intptr_t input = product->operands[stepped];
  intptr_t filter = product->operands[1 - stepped];
  Letters letters = {.ofLoop = tracemarkArenaAllocate(
                         context->arena, (size_t)view->loopCount, 1)};
  if (!letters.ofLoop)
    return false;
  for (intptr_t i = 0; i < view->loopCount; ++i)
    if (!assignLoop(&letters, view, input, filter, i))
      return false;
  Step image[3];
  if (!findImage(&letters, view, view->maps[input], image) ||
      !assignImage(context, &letters, item, image))
    return false;
  assignChannels(&letters, view->loopCount);
  TracemarkStringBuffer text = {0};
  bool fits =
      spellConvolution(&text, &letters, view->maps[input], view->maps[filter]);
  const char *word = takeWord(context, &text, fits, isQuantised(product));
  if (!word) {
    item->strides = item->dilations = NULL;
    item->windowCount = 0;
    return false;
  }
  item->class = TRACEMARK_ITEM_COMPUTE;
  item->product = *product;
  item->takesBias = true;
  item->word = item->tailWord = word;
  return true;
}

bool tracemarkOpItemConvolution(TracemarkSummaryContext *context,
                                const TracemarkProduct *product,
                                TracemarkOpItem *item) {
  if (item->word) { // a named op: its name says what it is
    readNamedWindows(context, item);
    item->takesBias |= strstr(item->word, "conv_") != NULL;
    return true;
  }
  return classifyGeneric(context, product, item);
}
