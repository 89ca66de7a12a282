//===- entry_names.h - names that differ ------------------------*- C -*-===//
//
// Entry points whose names would be equal are told apart by what they compute,
// and those that compute the same by their order. Names differ within a symbol
// table; those of exports within the module around their executables, for each
// kind of variant, as one library is linked of all of them.
//
// Used by passes/; depends on mlir-c only. No state; sorts once per round.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_ENTRY_NAMES_H
#define TRACEMARK_LIB_IR_ENTRY_NAMES_H

#include "lib/ir/entry_points.h"

typedef struct TracemarkEntryName {
  TracemarkEntryPoint entry;
  const char *name;
  bool isFixed; // has this name and keeps it
  /// Set when the name is spelled again: to be followed by the hash of the
  /// content, and (from 2) by a number.
  bool needsHash;
  unsigned instance;
  struct TracemarkEntryName *next; // internal: clashes with this one
} TracemarkEntryName;

/// Spells `name->name` anew; false when out of memory.
typedef bool (*TracemarkEntryNameSpell)(TracemarkEntryName *name,
                                        void *userData);

/// Makes the names, given in program order, differ from each other and from
/// those in their symbol tables; linear. False when out of memory.
bool tracemarkEntryNamesTellApart(TracemarkSymbolPaths *paths,
                                  TracemarkEntryName **names, size_t count,
                                  TracemarkEntryNameSpell spell,
                                  void *userData);

#endif // TRACEMARK_LIB_IR_ENTRY_NAMES_H
