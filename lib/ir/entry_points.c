//===- entry_points.c - the functions that are dispatches -----------------===//

#include "lib/ir/entry_points.h"

#include "lib/ir/strings.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Dialect/LLVM.h"

#include "lib/base/banned.h"

static bool hasAttribute(MlirOperation operation, const char *name) {
  return !mlirAttributeIsNull(
      mlirOperationGetAttributeByName(operation, tracemarkStringFrom(name)));
}

MlirBlock tracemarkEntryPointBlock(MlirOperation function) {
  if (mlirOperationGetNumRegions(function) == 0)
    return (MlirBlock){NULL};
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(function, 0));
}

/// Tells whether the op is a function with a body: it has a function type, or
/// is called func or kernel in its dialect.
static bool isFunction(MlirOperation operation) {
  MlirBlock block = tracemarkEntryPointBlock(operation);
  if (mlirBlockIsNull(block) ||
      mlirOperationIsNull(mlirBlockGetFirstOperation(block)))
    return false;
  if (hasAttribute(operation, "function_type"))
    return true;
  MlirStringRef name = tracemarkOperationName(operation);
  static const char *const endings[] = {".func", ".kernel", ".function"};
  for (size_t i = 0; i < TRACEMARK_COUNT_OF(endings); ++i) {
    size_t length = strlen(endings[i]);
    if (name.length > length &&
        memcmp(name.data + name.length - length, endings[i], length) == 0)
      return true;
  }
  return false;
}

/// llvm.func says by its linkage what others say by their visibility.
static bool isPrivate(MlirOperation function) {
  MlirStringRef visibility =
      tracemarkOperationStringAttribute(function, "sym_visibility");
  if (visibility.data)
    return tracemarkStringIs(visibility, "private");
  MlirAttribute linkage =
      mlirOperationGetAttributeByName(function, tracemarkStringFrom("linkage"));
  if (mlirAttributeIsNull(linkage) ||
      !tracemarkOperationIs(function, "llvm.func") ||
      !mlirContextIsRegisteredOperation(mlirOperationGetContext(function),
                                        tracemarkOperationName(function)))
    return false;
  MlirContext context = mlirOperationGetContext(function);
  return mlirAttributeEqual(linkage, mlirLLVMLinkageAttrGet(
                                         context, MlirLLVMLinkageInternal)) ||
         mlirAttributeEqual(
             linkage, mlirLLVMLinkageAttrGet(context, MlirLLVMLinkagePrivate));
}

static bool isGpuKernel(const TracemarkSymbol *symbol) {
  return tracemarkOperationIs(symbol->table, "gpu.module") &&
         (hasAttribute(symbol->operation, "gpu.kernel") ||
          hasAttribute(symbol->operation, "nvvm.kernel") ||
          hasAttribute(symbol->operation, "rocdl.kernel"));
}

static bool isMarkedKernel(MlirOperation function) {
  return hasAttribute(function, "kernel") ||
         hasAttribute(function, "rock.kernel");
}

static TracemarkEntryKind kindOf(const TracemarkSymbol *symbol, bool isPublic) {
  if (isGpuKernel(symbol))
    return TRACEMARK_ENTRY_IS_GPU_KERNEL;
  if (tracemarkOperationIs(symbol->operation, "gpu.func"))
    return TRACEMARK_ENTRY_IS_NONE; // a helper of kernels
  if (isMarkedKernel(symbol->operation))
    return TRACEMARK_ENTRY_IS_MARKED_KERNEL;
  if (isPublic)
    return TRACEMARK_ENTRY_IS_PUBLIC;
  return symbol->uses ? TRACEMARK_ENTRY_IS_INTERNAL : TRACEMARK_ENTRY_IS_NONE;
}

//===----------------------------------------------------------------------===//
// Executables
//===----------------------------------------------------------------------===//

TracemarkSymbol *tracemarkEntryPointExported(TracemarkSymbolPaths *paths,
                                             const TracemarkSymbol *symbol) {
  if (!tracemarkSymbolIsExport(symbol->operation))
    return NULL;
  MlirOperation inner = tracemarkSymbolPathsInnerModule(paths, symbol->table);
  if (mlirOperationIsNull(inner))
    return NULL;
  MlirAttribute reference = mlirOperationGetAttributeByName(
      symbol->operation, tracemarkStringFrom("function_ref"));
  if (mlirAttributeIsNull(reference)) // hal: they are called alike
    return tracemarkSymbolPathsLookup(paths, inner, symbol->name);
  if (!mlirAttributeIsASymbolRef(reference) ||
      mlirSymbolRefAttrGetNumNestedReferences(reference) != 0)
    return NULL;
  return tracemarkSymbolPathsLookup(
      paths, inner, mlirSymbolRefAttrGetRootReference(reference));
}

/// Finds the executable around an export. Nobody outside of the root refers to
/// exports of a private executable below it.
static void setExecutable(const TracemarkSymbolPaths *paths,
                          TracemarkEntryPoint *entry) {
  MlirOperation around = entry->symbol->table;
  entry->variant = mlirStringRefCreate("", 0);
  entry->isPublic = true;
  while (!mlirOperationIsNull(around) && tracemarkSymbolIsExecutable(around)) {
    entry->executable = around;
    if (mlirOperationEqual(around, paths->root))
      return;
    MlirOperation parent = mlirOperationGetParentOperation(around);
    if (!mlirOperationIsNull(parent) && tracemarkSymbolIsExecutable(parent)) {
      MlirStringRef name = tracemarkOperationSymbol(around);
      if (name.data)
        entry->variant = name;
    }
    around = parent;
  }
  if (!mlirOperationIsNull(entry->executable))
    entry->isPublic = !isPrivate(entry->executable);
}

static bool isSelected(TracemarkEntryKind kind,
                       TracemarkEntrySelection selection) {
  switch (selection) {
  case TRACEMARK_ENTRY_AUTO:
    return true;
  case TRACEMARK_ENTRY_EXECUTABLE:
    return kind == TRACEMARK_ENTRY_IS_EXPORT;
  case TRACEMARK_ENTRY_GPU:
    return kind == TRACEMARK_ENTRY_IS_GPU_KERNEL;
  case TRACEMARK_ENTRY_KERNEL:
    return kind == TRACEMARK_ENTRY_IS_MARKED_KERNEL;
  case TRACEMARK_ENTRY_FUNC:
    return kind == TRACEMARK_ENTRY_IS_INTERNAL ||
           kind == TRACEMARK_ENTRY_IS_PUBLIC;
  }
  return false;
}

TracemarkEntryPoint tracemarkEntryPointGet(TracemarkSymbolPaths *paths,
                                           TracemarkSymbol *symbol,
                                           TracemarkEntrySelection selection) {
  TracemarkEntryPoint entry = {.symbol = symbol, .function = symbol};
  bool isExport = tracemarkSymbolIsExport(symbol->operation);
  if (isExport) {
    setExecutable(paths, &entry);
    entry.function = tracemarkEntryPointExported(paths, symbol);
  }
  if (!entry.function || !isFunction(entry.function->operation))
    return entry;
  if (!isExport)
    entry.isPublic = !isPrivate(symbol->operation);
  TracemarkEntryKind kind =
      isExport ? TRACEMARK_ENTRY_IS_EXPORT : kindOf(symbol, entry.isPublic);
  if (isSelected(kind, selection))
    entry.kind = kind;
  return entry;
}
