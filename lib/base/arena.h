//===- arena.h - memory that is given back at once --------------*- C -*-===//
//
// Bump allocation for the scratch of one run of a pass. Allocations are zeroed
// and aligned for any type; they live until Reset or Destroy. NULL means out of
// memory or a size that overflows. Not thread safe. Zero-initialise.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_BASE_ARENA_H
#define TRACEMARK_LIB_BASE_ARENA_H

#include "lib/base/support.h"

typedef struct TracemarkArenaBlock TracemarkArenaBlock;
typedef struct TracemarkArena {
  TracemarkArenaBlock *block;
} TracemarkArena;

void *tracemarkArenaAllocate(TracemarkArena *arena, size_t count, size_t size);
/// Copies `length` bytes and adds a zero byte.
char *tracemarkArenaCopyText(TracemarkArena *arena, const char *data,
                             size_t length);
/// Tells whether `pointer` is into an allocation of the arena.
bool tracemarkArenaHolds(const TracemarkArena *arena, const void *pointer);
/// Ends the life of every allocation but keeps memory for the next ones: for
/// scratch that is used again and again.
void tracemarkArenaReset(TracemarkArena *arena);
void tracemarkArenaDestroy(TracemarkArena *arena);

/// Declares a growable array in an arena; zero-initialise it.
#define TRACEMARK_ARENA_ARRAY(type)                                            \
  struct {                                                                     \
    type *items;                                                               \
    size_t count, capacity;                                                    \
  }
/// Appends `value`; false when out of memory (the array is as before).
#define TRACEMARK_ARENA_PUSH(arena, array, value)                              \
  ((array)->count < (array)->capacity ||                                       \
           tracemarkArenaGrow((arena), (void **)&(array)->items,               \
                              (array)->count, &(array)->capacity,              \
                              sizeof(*(array)->items))                         \
       ? ((array)->items[(array)->count++] = (value), true)                    \
       : false)
bool tracemarkArenaGrow(TracemarkArena *arena, void **items, size_t count,
                        size_t *capacity, size_t size);
/// Makes room for `wanted` elements of an array that has none yet (it may be
/// 0); false when out of memory.
bool tracemarkArenaReserve(TracemarkArena *arena, void **items,
                           size_t *capacity, size_t wanted, size_t size);

#endif // TRACEMARK_LIB_BASE_ARENA_H
