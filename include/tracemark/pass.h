//===- tracemark/pass.h - what a pass of ours is ----------------*- C -*-===//
//
// A pass is one constant table: argument, anchor, options, callbacks. The
// plugin makes an mlir::Pass with real options from it (lib/bridge), a host
// without C++ an external pass (lib/external). Included by passes/ and by
// those two; depends on mlir-c only.
//
// Threads: a descriptor is constant and shared. `run` may be called on several
// operations at once; it may touch the operation and what is nested in it.
// Ownership: nothing here is owned; option values live as long as the call.
//
//   const TracemarkPassDescriptor tracemarkPassFoo = {
//       .argument = "tracemark-foo", .anchor = "builtin.module",
//       .options = options, .optionCount = 2, .run = run};
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_PASS_H
#define TRACEMARK_PASS_H

#include "mlir-c/IR.h"
#include "mlir-c/Support.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum TracemarkOptionKind {
  TRACEMARK_OPTION_BOOLEAN,
  TRACEMARK_OPTION_INTEGER, // within [minimum, maximum]
  TRACEMARK_OPTION_STRING,
  TRACEMARK_OPTION_ENUM, // one of `keywords`
} TracemarkOptionKind;

typedef struct TracemarkOptionDescriptor {
  const char *name; // as in the pipeline text, with dashes
  const char *help;
  TracemarkOptionKind kind;
  /// BOOLEAN and INTEGER: the default; ENUM: the index of the default keyword.
  int64_t defaultInteger;
  const char *defaultString; // STRING; NULL means empty
  bool notEmpty;             // STRING: the empty one is refused
  bool isMapping;            // STRING: each value is OLD=NEW
  bool repeatable; // STRING, as a flag: values are joined by line feeds
  int64_t minimum, maximum;    // INTEGER, both inclusive
  const char *const *keywords; // ENUM; ends with NULL
} TracemarkOptionDescriptor;

/// Value of one option, in the order of the descriptor's table.
typedef struct TracemarkOptionValue {
  int64_t integer;      // BOOLEAN (0 or 1), INTEGER, ENUM (index)
  MlirStringRef string; // STRING
} TracemarkOptionValue;

typedef struct TracemarkPassDescriptor {
  const char *argument;    // "tracemark-name-dispatches"
  const char *name;        // "TracemarkNameDispatches"
  const char *description; // one line, lower case, no period
  /// Operation the pass runs on; NULL: any.
  const char *anchor;
  /// `run` changes nothing but locations: analyses stay valid, and MLIR does
  /// not verify again.
  bool locationsOnly;
  /// Dialects whose ops `run` may create; `dialectCount` handle getters.
  MlirDialectHandle (*const *dialects)(void);
  intptr_t dialectCount;
  const TracemarkOptionDescriptor *options;
  intptr_t optionCount;
  /// Bytes, zero at first, that a pass and the copies of it that a pass manager
  /// makes for its threads share: `shared` below. They are freed as they are,
  /// and used by several threads at once.
  size_t sharedSize;
  /// May be NULL. Checks options together, once per run of a pipeline and copy
  /// of the pass, before any pass of it; emits at an unknown location what is
  /// wrong.
  MlirLogicalResult (*initialize)(MlirContext context,
                                  const TracemarkOptionValue *options,
                                  void *shared);
  /// Runs on one operation. On failure a diagnostic was emitted and the IR is
  /// as it was.
  MlirLogicalResult (*run)(MlirOperation operation,
                           const TracemarkOptionValue *options, void *shared);
} TracemarkPassDescriptor;

#ifdef __cplusplus
}
#endif

#endif // TRACEMARK_PASS_H
