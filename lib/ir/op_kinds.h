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

typedef struct TracemarkOpKind {
  TracemarkOpRole role;
  TracemarkOpForm form;
  /// Word of the grammar: only [A-Za-z0-9_], never empty; lives as long as the
  /// arena.
  const char *word;
  /// Has no inherent attribute that refers to a symbol and defines none.
  bool isQuiet;
  /// Its inherent attributes are not enumerated by mlir-c.
  bool isUnregistered;
  /// Every inherent attribute that the registered op can have, ends with NULL;
  /// NULL if not known: then all attributes have to be enumerated, which makes
  /// MLIR build a dictionary each time.
  const char *const *inherentNames;
} TracemarkOpKind;

typedef struct TracemarkOpKinds {
  TracemarkArena *arena;
  TracemarkPointerMap byName;
} TracemarkOpKinds;

/// Kind of an operation; a kind of role OTHER with the word "op" when out of
/// memory. Lives as long as the arena.
const TracemarkOpKind *tracemarkOpKindsGet(TracemarkOpKinds *kinds,
                                           MlirOperation operation);

/// Copies the letters and digits of `text` with one '_' for what is between; a
/// part that would be taken for dims, types or the like ("foo.f32", "foo.x_4")
/// is joined to the former one. "op" if nothing is left.
const char *tracemarkOpKindsSpell(TracemarkArena *arena, MlirStringRef text);

#endif // TRACEMARK_LIB_IR_OP_KINDS_H
