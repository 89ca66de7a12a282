//===- c_interfaces.h - `_mlir_ciface_` wrappers of functions ---*- C -*-===//
//
// convert-func-to-llvm puts `_mlir_ciface_f` beside a function `f` that has
// `llvm.emit_c_interface`. Who calls `f` from C goes by that name, so the two
// are renamed together or not at all. Depends on symbol_paths.
//
// Life cycle: zero-initialise per run of a pass, with its symbol paths; Follow
// for each symbol that gets a name; Settle after the symbol paths' own, in
// turns until both are content. Memory lives in the arena of the paths.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_C_INTERFACES_H
#define TRACEMARK_LIB_IR_C_INTERFACES_H

#include "lib/ir/symbol_paths.h"

typedef struct TracemarkCInterface {
  TracemarkSymbol *function, *wrapper;
} TracemarkCInterface;

typedef struct TracemarkCInterfaces {
  TracemarkSymbolPaths *paths;
  bool renamesPublic; // a public wrapper may get a new name
  TRACEMARK_ARENA_ARRAY(TracemarkCInterface) pairs;
} TracemarkCInterfaces;

/// Gives the wrapper of `function`, which has a new name, the name that goes
/// with it. Takes the function's new name back, with a remark, if the wrapper
/// has to keep its own or somebody else has that name. False when out of
/// memory.
bool tracemarkCInterfacesFollow(TracemarkCInterfaces *interfaces,
                                TracemarkSymbol *function);

/// Takes back the new name of one of a pair if the other lost its own; `true`
/// if there was any.
bool tracemarkCInterfacesSettle(TracemarkCInterfaces *interfaces);

#endif // TRACEMARK_LIB_IR_C_INTERFACES_H
