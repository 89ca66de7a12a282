//===- op_summary.c - what a dispatch computes, in words ------------------===//

#include "lib/ir/op_summary.h"

#include "lib/ir/op_items.h"
#include "lib/ir/op_scalars.h"
#include "lib/ir/scalar_values.h"
#include "lib/ir/strings.h"
#include "lib/ir/types.h"

#include "mlir-c/BuiltinTypes.h"

#include <inttypes.h>

#include "lib/base/banned.h"

//===----------------------------------------------------------------------===//
// Walking
//===----------------------------------------------------------------------===//

/// Items that room is made for in advance, at most.
enum { MOST_EXPECTED = 64 };

typedef struct Walk {
  TracemarkSummaryContext *context;
  TracemarkOpItems items;
  TracemarkBuffers buffers;
  TRACEMARK_ARENA_ARRAY(MlirOperation) slices;
  TRACEMARK_ARENA_ARRAY(MlirOperation) stores; // of whole results
  TracemarkScalars scalars;
  bool hasCalls, failed;
} Walk;

static bool touchesTensors(MlirOperation operation) {
  for (intptr_t i = 0, e = mlirOperationGetNumResults(operation); i < e; ++i)
    if (mlirTypeIsATensor(
            mlirValueGetType(mlirOperationGetResult(operation, i))))
      return true;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(operation); i < e; ++i)
    if (mlirTypeIsATensor(
            mlirValueGetType(mlirOperationGetOperand(operation, i))))
      return true;
  return false;
}

static void walkRegions(Walk *walk, MlirOperation operation,
                        const TracemarkLoopNest *nest);

static void addItem(Walk *walk, MlirOperation operation,
                    const TracemarkOpKind *kind,
                    const TracemarkLoopNest *nest) {
  TracemarkArena *arena = walk->context->arena;
  TracemarkOpItems *items = &walk->items;
  if (!tracemarkArenaGrow(arena, (void **)&items->list.items, items->list.count,
                          &items->list.capacity, sizeof(*items->list.items))) {
    walk->failed = true;
    return;
  }
  TracemarkOpItem *item = &items->list.items[items->list.count];
  TracemarkPointerMapEntry *index = tracemarkPointerMapEnsure(
      arena, &items->byOperation, operation.ptr, NULL);
  if (!index || !tracemarkOpItemGet(walk->context, operation, kind, item)) {
    walk->failed = true;
    return;
  }
  items->features |= item->features;
  items->hasMovement |= item->class == TRACEMARK_ITEM_MOVEMENT;
  item->trips = nest->weight;
  item->tripsKnown = nest->known;
  item->cost = tracemarkSaturatingMultiply(item->cost, nest->weight);
  if (mlirOperationGetNumResults(operation) == 0)
    walk->failed |= !tracemarkBuffersNote(walk->context, &walk->buffers,
                                          items->list.count, item);
  tracemarkPointerMapSetNumber(index, ++items->list.count);
}

/// An op that is in no table: work by its name, unless it only wraps other
/// ops.
static void walkOther(Walk *walk, MlirOperation operation,
                      const TracemarkOpKind *kind,
                      const TracemarkLoopNest *nest) {
  if (touchesTensors(operation)) {
    addItem(walk, operation, kind, nest);
    return;
  }
  walk->failed |=
      !tracemarkBuffersForget(walk->context, &walk->buffers, operation);
  if (mlirOperationGetNumRegions(operation) > 0)
    walkRegions(walk, operation, nest);
  else
    walk->failed |= !tracemarkScalarsCount(walk->context, operation, kind, nest,
                                           &walk->scalars);
}

static void walkOperation(Walk *walk, MlirOperation operation,
                          const TracemarkLoopNest *nest) {
  const TracemarkOpKind *kind =
      tracemarkOpKindsGet(&walk->context->kinds, operation);
  walk->items.features |= kind->features;
  switch (kind->role) {
  case TRACEMARK_OP_PLUMBING:
    return;
  case TRACEMARK_OP_CALL:
    walk->hasCalls = true;
    walk->failed |=
        !tracemarkBuffersForget(walk->context, &walk->buffers, operation);
    return;
  case TRACEMARK_OP_LOOP: {
    TracemarkLoopNest inner = tracemarkLoopNestEnter(*nest, operation);
    walkRegions(walk, operation, &inner);
    return;
  }
  case TRACEMARK_OP_CONTROL:
    walkRegions(walk, operation, nest);
    return;
  case TRACEMARK_OP_LINALG:
  case TRACEMARK_OP_MOVEMENT:
    addItem(walk, operation, kind, nest);
    return;
  case TRACEMARK_OP_SLICE:
    walk->failed |=
        !TRACEMARK_ARENA_PUSH(walk->context->arena, &walk->slices, operation);
    return;
  case TRACEMARK_OP_STORE:
    walk->failed |=
        mlirOperationGetNumOperands(operation) > 0 &&
        !TRACEMARK_ARENA_PUSH(walk->context->arena, &walk->stores, operation);
    return;
  case TRACEMARK_OP_LOAD:
    walk->failed |= !tracemarkScalarsCount(walk->context, operation, kind, nest,
                                           &walk->scalars);
    return;
  default:
    walkOther(walk, operation, kind, nest);
    return;
  }
}

static void walkRegions(Walk *walk, MlirOperation operation,
                        const TracemarkLoopNest *nest) {
  for (MlirRegion region = mlirOperationGetFirstRegion(operation);
       !mlirRegionIsNull(region); region = mlirRegionGetNextInOperation(region))
    for (MlirBlock block = mlirRegionGetFirstBlock(region);
         !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
      for (MlirOperation nested = mlirBlockGetFirstOperation(block);
           !mlirOperationIsNull(nested);
           nested = mlirOperationGetNextInBlock(nested))
        walkOperation(walk, nested, nest);
}

//===----------------------------------------------------------------------===//
// Root
//===----------------------------------------------------------------------===//

/// The costliest item; on a tie the higher class, then the first. Fills are
/// roots only among themselves.
static TracemarkOpItem *findRoot(const TracemarkOpItems *items) {
  TracemarkOpItem *best = NULL;
  for (size_t i = 0; i < items->list.count; ++i) {
    TracemarkOpItem *item = &items->list.items[i];
    bool isFill = item->class == TRACEMARK_ITEM_FILL;
    bool bestIsFill = best && best->class == TRACEMARK_ITEM_FILL;
    if (!best || (bestIsFill && !isFill) ||
        (bestIsFill == isFill &&
         (item->cost > best->cost ||
          (item->cost == best->cost && item->class > best->class))))
      best = item;
  }
  return best;
}

static bool hasClass(const TracemarkOpItems *items, TracemarkItemClass least,
                     TracemarkItemClass most) {
  for (size_t i = 0; i < items->list.count; ++i)
    if (items->list.items[i].class >= least &&
        items->list.items[i].class <= most)
      return true;
  return false;
}

static bool allOpaque(const TracemarkOpItems *items) {
  for (size_t i = 0; i < items->list.count; ++i)
    if (!items->list.items[i].isOpaque)
      return false;
  return true;
}

/// Ops of unknown dialects only: their names joined, the shape of the last.
static bool summarizeOpaque(Walk *walk, TracemarkOpSummary *summary) {
  TracemarkTail words = {0};
  const TracemarkOpItem *last =
      &walk->items.list.items[walk->items.list.count - 1];
  if (!tracemarkTailCollect(walk->context, &walk->items, NULL, &words))
    return false;
  summary->root = tracemarkSpellWords(walk->context, &words);
  summary->dims = tracemarkSpellDims(walk->context, last);
  summary->types = tracemarkSpellChainTypes(walk->context, &walk->items, last);
  return true;
}

/// Elementwise ops only: the chain is the root, the costliest gives the dims.
static bool summarizeChain(Walk *walk, const TracemarkOpItem *root,
                           TracemarkOpSummary *summary) {
  TracemarkTail words = {0};
  if (!tracemarkTailCollect(walk->context, &walk->items, NULL, &words))
    return false;
  tracemarkTailFold(walk->context, &walk->items, NULL, &words);
  const TracemarkOpItem *last = NULL;
  for (size_t i = 0; i < walk->items.list.count; ++i)
    if (walk->items.list.items[i].class != TRACEMARK_ITEM_FILL)
      last = &walk->items.list.items[i];
  summary->root = tracemarkSpellWords(walk->context, &words);
  summary->rootOperation = root->operation;
  summary->dims = tracemarkSpellDims(walk->context, root);
  summary->types = tracemarkSpellChainTypes(walk->context, &walk->items, last);
  return true;
}

/// Words of an elementwise root among costlier-than-nothing others.
static const char *elementsWord(TracemarkSummaryContext *context,
                                const TracemarkOpItems *items,
                                const TracemarkOpItem *root) {
  if (root->word)
    return root->word;
  TracemarkTail words = {0};
  for (size_t i = 0; i < root->body.wordCount; ++i) {
    TracemarkTailWord word = {root->body.words[i].word, root,
                              root->body.words[i].operation, false};
    if (!TRACEMARK_ARENA_PUSH(context->arena, &words.words, word))
      return NULL;
  }
  tracemarkTailFold(context, items, NULL, &words);
  return tracemarkSpellWords(context, &words);
}

static bool summarizeRoot(Walk *walk, TracemarkOpItem *root,
                          TracemarkOpSummary *summary) {
  TracemarkTail tail = {0};
  uint64_t equal = tracemarkOpItemsMarkTwins(walk->context, &walk->items, root);
  if (!tracemarkTailCollect(walk->context, &walk->items, root, &tail))
    return false;
  const char *word =
      tracemarkTailFold(walk->context, &walk->items, root, &tail);
  if (!word)
    word = elementsWord(walk->context, &walk->items, root);
  if (word && equal > 1) {
    TracemarkStringBuffer text = {0};
    tracemarkStringBufferAppendFormat(&text, "%s_x%" PRIu64, word, equal);
    word = tracemarkSpellTake(walk->context, &text);
  }
  summary->root = word;
  summary->rootOperation = root->operation;
  summary->dims = tracemarkSpellDims(walk->context, root);
  summary->types = tracemarkSpellItemTypes(walk->context, root);
  summary->problem = root->problem;
  return tracemarkSpellModifiers(walk->context, root, summary) &&
         tracemarkSpellTail(walk->context, &tail, summary);
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

static bool isInsert(MlirOperation slice) {
  return !tracemarkOperationIs(slice, "tensor.extract_slice");
}

/// Something of the type `read` is read here and goes into one of the type
/// `type` there.
static void spellMoved(Walk *walk, const char *root, MlirType read,
                       MlirType type, TracemarkOpSummary *summary) {
  TracemarkStringBuffer dims = {0}, types = {0};
  if (tracemarkTypeHasShape(type))
    tracemarkTypeAppendShape(&dims, type);
  tracemarkTypeAppendElement(&types, tracemarkTypeElement(type));
  summary->root = root;
  summary->dims = tracemarkSpellTake(walk->context, &dims);
  summary->types = tracemarkSpellTake(walk->context, &types);
  summary->flopsKnown = true;
  uint64_t from, to;
  summary->bytesKnown = tracemarkTypeBytes(read, &from);
  summary->bytesKnown &= tracemarkTypeBytes(type, &to);
  summary->bytes = tracemarkSaturatingAdd(from, to);
}

/// Insertions of several pieces into one tensor are a concatenation, one into
/// a fill is a padding; else what moves is copied.
static bool summarizeSlices(Walk *walk, TracemarkOpSummary *summary) {
  MlirOperation moved = walk->slices.items[0];
  size_t inserts = 0;
  uint64_t pieces = 0, whole = 0, count;
  bool chained = true, filled = false, isEmpty = false;
  for (size_t i = 0; i < walk->slices.count; ++i) {
    MlirOperation slice = walk->slices.items[i];
    if (!isInsert(slice) || mlirOperationGetNumOperands(slice) < 2)
      continue;
    MlirOperation into =
        tracemarkValueDefiningOp(mlirOperationGetOperand(slice, 1));
    if (inserts)
      chained &= mlirOperationEqual(into, moved);
    else {
      filled = tracemarkOpItemsFind(&walk->items, into) != NULL;
      isEmpty = !mlirOperationIsNull(into) &&
                tracemarkOperationIs(into, "tensor.empty");
    }
    if (tracemarkTypeElementCount(
            mlirValueGetType(mlirOperationGetOperand(slice, 0)), &count))
      pieces = tracemarkSaturatingAdd(pieces, count);
    moved = slice;
    ++inserts;
  }
  // Pieces that leave something of the target are copied into it.
  if (inserts &&
      tracemarkTypeElementCount(
          mlirValueGetType(mlirOperationGetOperand(moved, 1)), &whole))
    isEmpty |= pieces == whole;
  bool isConcat = inserts > 1 && chained && isEmpty,
       isPad = inserts == 1 && filled;
  MlirValue value = isInsert(moved) && !isConcat && !isPad
                        ? mlirOperationGetOperand(moved, 0)
                    : isInsert(moved) && mlirOperationGetNumResults(moved) == 0
                        ? mlirOperationGetOperand(moved, 1)
                        : mlirOperationGetResult(moved, 0);
  MlirType type = mlirValueGetType(value);
  MlirType read =
      isPad ? mlirValueGetType(mlirOperationGetOperand(moved, 0)) : type;
  spellMoved(walk,
             isConcat ? "concat"
             : isPad  ? "pad"
                      : "copy",
             read, type, summary);
  return true;
}

/// Buffer that an item without results writes.
static MlirValue targetOf(const TracemarkOpItem *item) {
  intptr_t last = mlirOperationGetNumOperands(item->operation) - 1;
  return mlirOperationGetOperand(
      item->operation,
      mlirOperationIsNull(item->view.operation) ? last : item->view.insCount);
}

/// The same of buffers: copies into parts of one memory are a concatenation if
/// they make the whole of it, one into a fill is a padding. False for others.
static bool summarizeParts(Walk *walk, TracemarkOpSummary *summary) {
  const TracemarkOpItem *first = NULL;
  bool filled = walk->scalars.moves && strcmp(walk->scalars.moves, "fill") == 0;
  size_t copies = 0;
  uint64_t parts = 0, whole, count;
  MlirValue memory = {NULL};
  for (size_t i = 0; i < walk->items.list.count; ++i) {
    const TracemarkOpItem *item = &walk->items.list.items[i];
    bool isFill = item->class == TRACEMARK_ITEM_FILL;
    if (!item->makers || (!isFill && strcmp(item->word, "copy") != 0))
      return false;
    MlirValue target = targetOf(item);
    MlirValue next = tracemarkBufferMemory(&walk->context->kinds, target);
    if (mlirValueIsNull(next) ||
        (!mlirValueIsNull(memory) && !mlirValueEqual(memory, next)))
      return false;
    memory = next;
    filled |= isFill;
    if (isFill)
      continue;
    if (mlirValueEqual(target, memory) ||
        !tracemarkTypeElementCount(mlirValueGetType(target), &count))
      return false;
    first = first ? first : item;
    parts = tracemarkSaturatingAdd(parts, count);
    ++copies;
  }
  if (!first || !tracemarkTypeElementCount(mlirValueGetType(memory), &whole) ||
      !(copies == 1 ? filled : !filled && parts == whole))
    return false;
  MlirType type = mlirValueGetType(memory);
  spellMoved(walk, copies == 1 ? "pad" : "concat",
             copies == 1 ? mlirValueGetType(targetOf(first)) : type, type,
             summary);
  return true;
}

/// Results that are stored as they were loaded, or constants: the first one.
static void summarizeStores(Walk *walk, TracemarkOpSummary *summary) {
  MlirValue value = mlirOperationGetOperand(walk->stores.items[0], 0);
  double constant;
  bool isFill = tracemarkValueConstant(&walk->context->kinds, value, &constant);
  MlirType type = mlirValueGetType(value);
  spellMoved(walk, isFill ? "fill" : "copy", type, type, summary);
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

static bool summarize(Walk *walk, TracemarkOpSummary *summary) {
  summary->hasWork = true;
  TracemarkOpItems *items = &walk->items;
  TracemarkOpItem *root = findRoot(items);
  if (root && root->class == TRACEMARK_ITEM_MOVEMENT && root->makers &&
      !walk->scalars.computes && summarizeParts(walk, summary))
    return true;
  // Most of the work may be in loops of scalars already.
  if (root && walk->scalars.hottest.depth > 0 &&
      walk->scalars.weight > root->cost && !walk->hasCalls)
    return tracemarkScalarsSummarize(walk->context, &walk->scalars, summary);
  if (root && !walk->context->namesOnly)
    tracemarkCostSum(walk->context, items, summary);
  if (root && (root->class != TRACEMARK_ITEM_FILL || !walk->slices.count)) {
    if (allOpaque(items))
      return summarizeOpaque(walk, summary);
    if (!hasClass(items, TRACEMARK_ITEM_COMPUTE, TRACEMARK_ITEM_CONTRACTION) &&
        hasClass(items, TRACEMARK_ITEM_ELEMENTWISE, TRACEMARK_ITEM_ELEMENTWISE))
      return summarizeChain(walk, root, summary);
    return summarizeRoot(walk, root, summary);
  }
  if (walk->slices.count && !walk->hasCalls)
    return summarizeSlices(walk, summary);
  if (walk->scalars.counts.count && !walk->hasCalls)
    return tracemarkScalarsSummarize(walk->context, &walk->scalars, summary);
  if (walk->stores.count && !walk->hasCalls)
    summarizeStores(walk, summary);
  else
    summary->hasWork = false;
  return true;
}

/// Slices, or the first op of each kind of scalar work, hottest first, or
/// stores.
static bool listScalars(Walk *walk, TracemarkOpSummary *summary) {
  size_t slices = walk->slices.count, scalars = walk->scalars.counts.count,
         stores = walk->stores.count;
  summary->operations = tracemarkArenaAllocate(
      walk->context->arena, slices + scalars + stores, sizeof(MlirOperation));
  if (!summary->operations)
    return false;
  for (size_t i = 0; i < slices; ++i)
    summary->operations[summary->operationCount++] = walk->slices.items[i];
  for (size_t i = 0; i < scalars && !slices; ++i)
    summary->operations[summary->operationCount++] =
        walk->scalars.counts.items[i].first;
  for (size_t i = 0; i < stores && !slices && !scalars; ++i)
    summary->operations[summary->operationCount++] = walk->stores.items[i];
  return true;
}

static bool listOperations(Walk *walk, TracemarkOpSummary *summary) {
  TracemarkOpItems *items = &walk->items;
  size_t count = items->list.count;
  if (walk->context->namesOnly)
    return true;
  if (!count)
    return listScalars(walk, summary);
  summary->operations = tracemarkArenaAllocate(walk->context->arena, count,
                                               sizeof(MlirOperation));
  if (!summary->operations)
    return false;
  // Fills are often shared with other layers.
  bool onlyFills =
      !hasClass(items, TRACEMARK_ITEM_MOVEMENT, TRACEMARK_ITEM_CONTRACTION);
  if (!mlirOperationIsNull(summary->rootOperation))
    summary->operations[summary->operationCount++] = summary->rootOperation;
  for (size_t i = 0; i < count; ++i) {
    const TracemarkOpItem *item = &items->list.items[i];
    if ((onlyFills || item->class != TRACEMARK_ITEM_FILL) &&
        item->operation.ptr != summary->rootOperation.ptr)
      summary->operations[summary->operationCount++] = item->operation;
  }
  return true;
}

/// Most texts are words of tables or of ops that were classified before.
static bool keepText(TracemarkSummaryContext *context, TracemarkArena *results,
                     const char **text) {
  if (tracemarkArenaHolds(&context->scratch, *text))
    *text = tracemarkArenaCopyText(results, *text, strlen(*text));
  return *text != NULL;
}

static bool keepWords(TracemarkSummaryContext *context, TracemarkArena *results,
                      const char *const **words, size_t count) {
  const char **kept = tracemarkArenaAllocate(results, count, sizeof(*kept));
  for (size_t i = 0; kept && i < count; ++i) {
    kept[i] = (*words)[i];
    if (!keepText(context, results, &kept[i]))
      return false;
  }
  *words = kept;
  return kept != NULL;
}

/// Moves what a summary points to out of the scratch memory.
static bool keep(TracemarkSummaryContext *context, TracemarkArena *results,
                 TracemarkOpSummary *summary) {
  MlirOperation *operations = tracemarkArenaAllocate(
      results, summary->operationCount, sizeof(*operations));
  if (!operations)
    return false;
  if (summary->operationCount)
    memcpy(operations, summary->operations,
           summary->operationCount * sizeof(*operations));
  summary->operations = operations;
  return keepText(context, results, &summary->root) &&
         keepText(context, results, &summary->dims) &&
         keepText(context, results, &summary->types) &&
         keepWords(context, results, &summary->modifiers,
                   summary->modifierCount) &&
         keepWords(context, results, &summary->tail, summary->tailCount);
}

/// Makes room for as many items as the last dispatch had: those of one program
/// are of one size, but for a few.
static bool reserveItems(TracemarkSummaryContext *context,
                         TracemarkOpItems *items) {
  size_t count = context->expectedItems;
  return tracemarkArenaReserve(context->arena, (void **)&items->list.items,
                               &items->list.capacity, count,
                               sizeof(*items->list.items)) &&
         tracemarkPointerMapReserve(context->arena, &items->byOperation, count);
}

/// Everything but the result is in scratch memory, so that a program of many
/// dispatches does not touch fresh pages for each of them.
bool tracemarkOpSummaryGet(TracemarkSummaryContext *context,
                           MlirOperation function,
                           TracemarkOpSummary *summary) {
  *summary = (TracemarkOpSummary){0};
  TracemarkArena *results = context->arena;
  context->arena = context->linalg.arena = &context->scratch;
  Walk walk = {.context = context, .items.kinds = &context->kinds};
  TracemarkLoopNest nest = {.weight = 1, .known = true};
  walk.failed = !reserveItems(context, &walk.items);
  walkRegions(&walk, function, &nest);
  context->expectedItems = walk.items.list.count < MOST_EXPECTED
                               ? walk.items.list.count
                               : MOST_EXPECTED;
  bool ok = !walk.failed && summarize(&walk, summary) &&
            listOperations(&walk, summary) &&
            (!summary->hasWork || keep(context, results, summary));
  context->arena = context->linalg.arena = results;
  tracemarkArenaReset(&context->scratch);
  return ok;
}
