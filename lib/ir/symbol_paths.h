//===- symbol_paths.h - symbols, references to them, renaming ---*- C -*-===//
//
// Finds every symbol and every symbol reference under an op in one walk,
// renames symbols, and rewrites references by their full path: in any
// attribute, nested in arrays and dictionaries, on any op, the root's own too.
// Works on unregistered ops: a symbol is an op with a `sym_name`, its table the
// op around it, if that is a symbol table or not registered. Included by
// passes/ and by fingerprint; depends on mlir-c.
//
// A reference is resolved from the closest op around it (itself included) that
// holds its first part, like symbol tables nest; further parts inside of what
// the former part named. What lies outside of the root is not looked at. The
// `function_ref` of an `*.executable.export` is resolved from the first module
// beside the export.
//
// What dialects keep in their own attributes and types is text to us: a symbol
// that is mentioned there keeps its name. Types are looked at only where some
// dialect beyond MLIR's own may have made them.
//
// Life cycle: zero-initialise with an arena; Build; choose names with Rename;
// Settle drops what cannot be done; Apply changes the IR. One thread, memory
// lives in the arena. Cost: one walk; renaming is linear in the references.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_SYMBOL_PATHS_H
#define TRACEMARK_LIB_IR_SYMBOL_PATHS_H

#include "lib/base/pointer_map.h"
#include "lib/ir/op_kinds.h"

#include "mlir-c/IR.h"

typedef struct TracemarkSymbol {
  MlirOperation operation;
  MlirOperation table;        // the op around it
  MlirStringRef name;         // as the IR has it
  MlirStringRef newName;      // data is NULL: keeps its name
  size_t uses;                // references that lead to or through it
  uint64_t nameHash;          // internal: of `name`
  MlirAttribute newText;      // internal: cache, `newName` as an attribute
  MlirAttribute newReference; // internal: cache, to `newName`
} TracemarkSymbol;

/// One attribute of one op that holds symbol references.
typedef struct TracemarkSymbolUse {
  MlirOperation operation;
  MlirStringRef attributeName;
  MlirAttribute attribute;
  /// Where the references are looked up from: the operation, or the module
  /// beside it for what an export of an executable says that it exports.
  MlirOperation scope;
  bool isFlat; // the attribute is one reference of one part, which leads to
  TracemarkSymbol *target; // this symbol; NULL if it does not resolve
  MlirAttribute latter;    // what Settle found that it has to become
} TracemarkSymbolUse;

typedef struct TracemarkSymbolPaths {
  TracemarkArena *arena;
  TracemarkOpKinds *kinds;
  MlirOperation root;
  TRACEMARK_ARENA_ARRAY(TracemarkSymbol) symbols; // in program order
  TRACEMARK_ARENA_ARRAY(TracemarkSymbolUse) uses;
  /// Attributes of other dialects that mention symbols in their text and
  /// cannot be rewritten.
  TRACEMARK_ARENA_ARRAY(TracemarkSymbolUse) sealed;
  TracemarkPointerMap byOperation;   // symbol index + 1
  TracemarkPointerMap attributeKind; // cache, by attribute
  bool hasForeignTypes;              // types have to be looked at, too
  TracemarkPointerMap typeIsSealed;  // cache, by type
  TracemarkPointerMap settled; // sealed attributes and types that were read
  MlirAttribute plain;         // cache: the last dictionary without references
  TracemarkPointerMap isTable; // cache, by operation
  TracemarkPointerMap innerModules; // of executables, by the op around
  uint32_t *slots;                  // symbol index + 1, by table and name
  size_t slotCount;
} TracemarkSymbolPaths;

/// Tells whether the op is an `*.executable.export`, of any dialect.
bool tracemarkSymbolIsExport(MlirOperation operation);

/// Tells whether the op is an `*.executable`, `*.executable.variant` or the
/// like, of any dialect.
bool tracemarkSymbolIsExecutable(MlirOperation operation);

/// First module directly in an executable or variant; null if there is none.
MlirOperation tracemarkSymbolPathsInnerModule(const TracemarkSymbolPaths *paths,
                                              MlirOperation executable);

/// Finds symbols and references under `root`; false when out of memory.
bool tracemarkSymbolPathsBuild(TracemarkSymbolPaths *paths, MlirOperation root);

/// Internal, first part of Build: finds symbols and attributes with references,
/// which are not resolved yet; false when out of memory.
bool tracemarkSymbolPathsFindAll(TracemarkSymbolPaths *paths);

/// Internal: enters the symbols for lookup under their `name`. False when out
/// of memory.
bool tracemarkSymbolPathsIndex(TracemarkSymbolPaths *paths);

/// The symbol that `operation` is; NULL if it is none.
TracemarkSymbol *tracemarkSymbolPathsFind(TracemarkSymbolPaths *paths,
                                          MlirOperation operation);

/// The symbol called `name` (as the IR has it) directly in `table`; NULL if
/// there is none.
TracemarkSymbol *tracemarkSymbolPathsLookup(TracemarkSymbolPaths *paths,
                                            MlirOperation table,
                                            MlirStringRef name);

/// The symbol that a reference of the one part `name` leads to from
/// `operation`; NULL if it does not resolve.
TracemarkSymbol *tracemarkSymbolPathsLookupAround(TracemarkSymbolPaths *paths,
                                                  MlirOperation operation,
                                                  MlirStringRef name);

/// The symbol that `reference` (a SymbolRefAttr) leads to from `operation`;
/// NULL if a part does not resolve.
TracemarkSymbol *tracemarkSymbolPathsResolve(TracemarkSymbolPaths *paths,
                                             MlirOperation operation,
                                             MlirAttribute reference);

/// The new name of a symbol that has one, as a string attribute.
MlirAttribute tracemarkSymbolNewText(TracemarkSymbol *symbol);

/// Takes back the new name of a symbol and remarks at it why.
void tracemarkSymbolTakeBack(TracemarkSymbol *symbol, const char *why);

/// Tells whether dialects that MLIR does not know may be in the IR; MLIR's own
/// types never refer to symbols.
bool tracemarkSymbolPathsMayHaveForeignTypes(MlirContext context);

/// Internal: tells whether the text of an attribute has an '@' in it.
bool tracemarkSymbolPathsMentionsAny(MlirAttribute attribute);

/// Tells whether text in `type` mentions a symbol.
bool tracemarkSymbolPathsTypeIsSealed(TracemarkSymbolPaths *paths,
                                      MlirType type);

/// Tells whether the attribute is, or holds, text of another dialect that
/// mentions a symbol.
bool tracemarkSymbolPathsIsSealed(TracemarkSymbolPaths *paths,
                                  MlirAttribute attribute);

/// First part of Settle: what sealed attributes and types mention. False when
/// out of memory.
bool tracemarkSymbolPathsSettleSealed(TracemarkSymbolPaths *paths);

/// Tells whether a reference, or text that may be one, is in `attribute`.
bool tracemarkSymbolPathsMayRefer(TracemarkSymbolPaths *paths,
                                  MlirAttribute attribute);

/// Takes back every new name that could not be given completely (the name is
/// taken, a reference cannot be rewritten or would lead elsewhere) and remarks
/// at the symbol why. Afterwards every touched reference leads to the same op
/// as before. False when out of memory. The IR is unchanged.
bool tracemarkSymbolPathsSettle(TracemarkSymbolPaths *paths);

/// Gives the new names and rewrites the references, then reads both back from
/// the IR: a name or reference that is not what was decided (and proven to lead
/// to the same op) is an error, after which the IR is as it was.
MlirLogicalResult tracemarkSymbolPathsApply(TracemarkSymbolPaths *paths);

#endif // TRACEMARK_LIB_IR_SYMBOL_PATHS_H
