//===- outline_generate.h - tensor.generate as linalg.generic ---*- C -*-===//
//
// tensor.generate computes, and its loops take time, but it has no init that a
// dispatch could write to. The linalg.generic of the same meaning has one and
// is outlined like any other. Used by the outlining pass only, in front of the
// grouping.
//
//   %r = tensor.generate %n {           %e = tensor.empty(%n)
//   ^bb0(%i: index):               =>   %r = linalg.generic outs(%e) {
//     %x = f(%i)                        ^bb0(%o: f32):
//     tensor.yield %x                     %i = linalg.index 0
//   }                                     %x = f(%i)
//                                         linalg.yield %x
//                                       }
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_OUTLINE_GENERATE_H
#define TRACEMARK_LIB_IR_OUTLINE_GENERATE_H

#include "lib/base/arena.h"

#include "mlir-c/IR.h"

/// Rewrites every tensor.generate in `function`; one of another form than the
/// dialect's stays. False when out of memory; the program means the same.
TRACEMARK_MUST_USE bool
tracemarkOutlineRewriteGenerates(TracemarkArena *arena, MlirOperation function);

#endif // TRACEMARK_LIB_IR_OUTLINE_GENERATE_H
