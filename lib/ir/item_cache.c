//===- item_cache.c - linalg ops that were classified before --------------===//

#include "lib/ir/item_cache.h"

#include "lib/base/hash.h"
#include "lib/ir/op_items.h"
#include "lib/ir/scalar_values.h"
#include "lib/ir/strings.h"

#include "tracemark/bridge/attributes.h"

#include "lib/base/banned.h"

/// Larger ops are classified each time.
enum {
  MOST_WORDS = 192,
  MOST_VALUES = 64,
  MOST_OPERATIONS = 32,
  MOST_OPERANDS = 16, // of each op, which 4 bits count
  MOST_RESULTS = 8
};

/// Sources of operands: values of the body are numbers from 0 on, numbers from
/// outside (or none) are their bits in a word of its own behind one of these.
enum { SOURCE_NUMBER = MOST_VALUES, SOURCE_OTHER };

struct TracemarkItemCacheEntry {
  uint64_t hash;
  size_t wordCount;
  uint64_t *words;
  TracemarkOpItem item; // of the op that was classified first
  uint8_t *operations;  // per word of it: which op of the body it stands for
};

/// All that counts of an op but its properties, and what stands where in it.
typedef struct Key {
  TracemarkOpKinds *kinds;
  TracemarkItemCache *cache;
  MlirOperation operation;
  MlirBlock body;
  const void *values[MOST_VALUES]; // of the body, in order
  size_t valueCount;
  MlirOperation operations[MOST_OPERATIONS]; // of the body
  size_t operationCount;
  uint64_t words[MOST_WORDS];
  size_t wordCount;
  uint64_t hash;
} Key;

static inline void add(Key *key, uint64_t word) {
  key->words[key->wordCount++] = word;
}

static inline void addPointer(Key *key, const void *pointer) {
  add(key, (uint64_t)(uintptr_t)pointer);
}

/// Adds the number that a value from outside is; false if it is none.
static bool addNumber(Key *key, MlirValue value) {
  TracemarkItemCache *cache = key->cache;
  double constant;
  if (value.ptr != cache->number) {
    if (!tracemarkValueConstant(key->kinds, value, &constant)) {
      add(key, SOURCE_OTHER);
      return false;
    }
    cache->number = value.ptr;
    memcpy(&cache->numberBits, &constant, sizeof(constant));
  }
  add(key, SOURCE_NUMBER);
  add(key, cache->numberBits);
  return true;
}

/// False if more would count of an op outside than that it is no number.
static bool addInnerOperand(Key *key, MlirValue value) {
  for (size_t i = key->valueCount; i-- > 0;)
    if (key->values[i] == value.ptr) {
      add(key, i);
      return true;
    }
  return addNumber(key, value) || mlirValueIsABlockArgument(value);
}

/// Tells whether nothing but the key's parts counts of an op of the body.
static bool isPlain(const TracemarkOpKind *kind, MlirOperation operation) {
  if (kind->isUnregistered ||
      !mlirRegionIsNull(mlirOperationGetFirstRegion(operation)))
    return false;
  switch (kind->role) {
  case TRACEMARK_OP_ARITHMETIC:
  case TRACEMARK_OP_CAST:
  case TRACEMARK_OP_COMPARE:
  case TRACEMARK_OP_SELECT:
    return true;
  case TRACEMARK_OP_PLUMBING: // the last one ends the body
    return kind->mayBeConstant ||
           mlirOperationIsNull(mlirOperationGetNextInBlock(operation));
  default:
    return false;
  }
}

/// Adds what the op is, and how many operands and results it has; false if
/// there is no room for so many.
static bool addHead(Key *key, MlirOperation operation,
                    const TracemarkOpKind *kind, intptr_t *operands,
                    intptr_t *results) {
  enum { WORDS = 4 + 3 * MOST_OPERANDS + MOST_RESULTS };
  *operands = mlirOperationGetNumOperands(operation);
  *results = mlirOperationGetNumResults(operation);
  if (*operands > MOST_OPERANDS || *results > MOST_RESULTS ||
      key->wordCount > MOST_WORDS - WORDS)
    return false;
  addPointer(key, kind);
  add(key, (uint64_t)(*operands << 8 | *results));
  return true;
}

static bool addInner(Key *key, MlirOperation operation) {
  const TracemarkOpKind *kind = tracemarkOpKindsGet(key->kinds, operation);
  intptr_t operands, results;
  if (key->operationCount == MOST_OPERATIONS ||
      key->valueCount > MOST_VALUES - MOST_RESULTS ||
      !isPlain(kind, operation) ||
      !addHead(key, operation, kind, &operands, &results))
    return false;
  key->operations[key->operationCount++] = operation;
  if (kind->role == TRACEMARK_OP_COMPARE)
    addPointer(key, mlirOperationGetInherentAttributeByName(
                        operation, tracemarkStringFrom("predicate"))
                        .ptr);
  else if (kind->mayBeConstant && results == 1 &&
           !addNumber(key, mlirOperationGetResult(operation, 0)))
    return false;
  for (intptr_t i = 0; i < operands; ++i)
    if (!addInnerOperand(key, mlirOperationGetOperand(operation, i)))
      return false;
  for (intptr_t i = 0; i < results; ++i) {
    MlirValue result = mlirOperationGetResult(operation, i);
    addPointer(key, mlirValueGetType(result).ptr);
    key->values[key->valueCount++] = result.ptr;
  }
  return true;
}

/// The op itself: its operands, which of them are one value (an op on one
/// tensor twice computes something else than one on two) and which of its
/// results are used.
static bool addOuter(Key *key, const TracemarkOpKind *kind) {
  intptr_t operands, results;
  if (!addHead(key, key->operation, kind, &operands, &results))
    return false;
  const void *values[MOST_OPERANDS];
  uint64_t equal =
      0; // per operand 4 bits: the first one that is the same value
  for (intptr_t i = 0, first = 0; i < operands; ++i, first = 0) {
    MlirValue operand = mlirOperationGetOperand(key->operation, i);
    values[i] = operand.ptr;
    while (values[first] != operand.ptr)
      ++first;
    equal |= (uint64_t)first << 4 * i;
    addPointer(key, mlirValueGetType(operand).ptr);
    if (i < operands - results) // else an init, whose value nobody asks for
      addNumber(key, operand);
  }
  add(key, equal);
  uint64_t unused = 0;
  for (intptr_t i = 0; i < results; ++i)
    if (mlirOpOperandIsNull(
            mlirValueGetFirstUse(mlirOperationGetResult(key->operation, i))))
      unused |= UINT64_C(1) << i;
  add(key, unused);
  return true;
}

/// False if the op has no body or there is more to it than fits a key.
static bool makeKey(Key *key, const TracemarkOpKind *kind) {
  MlirRegion region = mlirOperationGetFirstRegion(key->operation);
  if (mlirRegionIsNull(region))
    return false;
  key->body = mlirRegionGetFirstBlock(region);
  if (mlirBlockIsNull(key->body) || !addOuter(key, kind))
    return false;
  intptr_t arguments = mlirBlockGetNumArguments(key->body);
  if (arguments > MOST_OPERANDS)
    return false;
  for (intptr_t i = 0; i < arguments; ++i)
    key->values[key->valueCount++] = mlirBlockGetArgument(key->body, i).ptr;
  for (MlirOperation inner = mlirBlockGetFirstOperation(key->body);
       !mlirOperationIsNull(inner); inner = mlirOperationGetNextInBlock(inner))
    if (!addInner(key, inner))
      return false;
  key->hash =
      tracemarkHashBytes(key->words, key->wordCount * sizeof(*key->words));
  return key->operationCount > 0;
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static bool isOf(const TracemarkItemCacheEntry *entry, const Key *key) {
  return entry->hash == key->hash && entry->wordCount == key->wordCount &&
         memcmp(entry->words, key->words,
                key->wordCount * sizeof(*key->words)) == 0 &&
         tracemarkBridgeHasEqualProperties(entry->item.operation,
                                           key->operation);
}

/// The slot of an op, or the free one where it belongs; NULL without slots.
static TracemarkItemCacheEntry **probe(const TracemarkItemCache *cache,
                                       const Key *key) {
  if (!cache->capacity)
    return NULL;
  size_t slot = (size_t)key->hash & (cache->capacity - 1);
  while (cache->slots[slot] && !isOf(cache->slots[slot], key))
    slot = (slot + 1) & (cache->capacity - 1);
  return &cache->slots[slot];
}

static bool grow(TracemarkItemCache *cache) {
  size_t capacity = cache->capacity ? cache->capacity * 2 : 64;
  TracemarkItemCacheEntry **slots =
      tracemarkArenaAllocate(cache->arena, capacity, sizeof(*slots));
  if (!slots)
    return false;
  for (size_t i = 0; i < cache->capacity; ++i) {
    if (!cache->slots[i])
      continue;
    size_t slot = (size_t)cache->slots[i]->hash & (capacity - 1);
    while (slots[slot])
      slot = (slot + 1) & (capacity - 1);
    slots[slot] = cache->slots[i];
  }
  cache->slots = slots;
  cache->capacity = capacity;
  return true;
}

/// Keeps an item, all of whose parts are in the cache's arena; without memory
/// for it the next op is classified again.
static void keep(TracemarkItemCache *cache, const Key *key,
                 const TracemarkOpItem *item) {
  if (cache->count >= cache->capacity / 2 && !grow(cache))
    return;
  const TracemarkGenericBody *body = &item->body;
  TracemarkItemCacheEntry *entry =
      tracemarkArenaAllocate(cache->arena, 1, sizeof(*entry));
  uint64_t *words =
      tracemarkArenaAllocate(cache->arena, key->wordCount, sizeof(*words));
  uint8_t *operations =
      tracemarkArenaAllocate(cache->arena, body->wordCount, 1);
  if (!entry || !words || !operations)
    return;
  memcpy(words, key->words, key->wordCount * sizeof(*words));
  for (size_t i = 0; i < body->wordCount; ++i) {
    while (operations[i] < key->operationCount &&
           key->operations[operations[i]].ptr != body->words[i].operation.ptr)
      ++operations[i];
    if (operations[i] == key->operationCount)
      return;
  }
  *entry = (TracemarkItemCacheEntry){.hash = key->hash,
                                     .wordCount = key->wordCount,
                                     .words = words,
                                     .item = *item,
                                     .operations = operations};
  *probe(cache, key) = entry;
  ++cache->count;
}

/// Classifies an op that the cache is to keep.
static bool classify(TracemarkSummaryContext *context, const Key *key,
                     const TracemarkOpKind *kind, TracemarkOpItem *item) {
  TracemarkArena *scratch = context->arena;
  context->arena = context->linalg.arena = context->items.arena;
  bool ok = tracemarkOpItemClassify(context, key->operation, kind, item);
  if (ok && item->class >= TRACEMARK_ITEM_COMPUTE) { // a root, most likely
    item->dimsText = tracemarkSpellDims(context, item);
    item->typesText = tracemarkSpellItemTypes(context, item);
  }
  context->arena = context->linalg.arena = scratch;
  if (ok && item->view.maps)
    keep(&context->items, key, item);
  return ok;
}

/// Moves an item to an op that equals its own.
static bool move(TracemarkSummaryContext *context,
                 const TracemarkItemCacheEntry *entry, const Key *key,
                 TracemarkOpItem *item) {
  *item = entry->item;
  item->operation = item->view.operation = key->operation;
  item->view.body = key->body;
  if (!mlirOperationIsNull(item->view.yield))
    item->view.yield = key->operations[key->operationCount - 1];
  TracemarkGenericBody *body = &item->body;
  body->words = tracemarkArenaAllocate(context->arena, body->wordCount,
                                       sizeof(*body->words));
  if (!body->words)
    return false;
  for (size_t i = 0; i < body->wordCount; ++i)
    body->words[i] = (TracemarkBodyWord){entry->item.body.words[i].word,
                                         key->operations[entry->operations[i]]};
  return true;
}

bool tracemarkOpItemGet(TracemarkSummaryContext *context,
                        MlirOperation operation, const TracemarkOpKind *kind,
                        TracemarkOpItem *item) {
  Key key; // its arrays are filled as far as they are counted
  key.kinds = &context->kinds;
  key.cache = &context->items;
  key.operation = operation;
  key.wordCount = key.valueCount = key.operationCount = 0;
  if (kind->role != TRACEMARK_OP_LINALG || kind->isUnregistered ||
      !makeKey(&key, kind))
    return tracemarkOpItemClassify(context, operation, kind, item);
  TracemarkItemCacheEntry **slot = probe(&context->items, &key);
  return slot && *slot ? move(context, *slot, &key, item)
                       : classify(context, &key, kind, item);
}
