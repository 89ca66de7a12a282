//===- pointer_map.c - from one pointer to another ------------------------===//

#include "lib/base/pointer_map.h"

#include "lib/base/banned.h"

bool tracemarkPointerMapGrow(TracemarkArena *arena, TracemarkPointerMap *map) {
  size_t capacity = map->capacity ? map->capacity * 2 : 16;
  TracemarkPointerMapEntry *entries =
      tracemarkArenaAllocate(arena, capacity, sizeof(*entries));
  if (!entries)
    return false;
  for (size_t i = 0; i < map->capacity; ++i)
    if (map->entries[i].key)
      *tracemarkPointerMapProbe(entries, capacity, map->entries[i].key) =
          map->entries[i];
  map->entries = entries;
  map->capacity = capacity;
  return true;
}

bool tracemarkPointerMapReserve(TracemarkArena *arena, TracemarkPointerMap *map,
                                size_t count) {
  size_t capacity = 16;
  while (capacity / 2 <= count)
    capacity *= 2;
  map->entries = tracemarkArenaAllocate(arena, capacity, sizeof(*map->entries));
  map->capacity = map->entries ? capacity : 0;
  return map->entries != NULL;
}

bool tracemarkPointerMapInsert(TracemarkArena *arena, TracemarkPointerMap *map,
                               const void *key, const void *value) {
  TracemarkPointerMapEntry *entry =
      tracemarkPointerMapEnsure(arena, map, key, NULL);
  if (entry)
    entry->value = value;
  return entry != NULL;
}
