//===- fingerprint.h - hash of what an op contains --------------*- C -*-===//
//
// 64 bits (xxh3) over ops, types, attributes, constants' bytes and structure of
// everything nested in an op. Equal programs have equal hashes in every
// process and on every host; locations, SSA names, names of symbols, their
// visibility, the order of attributes and our own attributes do not count.
// A reference to a symbol counts as the content of what it leads to; functions
// that call each other in a circle have hashes that do not depend on where the
// circle is entered.
//
// Three hashes come from one walk if `wantsAll` is set: exact; but for the
// values of constants (their types count, and scalars of type index, which are
// bounds); but for these and for static shapes.
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

typedef struct TracemarkFingerprint {
  uint64_t exact;
  uint64_t butConstants; // 0 unless all are wanted
  uint64_t butShapes;    // but for constants and static shapes; 0 likewise
} TracemarkFingerprint;

typedef struct TracemarkFingerprintNode TracemarkFingerprintNode;

typedef TRACEMARK_ARENA_ARRAY(uint64_t) TracemarkFingerprintWords;

typedef struct TracemarkFingerprints {
  TracemarkArena *arena;
  TracemarkOpKinds *kinds;       // of the caller
  TracemarkSymbolPaths *symbols; // of the caller; NULL: references are equal
  bool wantsAll;                 // set before the first hash
  TracemarkPointerMap types, attributes, names; // caches
  TracemarkPointerMap shapelessTypes;           // cache
  TracemarkPointerMap operations;               // nodes
  MlirAttribute empty; // cache: a dictionary without elements
  /// Nodes from the one that was asked for to the one being looked at; nodes
  /// that are not done.
  TRACEMARK_ARENA_ARRAY(TracemarkFingerprintNode *) path;
  TRACEMARK_ARENA_ARRAY(TracemarkFingerprintNode *) open;
  size_t visits;
  TracemarkFingerprintWords words[3]; // what one walk hashes, by hash
  size_t expectedNumbers;             // of the next walk
  TracemarkArena numbers;             // of one walk
  TracemarkPointerMap segments;       // cache: hash by sizes of segments
  TracemarkStringBuffer scratch;
} TracemarkFingerprints;

/// Exact hash of `operation`; false when out of memory.
bool tracemarkFingerprintGet(TracemarkFingerprints *fingerprints,
                             MlirOperation operation, uint64_t *hash);

/// All hashes that are wanted; false when out of memory.
bool tracemarkFingerprintGetAll(TracemarkFingerprints *fingerprints,
                                MlirOperation operation,
                                TracemarkFingerprint *hashes);

/// Gives back what the arena does not own.
void tracemarkFingerprintsDestroy(TracemarkFingerprints *fingerprints);

/// Internal: hash of an attribute's content without the references in it, and
/// whether it may hold any (then it depends on where it stands).
typedef struct TracemarkFingerprintFacts {
  uint64_t hash;
  bool mayRefer;
} TracemarkFingerprintFacts;

/// Never NULL; `scratch.failed` is set when out of memory.
const TracemarkFingerprintFacts *
tracemarkFingerprintAttribute(TracemarkFingerprints *fingerprints,
                              MlirAttribute attribute);
uint64_t tracemarkFingerprintType(TracemarkFingerprints *fingerprints,
                                  MlirType type);
/// Likewise with every static size left out.
uint64_t tracemarkFingerprintShapelessType(TracemarkFingerprints *fingerprints,
                                           MlirType type);

/// Internal: one op that is hashed, and what it refers to, in order.
struct TracemarkFingerprintNode {
  MlirOperation operation;
  TracemarkFingerprint own;    // of what is in it, without its targets
  TracemarkFingerprint hashes; // final once it is done
  size_t visit, lowest; // order of visits, from 1; the lowest one it reaches
  size_t nextTarget;    // to look at
  bool isDone;
  TRACEMARK_ARENA_ARRAY(TracemarkFingerprintNode *) targets;
};

/// Internal: hashes what is in the op of a node and notes its targets; makes a
/// node and everything that it leads to done. False when out of memory.
bool tracemarkFingerprintWalk(TracemarkFingerprints *fingerprints,
                              TracemarkFingerprintNode *node);
bool tracemarkFingerprintComplete(TracemarkFingerprints *fingerprints,
                                  TracemarkFingerprintNode *node);

#endif // TRACEMARK_LIB_IR_FINGERPRINT_H
