//===- op_kinds.h - facts about operations by name --------------*- C -*-===//
//
// What a walk wants to know of an op from its name alone, looked up once per
// name and run: is it plumbing, can it hold a symbol reference, what word
// stands for it in a dispatch's name. Depends on mlir-c only.
//
// Life cycle: zero-initialise with an arena per run of a pass; one thread. The
// context must outlive it.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_OP_KINDS_H
#define TRACEMARK_LIB_IR_OP_KINDS_H

#include "lib/base/pointer_map.h"

#include "mlir-c/IR.h"

/// What an op does to one element, or to whole tensors.
typedef enum TracemarkOpRole {
  TRACEMARK_OP_OTHER,      // not in the tables: work, known by its name only
  TRACEMARK_OP_PLUMBING,   // constants, casts of containers, terminators, ids
  TRACEMARK_OP_CALL,       // calls and launches
  TRACEMARK_OP_LOOP,       // scf and affine loops
  TRACEMARK_OP_CONTROL,    // other ops that only hold regions
  TRACEMARK_OP_LINALG,     // of the linalg dialect, but yield and index
  TRACEMARK_OP_SLICE,      // tensor.extract_slice, insert_slice, ...
  TRACEMARK_OP_STORE,      // writes a whole tensor to what a dispatch gives
  TRACEMARK_OP_MOVEMENT,   // tensor.pad, tensor.concat, memref.copy, ...
  TRACEMARK_OP_ARITHMETIC, // scalar or elementwise
  TRACEMARK_OP_CAST,
  TRACEMARK_OP_COMPARE,
  TRACEMARK_OP_SELECT,
  TRACEMARK_OP_LOAD, // tensor.extract, memref.load
} TracemarkOpRole;

/// What the loops of an op on whole tensors are, for ops of dialects that are
/// known by name only.
typedef enum TracemarkOpForm {
  TRACEMARK_FORM_NONE,         // not known
  TRACEMARK_FORM_ELEMENTS,     // the result's dimensions, element by element
  TRACEMARK_FORM_CLAMP,        // the same, with min_val and max_val
  TRACEMARK_FORM_MOVED,        // the result's dimensions, nothing computed
  TRACEMARK_FORM_RESULT,       // the result's dimensions
  TRACEMARK_FORM_INPUT,        // the first operand's dimensions
  TRACEMARK_FORM_REDUCTION,    // the same, a reduction
  TRACEMARK_FORM_MAPS,         // those of the attribute indexing_maps
  TRACEMARK_FORM_BATCH_MATMUL, // [b, m, k] x [b, k, n]
  TRACEMARK_FORM_DOT_GENERAL,  // stablehlo's dot_dimension_numbers
  TRACEMARK_FORM_TOSA_CONV,    // [n, .., c] * [f, .., c]
  TRACEMARK_FORM_TOSA_DEPTHWISE,
  TRACEMARK_FORM_TOSA_POOL,
  TRACEMARK_FORM_HLO_CONV, // stablehlo's dimension_numbers
} TracemarkOpForm;

/// Ops that formulas are made of: what is not in a dispatch need not be looked
/// for.
enum {
  TRACEMARK_FEATURE_EXP = 1 << 0,   // exp, expm1
  TRACEMARK_FEATURE_CURVE = 1 << 1, // exp, log, tanh, erf, sigmoid and such
  TRACEMARK_FEATURE_LOG = 1 << 2,   // log, log1p
  TRACEMARK_FEATURE_ROOT = 1 << 3,  // sqrt, rsqrt
  TRACEMARK_FEATURE_MIN = 1 << 4,   // min, clamp, select
  TRACEMARK_FEATURE_MAX = 1 << 5,   // max, clamp, select
  TRACEMARK_FEATURE_SCALE = 1 << 6, // mul, div, neg, sub
  TRACEMARK_FEATURE_SUB = 1 << 7,
  TRACEMARK_FEATURE_CAST = 1 << 8,
  TRACEMARK_FEATURE_SELECT = 1 << 9,
  // Of whole ops, not of their names:
  TRACEMARK_FEATURE_REDUCTION = 1 << 10,
  TRACEMARK_FEATURE_REPEAT = 1 << 11, // an operand is repeated along loops

  TRACEMARK_FEATURES_CLAMP = TRACEMARK_FEATURE_MIN | TRACEMARK_FEATURE_MAX,
};

typedef struct TracemarkInherentName {
  MlirStringRef name;
  uint64_t hash; // tracemarkHashBytes
} TracemarkInherentName;

typedef struct TracemarkOpKind {
  TracemarkOpRole role;
  TracemarkOpForm form;
  /// Word of the grammar: only [A-Za-z0-9_], never empty; lives as long as the
  /// arena.
  const char *word;
  unsigned features; // TRACEMARK_FEATURE_*
  /// Gives its first operand's elements in another shape or type of container.
  bool isReshape;
  /// linalg.fill: every element is the first operand.
  bool isFill;
  /// Makes a buffer or tensor whose elements nobody has set.
  bool isScratch;
  /// Plumbing that may keep a number in an attribute.
  bool mayBeConstant;
  bool isMin, isMax; // one op on two values
  /// memref.get_global.
  bool isGlobal;
  /// Has no inherent attribute that refers to a symbol and defines none.
  bool isQuiet;
  /// Its inherent attributes are not enumerated by mlir-c.
  bool isUnregistered;
  uint64_t nameHash; // tracemarkHashBytes
  /// linalg.generic as registered.
  bool isGeneric;
  /// Every inherent attribute of a registered op that says something of its
  /// content (a function's name does not), ends with an empty name; NULL if not
  /// known: then all attributes have to be enumerated, which makes MLIR build a
  /// dictionary each time.
  const TracemarkInherentName *inherentNames;
  /// Every inherent attribute that can refer to a symbol; NULL if not known.
  const char *const *referenceNames;
} TracemarkOpKind;

typedef struct TracemarkOpKinds {
  TracemarkArena *arena;
  TracemarkPointerMap byName;
  TracemarkPointerMap constants; // cache: number by attribute
  /// What the run is on: symbols in it may be looked up. Null: none may.
  MlirOperation root;
  TracemarkPointerMap globals; // cache: constants by symbol, by module
} TracemarkOpKinds;

/// Works out the kind of a name that is seen for the first time.
const TracemarkOpKind *tracemarkOpKindsMake(TracemarkOpKinds *kinds,
                                            MlirOperation operation);

/// Kind of an operation; a kind of role OTHER with the word "op" when out of
/// memory. Lives as long as the arena.
static inline const TracemarkOpKind *
tracemarkOpKindsGet(TracemarkOpKinds *kinds, MlirOperation operation) {
  const TracemarkPointerMapEntry *known = tracemarkPointerMapFind(
      &kinds->byName, mlirOperationGetName(operation).ptr);
  return known ? known->value : tracemarkOpKindsMake(kinds, operation);
}

/// Copies the letters and digits of `text` with one '_' for what is between; a
/// part that would be taken for dims, types or the like ("foo.f32", "foo.x_4")
/// is joined to the former one. "op" if nothing is left.
const char *tracemarkOpKindsSpell(TracemarkArena *arena, MlirStringRef text);

#endif // TRACEMARK_LIB_IR_OP_KINDS_H
