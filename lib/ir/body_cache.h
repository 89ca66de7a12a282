//===- body_cache.h - bodies that were read before --------------*- C -*-===//
//
// Programs repeat a few bodies thousands of times. What generic_body reads out
// of one depends on its ops, their operands inside of the body, types, and the
// numbers that come from outside; a body that is equal in all of these is not
// read again. Bodies with regions, loads, indices or anything else that is not
// part of the key are never kept.
//
// Life cycle: zero-initialise but for the arena, per run of a pass; one
// thread. Cost: linear in the ops of a body, a fraction of reading it.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_BODY_CACHE_H
#define TRACEMARK_LIB_IR_BODY_CACHE_H

#include "lib/ir/generic_body.h"

typedef struct TracemarkBodyCacheEntry TracemarkBodyCacheEntry;

typedef struct TracemarkBodyCache {
  TracemarkArena *arena;
  TracemarkBodyCacheEntry **slots;
  size_t count, capacity; // capacity: 0 or a power of two
} TracemarkBodyCache;

/// As tracemarkGenericBodyGet, with memory of `arena` for the words.
bool tracemarkBodyCacheGet(TracemarkBodyCache *cache, TracemarkArena *arena,
                           TracemarkOpKinds *kinds,
                           const TracemarkLinalgView *view,
                           TracemarkGenericBody *body);

#endif // TRACEMARK_LIB_IR_BODY_CACHE_H
