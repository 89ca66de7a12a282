//===- tracemark/bridge/structure.h - has an operation changed --*- C -*-===//
//
// mlir-c hashes one operation, by the identity of its operands and with its
// location; whether a pass has changed a program needs neither.
//
// The hashes are those of attributes and types by address: good within one
// context only, as long as it lives. Nothing outside of the operation is read,
// and nothing is changed. Linear.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_BRIDGE_STRUCTURE_H
#define TRACEMARK_BRIDGE_STRUCTURE_H

#include "mlir-c/IR.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Tells of an operation nested in the hashed one, in pre-order, whether what
/// is in it does not count.
typedef bool (*TracemarkIsAside)(MlirOperation operation, void *userData);

/// Gives a hash of everything in `operation` but the locations: two equal texts
/// have the same one, also if an operation was built anew. Of what `isAside`
/// (NULL: of nothing) says only the operation itself counts, without what is
/// in it. False if the host cannot tell.
///
/// It is 64 bits wide and not made against an adversary: whoever takes equal
/// hashes for equal operations errs once in about 2^64 comparisons of different
/// ones; never where they differ in one attribute, type or operand. Properties
/// that are no attributes count as their dialect hashes them. Not seen: the
/// data of a resource, or the body of a named LLVM struct, filled in in place.
bool tracemarkBridgeStructureHash(MlirOperation operation,
                                  TracemarkIsAside isAside, void *userData,
                                  uint64_t *hash);

/// Gives a hash of the locations of all operations and block arguments in
/// `operation`, in their order; its own is left out, and those aside with what
/// is in them. False if the host cannot tell.
bool tracemarkBridgeLocationsHash(MlirOperation operation,
                                  TracemarkIsAside isAside, void *userData,
                                  uint64_t *hash);

#ifdef __cplusplus
}
#endif

#endif // TRACEMARK_BRIDGE_STRUCTURE_H
