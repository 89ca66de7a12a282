//===- pointer_map.c - from one pointer to another ------------------------===//

#include "lib/base/pointer_map.h"

#include "lib/base/banned.h"

/// Slot of `key`, or the free one where it belongs.
static TracemarkPointerMapEntry *probe(TracemarkPointerMapEntry *entries,
                                       size_t capacity, const void *key) {
  // The low bits of an address are all the same; the product's high ones mix.
  uint64_t hash = (uint64_t)(uintptr_t)key * UINT64_C(0x9E3779B97F4A7C15);
  size_t slot = (size_t)(hash >> 32) & (capacity - 1);
  while (entries[slot].key && entries[slot].key != key)
    slot = (slot + 1) & (capacity - 1);
  return &entries[slot];
}

const TracemarkPointerMapEntry *
tracemarkPointerMapFind(const TracemarkPointerMap *map, const void *key) {
  if (map->capacity == 0)
    return NULL;
  const TracemarkPointerMapEntry *entry =
      probe(map->entries, map->capacity, key);
  return entry->key ? entry : NULL;
}

TracemarkPointerMapEntry *tracemarkPointerMapEnsure(TracemarkArena *arena,
                                                    TracemarkPointerMap *map,
                                                    const void *key,
                                                    bool *isNew) {
  if (map->count >= map->capacity / 2) {
    size_t capacity = map->capacity ? map->capacity * 2 : 32;
    TracemarkPointerMapEntry *entries =
        tracemarkArenaAllocate(arena, capacity, sizeof(*entries));
    if (!entries)
      return NULL;
    for (size_t i = 0; i < map->capacity; ++i)
      if (map->entries[i].key)
        *probe(entries, capacity, map->entries[i].key) = map->entries[i];
    map->entries = entries;
    map->capacity = capacity;
  }
  TracemarkPointerMapEntry *entry = probe(map->entries, map->capacity, key);
  if (isNew)
    *isNew = !entry->key;
  if (!entry->key) {
    *entry = (TracemarkPointerMapEntry){.key = key};
    ++map->count;
  }
  return entry;
}

bool tracemarkPointerMapInsert(TracemarkArena *arena, TracemarkPointerMap *map,
                               const void *key, const void *value) {
  TracemarkPointerMapEntry *entry =
      tracemarkPointerMapEnsure(arena, map, key, NULL);
  if (entry)
    entry->value = value;
  return entry != NULL;
}
