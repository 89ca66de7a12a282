//===- outline_boundary.h - arguments and results of a dispatch -*- C -*-===//
//
// Decides, without changing anything, what a group takes from its host, which
// memory each of its results lives in, and which of them leave it. Used by the
// outlining pass only.
//
// Memory is assigned as one-shot bufferization would: a result whose init's
// contents do not matter takes over memory of the group that holds nothing
// needed any more (elementwise ops may overwrite what they read), else new
// memory: an init argument if the result leaves the dispatch, scratch if not.
// So the dispatch bufferizes without an allocation.
//
// Cost: linear in members, operands and uses, times the buffers of the group.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_OUTLINE_BOUNDARY_H
#define TRACEMARK_LIB_IR_OUTLINE_BOUNDARY_H

#include "lib/ir/outline_groups.h"

/// Memory of the host that the dispatch writes to.
typedef struct TracemarkOutlineBuffer {
  MlirType type;
  /// Value of the host to pass; null: a tensor.empty with the shape of `like`.
  MlirValue external;
  MlirValue like;
  MlirValue current;  // result that it holds last; null: none yet
  size_t firstWriter; // members
  size_t writer;
  bool escapes; // `current` is a result of the dispatch
  /// Not passed but cut out of the buffer that the last member inserts into:
  /// the slice that it replaces.
  bool isSliced;
  intptr_t argument; // -1: not passed
} TracemarkOutlineBuffer;

/// An init operand of a member and the buffer it becomes; not listed where the
/// operand stays what it is: the result of another member.
typedef struct TracemarkOutlineInit {
  size_t member, buffer;
  intptr_t operand;
  /// Result that the buffer held and that the member does not read: it is the
  /// operand then, else the buffer is. Two equal fills of one buffer would be
  /// the same value otherwise.
  MlirValue former;
} TracemarkOutlineInit;

typedef struct TracemarkOutlineBoundary {
  TracemarkOutlineOps *ops;
  const TracemarkOutlineGroup *group;
  MlirBlock block;               // of the host, where the members are
  TracemarkPointerMap members;   // from ops to index + 1
  TracemarkPointerMap values;    // from member results to what is known of them
  TracemarkPointerMap inputOf;   // from values to inputs
  TracemarkPointerMap constants; // that are copied into the dispatch
  TRACEMARK_ARENA_ARRAY(MlirValue) inputs; // passed, in order of first use
  TRACEMARK_ARENA_ARRAY(TracemarkOutlineBuffer) buffers;
  TRACEMARK_ARENA_ARRAY(TracemarkOutlineInit) inits;
  TRACEMARK_ARENA_ARRAY(size_t) order;      // buffers as arguments, see below
  TRACEMARK_ARENA_ARRAY(MlirValue) results; // in the order of their buffers
  intptr_t insertTarget; // buffer that the last member inserts into, or -1
} TracemarkOutlineBoundary;

/// How a value that a member uses gets into the dispatch.
typedef enum TracemarkOutlineSource {
  TRACEMARK_OUTLINE_SOURCE_MEMBER,   // it is made there
  TRACEMARK_OUTLINE_SOURCE_CONSTANT, // a copy of its definition
  TRACEMARK_OUTLINE_SOURCE_SLICE,    // a copy, of what it is cut from
  TRACEMARK_OUTLINE_SOURCE_ARGUMENT,
} TracemarkOutlineSource;

/// Arguments are the inputs, then buffers that hold results in the order of the
/// results, then other buffers whose contents matter, then scratch. Returns
/// false when out of memory or if the group cannot become a dispatch.
bool tracemarkOutlineBoundaryCompute(
    TracemarkOutlineOps *ops, const TracemarkOutlineGroup *group,
    TracemarkOutlineBoundary *boundary) TRACEMARK_MUST_USE;

TracemarkOutlineSource
tracemarkOutlineSourceOf(const TracemarkOutlineBoundary *boundary,
                         MlirValue value);

/// Value of the host with the shape of `value`, a result of a member.
MlirValue tracemarkOutlineShapeOf(TracemarkOutlineOps *ops, MlirValue value);

#endif // TRACEMARK_LIB_IR_OUTLINE_BOUNDARY_H
