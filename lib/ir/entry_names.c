//===- entry_names.c - names that differ ----------------------------------===//

#include "lib/ir/entry_names.h"

#include "lib/base/hash.h"
#include "lib/ir/strings.h"

#include "lib/base/banned.h"

/// The op inside of which the name is to be the only one.
static MlirOperation scopeOf(const TracemarkEntryName *name) {
  MlirOperation executable = name->entry.executable;
  if (mlirOperationIsNull(executable))
    return name->entry.symbol->table;
  MlirOperation parent = mlirOperationGetParentOperation(executable);
  return mlirOperationIsNull(parent) ? executable : parent;
}

/// Tells whether two names clash: equal ones of one scope, of exports within
/// one variant.
static bool areEqual(const TracemarkEntryName *a, const TracemarkEntryName *b) {
  bool isExport = !mlirOperationIsNull(a->entry.executable);
  return scopeOf(a).ptr == scopeOf(b).ptr &&
         isExport == !mlirOperationIsNull(b->entry.executable) &&
         (!isExport ||
          mlirStringRefEqual(a->entry.variant, b->entry.variant)) &&
         strcmp(a->name, b->name) == 0;
}

static bool isTaken(TracemarkSymbolPaths *paths,
                    const TracemarkEntryName *name) {
  const TracemarkSymbol *symbol = name->entry.symbol;
  const TracemarkSymbol *holder = tracemarkSymbolPathsLookup(
      paths, symbol->table, tracemarkStringFrom(name->name));
  return holder && holder != symbol;
}

/// Names that clash, in program order.
typedef struct Group {
  TracemarkEntryName *first, *last;
} Group;

/// Puts every name into the group of those that it clashes with.
static Group *makeGroups(TracemarkArena *arena, TracemarkEntryName **names,
                         size_t count, size_t *slotCount) {
  *slotCount = 16;
  while (*slotCount < count * 2)
    *slotCount *= 2;
  Group *groups = tracemarkArenaAllocate(arena, *slotCount, sizeof(*groups));
  for (size_t i = 0; groups && i < count; ++i) {
    TracemarkEntryName *name = names[i];
    size_t slot = (size_t)tracemarkHashBytes(name->name, strlen(name->name));
    slot &= *slotCount - 1;
    while (groups[slot].first && !areEqual(groups[slot].first, name))
      slot = (slot + 1) & (*slotCount - 1);
    name->next = NULL;
    if (groups[slot].first)
      groups[slot].last->next = name;
    else
      groups[slot].first = name;
    groups[slot].last = name;
  }
  return groups;
}

/// Marks the names of a group that have to change; false if there is none.
static bool markGroup(TracemarkSymbolPaths *paths, const Group *group,
                      bool byNumber) {
  bool clashes = false;
  unsigned ordinal = 0;
  for (TracemarkEntryName *name = group->first; name; name = name->next) {
    clashes |= name != group->first ||
               (!byNumber && !name->isFixed && isTaken(paths, name));
    ordinal |= name->isFixed;
  }
  for (TracemarkEntryName *name = group->first; clashes && name;
       name = name->next) {
    if (name->isFixed)
      continue;
    name->needsHash = true;
    name->instance = byNumber && ordinal ? ordinal + 1 : 0;
    ++ordinal;
  }
  return clashes;
}

/// Calls names apart: equal ones (or one that a symbol has already) get the
/// hash of their content, and what is still equal then a number.
static bool tellApart(TracemarkSymbolPaths *paths, TracemarkEntryName **names,
                      size_t count, bool byNumber,
                      TracemarkEntryNameSpell spell, void *userData) {
  size_t slotCount;
  Group *groups = makeGroups(paths->arena, names, count, &slotCount);
  if (!groups)
    return false;
  bool clashes = false;
  for (size_t i = 0; i < slotCount; ++i)
    if (groups[i].first)
      clashes |= markGroup(paths, &groups[i], byNumber);
  for (size_t i = 0; clashes && i < count; ++i)
    if (names[i]->needsHash && !spell(names[i], userData))
      return false;
  return byNumber || !clashes ||
         tellApart(paths, names, count, true, spell, userData);
}

bool tracemarkEntryNamesTellApart(TracemarkSymbolPaths *paths,
                                  TracemarkEntryName **names, size_t count,
                                  TracemarkEntryNameSpell spell,
                                  void *userData) {
  return tellApart(paths, names, count, false, spell, userData);
}
