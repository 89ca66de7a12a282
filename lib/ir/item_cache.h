//===- item_cache.h - linalg ops that were classified before ----*- C -*-===//
//
// Internal to op_summary. Programs repeat a few ops thousands of times. What
// op_classify makes of a linalg op depends on its name, properties, types, the
// structure of its body, the numbers that come from outside, and which results
// are used; an op that equals a former one in all of these is not classified
// again. Ops whose bodies hold regions, loads, indices or anything else that is
// not part of the key are never kept.
//
// Life cycle: zero-initialise but for the arena, per run of a pass, during
// which the ops may not change; one thread. Cost: linear in the ops of a body,
// a fraction of classifying it.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_ITEM_CACHE_H
#define TRACEMARK_LIB_IR_ITEM_CACHE_H

#include "lib/base/arena.h"

typedef struct TracemarkItemCacheEntry TracemarkItemCacheEntry;

typedef struct TracemarkItemCache {
  TracemarkArena *arena;
  TracemarkItemCacheEntry **slots;
  size_t count, capacity; // capacity: 0 or a power of two
  /// The last value that was found to be a number, and its bits: bodies of one
  /// dispatch often take the same.
  const void *number;
  uint64_t numberBits;
} TracemarkItemCache;

#endif // TRACEMARK_LIB_IR_ITEM_CACHE_H
