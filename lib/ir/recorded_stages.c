//===- recorded_stages.c - stages that an operation's locations hold ------===//

#include "lib/ir/recorded_stages.h"

#include "lib/base/string_buffer.h"
#include "lib/ir/diagnostics.h"
#include "lib/ir/operations.h"

#include "lib/base/banned.h"

typedef struct StageWalk {
  TracemarkArena *arena;
  TracemarkPointerMap seen; // locations
  TracemarkStageVisitor visit;
  void *userData;
  bool failed;
} StageWalk;

static bool visitLocation(StageWalk *walk, MlirLocation location) {
  walk->failed = !tracemarkLocationForEachStage(
      location, walk->arena, &walk->seen, walk->visit, walk->userData);
  return !walk->failed;
}

static bool visitArgument(MlirValue argument, void *walk) {
  return visitLocation(walk, mlirValueGetLocation(argument));
}

static MlirWalkResult visitOperation(MlirOperation operation, void *walk) {
  return visitLocation(walk, mlirOperationGetLocation(operation)) &&
                 tracemarkOperationForEachArgument(operation, visitArgument,
                                                   walk)
             ? MlirWalkResultAdvance
             : MlirWalkResultInterrupt;
}

bool tracemarkOperationForEachStage(MlirOperation operation,
                                    TracemarkArena *arena,
                                    TracemarkStageVisitor visit,
                                    void *userData) {
  StageWalk walk = {.arena = arena, .visit = visit, .userData = userData};
  mlirOperationWalk(operation, visitOperation, &walk, MlirWalkPreOrder);
  return !walk.failed;
}

/// Appends a label that is not there yet.
static void appendLabel(MlirStringRef label, MlirLocation line,
                        void *userData) {
  TracemarkStringBuffer *labels = userData, quoted = {0};
  if (!label.data)
    return;
  tracemarkStringBufferAppendFormat(&quoted, "'%.*s'", (int)label.length,
                                    label.data);
  if (!quoted.failed && !strstr(tracemarkStringBufferText(labels), quoted.data))
    tracemarkStringBufferAppendFormat(labels, "%s%s",
                                      labels->length ? ", " : "", quoted.data);
  tracemarkStringBufferDestroy(&quoted);
}

MlirLogicalResult tracemarkOperationEmitNoStage(MlirOperation operation,
                                                MlirStringRef stage) {
  TracemarkArena arena = {0};
  TracemarkStringBuffer labels = {0};
  MlirLocation location = mlirOperationGetLocation(operation);
  MlirLogicalResult result;
  if (tracemarkOperationForEachStage(operation, &arena, appendLabel, &labels))
    result = tracemarkEmitError(
        location, "no location has recorded the stage '%.*s'; recorded: %s",
        (int)stage.length, stage.data, labels.length ? labels.data : "none");
  else
    result = tracemarkEmitError(location, "out of memory for the stages that "
                                          "locations have recorded");
  tracemarkStringBufferDestroy(&labels);
  tracemarkArenaDestroy(&arena);
  return result;
}
