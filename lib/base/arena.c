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

void *tracemarkArenaAllocate(TracemarkArena *arena, size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes) ||
      bytes > SIZE_MAX - sizeof(TracemarkArenaBlock) - ALIGNMENT)
    return NULL;
  bytes = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  TracemarkArenaBlock *block = arena->block;
  if (!block || block->size - block->used < bytes) {
    size_t blockSize = bytes > BLOCK_SIZE ? bytes : BLOCK_SIZE;
    block = calloc(1, sizeof(*block) + blockSize);
    if (!block)
      return NULL;
    block->size = blockSize;
    block->next = arena->block;
    arena->block = block;
  }
  void *result = block->data + block->used;
  block->used += bytes;
  return result;
}

char *tracemarkArenaCopyText(TracemarkArena *arena, const char *data,
                             size_t length) {
  char *copy =
      length == SIZE_MAX ? NULL : tracemarkArenaAllocate(arena, length + 1, 1);
  if (copy && length)
    memcpy(copy, data, length);
  return copy;
}

bool tracemarkArenaGrow(TracemarkArena *arena, void **items, size_t count,
                        size_t *capacity, size_t size) {
  if (count < *capacity)
    return true;
  size_t wanted = *capacity ? *capacity * 2 : 8;
  void *grown = tracemarkArenaAllocate(arena, wanted, size);
  if (!grown)
    return false;
  if (count)
    memcpy(grown, *items, count * size);
  *items = grown;
  *capacity = wanted;
  return true;
}

void tracemarkArenaDestroy(TracemarkArena *arena) {
  while (arena->block) {
    TracemarkArenaBlock *next = arena->block->next;
    free(arena->block);
    arena->block = next;
  }
}
