//===- fingerprint.h - hash of what an op contains --------------*- C -*-===//
//
// 64 bits (xxh3) over ops, types, attributes, constants' bytes and structure of
// everything nested in an op. Equal programs have equal hashes in every
// process and on every host; locations, SSA names, names of symbols, their
// visibility, the order of attributes and our own attributes do not count.
// A reference to a symbol counts as the content of what it leads to.
//
// Life cycle: zero-initialise with arena, kinds and (or NULL) symbol paths per
// run of a pass; one thread. The IR must not change in between. Cost: linear;
// types and attributes are hashed once per run, by pointer.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_FINGERPRINT_H
#define TRACEMARK_LIB_IR_FINGERPRINT_H

#include "lib/base/pointer_map.h"
#include "lib/base/string_buffer.h"
#include "lib/ir/symbol_paths.h"

#include "mlir-c/IR.h"

typedef struct TracemarkFingerprints {
  TracemarkArena *arena;
  TracemarkOpKinds *kinds;       // of the caller
  TracemarkSymbolPaths *symbols; // of the caller; NULL: references are equal
  TracemarkPointerMap types, attributes, names; // caches
  TracemarkPointerMap operations; // symbols hashed or in the making
  TracemarkStringBuffer scratch;
} TracemarkFingerprints;

/// Hash of `operation`; false when out of memory.
bool tracemarkFingerprintGet(TracemarkFingerprints *fingerprints,
                             MlirOperation operation, uint64_t *hash);

/// Gives back what the arena does not own.
void tracemarkFingerprintsDestroy(TracemarkFingerprints *fingerprints);

/// Internal: hash of an attribute's content without the references in it, and
/// whether it holds any (then it depends on where it stands).
uint64_t tracemarkFingerprintAttribute(TracemarkFingerprints *fingerprints,
                                       MlirAttribute attribute);
uint64_t tracemarkFingerprintType(TracemarkFingerprints *fingerprints,
                                  MlirType type);

#endif // TRACEMARK_LIB_IR_FINGERPRINT_H
