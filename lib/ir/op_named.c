//===- op_named.c - ops of tensor dialects as items -----------------------===//
//
// tosa, stablehlo, LinalgExt: loops, words, windows and costs of ops that are
// known by name and shape, in registered and in generic form. Loops come in the
// order that the same op has as linalg: batches, m, n, k; image, channels,
// window.
//
//===----------------------------------------------------------------------===//

#include "lib/ir/op_items.h"
#include "lib/ir/scalar_values.h"
#include "lib/ir/strings.h"
#include "lib/ir/types.h"

#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <stdlib.h>

#include "lib/base/banned.h"

enum { MOST_DIMENSIONS = 16 };

/// Sizes of a ranked shape, at most MOST_DIMENSIONS of them.
typedef struct Shape {
  int64_t sizes[MOST_DIMENSIONS];
  intptr_t rank;
  bool isKnown;
} Shape;

static Shape shapeOf(MlirType type) {
  Shape shape = {.rank = 0};
  if (!tracemarkTypeHasShape(type) ||
      mlirShapedTypeGetRank(type) > MOST_DIMENSIONS)
    return shape;
  shape.isKnown = true;
  shape.rank = mlirShapedTypeGetRank(type);
  for (intptr_t i = 0; i < shape.rank; ++i)
    shape.sizes[i] = mlirShapedTypeIsDynamicDim(type, i)
                         ? TRACEMARK_DYNAMIC_RANGE
                         : mlirShapedTypeGetDimSize(type, i);
  return shape;
}

static Shape operandShape(MlirOperation operation, intptr_t index) {
  return index < mlirOperationGetNumOperands(operation)
             ? shapeOf(
                   mlirValueGetType(mlirOperationGetOperand(operation, index)))
             : (Shape){.rank = 0};
}

static Shape resultShape(MlirOperation operation) {
  return mlirOperationGetNumResults(operation) > 0
             ? shapeOf(mlirValueGetType(mlirOperationGetResult(operation, 0)))
             : (Shape){.rank = 0};
}

static bool setDims(TracemarkSummaryContext *context, TracemarkOpItem *item,
                    const int64_t *sizes, intptr_t count) {
  int64_t *dims =
      tracemarkArenaAllocate(context->arena, (size_t)count, sizeof(int64_t));
  if (!dims)
    return false;
  if (count)
    memcpy(dims, sizes, (size_t)count * sizeof(*dims));
  item->dims = dims;
  item->dimCount = count;
  bool known = true;
  item->cost = tracemarkOpItemIterations(item, NULL, &known);
  return true;
}

static MlirAttribute attributeOf(MlirOperation operation, const char *name) {
  return mlirOperationGetAttributeByName(operation, tracemarkStringFrom(name));
}

static int64_t sizeAt(const Shape *shape, intptr_t index) {
  return index < shape->rank ? shape->sizes[index] : TRACEMARK_DYNAMIC_RANGE;
}

/// Flops of an op called `word` on elements of the result.
static uint64_t operationsOf(const TracemarkOpItem *item, const char *word) {
  return mlirOperationGetNumResults(item->operation)
             ? tracemarkTypeOperations(
                   tracemarkTypeElement(mlirValueGetType(
                       mlirOperationGetResult(item->operation, 0))),
                   word)
             : 1;
}

/// A contraction: adds up products, wins ties, takes a bias.
static void setContraction(TracemarkOpItem *item) {
  item->class = TRACEMARK_ITEM_CONTRACTION;
  item->takesBias = true;
  item->body.arithmetic = operationsOf(item, "mul") + operationsOf(item, "add");
  item->cost = tracemarkSaturatingMultiply(item->cost, 2);
  item->typeOperands = 2;
}

/// Tells whether operands from `first` on, the zero points of integers, are not
/// all nothing.
static bool hasZeroPoints(TracemarkSummaryContext *context,
                          const TracemarkOpItem *item, intptr_t first) {
  intptr_t count = mlirOperationGetNumOperands(item->operation);
  for (intptr_t i = first; i < count && i < first + 2; ++i) {
    MlirValue zero = mlirOperationGetOperand(item->operation, i);
    double constant;
    if (mlirTypeIsAInteger(tracemarkTypeElement(mlirValueGetType(zero))) &&
        (!tracemarkValueConstant(&context->kinds, zero, &constant) ||
         constant != 0.0))
      return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

static void setProblem(TracemarkOpItem *item, uint64_t batch, int64_t m,
                       int64_t n, int64_t k) {
  if (m < 0 || n < 0 || k < 0)
    return;
  item->problem = (TracemarkProblemSize){.isKnown = true,
                                         .batch = batch,
                                         .m = (uint64_t)m,
                                         .n = (uint64_t)n,
                                         .k = (uint64_t)k};
}

static bool classifyBatchMatmul(TracemarkSummaryContext *context,
                                TracemarkOpItem *item) {
  Shape left = operandShape(item->operation, 0);
  Shape right = operandShape(item->operation, 1);
  if (left.rank != 3 || right.rank != 3)
    return true; // by its name and result
  int64_t sizes[4] = {left.sizes[0], left.sizes[1], right.sizes[2],
                      left.sizes[2] < 0 ? right.sizes[1] : left.sizes[2]};
  if (!setDims(context, item, sizes, 4))
    return false;
  if (sizes[0] >= 0)
    setProblem(item, (uint64_t)sizes[0], sizes[1], sizes[2], sizes[3]);
  setContraction(item);
  if (hasZeroPoints(context, item, 2))
    item->word = item->tailWord = "quantized_batch_matmul";
  return true;
}

/// Reads "<key> = [1, 2]" in the text of an attribute as a set of dimensions.
static unsigned readDimensions(const char *text, const char *key) {
  const char *place = strstr(text, key);
  unsigned set = 0;
  if (!place || !(place = strchr(place, '[')))
    return 0;
  for (++place; *place && *place != ']';) {
    char *end;
    long value = strtol(place, &end, 10);
    if (end == place) {
      ++place;
      continue;
    }
    if (value >= 0 && value < MOST_DIMENSIONS)
      set |= 1u << value;
    place = end;
  }
  return set;
}

/// Dimensions of an operand of a dot: those of all batches, its own, and those
/// added up, each in order.
typedef struct DotSide {
  Shape shape;
  unsigned batch, contracting;
  int own, added;         // how many
  int lastOwn, lastAdded; // position
} DotSide;

static void countSide(DotSide *side) {
  for (int i = 0; i < side->shape.rank; ++i) {
    unsigned bit = 1u << i;
    if (side->contracting & bit) {
      ++side->added;
      side->lastAdded = i;
    } else if (!(side->batch & bit)) {
      ++side->own;
      side->lastOwn = i;
    }
  }
}

static const char *spellDot(TracemarkSummaryContext *context,
                            const DotSide *left, const DotSide *right) {
  if (left->own > 1 || right->own > 1 || left->added != 1)
    return "contract";
  bool isTurned = left->own && left->lastAdded < left->lastOwn;
  bool isRightTurned = right->own && right->lastAdded > right->lastOwn;
  const char *suffix = "";
  if (left->own && right->own)
    suffix = isTurned && isRightTurned ? "_tt"
             : isTurned                ? "_tn"
             : isRightTurned           ? "_nt"
                                       : "";
  else if (isTurned || isRightTurned)
    suffix = "_t";
  TracemarkStringBuffer text = {0};
  tracemarkStringBufferAppendFormat(&text, "%s%s%s",
                                    left->batch ? "batch_" : "",
                                    left->own && right->own ? "matmul"
                                    : left->own             ? "matvec"
                                    : right->own            ? "vecmat"
                                                            : "dot",
                                    suffix);
  return tracemarkSpellTake(context, &text);
}

/// Product of the sizes of the dimensions in a set; negative if one is dynamic.
static int64_t productOf(const Shape *shape, unsigned set) {
  uint64_t product = 1;
  for (intptr_t i = 0; i < shape->rank; ++i)
    if (set & 1u << i) {
      if (shape->sizes[i] < 0)
        return TRACEMARK_DYNAMIC_RANGE;
      product = tracemarkSaturatingMultiply(product, (uint64_t)shape->sizes[i]);
    }
  return product > INT64_MAX ? INT64_MAX : (int64_t)product;
}

static intptr_t appendSizes(int64_t *sizes, intptr_t count, const Shape *shape,
                            unsigned set) {
  for (intptr_t i = 0; i < shape->rank; ++i)
    if (set & 1u << i)
      sizes[count++] = shape->sizes[i];
  return count;
}

static bool classifyDot(TracemarkSummaryContext *context,
                        TracemarkOpItem *item) {
  DotSide left = {.shape = operandShape(item->operation, 0)};
  DotSide right = {.shape = operandShape(item->operation, 1)};
  if (!left.shape.isKnown || !right.shape.isKnown)
    return true;
  MlirAttribute numbers = attributeOf(item->operation, "dot_dimension_numbers");
  if (mlirAttributeIsNull(numbers)) { // dot: the last one times the first
    if (!left.shape.rank || !right.shape.rank)
      return true;
    left.contracting = 1u << (left.shape.rank - 1);
    right.contracting = 1u;
  } else {
    TracemarkStringBuffer text = {0};
    mlirAttributePrint(numbers, tracemarkStringAppendCallback, &text);
    const char *data = tracemarkStringBufferText(&text);
    left.batch = readDimensions(data, "lhs_batching_dimensions");
    right.batch = readDimensions(data, "rhs_batching_dimensions");
    left.contracting = readDimensions(data, "lhs_contracting_dimensions");
    right.contracting = readDimensions(data, "rhs_contracting_dimensions");
    tracemarkStringBufferDestroy(&text);
  }
  countSide(&left);
  countSide(&right);
  unsigned leftOwn = ~(left.batch | left.contracting);
  unsigned rightOwn = ~(right.batch | right.contracting);
  int64_t sizes[2 * MOST_DIMENSIONS];
  intptr_t count = appendSizes(sizes, 0, &left.shape, left.batch);
  count = appendSizes(sizes, count, &left.shape, leftOwn);
  count = appendSizes(sizes, count, &right.shape, rightOwn);
  count = appendSizes(sizes, count, &left.shape, left.contracting);
  item->word = item->tailWord = spellDot(context, &left, &right);
  if (!item->word || !setDims(context, item, sizes, count))
    return false;
  int64_t batch = productOf(&left.shape, left.batch);
  if (batch >= 0)
    setProblem(item, (uint64_t)batch, productOf(&left.shape, leftOwn),
               productOf(&right.shape, rightOwn),
               productOf(&left.shape, left.contracting));
  setContraction(item);
  return true;
}

//===----------------------------------------------------------------------===//
// Convolutions and pools
//===----------------------------------------------------------------------===//

static void setConvolution(TracemarkOpItem *item) {
  setContraction(item);
  item->class = TRACEMARK_ITEM_COMPUTE;
}

static bool classifyTosaConv(TracemarkSummaryContext *context,
                             TracemarkOpItem *item, TracemarkOpForm form) {
  Shape out = resultShape(item->operation);
  Shape filter = operandShape(item->operation, 1);
  bool isDepthwise = form == TRACEMARK_FORM_TOSA_DEPTHWISE;
  if (!out.isKnown || !filter.isKnown || filter.rank != out.rank ||
      out.rank < 4 || out.rank > 5)
    return true;
  int64_t sizes[2 * MOST_DIMENSIONS];
  intptr_t count = 0;
  for (intptr_t i = 0; i + 1 < out.rank; ++i)
    sizes[count++] = out.sizes[i];
  if (isDepthwise) { // c, m, kh, kw
    sizes[count++] = filter.sizes[2];
    sizes[count++] = filter.sizes[3];
    sizes[count++] = filter.sizes[0];
    sizes[count++] = filter.sizes[1];
  } else { // f, window, c
    for (intptr_t i = 0; i < filter.rank; ++i)
      sizes[count++] = filter.sizes[i];
  }
  if (!setDims(context, item, sizes, count))
    return false;
  tracemarkOpItemWindows(context, item, attributeOf(item->operation, "stride"),
                         attributeOf(item->operation, "dilation"));
  setConvolution(item);
  item->hasBiasOperand = mlirOperationGetNumOperands(item->operation) > 2;
  if (!hasZeroPoints(context, item, 3))
    return true;
  TracemarkStringBuffer word = {0};
  tracemarkStringBufferAppendFormat(&word, "%s_q", item->word);
  item->word = item->tailWord = tracemarkSpellTake(context, &word);
  return item->word != NULL;
}

static bool classifyTosaPool(TracemarkSummaryContext *context,
                             TracemarkOpItem *item) {
  Shape out = resultShape(item->operation);
  MlirAttribute kernel = attributeOf(item->operation, "kernel");
  if (out.rank != 4 || mlirAttributeIsNull(kernel) ||
      !mlirAttributeIsADenseI64Array(kernel) ||
      mlirDenseArrayGetNumElements(kernel) != 2)
    return true;
  int64_t sizes[6] = {out.sizes[0],
                      out.sizes[1],
                      out.sizes[2],
                      out.sizes[3],
                      mlirDenseI64ArrayGetElement(kernel, 0),
                      mlirDenseI64ArrayGetElement(kernel, 1)};
  if (!setDims(context, item, sizes, 6))
    return false;
  tracemarkOpItemWindows(context, item, attributeOf(item->operation, "stride"),
                         (MlirAttribute){NULL});
  setConvolution(item);
  item->takesBias = false;
  item->body.arithmetic = operationsOf(item, "add");
  item->typeOperands = 1;
  return true;
}

/// Reads one "[b, 0, 1, f]" of stablehlo's convolution; the place behind it, or
/// NULL. `positions[i]` is where dimension i of the image stands.
static const char *readLayout(const char *text, intptr_t images, char *letters,
                              intptr_t *rank, intptr_t positions[3]) {
  static const char *const names[] = {"w", "hw", "dhw"};
  if (*text != '[')
    return NULL;
  for (*rank = 0, ++text; *text && *text != ']' && *rank < 5; ++text) {
    if (*text == ' ' || *text == ',')
      continue;
    char letter = *text;
    if (letter >= '0' && letter < '0' + images) {
      positions[letter - '0'] = *rank;
      letter = names[images - 1][letter - '0'];
    }
    letters[(*rank)++] = letter;
  }
  letters[*rank] = 0;
  return *text == ']' ? text + 1 : NULL;
}

typedef struct HloLayout {
  char input[6], filter[6], output[6];
  intptr_t window[3], image[3];
} HloLayout;

/// Reads "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]" and spells it like linalg.
static bool readHloLayout(const char *text, intptr_t images,
                          HloLayout *layout) {
  intptr_t rank, ignored[3];
  text = strchr(text, '[');
  if (!text ||
      !(text = readLayout(text, images, layout->input, &rank, ignored)) ||
      rank != images + 2 || *text++ != 'x' ||
      !(text =
            readLayout(text, images, layout->filter, &rank, layout->window)) ||
      rank != images + 2 || strncmp(text, "->", 2) != 0 ||
      !readLayout(text + 2, images, layout->output, &rank, layout->image) ||
      rank != images + 2)
    return false;
  if (!strchr(layout->input, 'b') || !strchr(layout->input, 'f') ||
      !strchr(layout->filter, 'i') || !strchr(layout->filter, 'o') ||
      !strchr(layout->output, 'b') || !strchr(layout->output, 'f'))
    return false;
  for (intptr_t i = 0; i < rank; ++i) {
    char *in = &layout->input[i], *filter = &layout->filter[i];
    *in = *in == 'b' ? 'n' : *in == 'f' ? 'c' : *in;
    *filter = *filter == 'i' ? 'c' : *filter == 'o' ? 'f' : *filter;
  }
  return true;
}

static intptr_t placeOf(const char *letters, char letter) {
  const char *place = strchr(letters, letter);
  return place ? place - letters : MOST_DIMENSIONS;
}

static bool classifyHloConv(TracemarkSummaryContext *context,
                            TracemarkOpItem *item) {
  Shape out = resultShape(item->operation);
  Shape filter = operandShape(item->operation, 1);
  MlirAttribute numbers = attributeOf(item->operation, "dimension_numbers");
  intptr_t images = out.rank - 2;
  if (!filter.isKnown || filter.rank != out.rank || images < 1 || images > 3 ||
      mlirAttributeIsNull(numbers))
    return true;
  TracemarkStringBuffer text = {0};
  mlirAttributePrint(numbers, tracemarkStringAppendCallback, &text);
  HloLayout layout = {.window = {0}};
  bool isRead =
      readHloLayout(tracemarkStringBufferText(&text), images, &layout);
  tracemarkStringBufferDestroy(&text);
  if (!isRead)
    return true;
  int64_t channels = sizeAt(&filter, placeOf(layout.filter, 'c'));
  int64_t sizes[2 * MOST_DIMENSIONS], groups = 1;
  intptr_t count = 0;
  sizes[count++] = sizeAt(&out, placeOf(layout.output, 'b'));
  for (intptr_t i = 0; i < images; ++i)
    sizes[count++] = sizeAt(&out, layout.image[i]);
  sizes[count++] = sizeAt(&out, placeOf(layout.output, 'f'));
  for (intptr_t i = 0; i < images; ++i)
    sizes[count++] = sizeAt(&filter, layout.window[i]);
  sizes[count++] = channels;
  MlirAttribute group = attributeOf(item->operation, "feature_group_count");
  if (!mlirAttributeIsNull(group) && mlirAttributeIsAInteger(group))
    groups = mlirIntegerAttrGetValueInt(group);
  TracemarkStringBuffer word = {0};
  tracemarkStringBufferAppendFormat(&word, "%sconv_%dd_%s_%s",
                                    groups == 1     ? ""
                                    : channels == 1 ? "depthwise_"
                                                    : "grouped_",
                                    (int)images, layout.input, layout.filter);
  item->word = item->tailWord = tracemarkSpellTake(context, &word);
  if (!item->word || !setDims(context, item, sizes, count))
    return false;
  tracemarkOpItemWindows(context, item,
                         attributeOf(item->operation, "window_strides"),
                         attributeOf(item->operation, "rhs_dilation"));
  setConvolution(item);
  return true;
}

//===----------------------------------------------------------------------===//
// Others
//===----------------------------------------------------------------------===//

/// Word of the op in the region that combines two values, as a reduction;
/// `reduce` if the region does anything else.
static const char *regionsReduction(TracemarkSummaryContext *context,
                                    MlirOperation operation) {
  static const char *const words[][2] = {
      {"add", "reduce_sum"}, {"mul", "reduce_prod"}, {"max", "reduce_max"},
      {"min", "reduce_min"}, {"and", "reduce_and"},  {"or", "reduce_or"}};
  if (mlirOperationGetNumRegions(operation) != 1)
    return "reduce";
  MlirBlock block =
      mlirRegionGetFirstBlock(mlirOperationGetRegion(operation, 0));
  MlirOperation first = mlirBlockIsNull(block)
                            ? (MlirOperation){NULL}
                            : mlirBlockGetFirstOperation(block);
  MlirOperation second =
      mlirOperationIsNull(first) ? first : mlirOperationGetNextInBlock(first);
  if (mlirOperationIsNull(second) ||
      !mlirOperationIsNull(mlirOperationGetNextInBlock(second)))
    return "reduce";
  const char *word = tracemarkOpKindsGet(&context->kinds, first)->word;
  for (size_t i = 0; i < TRACEMARK_COUNT_OF(words); ++i)
    if (strcmp(word, words[i][0]) == 0)
      return words[i][1];
  return "reduce";
}

static bool classifyReduction(TracemarkSummaryContext *context,
                              TracemarkOpItem *item) {
  Shape in = operandShape(item->operation, 0);
  if (in.isKnown && !setDims(context, item, in.sizes, in.rank))
    return false;
  if (strcmp(item->word, "reduce") == 0)
    item->word = regionsReduction(context, item->operation);
  item->isReduction = true;
  item->class = TRACEMARK_ITEM_COMPUTE;
  item->cost = tracemarkSaturatingMultiply(item->cost, 2);
  item->body.arithmetic = operationsOf(
      item, strcmp(item->word, "reduce_prod") == 0 ? "mul" : "add");
  item->typeOperands = 1;
  item->tailWord =
      strncmp(item->word, "reduce_", 7) == 0 ? item->word + 7 : item->word;
  return true;
}

/// Ranges of the loops of an op with indexing maps, of its operands or of the
/// first of them.
static bool classifyMaps(TracemarkSummaryContext *context,
                         TracemarkOpItem *item) {
  MlirAttribute maps = attributeOf(item->operation, "indexing_maps");
  int64_t sizes[MOST_DIMENSIONS];
  intptr_t loops = -1;
  if (mlirAttributeIsNull(maps) || !mlirAttributeIsAArray(maps))
    return true;
  for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(maps); i < e; ++i) {
    MlirAttribute element = mlirArrayAttrGetElement(maps, i);
    if (!mlirAttributeIsAAffineMap(element))
      return true;
    MlirAffineMap map = mlirAffineMapAttrGetValue(element);
    if (loops < 0) {
      loops = mlirAffineMapGetNumDims(map);
      for (intptr_t j = 0; j < loops && j < MOST_DIMENSIONS; ++j)
        sizes[j] = TRACEMARK_DYNAMIC_RANGE;
    }
    if (loops != mlirAffineMapGetNumDims(map) || loops > MOST_DIMENSIONS)
      return true;
    Shape shape = operandShape(item->operation, i);
    for (intptr_t j = 0, r = mlirAffineMapGetNumResults(map);
         j < r && r == shape.rank; ++j) {
      MlirAffineExpr result = mlirAffineMapGetResult(map, j);
      if (!mlirAffineExprIsADim(result))
        continue;
      int64_t *size = &sizes[mlirAffineDimExprGetPosition(result)];
      *size = *size < 0 ? shape.sizes[j] : *size;
    }
  }
  return loops <= 0 || setDims(context, item, sizes, loops);
}

static double numberOf(MlirOperation operation, const char *name,
                       double fallback) {
  MlirAttribute attribute = attributeOf(operation, name);
  return !mlirAttributeIsNull(attribute) && mlirAttributeIsAFloat(attribute)
             ? mlirFloatAttrGetValueDouble(attribute)
             : fallback;
}

/// A clamp between 0 and 6, or the largest number, is a relu6 or relu.
static void spellClamp(TracemarkOpItem *item) {
  double low = numberOf(item->operation, "min_val", -1.0);
  double high = numberOf(item->operation, "max_val", 1.0);
  if (low == 0.0)
    item->word = item->tailWord = high == 6.0      ? "relu6"
                                  : high >= 65504. ? "relu"
                                                   : "clamp";
}

bool tracemarkOpItemNamed(TracemarkSummaryContext *context,
                          TracemarkOpForm form, TracemarkOpItem *item) {
  Shape in = operandShape(item->operation, 0);
  item->class = TRACEMARK_ITEM_COMPUTE;
  item->hasUnknownFlops = true;
  switch (form) {
  case TRACEMARK_FORM_CLAMP:
    spellClamp(item);
    break;
  case TRACEMARK_FORM_INPUT:
    return !in.isKnown || setDims(context, item, in.sizes, in.rank);
  case TRACEMARK_FORM_MAPS:
    return classifyMaps(context, item);
  case TRACEMARK_FORM_REDUCTION:
    item->hasUnknownFlops = false;
    return classifyReduction(context, item);
  case TRACEMARK_FORM_BATCH_MATMUL:
    item->hasUnknownFlops = false;
    return classifyBatchMatmul(context, item);
  case TRACEMARK_FORM_DOT_GENERAL:
    item->hasUnknownFlops = false;
    return classifyDot(context, item);
  case TRACEMARK_FORM_TOSA_CONV:
  case TRACEMARK_FORM_TOSA_DEPTHWISE:
    item->hasUnknownFlops = false;
    return classifyTosaConv(context, item, form);
  case TRACEMARK_FORM_TOSA_POOL:
    item->hasUnknownFlops = false;
    return classifyTosaPool(context, item);
  case TRACEMARK_FORM_HLO_CONV:
    item->hasUnknownFlops = false;
    return classifyHloConv(context, item);
  case TRACEMARK_FORM_NONE:
  case TRACEMARK_FORM_ELEMENTS:
  case TRACEMARK_FORM_MOVED:
  case TRACEMARK_FORM_RESULT:
    break;
  }
  return true;
}
