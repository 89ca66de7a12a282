//===- spirv_entries.h - what SPIR-V modules name as entry points -*- C -*-===//
//
// A spirv.EntryPoint names a function of its module. A module is looked through
// once, at the first question for it.
//
// Life cycle: zero-initialise with an arena, for as long as the IR does not
// change; one thread.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_SPIRV_ENTRIES_H
#define TRACEMARK_LIB_IR_SPIRV_ENTRIES_H

#include "lib/base/pointer_map.h"

#include "mlir-c/IR.h"

typedef struct TracemarkSpirvEntries {
  TracemarkArena *arena;
  TracemarkPointerMap byModule;
} TracemarkSpirvEntries;

/// Tells whether a spirv.EntryPoint directly in `module` (any op) names a
/// function `name`. Without memory the module is looked through each time.
bool tracemarkSpirvEntriesHas(TracemarkSpirvEntries *entries,
                              MlirOperation module, MlirStringRef name);

#endif // TRACEMARK_LIB_IR_SPIRV_ENTRIES_H
