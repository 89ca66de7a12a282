//===- operations.c - walk many, visit few, in C --------------------------===//

#include "tracemark/bridge/operations.h"

#include "lib/base/banned.h"

typedef struct Walk {
  MlirOperation root;
  TracemarkVisit (*visit)(MlirOperation, void *userData);
  void *userData;
  bool isStopped;
} Walk;

/// To know an operation the C API would have to make its dictionary, which
/// costs more than a visit.
static MlirWalkResult visitOne(MlirOperation operation, void *userData) {
  Walk *walk = userData;
  if (!mlirOperationEqual(operation, walk->root))
    walk->isStopped =
        walk->visit(operation, walk->userData) == TRACEMARK_VISIT_STOP;
  return walk->isStopped ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

bool tracemarkBridgeOperationsWalk(MlirOperation root,
                                   TracemarkVisit (*visit)(MlirOperation,
                                                           void *userData),
                                   void *userData) {
  Walk walk = {.root = root, .visit = visit, .userData = userData};
  mlirOperationWalk(root, visitOne, &walk, MlirWalkPreOrder);
  return !walk.isStopped;
}
