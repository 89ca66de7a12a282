//===- pointer_map.h - from one pointer to another --------------*- C -*-===//
//
// MLIR gives equal types, attributes and locations one address, so a table by
// address remembers what was worked out for them. Open addressing in an arena:
// nothing is ever removed. Not thread safe. Zero-initialise.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_BASE_POINTER_MAP_H
#define TRACEMARK_LIB_BASE_POINTER_MAP_H

#include "lib/base/arena.h"

typedef struct TracemarkPointerMapEntry {
  const void *key; // never NULL
  const void *value;
} TracemarkPointerMapEntry;

typedef struct TracemarkPointerMap {
  TracemarkPointerMapEntry *entries;
  size_t count, capacity; // capacity: 0 or a power of two
} TracemarkPointerMap;

/// Slot of `key`, or the free one where it belongs; capacity is not 0.
static inline TracemarkPointerMapEntry *
tracemarkPointerMapProbe(TracemarkPointerMapEntry *entries, size_t capacity,
                         const void *key) {
  // The low bits of an address are all the same; the product's high ones mix.
  uint64_t hash = (uint64_t)(uintptr_t)key * UINT64_C(0x9E3779B97F4A7C15);
  size_t slot = (size_t)(hash >> 32) & (capacity - 1);
  while (entries[slot].key != key && entries[slot].key)
    slot = (slot + 1) & (capacity - 1);
  return &entries[slot];
}

/// Returns the entry of `key`, or NULL; it lives until the next Insert.
static inline const TracemarkPointerMapEntry *
tracemarkPointerMapFind(const TracemarkPointerMap *map, const void *key) {
  if (map->count == 0)
    return NULL;
  const TracemarkPointerMapEntry *entry =
      tracemarkPointerMapProbe(map->entries, map->capacity, key);
  return entry->key ? entry : NULL;
}

/// Adds a key that is not there yet; false when out of memory.
TRACEMARK_MUST_USE bool tracemarkPointerMapInsert(TracemarkArena *arena,
                                                  TracemarkPointerMap *map,
                                                  const void *key,
                                                  const void *value);

/// Returns the entry of `key`, made with the value NULL and `*isNew` set if
/// there was none (then it is cleared); NULL when out of memory. `isNew` may be
/// NULL. It lives until the next Insert or Ensure.
static inline TracemarkPointerMapEntry *
tracemarkPointerMapEnsure(TracemarkArena *arena, TracemarkPointerMap *map,
                          const void *key, bool *isNew);

/// Makes room for `count` keys of a map that has none yet; false when out of
/// memory.
TRACEMARK_MUST_USE bool tracemarkPointerMapReserve(TracemarkArena *arena,
                                                   TracemarkPointerMap *map,
                                                   size_t count);

/// Makes room for one more key; false when out of memory.
bool tracemarkPointerMapGrow(TracemarkArena *arena, TracemarkPointerMap *map);

static inline TracemarkPointerMapEntry *
tracemarkPointerMapEnsure(TracemarkArena *arena, TracemarkPointerMap *map,
                          const void *key, bool *isNew) {
  if (map->count >= map->capacity / 2 && !tracemarkPointerMapGrow(arena, map))
    return NULL;
  TracemarkPointerMapEntry *entry =
      tracemarkPointerMapProbe(map->entries, map->capacity, key);
  if (isNew)
    *isNew = !entry->key;
  if (!entry->key) {
    *entry = (TracemarkPointerMapEntry){.key = key};
    ++map->count;
  }
  return entry;
}

/// Numbers (indices, hashes) as values.
static inline uint64_t
tracemarkPointerMapNumber(const TracemarkPointerMapEntry *entry) {
  return (uint64_t)(uintptr_t)entry->value;
}
static inline void tracemarkPointerMapSetNumber(TracemarkPointerMapEntry *entry,
                                                uint64_t number) {
  entry->value = (const void *)(uintptr_t)number;
}

#endif // TRACEMARK_LIB_BASE_POINTER_MAP_H
