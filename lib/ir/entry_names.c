//===- entry_names.c - names that differ ----------------------------------===//

#include "lib/ir/entry_names.h"

#include "lib/ir/strings.h"

#include <stdlib.h>

#include "lib/base/banned.h"

/// The op inside of which the name is to be the only one.
static MlirOperation scopeOf(const TracemarkEntryName *name) {
  MlirOperation executable = name->entry.executable;
  if (mlirOperationIsNull(executable))
    return name->entry.symbol->table;
  MlirOperation parent = mlirOperationGetParentOperation(executable);
  return mlirOperationIsNull(parent) ? executable : parent;
}

/// Order of scopes, of variants, of names; 0 for two that clash.
static int compareNames(const TracemarkEntryName *a,
                        const TracemarkEntryName *b) {
  void *left = scopeOf(a).ptr, *right = scopeOf(b).ptr;
  if (left != right)
    return left < right ? -1 : 1;
  bool isExport = !mlirOperationIsNull(a->entry.executable);
  if (isExport != !mlirOperationIsNull(b->entry.executable))
    return isExport ? 1 : -1;
  if (isExport && !mlirStringRefEqual(a->entry.variant, b->entry.variant)) {
    size_t length = a->entry.variant.length < b->entry.variant.length
                        ? a->entry.variant.length
                        : b->entry.variant.length;
    int order =
        length ? memcmp(a->entry.variant.data, b->entry.variant.data, length)
               : 0;
    return order ? order : a->entry.variant.length == length ? -1 : 1;
  }
  return strcmp(a->name, b->name);
}

/// By name, then program order.
static int compare(const void *left, const void *right) {
  const TracemarkEntryName *a = *(const TracemarkEntryName *const *)left;
  const TracemarkEntryName *b = *(const TracemarkEntryName *const *)right;
  int order = compareNames(a, b);
  return order ? order : a->order < b->order ? -1 : 1;
}

static bool isTaken(TracemarkSymbolPaths *paths,
                    const TracemarkEntryName *name) {
  const TracemarkSymbol *symbol = name->entry.symbol;
  const TracemarkSymbol *holder = tracemarkSymbolPathsLookup(
      paths, symbol->table, tracemarkStringFrom(name->name));
  return holder && holder != symbol;
}

/// Calls names apart: equal ones (or one that a symbol has already) get the
/// hash of their content, and what is still equal then a number.
static bool tellApart(TracemarkSymbolPaths *paths, TracemarkEntryName **sorted,
                      size_t count, bool byNumber,
                      TracemarkEntryNameSpell spell, void *userData) {
  if (count > 1)
    qsort(sorted, count, sizeof(*sorted), compare);
  for (size_t i = 0, end; i < count; i = end) {
    bool clashes = false;
    unsigned ordinal = 0;
    for (end = i; end < count && compareNames(sorted[i], sorted[end]) == 0;
         ++end) {
      clashes |= end > i || (!byNumber && !sorted[end]->isFixed &&
                             isTaken(paths, sorted[end]));
      ordinal |= sorted[end]->isFixed;
    }
    for (size_t j = i; clashes && j < end; ++j) {
      if (sorted[j]->isFixed)
        continue;
      sorted[j]->needsHash = true;
      sorted[j]->instance = byNumber && ordinal ? ordinal + 1 : 0;
      ++ordinal;
    }
  }
  for (size_t i = 0; i < count; ++i)
    if (sorted[i]->needsHash && !spell(sorted[i], userData))
      return false;
  return true;
}

bool tracemarkEntryNamesTellApart(TracemarkSymbolPaths *paths,
                                  TracemarkEntryName **names, size_t count,
                                  TracemarkEntryNameSpell spell,
                                  void *userData) {
  return tellApart(paths, names, count, false, spell, userData) &&
         tellApart(paths, names, count, true, spell, userData);
}
