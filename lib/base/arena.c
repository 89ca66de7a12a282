//===- arena.c - memory that is given back at once ------------------------===//

#include "lib/base/arena.h"

#include <stdlib.h>

#include "lib/base/banned.h"

#define ALIGNMENT _Alignof(max_align_t)
#define BLOCK_SIZE ((size_t)16 << 10)

struct TracemarkArenaBlock {
  TracemarkArenaBlock *next;
  size_t used, size;
  _Alignas(max_align_t) char data[];
};

/// Room for `bytes` bytes, not zeroed.
static void *take(TracemarkArena *arena, size_t bytes) {
  if (bytes > SIZE_MAX - sizeof(TracemarkArenaBlock) - ALIGNMENT)
    return NULL;
  bytes = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  TracemarkArenaBlock *block = arena->block;
  if (!block || block->size - block->used < bytes) {
    size_t size = bytes > BLOCK_SIZE ? bytes : BLOCK_SIZE;
    block = malloc(sizeof(*block) + size);
    if (!block)
      return NULL;
    *block = (TracemarkArenaBlock){.next = arena->block, .size = size};
    arena->block = block;
  }
  void *result = block->data + block->used;
  block->used += bytes;
  return result;
}

void *tracemarkArenaAllocate(TracemarkArena *arena, size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes))
    return NULL;
  void *result = take(arena, bytes);
  return result && bytes ? memset(result, 0, bytes) : result;
}

char *tracemarkArenaCopyText(TracemarkArena *arena, const char *data,
                             size_t length) {
  char *copy = length == SIZE_MAX ? NULL : take(arena, length + 1);
  if (!copy)
    return NULL;
  if (length)
    memcpy(copy, data, length);
  copy[length] = '\0';
  return copy;
}

bool tracemarkArenaReserve(TracemarkArena *arena, void **items,
                           size_t *capacity, size_t wanted, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(wanted, size, &bytes) ||
      !(*items = take(arena, bytes)))
    return false;
  *capacity = wanted;
  return true;
}

bool tracemarkArenaGrow(TracemarkArena *arena, void **items, size_t count,
                        size_t *capacity, size_t size) {
  if (count < *capacity)
    return true;
  size_t wanted = *capacity ? *capacity * 2 : 8;
  size_t bytes;
  void *grown =
      __builtin_mul_overflow(wanted, size, &bytes) ? NULL : take(arena, bytes);
  if (!grown)
    return false;
  if (count)
    memcpy(grown, *items, count * size);
  *items = grown;
  *capacity = wanted;
  return true;
}

bool tracemarkArenaHolds(const TracemarkArena *arena, const void *pointer) {
  uintptr_t address = (uintptr_t)pointer;
  for (const TracemarkArenaBlock *block = arena->block; block;
       block = block->next)
    if (address - (uintptr_t)block->data < block->used)
      return true;
  return false;
}

void tracemarkArenaReset(TracemarkArena *arena) {
  TracemarkArenaBlock *largest = arena->block;
  for (TracemarkArenaBlock *block = arena->block; block; block = block->next)
    if (block->size > largest->size)
      largest = block;
  while (arena->block) {
    TracemarkArenaBlock *block = arena->block;
    arena->block = block->next;
    if (block != largest)
      free(block);
  }
  if (largest) {
    largest->next = NULL;
    largest->used = 0;
  }
  arena->block = largest;
}

void tracemarkArenaDestroy(TracemarkArena *arena) {
  while (arena->block) {
    TracemarkArenaBlock *next = arena->block->next;
    free(arena->block);
    arena->block = next;
  }
}
