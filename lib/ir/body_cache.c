//===- body_cache.c - bodies that were read before ------------------------===//

#include "lib/ir/body_cache.h"

#include "lib/ir/scalar_values.h"
#include "lib/ir/strings.h"

#include <xxhash.h>

#include "lib/base/banned.h"

/// Larger bodies are read each time.
enum { MOST_WORDS = 160, MOST_VALUES = 48, MOST_OPERATIONS = 32 };

/// Sources of operands; those in the body are numbers from FIRST_VALUE on.
enum { SOURCE_NUMBER, SOURCE_ARGUMENT, FIRST_VALUE };

struct TracemarkBodyCacheEntry {
  uint64_t hash;
  uint64_t *key;
  size_t keyLength;
  TracemarkGenericBody body; // words: of the body that was read first
  uint8_t *operations;       // per word: which op of the body it stands for
};

typedef struct Key {
  TracemarkOpKinds *kinds;
  const TracemarkLinalgView *view;
  uint64_t words[MOST_WORDS];
  size_t count;
  const void *values[MOST_VALUES]; // of the body, in order
  size_t valueCount;
  MlirOperation operations[MOST_OPERATIONS];
  size_t operationCount;
  size_t argumentCount; // the first of them
  bool hasCasts;
  /// An op may ask whether its operand is a number, and it comes from outside
  /// element by element.
  bool asksOperands;
  bool fits;
} Key;

/// Makes sure that so much can be added.
static bool hasRoom(Key *key, intptr_t words, intptr_t values) {
  key->fits &= words >= 0 && words <= MOST_WORDS - (intptr_t)key->count &&
               values <= MOST_VALUES - (intptr_t)key->valueCount;
  return key->fits;
}

static inline void add(Key *key, uint64_t word) {
  key->words[key->count++] = word;
}

static inline void define(Key *key, MlirValue value) {
  add(key, (uint64_t)(uintptr_t)mlirValueGetType(value).ptr);
  key->values[key->valueCount++] = value.ptr;
}

/// Adds the number that a value from outside is; `false` if it is none.
static bool addNumber(Key *key, MlirValue value) {
  double constant;
  if (!tracemarkValueConstant(key->kinds, value, &constant))
    return false;
  uint64_t bits;
  memcpy(&bits, &constant, sizeof(bits));
  add(key, SOURCE_NUMBER);
  add(key, bits);
  return true;
}

static void addOperand(Key *key, MlirValue value, bool mayAsk) {
  for (size_t i = key->valueCount; i-- > 0;)
    if (key->values[i] == value.ptr) {
      add(key, FIRST_VALUE + i);
      key->asksOperands |= mayAsk && (i < key->argumentCount || key->hasCasts);
      return;
    }
  if (addNumber(key, value))
    return;
  // Of an op outside more would count than that it is no number.
  key->fits &= mlirValueIsABlockArgument(value);
  add(key, SOURCE_ARGUMENT);
}

static void addInherent(Key *key, MlirOperation operation, const char *name) {
  MlirAttribute attribute = mlirOperationGetInherentAttributeByName(
      operation, tracemarkStringFrom(name));
  add(key, (uint64_t)(uintptr_t)attribute.ptr);
}

/// Tells whether nothing but the key's parts counts of an op of this kind.
static bool isPlain(const Key *key, MlirOperation operation,
                    const TracemarkOpKind *kind) {
  switch (kind->role) {
  case TRACEMARK_OP_ARITHMETIC:
  case TRACEMARK_OP_CAST:
  case TRACEMARK_OP_COMPARE:
  case TRACEMARK_OP_SELECT:
    return true;
  case TRACEMARK_OP_PLUMBING:
    return kind->mayBeConstant || operation.ptr == key->view->yield.ptr;
  default:
    return false;
  }
}

static void addOperation(Key *key, MlirOperation operation) {
  const TracemarkOpKind *kind = tracemarkOpKindsGet(key->kinds, operation);
  if (!isPlain(key, operation, kind) || kind->isUnregistered ||
      key->operationCount == MOST_OPERATIONS ||
      !mlirRegionIsNull(mlirOperationGetFirstRegion(operation))) {
    key->fits = false;
    return;
  }
  key->operations[key->operationCount++] = operation;
  key->hasCasts |= kind->role == TRACEMARK_OP_CAST;
  intptr_t operands = mlirOperationGetNumOperands(operation);
  intptr_t results = mlirOperationGetNumResults(operation);
  if (operands > MOST_WORDS || results > MOST_VALUES ||
      !hasRoom(key, 4 + 2 * operands + results, results))
    return;
  add(key, (uint64_t)(uintptr_t)kind);
  add(key, (uint64_t)operands << 32 | (uint64_t)results);
  if (kind->role == TRACEMARK_OP_COMPARE)
    addInherent(key, operation, "predicate");
  else if (kind->mayBeConstant && results == 1 &&
           !addNumber(key, mlirOperationGetResult(operation, 0)))
    key->fits = false;
  // A maximum asks for its second operand first, and for no other if that is a
  // number; a difference for its first one.
  bool asksFirst = kind->features & TRACEMARK_FEATURE_SUB;
  bool asksSecond = kind->isMin || kind->isMax;
  bool asksAll = kind->role == TRACEMARK_OP_SELECT;
  for (intptr_t i = operands; i-- > 0;) {
    bool mayAsk = asksAll || (i == 0 ? asksFirst : asksSecond);
    size_t before = key->count;
    addOperand(key, mlirOperationGetOperand(operation, i), mayAsk);
    if (asksSecond && i == 1 && key->words[before] != SOURCE_NUMBER)
      asksFirst = true;
  }
  for (intptr_t i = 0; i < results; ++i)
    define(key, mlirOperationGetResult(operation, i));
}

/// Where a maximum or a difference takes a number, it may be an operand of
/// which every element is that number.
static void addConstantOperands(Key *key) {
  const TracemarkLinalgView *view = key->view;
  for (intptr_t i = 0; i < view->insCount; ++i)
    if (!addNumber(key, mlirOperationGetOperand(view->operation, i)))
      add(key, SOURCE_ARGUMENT);
}

static bool makeKey(Key *key) {
  const TracemarkLinalgView *view = key->view;
  intptr_t arguments = mlirBlockGetNumArguments(view->body);
  key->fits = !mlirOperationIsNull(view->yield);
  if (!hasRoom(key, 1 + arguments, arguments))
    return false;
  add(key, (uint64_t)view->insCount << 32 | (uint64_t)view->initCount);
  for (intptr_t i = 0; i < arguments; ++i)
    define(key, mlirBlockGetArgument(view->body, i));
  key->argumentCount = key->valueCount;
  for (MlirOperation operation = mlirBlockGetFirstOperation(view->body);
       key->fits && !mlirOperationIsNull(operation);
       operation = mlirOperationGetNextInBlock(operation))
    addOperation(key, operation);
  if (key->fits && key->asksOperands && hasRoom(key, 2 * view->insCount, 0))
    addConstantOperands(key);
  return key->fits;
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static TracemarkBodyCacheEntry **probe(TracemarkBodyCacheEntry **slots,
                                       size_t capacity, const Key *key,
                                       uint64_t hash) {
  size_t slot = (size_t)hash & (capacity - 1);
  while (slots[slot] &&
         (slots[slot]->hash != hash || slots[slot]->keyLength != key->count ||
          memcmp(slots[slot]->key, key->words, key->count * sizeof(uint64_t))))
    slot = (slot + 1) & (capacity - 1);
  return &slots[slot];
}

static bool grow(TracemarkBodyCache *cache) {
  size_t capacity = cache->capacity ? cache->capacity * 2 : 64;
  TracemarkBodyCacheEntry **slots =
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

/// Keeps what was read; without memory for it the next one is read again.
static void keep(TracemarkBodyCache *cache, const Key *key, uint64_t hash,
                 const TracemarkGenericBody *body) {
  if (cache->count >= cache->capacity / 2 && !grow(cache))
    return;
  TracemarkArena *arena = cache->arena;
  TracemarkBodyCacheEntry *entry =
      tracemarkArenaAllocate(arena, 1, sizeof(*entry));
  uint64_t *words = tracemarkArenaAllocate(arena, key->count, sizeof(*words));
  TracemarkBodyWord *bodyWords =
      tracemarkArenaAllocate(arena, body->wordCount, sizeof(*bodyWords));
  uint8_t *operations = tracemarkArenaAllocate(arena, body->wordCount, 1);
  if (!entry || !words || !bodyWords || !operations)
    return;
  memcpy(words, key->words, key->count * sizeof(*words));
  for (size_t i = 0; i < body->wordCount; ++i) {
    bodyWords[i] = body->words[i];
    while (operations[i] < key->operationCount &&
           key->operations[operations[i]].ptr != body->words[i].operation.ptr)
      ++operations[i];
    if (operations[i] == key->operationCount)
      return;
  }
  *entry = (TracemarkBodyCacheEntry){.hash = hash,
                                     .key = words,
                                     .keyLength = key->count,
                                     .body = *body,
                                     .operations = operations};
  entry->body.words = bodyWords;
  *probe(cache->slots, cache->capacity, key, hash) = entry;
  ++cache->count;
}

bool tracemarkBodyCacheGet(TracemarkBodyCache *cache, TracemarkArena *arena,
                           TracemarkOpKinds *kinds,
                           const TracemarkLinalgView *view,
                           TracemarkGenericBody *body) {
  Key key;
  key.kinds = kinds;
  key.view = view;
  key.count = key.valueCount = key.operationCount = key.argumentCount = 0;
  key.hasCasts = key.asksOperands = false;
  if (mlirBlockIsNull(view->body) || !makeKey(&key))
    return tracemarkGenericBodyGet(arena, kinds, view, body);
  uint64_t hash = XXH3_64bits(key.words, key.count * sizeof(*key.words));
  const TracemarkBodyCacheEntry *entry =
      cache->capacity ? *probe(cache->slots, cache->capacity, &key, hash)
                      : NULL;
  if (!entry) {
    if (!tracemarkGenericBodyGet(arena, kinds, view, body))
      return false;
    keep(cache, &key, hash, body);
    return true;
  }
  *body = entry->body;
  body->words =
      tracemarkArenaAllocate(arena, body->wordCount, sizeof(*body->words));
  if (!body->words)
    return false;
  for (size_t i = 0; i < body->wordCount; ++i)
    body->words[i] = (TracemarkBodyWord){entry->body.words[i].word,
                                         key.operations[entry->operations[i]]};
  return true;
}
