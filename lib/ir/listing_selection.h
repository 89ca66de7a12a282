//===- listing_selection.h - entry points by name ---------------*- C -*-===//
//
// What `--source-listing-only` and the option `only` ask for: globs as in
// fnmatch(3), several joined with commas, each against the symbol of an entry
// point and against its symbol path joined with dots.
//
// Life cycle: zero-initialise; Add; Destroy. Threads: Has from any, after the
// last Add.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_LISTING_SELECTION_H
#define TRACEMARK_LIB_IR_LISTING_SELECTION_H

#include "lib/base/string_buffer.h"

#include <stdatomic.h>

#include "mlir-c/IR.h"

typedef struct TracemarkListingGlob {
  char *text; // owned
  atomic_bool matched;
} TracemarkListingGlob;

/// Without a glob everything is selected.
typedef struct TracemarkListingSelection {
  TracemarkListingGlob *globs;
  size_t count;
} TracemarkListingSelection;

/// Adds the globs of a comma list; empty ones are skipped. False when out of
/// memory.
TRACEMARK_MUST_USE bool
tracemarkListingSelectionAdd(TracemarkListingSelection *selection,
                             MlirStringRef globs);

/// Tells in `selected` whether a glob matches the symbol of `operation`. False
/// when out of memory.
TRACEMARK_MUST_USE bool
tracemarkListingSelectionHas(TracemarkListingSelection *selection,
                             MlirOperation operation, bool *selected);

/// Appends the globs that have matched nothing, in quotes, joined with commas.
void tracemarkListingSelectionAppendUnmatched(
    TracemarkListingSelection *selection, TracemarkStringBuffer *text);

void tracemarkListingSelectionDestroy(TracemarkListingSelection *selection);

#endif // TRACEMARK_LIB_IR_LISTING_SELECTION_H
