//===- phases.h - the phases of IREE's pipeline -----------------*- C -*-===//

#ifndef TRACEMARK_LIB_IREE_PHASES_H
#define TRACEMARK_LIB_IREE_PHASES_H

#include "lib/base/string_buffer.h"

/// In the order they run in; a phase ends when it has run.
typedef enum TracemarkIreePhase {
  TRACEMARK_IREE_START,
  TRACEMARK_IREE_INPUT,
  TRACEMARK_IREE_ABI,
  TRACEMARK_IREE_PREPROCESSING,
  TRACEMARK_IREE_GLOBAL_OPTIMIZATION,
  TRACEMARK_IREE_DISPATCH_CREATION,
  TRACEMARK_IREE_FLOW,
  TRACEMARK_IREE_STREAM,
  TRACEMARK_IREE_EXECUTABLE_SOURCES,
  TRACEMARK_IREE_EXECUTABLE_CONFIGURATIONS,
  TRACEMARK_IREE_EXECUTABLE_TARGETS,
  TRACEMARK_IREE_HAL,
  TRACEMARK_IREE_VM,
  TRACEMARK_IREE_END,
  TRACEMARK_IREE_PHASE_COUNT
} TracemarkIreePhase;

/// "flow"; what --compile-to takes.
const char *tracemarkIreePhaseName(TracemarkIreePhase phase);

/// The phase of that name, or -1.
int tracemarkIreePhaseFind(const char *name, size_t length);

/// Takes phases that a listing can be made of (input to executable-targets) off
/// a comma list and adds them to the set `*phases` (bit by phase). False, with
/// what exists appended to `error`, if there is none of such a name.
bool tracemarkIreePhasesAdd(const char *list, unsigned *phases,
                            TracemarkStringBuffer *error);

#endif // TRACEMARK_LIB_IREE_PHASES_H
