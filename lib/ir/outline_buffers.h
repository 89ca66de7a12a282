//===- outline_buffers.h - memory of the results of a dispatch --*- C -*-===//
//
// The part of the boundary that decides which memory results live in. Used by
// outline_boundary.c only, which says how.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_OUTLINE_BUFFERS_H
#define TRACEMARK_LIB_IR_OUTLINE_BUFFERS_H

#include "lib/ir/outline_boundary.h"

/// What is known of a result of a member.
typedef struct TracemarkOutlineValue {
  size_t lastUse, useCount; // last member that uses it, all uses
  bool escapes;             // used outside of the group
  intptr_t buffer;          // that it lives in; -1: none yet
} TracemarkOutlineValue;

/// What is known of a value that members read.
typedef struct TracemarkOutlineInput {
  size_t lastUse;  // last member that reads it
  intptr_t buffer; // that is passed for it; -1: passed itself
} TracemarkOutlineInput;

/// Fills the buffers and inits of `boundary`, whose members, values and inputs
/// are there. Returns false when out of memory or if an op of the group would
/// have to copy.
bool tracemarkOutlineBuffersAssign(TracemarkOutlineBoundary *boundary)
    TRACEMARK_MUST_USE;

/// Tells whether member `index` may write to the memory of `value` although it
/// reads it: every element is read where it is written.
bool tracemarkOutlineMayOverwrite(const TracemarkOutlineBoundary *boundary,
                                  size_t index, MlirValue value);

#endif // TRACEMARK_LIB_IR_OUTLINE_BUFFERS_H
