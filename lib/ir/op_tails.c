//===- op_tails.c - what is fused with a root, in words -------------------===//

#include "lib/ir/op_formulas.h"
#include "lib/ir/scalar_values.h"
#include "lib/ir/strings.h"
#include "lib/ir/types.h"

#include "mlir-c/BuiltinTypes.h"

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

/// Notes the buffers that an op without results writes.
static bool noteWritten(TracemarkSummaryContext *context,
                        const TracemarkOpItem *item,
                        TracemarkPointerMap *written) {
  if (mlirOperationGetNumResults(item->operation) > 0)
    return true;
  for (intptr_t i = 0; i < item->view.initCount; ++i)
    if (!tracemarkPointerMapEnsure(
            context->arena, written,
            tracemarkValueStripReshapes(
                &context->kinds, mlirOperationGetOperand(
                                     item->operation, item->view.insCount + i))
                .ptr,
            NULL))
      return false;
  return true;
}

/// Tells whether an item takes what the root, a twin, or a dependent item
/// before it gives.
static bool dependsOnRoot(const TracemarkOpItems *items,
                          const TracemarkOpItem *item,
                          const TracemarkOpItem *root,
                          const TracemarkPointerMap *written) {
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(item->operation); i < e;
       ++i) {
    MlirValue operand = tracemarkValueStripReshapes(
        items->kinds, mlirOperationGetOperand(item->operation, i));
    const TracemarkOpItem *producer = tracemarkOpItemsMaker(items, item, i);
    if ((producer &&
         (producer == root || producer->isTwin || producer->isDependent)) ||
        tracemarkPointerMapFind(written, operand.ptr))
      return true;
  }
  return false;
}

uint64_t tracemarkOpItemsMarkTwins(TracemarkSummaryContext *context,
                                   TracemarkOpItems *items,
                                   TracemarkOpItem *root) {
  uint64_t equal = 0;
  for (size_t i = 0; i < items->list.count; ++i) {
    TracemarkOpItem *item = &items->list.items[i];
    item->isTwin = item != root && tracemarkOpItemEqual(item, root);
    equal += item->isTwin;
  }
  // What follows the root in a chain is no twin.
  TracemarkPointerMap written = {0};
  for (size_t i = 0; equal && i < items->list.count; ++i) {
    TracemarkOpItem *item = &items->list.items[i];
    item->isDependent =
        item != root && dependsOnRoot(items, item, root, &written);
    if (item->isTwin && item->isDependent) {
      item->isTwin = false;
      --equal;
    }
    if ((item == root || item->isTwin || item->isDependent) &&
        !noteWritten(context, item, &written))
      break; // out of memory: a number too high
  }
  return equal + 1;
}

//===----------------------------------------------------------------------===//
// Bias
//===----------------------------------------------------------------------===//

static intptr_t rankOf(MlirValue value) {
  MlirType type = mlirValueGetType(value);
  return tracemarkTypeHasShape(type) ? mlirShapedTypeGetRank(type) : 0;
}

/// Tells whether `item` repeats a vector or tensor along loops of its own; a
/// repeated scalar is a fill by another name.
static bool expandsTensor(const TracemarkOpItem *item) {
  return item && item->class == TRACEMARK_ITEM_MOVEMENT && item->isExpansion &&
         (item->view.insCount == 1 || !item->view.maps) &&
         mlirOperationGetNumOperands(item->operation) > 0 &&
         rankOf(mlirOperationGetOperand(item->operation, 0)) > 0;
}

/// Tells whether operand `index` of an elementwise op is a bias: it lacks
/// loops that repeat it, or is a vector among more loops, or comes from a
/// broadcast (which is then consumed).
static bool isBiasOperand(const TracemarkOpItems *items,
                          const TracemarkOpItem *item, intptr_t index) {
  TracemarkOpItem *producer =
      items->hasMovement ? tracemarkOpItemsMaker(items, item, index) : NULL;
  if (expandsTensor(producer)) {
    producer->isConsumed = true;
    return true;
  }
  if (!item->view.maps)
    return false;
  intptr_t rank = item->view.indexing[index].resultCount;
  if (rank == 0)
    return false;
  if (rank == 1 && item->view.loopCount > 1)
    return true;
  const bool *usesLoop = item->view.indexing[index].usesLoop;
  bool indexed = false, repeated = false;
  for (intptr_t i = 0; i < item->view.loopCount; ++i) {
    bool found = usesLoop[i];
    indexed |= found;
    repeated |= !found && item->view.loops[i].range != 1;
  }
  return indexed && repeated;
}

/// Tells whether operand `index` of an op on whole tensors is one of fewer
/// elements than its result: repeated along some dimension, and no scalar.
static bool isRepeatedOperand(const TracemarkOpItems *items,
                              const TracemarkOpItem *item, intptr_t index) {
  MlirValue value = mlirOperationGetOperand(item->operation, index);
  TracemarkOpItem *producer = tracemarkOpItemsMaker(items, item, index);
  if (expandsTensor(producer)) {
    producer->isConsumed = true;
    return true;
  }
  uint64_t count, all;
  return mlirOperationGetNumResults(item->operation) > 0 &&
         tracemarkTypeElementCount(mlirValueGetType(value), &count) &&
         tracemarkTypeElementCount(
             mlirValueGetType(mlirOperationGetResult(item->operation, 0)),
             &all) &&
         count > 1 && count < all;
}

/// Tells whether `add` of an elementwise op's body adds a bias to another
/// operand.
static bool addsBias(TracemarkSummaryContext *context,
                     const TracemarkOpItems *items, const TracemarkOpItem *item,
                     MlirOperation add) {
  if (mlirOperationGetNumOperands(add) != 2)
    return false;
  if (!item->view.maps)
    return isRepeatedOperand(items, item, 0) ||
           isRepeatedOperand(items, item, 1);
  for (int side = 0; side < 2; ++side) {
    intptr_t index = tracemarkScalarOperand(&context->kinds, &item->view,
                                            mlirOperationGetOperand(add, side));
    if (index >= 0 && index < item->view.insCount &&
        isBiasOperand(items, item, index))
      return true;
  }
  return false;
}

/// Tells whether the root's init is a broadcast tensor, which is consumed, or
/// the root has a bias of its own that is not zero everywhere.
static bool initIsBias(TracemarkSummaryContext *context,
                       const TracemarkOpItems *items,
                       const TracemarkOpItem *root) {
  if (!root->takesBias)
    return false;
  if (root->hasBiasOperand) {
    double constant;
    return !tracemarkValueConstant(&context->kinds,
                                   mlirOperationGetOperand(root->operation, 2),
                                   &constant) ||
           constant != 0.0;
  }
  if (root->view.initCount == 0)
    return false;
  TracemarkOpItem *producer =
      tracemarkOpItemsMaker(items, root, root->view.insCount);
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
  intptr_t count = item->view.maps
                       ? item->view.insCount
                       : mlirOperationGetNumOperands(item->operation);
  for (intptr_t i = 0; i < count; ++i) {
    TracemarkOpItem *producer = tracemarkOpItemsMaker(items, item, i);
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
  word.addsBroadcast = *text == 'a' && strcmp(text, "add") == 0 &&
                       addsBias(context, items, item, operation);
  if (word.addsBroadcast && canBeBias)
    word.word = "bias";
  return push(context, tail, word);
}

static bool pushPrework(TracemarkSummaryContext *context,
                        const TracemarkOpItems *items,
                        const TracemarkOpItem *item, TracemarkTail *tail) {
  TracemarkBodyWord *words = NULL;
  size_t count;
  if (!tracemarkOpItemPrework(context, item, &words, &count))
    return false;
  for (size_t i = 0; i < count; ++i)
    if (!pushElements(context, items, item, words[i].word, words[i].operation,
                      false, tail))
      return false;
  return true;
}

/// Tells whether two operands that have all loops have those of more than one
/// iteration in another order.
static bool isTurned(const TracemarkLinalgView *view, intptr_t from,
                     intptr_t to) {
  const intptr_t *a = view->indexing[from].resultLoops;
  const intptr_t *b = view->indexing[to].resultLoops;
  for (intptr_t i = 0, j = 0; i < view->loopCount; ++i) {
    if (view->loops[a[i]].range == 1)
      continue;
    while (view->loops[b[j]].range == 1)
      ++j;
    if (a[i] != b[j++])
      return true;
  }
  return false;
}

/// How an elementwise op moves what it computes with: its result has another
/// order than all operands, or than some.
typedef enum Turn { TURNS_NOTHING, TURNS_OPERANDS, TURNS_RESULT } Turn;

static Turn turnOf(const TracemarkOpItem *item) {
  const TracemarkLinalgView *view = &item->view;
  intptr_t whole = 0, turned = 0;
  if (!item->isElements || view->initCount != 1 ||
      !view->indexing[view->insCount].isPermutation)
    return TURNS_NOTHING;
  for (intptr_t i = 0; i < view->insCount; ++i) {
    if (!view->indexing[i].isPermutation)
      continue;
    ++whole;
    turned +=
        view->indexing[i].map.ptr != view->indexing[view->insCount].map.ptr &&
        isTurned(view, i, view->insCount);
  }
  return !turned           ? TURNS_NOTHING
         : turned == whole ? TURNS_RESULT
                           : TURNS_OPERANDS;
}

static bool pushTranspose(TracemarkSummaryContext *context,
                          const TracemarkOpItem *item, TracemarkTail *tail) {
  TracemarkTailWord word = {"transpose", item, item->operation, false};
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
  if (isElementwise && !item->view.maps)
    return pushElements(context, items, item, item->tailWord, item->operation,
                        canBeBias, tail);
  if (isElementwise && !item->isElements && body->wordCount == 1)
    return pushElements(context, items, item, item->tailWord,
                        body->words[0].operation, canBeBias, tail);
  if (!pushPrework(context, items, item, tail) ||
      (item->word && !push(context, tail,
                           (TracemarkTailWord){item->tailWord, item,
                                               item->operation, false})))
    return false;
  Turn turn = turnOf(item);
  if (turn == TURNS_OPERANDS && !pushTranspose(context, item, tail))
    return false;
  for (size_t i = 0; (item->isElements || body->loads) && i < body->wordCount;
       ++i)
    if (!pushElements(context, items, item, body->words[i].word,
                      body->words[i].operation, canBeBias && isElementwise,
                      tail))
      return false;
  return turn != TURNS_RESULT || pushTranspose(context, item, tail);
}

bool tracemarkTailCollect(TracemarkSummaryContext *context,
                          TracemarkOpItems *items, TracemarkOpItem *root,
                          TracemarkTail *tail) {
  // A biased operand is found only while words are spelled, and its broadcast
  // stands before: consume first, spell afterwards.
  bool initBias = root && initIsBias(context, items, root);
  for (size_t i = 0; items->hasMovement && i < items->list.count; ++i)
    consumeOperands(items, &items->list.items[i]);
  if (initBias &&
      !push(context, tail,
            (TracemarkTailWord){"bias", root, root->operation, false}))
    return false;
  bool behindRoot = false;
  for (size_t i = 0; i < items->list.count; ++i) {
    TracemarkOpItem *item = &items->list.items[i];
    if (root && (item == root || item->isTwin)) {
      behindRoot = true;
      if (item == root && !pushPrework(context, items, item, tail))
        return false;
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

/// Tells whether a formula speaks for the word.
static bool isPartOf(const TracemarkFormula *formula,
                     const TracemarkTailWord *word) {
  for (size_t i = 0; i < formula->stepCount; ++i)
    if (mlirOperationEqual(formula->steps[i], word->operation))
      return true;
  for (size_t i = 0; i < formula->reductionCount; ++i)
    if (formula->reductions[i] == word->item)
      return true;
  return false;
}

/// Op that a word stands for: of a named op the op of its body.
static MlirOperation operationOf(const TracemarkTailWord *word) {
  const TracemarkOpItem *item = word->item;
  return item->view.maps && !item->isElements && item->body.wordCount == 1 &&
                 item->class == TRACEMARK_ITEM_ELEMENTWISE
             ? item->body.words[0].operation
             : word->operation;
}

/// Tells whether the formula is nothing but one op.
static bool isLone(const TracemarkFormula *formula, MlirOperation operation) {
  for (size_t i = 0; i < formula->stepCount; ++i)
    if (!mlirOperationEqual(formula->steps[i], operation))
      return false;
  return formula->reductionCount == 0;
}

/// Removes the words before `last` that the formula consists of, and gives the
/// last one its name. Returns the new place of the last one.
static size_t replaceSteps(TracemarkTail *tail, size_t last,
                           const TracemarkFormula *formula) {
  TracemarkTailWord *words = tail->words.items;
  size_t kept = 0, place = last;
  if (isLone(formula, operationOf(&words[last]))) {
    words[last].word = formula->word;
    words[last].addsBroadcast = false;
    return last;
  }
  for (size_t i = 0; i < tail->words.count; ++i) {
    bool isLast = i == last;
    if (!isLast && i < last && isPartOf(formula, &words[i]))
      continue;
    if (isLast) {
      place = kept;
      words[i].word = formula->word;
      words[i].addsBroadcast = false;
    }
    words[kept++] = words[i];
  }
  tail->words.count = kept;
  return place;
}

static void drop(TracemarkTail *tail, size_t index) {
  TracemarkTailWord *words = tail->words.items;
  memmove(words + index, words + index + 1,
          (tail->words.count - index - 1) * sizeof(*words));
  --tail->words.count;
}

static bool isRootsPart(const TracemarkFormula *formula,
                        const TracemarkOpItem *root) {
  for (size_t i = 0; i < formula->reductionCount; ++i)
    if (formula->reductions[i] == root)
      return true;
  return false;
}

/// Folds formulas, the last and largest first. Returns what the root is called
/// if one speaks for the root; it may be NULL.
static const char *foldFormulas(TracemarkSummaryContext *context,
                                const TracemarkOpItems *items,
                                const TracemarkOpItem *root,
                                TracemarkTail *tail) {
  const char *rootWord = NULL;
  TracemarkFormula formula;
  bool mayClamp =
      (items->features & TRACEMARK_FEATURES_CLAMP) == TRACEMARK_FEATURES_CLAMP;
  bool anywhere = tracemarkFormulaMayEndAnywhere(items);
  for (size_t i = tail->words.count; i-- > 0;) {
    TracemarkTailWord *word = &tail->words.items[i];
    if (!anywhere &&
        !(tracemarkOpKindsGet(items->kinds, operationOf(word))->features &
          TRACEMARK_FEATURES_CLAMP))
      continue;
    if (!mayClamp && strcmp(word->word, "relu") == 0)
      continue; // nothing more than that
    if (!tracemarkFormulaFind(context, items, word->item, operationOf(word),
                              &formula))
      continue;
    i = replaceSteps(tail, i, &formula);
    if (root && !rootWord && isRootsPart(&formula, root)) {
      rootWord = formula.word;
      drop(tail, i);
    }
  }
  return rootWord;
}

/// Looks for the division of the root's sum by the number of its addends.
static bool foldMean(TracemarkSummaryContext *context,
                     const TracemarkOpItems *items, const TracemarkOpItem *root,
                     TracemarkTail *tail) {
  for (size_t i = 0; i < tail->words.count; ++i)
    if (tracemarkFormulaIsMean(context, items, root, tail->words.items[i].item,
                               operationOf(&tail->words.items[i]))) {
      drop(tail, i);
      return true;
    }
  return false;
}

/// Looks for squares that the root adds up, and takes their words away.
static bool foldSquares(TracemarkSummaryContext *context,
                        const TracemarkOpItems *items,
                        const TracemarkOpItem *root, TracemarkTail *tail) {
  TracemarkFormula formula;
  if (!tail->words.count ||
      !tracemarkFormulaIsSumOfSquares(context, items, root, &formula))
    return false;
  for (size_t i = tail->words.count; i-- > 0;)
    if (isPartOf(&formula, &tail->words.items[i]))
      drop(tail, i);
  return true;
}

/// Word of a pool that adds up its window ("pooling_nhwc_sum") as one that
/// averages it; NULL if it is no such word.
static const char *averageWord(TracemarkSummaryContext *context,
                               const char *word) {
  size_t length = strlen(word);
  if (strncmp(word, "pooling_", 8) != 0 ||
      strcmp(word + length - 4, "_sum") != 0)
    return NULL;
  TracemarkStringBuffer text = {0};
  tracemarkStringBufferAppend(&text, word, length - 4);
  tracemarkStringBufferAppendText(&text, "_avg");
  return tracemarkSpellTake(context, &text);
}

const char *tracemarkTailFold(TracemarkSummaryContext *context,
                              const TracemarkOpItems *items,
                              TracemarkOpItem *root, TracemarkTail *tail) {
  const char *word = foldFormulas(context, items, root, tail);
  if (!root || word)
    return word;
  if (root->isReduction && strcmp(root->word, "reduce_sum") == 0 &&
      foldSquares(context, items, root, tail))
    return "reduce_sumsq";
  const char *mean = root->isReduction && strcmp(root->word, "reduce_sum") == 0
                         ? "reduce_mean"
                     : root->word ? averageWord(context, root->word)
                                  : NULL;
  return mean && foldMean(context, items, root, tail) ? mean : root->word;
}
