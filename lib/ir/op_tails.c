//===- op_tails.c - what is fused with a root, in words -------------------===//

#include "lib/ir/op_items.h"
#include "lib/ir/scalar_values.h"
#include "lib/ir/strings.h"
#include "lib/ir/types.h"

#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinTypes.h"

#include <math.h>

#include "lib/base/banned.h"

TracemarkOpItem *tracemarkOpItemsFind(const TracemarkOpItems *items,
                                      MlirOperation operation) {
  if (mlirOperationIsNull(operation))
    return NULL;
  const TracemarkPointerMapEntry *index =
      tracemarkPointerMapFind(&items->byOperation, operation.ptr);
  return index ? &items->list.items[tracemarkPointerMapNumber(index) - 1]
               : NULL;
}

//===----------------------------------------------------------------------===//
// Equal roots
//===----------------------------------------------------------------------===//

static bool equalWindows(const int64_t *a, const int64_t *b, intptr_t count) {
  if (!a || !b)
    return a == b;
  return memcmp(a, b, (size_t)count * sizeof(*a)) == 0;
}

static MlirType elementOf(MlirOperation operation, intptr_t index) {
  return tracemarkTypeElement(
      mlirValueGetType(mlirOperationGetOperand(operation, index)));
}

bool tracemarkOpItemEqual(const TracemarkOpItem *a, const TracemarkOpItem *b) {
  if (a->class != b->class || !a->word || !b->word ||
      strcmp(a->word, b->word) != 0 || a->dimCount != b->dimCount ||
      memcmp(a->dims, b->dims, (size_t)a->dimCount * sizeof(*a->dims)) != 0 ||
      a->windowCount != b->windowCount ||
      !equalWindows(a->strides, b->strides, a->windowCount) ||
      !equalWindows(a->dilations, b->dilations, a->windowCount))
    return false;
  intptr_t count = mlirOperationGetNumOperands(a->operation);
  if (count != mlirOperationGetNumOperands(b->operation))
    return false;
  for (intptr_t i = 0; i < count; ++i)
    if (!mlirTypeEqual(elementOf(a->operation, i), elementOf(b->operation, i)))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Bias
//===----------------------------------------------------------------------===//

static TracemarkOpItem *producerOf(const TracemarkOpItems *items,
                                   MlirValue value) {
  return tracemarkOpItemsFind(
      items, tracemarkValueDefiningOp(tracemarkValueStripReshapes(value)));
}

static intptr_t rankOf(MlirValue value) {
  MlirType type = mlirValueGetType(value);
  return tracemarkTypeHasShape(type) ? mlirShapedTypeGetRank(type) : 0;
}

/// Tells whether `item` repeats a vector or tensor along loops of its own; a
/// repeated scalar is a fill by another name.
static bool expandsTensor(const TracemarkOpItem *item) {
  return item && item->class == TRACEMARK_ITEM_MOVEMENT && item->isExpansion &&
         item->view.insCount == 1 &&
         rankOf(mlirOperationGetOperand(item->operation, 0)) > 0;
}

/// Tells whether operand `index` of an elementwise op is a bias: it lacks
/// loops that repeat it, or is a vector among more loops, or comes from a
/// broadcast (which is then consumed).
static bool isBiasOperand(const TracemarkOpItems *items,
                          const TracemarkOpItem *item, intptr_t index) {
  MlirValue value = mlirOperationGetOperand(item->operation, index);
  TracemarkOpItem *producer = producerOf(items, value);
  if (expandsTensor(producer)) {
    producer->isConsumed = true;
    return true;
  }
  intptr_t rank = rankOf(value);
  if (rank == 0 || !item->view.maps)
    return false;
  if (rank == 1 && item->view.loopCount > 1)
    return true;
  MlirAffineMap map = item->view.maps[index];
  bool indexed = false, repeated = false;
  for (intptr_t i = 0; i < item->view.loopCount; ++i) {
    bool found = false;
    for (intptr_t j = 0, e = mlirAffineMapGetNumResults(map); j < e; ++j)
      found |= mlirAffineExprIsFunctionOfDim(mlirAffineMapGetResult(map, j), i);
    indexed |= found;
    repeated |= !found && item->view.loops[i].range != 1;
  }
  return indexed && repeated;
}

/// Tells whether `add` of an elementwise op's body adds a bias to another
/// operand.
static bool addsBias(TracemarkSummaryContext *context,
                     const TracemarkOpItems *items, const TracemarkOpItem *item,
                     MlirOperation add) {
  if (mlirOperationGetNumOperands(add) != 2)
    return false;
  for (int side = 0; side < 2; ++side) {
    intptr_t index = tracemarkScalarOperand(&context->kinds, &item->view,
                                            mlirOperationGetOperand(add, side));
    if (index >= 0 && index < item->view.insCount &&
        isBiasOperand(items, item, index))
      return true;
  }
  return false;
}

/// Tells whether the root's init is a broadcast tensor; consumes what made it.
static bool initIsBias(const TracemarkOpItems *items,
                       const TracemarkOpItem *root) {
  if (!root->takesBias || root->view.initCount == 0)
    return false;
  TracemarkOpItem *producer = producerOf(
      items, mlirOperationGetOperand(root->operation, root->view.insCount));
  if (!expandsTensor(producer))
    return false;
  producer->isConsumed = true;
  return true;
}

//===----------------------------------------------------------------------===//
// Collecting
//===----------------------------------------------------------------------===//

/// Broadcasts and copies that feed an elementwise op are how its operand is
/// read.
static void consumeOperands(const TracemarkOpItems *items,
                            const TracemarkOpItem *item) {
  if (item->class != TRACEMARK_ITEM_ELEMENTWISE)
    return;
  for (intptr_t i = 0; i < item->view.insCount; ++i) {
    TracemarkOpItem *producer =
        producerOf(items, mlirOperationGetOperand(item->operation, i));
    if (producer && producer->class == TRACEMARK_ITEM_MOVEMENT &&
        strcmp(producer->word, "broadcast") == 0)
      producer->isConsumed = true;
  }
}

static bool push(TracemarkSummaryContext *context, TracemarkTail *tail,
                 TracemarkTailWord word) {
  return TRACEMARK_ARENA_PUSH(context->arena, &tail->words, word);
}

/// Adds one word of an elementwise op; `operation` is the op of the body that
/// it stands for. Behind a root that takes one, an added broadcast is a bias.
static bool pushElements(TracemarkSummaryContext *context,
                         const TracemarkOpItems *items,
                         const TracemarkOpItem *item, const char *text,
                         MlirOperation operation, bool canBeBias,
                         TracemarkTail *tail) {
  TracemarkTailWord word = {text, item, operation, false};
  word.addsBroadcast =
      strcmp(text, "add") == 0 && addsBias(context, items, item, operation);
  if (word.addsBroadcast && canBeBias)
    word.word = "bias";
  return push(context, tail, word);
}

static bool collectItem(TracemarkSummaryContext *context,
                        const TracemarkOpItems *items,
                        const TracemarkOpItem *item, bool canBeBias,
                        TracemarkTail *tail) {
  if (item->class == TRACEMARK_ITEM_FILL || item->isConsumed ||
      (item->class == TRACEMARK_ITEM_MOVEMENT &&
       strcmp(item->word, "copy") == 0))
    return true;
  const TracemarkGenericBody *body = &item->body;
  bool isElementwise = item->class == TRACEMARK_ITEM_ELEMENTWISE;
  if (isElementwise && !item->isElements && body->wordCount == 1)
    return pushElements(context, items, item, item->tailWord,
                        body->words[0].operation, canBeBias, tail);
  if (item->word &&
      !push(context, tail,
            (TracemarkTailWord){item->tailWord, item, item->operation, false}))
    return false;
  for (size_t i = 0; (item->isElements || body->loads) && i < body->wordCount;
       ++i)
    if (!pushElements(context, items, item, body->words[i].word,
                      body->words[i].operation, canBeBias && isElementwise,
                      tail))
      return false;
  return true;
}

bool tracemarkTailCollect(TracemarkSummaryContext *context,
                          TracemarkOpItems *items, TracemarkOpItem *root,
                          TracemarkTail *tail) {
  // A biased operand is found only while words are spelled, and its broadcast
  // stands before: consume first, spell afterwards.
  bool initBias = root && initIsBias(items, root);
  for (size_t i = 0; i < items->list.count; ++i)
    consumeOperands(items, &items->list.items[i]);
  if (initBias &&
      !push(context, tail,
            (TracemarkTailWord){"bias", root, root->operation, false}))
    return false;
  bool behindRoot = false;
  for (size_t i = 0; i < items->list.count; ++i) {
    TracemarkOpItem *item = &items->list.items[i];
    if (root && (item == root || tracemarkOpItemEqual(item, root))) {
      behindRoot = true;
      if (item == root && item->body.loads && item->word)
        for (size_t j = 0; j < item->body.wordCount; ++j)
          if (!pushElements(context, items, item, item->body.words[j].word,
                            item->body.words[j].operation, false, tail))
            return false;
      continue;
    }
    if (!collectItem(context, items, item, behindRoot && root->takesBias, tail))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Folding
//===----------------------------------------------------------------------===//

static bool wordIs(const TracemarkTail *tail, size_t index, const char *word) {
  return index < tail->words.count &&
         strcmp(tail->words.items[index].word, word) == 0;
}

/// Replaces words [first, last] by one.
static void replaceRun(TracemarkTail *tail, size_t first, size_t last,
                       const char *word) {
  TracemarkTailWord *words = tail->words.items;
  words[first].word = word;
  words[first].operation = words[last].operation;
  memmove(words + first + 1, words + last + 1,
          (tail->words.count - last - 1) * sizeof(*words));
  tail->words.count -= last - first;
}

/// x/2 * (1 + erf(x / sqrt 2)) in any order of its factors: up to two scalings
/// before erf, an add behind it, up to three scalings in all behind that.
static void foldErfGelu(TracemarkTail *tail) {
  for (size_t i = 0; i < tail->words.count; ++i) {
    if (!wordIs(tail, i, "erf") || !wordIs(tail, i + 1, "add"))
      continue;
    size_t first = i, last = i + 1, scalings = 0;
    while (first > 0 && i - first < 2 &&
           (wordIs(tail, first - 1, "mul") || wordIs(tail, first - 1, "div"))) {
      --first;
      ++scalings;
    }
    while (last - i < 3 && scalings < 3 && wordIs(tail, last + 1, "mul")) {
      ++last;
      ++scalings;
    }
    if (last == i + 1)
      continue; // not multiplied with x
    replaceRun(tail, first, last, "gelu");
    i = first;
  }
}

/// x/2 * (1 + tanh(a * (x + b * x^3))): cube, scale, add, scale, tanh, add,
/// and multiplications with x and 1/2.
static void foldTanhGelu(TracemarkTail *tail) {
  for (size_t i = 0; i < tail->words.count; ++i) {
    if (!wordIs(tail, i, "tanh") || !wordIs(tail, i + 1, "add"))
      continue;
    size_t first = i, last = i + 1, adds = 0, products = 0;
    while (first > 0 && i - first < 7 &&
           ((wordIs(tail, first - 1, "add") && adds == 0) ||
            wordIs(tail, first - 1, "mul") || wordIs(tail, first - 1, "pow"))) {
      --first;
      adds += wordIs(tail, first, "add");
      products += !wordIs(tail, first, "add");
    }
    while (last - i < 3 && wordIs(tail, last + 1, "mul"))
      ++last;
    if (adds != 1 || products < 2 || last == i + 1)
      continue;
    replaceRun(tail, first, last, "gelu");
    i = first;
  }
}

/// 1 / (1 + exp(-x)).
static void foldSigmoid(TracemarkTail *tail) {
  for (size_t i = 0; i + 3 < tail->words.count; ++i)
    if ((wordIs(tail, i, "neg") || wordIs(tail, i, "negf")) &&
        wordIs(tail, i + 1, "exp") && wordIs(tail, i + 2, "add") &&
        (wordIs(tail, i + 3, "div") || wordIs(tail, i + 3, "reciprocal")))
      replaceRun(tail, i, i + 3, "sigmoid");
}

/// (x - mean) * 1/deviation * scale + shift, the shift one per row or channel.
static void foldNorm(TracemarkTail *tail) {
  for (size_t i = 0; i + 3 < tail->words.count; ++i)
    if (wordIs(tail, i, "sub") && wordIs(tail, i + 1, "mul") &&
        wordIs(tail, i + 2, "mul") && tail->words.items[i + 3].addsBroadcast)
      replaceRun(tail, i, i + 3, "norm");
}

/// Tells whether the first word divides the root's sum by the number of its
/// addends.
static bool dividesByCount(TracemarkSummaryContext *context,
                           const TracemarkOpItem *root,
                           const TracemarkTailWord *word) {
  bool isProduct = strcmp(word->word, "mul") == 0;
  if ((!isProduct && strcmp(word->word, "div") != 0) ||
      word->item->class != TRACEMARK_ITEM_ELEMENTWISE ||
      mlirOperationGetNumOperands(word->operation) < 2)
    return false;
  MlirOperation scale = word->operation;
  if (!word->item->isElements) { // a named op: the op of its body
    if (word->item->body.wordCount != 1)
      return false;
    scale = word->item->body.words[0].operation;
  }
  double count = 1.0, constant;
  for (intptr_t i = 0; i < root->view.loopCount; ++i)
    if (root->view.loops[i].reduction)
      count *= (double)root->view.loops[i].range;
  for (int side = isProduct ? 0 : 1; side < 2; ++side)
    if (tracemarkScalarConstant(&context->kinds, &word->item->view,
                                mlirOperationGetOperand(scale, side),
                                &constant)) {
      double quotient = isProduct ? constant * count : constant / count;
      return count > 0.0 && fabs(quotient - 1.0) < 1e-3;
    }
  return false;
}

static void drop(TracemarkTail *tail, size_t index) {
  TracemarkTailWord *words = tail->words.items;
  memmove(words + index, words + index + 1,
          (tail->words.count - index - 1) * sizeof(*words));
  --tail->words.count;
}

/// Removes sub, exp, sum, div (or mul) behind a row maximum if all are there in
/// this order: together they are a softmax.
static bool foldSoftmax(TracemarkTail *tail) {
  static const char *const steps[] = {"sub", "exp", "sum", "div"};
  size_t found[4], step = 0;
  for (size_t i = 0; i < tail->words.count && step < 4; ++i)
    if (wordIs(tail, i, steps[step]) || (step == 3 && wordIs(tail, i, "mul")))
      found[step++] = i;
  if (step < 4)
    return false;
  while (step-- > 0)
    drop(tail, found[step]);
  return true;
}

const char *tracemarkTailFold(TracemarkSummaryContext *context,
                              TracemarkOpItem *root, TracemarkTail *tail) {
  foldErfGelu(tail);
  foldTanhGelu(tail);
  foldSigmoid(tail);
  foldNorm(tail);
  if (!root)
    return NULL;
  if (root->isReduction && strcmp(root->word, "reduce_sum") == 0 &&
      tail->words.count && dividesByCount(context, root, tail->words.items)) {
    drop(tail, 0);
    return "reduce_mean";
  }
  if (root->isReduction && strcmp(root->word, "reduce_max") == 0 &&
      foldSoftmax(tail))
    return "softmax";
  return root->word;
}
