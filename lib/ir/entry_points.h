//===- entry_points.h - the functions that are dispatches -------*- C -*-===//
//
// Tells which symbols are entry points, and of which kind: exports of
// executables, kernels of a gpu.module, functions marked as kernels, private
// functions that are called, public functions. Works on registered and
// unregistered function ops, and on executables of any dialect:
//
//   *.executable > [*.executable.variant >] *.executable.export,
//                                           builtin.module > function
//
// Whether an entry point does any work is op_summary's answer, not ours.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_ENTRY_POINTS_H
#define TRACEMARK_LIB_IR_ENTRY_POINTS_H

#include "lib/ir/spirv_entries.h"
#include "lib/ir/symbol_paths.h"

#include "mlir-c/IR.h"

/// Which kinds to look for; AUTO is all of them.
typedef enum TracemarkEntrySelection {
  TRACEMARK_ENTRY_AUTO,
  TRACEMARK_ENTRY_EXECUTABLE,
  TRACEMARK_ENTRY_GPU,
  TRACEMARK_ENTRY_KERNEL,
  TRACEMARK_ENTRY_FUNC,
} TracemarkEntrySelection;

typedef enum TracemarkEntryKind {
  TRACEMARK_ENTRY_IS_NONE,
  TRACEMARK_ENTRY_IS_EXPORT,        // *.executable.export with a function
  TRACEMARK_ENTRY_IS_GPU_KERNEL,    // gpu.func kernel, llvm.func marked as one
                                    // or called like one, spirv entry point
  TRACEMARK_ENTRY_IS_MARKED_KERNEL, // attribute kernel or rock.kernel
  TRACEMARK_ENTRY_IS_INTERNAL,      // private and referred to
  TRACEMARK_ENTRY_IS_PUBLIC,
} TracemarkEntryKind;

typedef struct TracemarkEntryPoint {
  TracemarkSymbol *symbol; // of the SymbolPaths given; gets the name
  /// The function with the body: `symbol`, or what an export exports (NULL if
  /// that is not here), which gets the same name.
  TracemarkSymbol *function;
  TracemarkEntryKind kind;
  /// Symbols outside of its table (of an export: outside of the root that was
  /// searched) may refer to it by name.
  bool isPublic;
  /// Of an export, else null: its executable (the op furthest out) and the name
  /// of its variant. Exports of one module are linked together, each kind of
  /// variant for itself, so their names are to differ.
  MlirOperation executable;
  MlirStringRef variant; // empty if there is none
} TracemarkEntryPoint;

/// The function that an export exports, with a body or without; NULL for
/// other symbols and exports of external objects.
TracemarkSymbol *tracemarkEntryPointExported(TracemarkSymbolPaths *paths,
                                             const TracemarkSymbol *symbol);

/// A function that exports refer to.
typedef struct TracemarkExportedFunction {
  TracemarkSymbol *lead; // the export called like it, else the first
  unsigned exports;
} TracemarkExportedFunction;

typedef struct TracemarkExportedFunctions {
  TracemarkPointerMap byOperation;
} TracemarkExportedFunctions;

/// Finds which functions are exported; the memory is that of `paths`. False
/// when out of it.
bool tracemarkExportedFunctionsCollect(TracemarkExportedFunctions *functions,
                                       TracemarkSymbolPaths *paths);

/// NULL if `function` (may be NULL) is not exported.
const TracemarkExportedFunction *
tracemarkExportedFunctionsFind(const TracemarkExportedFunctions *functions,
                               const TracemarkSymbol *function);

/// What the symbol is as an entry point; kind NONE for declarations, other
/// symbols, private functions that nothing refers to, and kinds that were not
/// selected. Whether a function is exported is not looked at: see Exported.
TracemarkEntryPoint tracemarkEntryPointGet(TracemarkSymbolPaths *paths,
                                           TracemarkSpirvEntries *spirv,
                                           TracemarkSymbol *symbol,
                                           TracemarkEntrySelection selection);

/// Tells whether the op is a function with a body, registered or not.
bool tracemarkEntryPointIsFunction(MlirOperation operation);

/// What a function with a body is as an entry point, exports of it aside; NONE
/// for helpers of kernels and for private functions without a use.
TracemarkEntryKind tracemarkEntryPointKind(TracemarkSpirvEntries *spirv,
                                           const TracemarkSymbol *function);

/// Tells whether nobody outside of its symbol table refers to the symbol.
/// llvm.func says by its linkage what others say by their visibility.
bool tracemarkEntryPointIsPrivate(MlirOperation symbol);

/// Entry block of a function op; null for declarations.
MlirBlock tracemarkEntryPointBlock(MlirOperation function);

#endif // TRACEMARK_LIB_IR_ENTRY_POINTS_H
