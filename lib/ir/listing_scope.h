//===- listing_scope.h - which functions get files of their own -*- C -*-===//
//
// Private to the listing writer. On a module-level stage every entry point has
// a file of its own, and the rest of the module one: in that one only the
// declarations of the entry points stand. While it is printed their bodies are
// set aside, so that the printer writes declarations by itself and nothing is
// printed twice. A function that cannot be declared (a kernel) is taken out of
// the module meanwhile.
//
// Threads: the module and all in it must belong to the caller, which they do
// on a module-level stage. Cost: one walk over what is in no function.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_LISTING_SCOPE_H
#define TRACEMARK_LIB_IR_LISTING_SCOPE_H

#include "lib/ir/listing_plan.h"
#include "lib/ir/listing_selection.h"

/// One entry point; all but `function` is used while it is set aside.
typedef struct TracemarkListingEntry {
  MlirOperation function;
  MlirRegion body;      // of one that is declared meanwhile
  MlirAttribute former; // its visibility or linkage; null if it had none
  MlirBlock block;      // where one that is taken out was
  MlirOperation next;   // null: it was the last there
} TracemarkListingEntry;

typedef struct TracemarkListingEntries {
  TRACEMARK_ARENA_ARRAY(TracemarkListingEntry) items; // in program order
  bool hasRest; // there are other operations than these and the unit
} TracemarkListingEntries;

/// Finds the entry points in `unit` that stand in no other function and need
/// no value from outside. False when out of memory.
TRACEMARK_MUST_USE bool
tracemarkListingEntriesFind(TracemarkArena *arena, MlirOperation unit,
                            TracemarkListingEntries *entries);

/// Leaves out what was not selected, then also the rest. False when out of
/// memory.
TRACEMARK_MUST_USE bool
tracemarkListingEntriesSelect(TracemarkListingEntries *entries,
                              TracemarkListingSelection *selection);

/// Leaves declarations in place of the entry points, or nothing.
void tracemarkListingEntriesSetAside(TracemarkListingEntries *entries);

/// Takes the former back.
void tracemarkListingEntriesPutBack(TracemarkListingEntries *entries);

/// Marks, in a plan made while they were set aside, the operations that are
/// listed elsewhere.
void tracemarkListingEntriesMark(const TracemarkListingEntries *entries,
                                 TracemarkListingPlan *plan);

#endif // TRACEMARK_LIB_IR_LISTING_SCOPE_H
