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

static bool hasEnding(MlirStringRef name, const char *ending) {
  size_t length = strlen(ending);
  return name.length > length &&
         memcmp(name.data + name.length - length, ending, length) == 0;
}

/// Programs for the compiler itself.
static bool isOfCompiler(MlirStringRef name) {
  return tracemarkStringStartsWith(name, "transform.") ||
         tracemarkStringStartsWith(name, "pdl_interp.");
}

/// Tells whether an op that nobody registered is a function by its form: one
/// region, and no symbol among the ops of its first block, which modules have.
static bool looksLikeFunction(MlirOperation operation, MlirBlock block) {
  static const char *const holders[] = {".module", ".global", ".executable",
                                        ".variant", ".initializer"};
  MlirStringRef name = tracemarkOperationName(operation);
  if (mlirOperationGetNumRegions(operation) != 1 ||
      mlirContextIsRegisteredOperation(mlirOperationGetContext(operation),
                                       name))
    return false;
  for (size_t i = 0; i < TRACEMARK_COUNT_OF(holders); ++i)
    if (hasEnding(name, holders[i]))
      return false;
  for (MlirOperation nested = mlirBlockGetFirstOperation(block);
       !mlirOperationIsNull(nested);
       nested = mlirOperationGetNextInBlock(nested))
    if (mlirOperationGetNumResults(nested) == 0 &&
        hasAttribute(nested, "sym_name"))
      return false;
  return true;
}

/// A function has a function type, is called func or kernel in its dialect, or
/// looks like one.
bool tracemarkEntryPointIsFunction(MlirOperation operation) {
  MlirBlock block = tracemarkEntryPointBlock(operation);
  if (mlirBlockIsNull(block) ||
      mlirOperationIsNull(mlirBlockGetFirstOperation(block)))
    return false;
  MlirStringRef name = tracemarkOperationName(operation);
  if (isOfCompiler(name))
    return false;
  static const char *const endings[] = {".func", ".kernel", ".function"};
  for (size_t i = 0; i < TRACEMARK_COUNT_OF(endings); ++i)
    if (hasEnding(name, endings[i]))
      return true;
  return hasAttribute(operation, "function_type") ||
         looksLikeFunction(operation, block);
}

bool tracemarkEntryPointIsPrivate(MlirOperation function) {
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

/// Tells whether an llvm.func has the calling convention of a kernel.
static bool hasKernelConvention(MlirOperation function) {
  MlirAttribute convention =
      mlirOperationGetAttributeByName(function, tracemarkStringFrom("CConv"));
  MlirContext context = mlirOperationGetContext(function);
  if (mlirAttributeIsNull(convention) ||
      !mlirContextIsRegisteredOperation(context,
                                        tracemarkOperationName(function)))
    return false;
  static const MlirLLVMCConv conventions[] = {MlirLLVMCConvPTX_Kernel,
                                              MlirLLVMCConvAMDGPU_KERNEL,
                                              MlirLLVMCConvSPIR_KERNEL};
  for (size_t i = 0; i < TRACEMARK_COUNT_OF(conventions); ++i)
    if (mlirAttributeEqual(convention,
                           mlirLLVMCConvAttrGet(context, conventions[i])))
      return true;
  return false;
}

static bool isGpuKernel(TracemarkSpirvEntries *spirv,
                        const TracemarkSymbol *symbol) {
  MlirOperation function = symbol->operation;
  MlirStringRef name = tracemarkOperationName(function);
  if (tracemarkStringIs(name, "spirv.func"))
    return hasAttribute(function, "spirv.entry_point_abi") ||
           tracemarkSpirvEntriesHas(spirv, symbol->table, symbol->name);
  bool isLlvm = tracemarkStringIs(name, "llvm.func");
  if (!isLlvm && !tracemarkOperationIs(symbol->table, "gpu.module"))
    return false;
  return hasAttribute(function, "gpu.kernel") ||
         hasAttribute(function, "nvvm.kernel") ||
         hasAttribute(function, "rocdl.kernel") ||
         (isLlvm && hasKernelConvention(function));
}

/// The mark may be a unit, a string or an ordinal; `false` takes it back.
static bool hasMark(MlirOperation function, const char *name) {
  MlirAttribute mark =
      mlirOperationGetAttributeByName(function, tracemarkStringFrom(name));
  return !mlirAttributeIsNull(mark) &&
         !(mlirAttributeIsABool(mark) && !mlirBoolAttrGetValue(mark));
}

static bool isMarkedKernel(MlirOperation function) {
  return hasMark(function, "kernel") || hasMark(function, "rock.kernel");
}

static TracemarkEntryKind kindOf(TracemarkSpirvEntries *spirv,
                                 const TracemarkSymbol *symbol,
                                 bool isPrivate) {
  if (isGpuKernel(spirv, symbol))
    return TRACEMARK_ENTRY_IS_GPU_KERNEL;
  if (tracemarkOperationIs(symbol->operation, "gpu.func") ||
      tracemarkOperationIs(symbol->operation, "spirv.func"))
    return TRACEMARK_ENTRY_IS_NONE; // a helper of kernels
  if (isMarkedKernel(symbol->operation))
    return TRACEMARK_ENTRY_IS_MARKED_KERNEL;
  if (!isPrivate)
    return TRACEMARK_ENTRY_IS_PUBLIC;
  return symbol->uses ? TRACEMARK_ENTRY_IS_INTERNAL : TRACEMARK_ENTRY_IS_NONE;
}

TracemarkEntryKind tracemarkEntryPointKind(TracemarkSpirvEntries *spirv,
                                           const TracemarkSymbol *symbol) {
  return kindOf(spirv, symbol, tracemarkEntryPointIsPrivate(symbol->operation));
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

bool tracemarkExportedFunctionsCollect(TracemarkExportedFunctions *functions,
                                       TracemarkSymbolPaths *paths) {
  for (size_t i = 0; i < paths->symbols.count; ++i) {
    TracemarkSymbol *symbol = &paths->symbols.items[i];
    TracemarkSymbol *function = tracemarkEntryPointExported(paths, symbol);
    if (!function)
      continue;
    bool isNew;
    TracemarkPointerMapEntry *entry = tracemarkPointerMapEnsure(
        paths->arena, &functions->byOperation, function->operation.ptr, &isNew);
    if (!entry)
      return false;
    if (isNew)
      entry->value = tracemarkArenaAllocate(paths->arena, 1,
                                            sizeof(TracemarkExportedFunction));
    TracemarkExportedFunction *exported =
        (TracemarkExportedFunction *)(uintptr_t)entry->value;
    if (!exported)
      return false;
    if (isNew || mlirStringRefEqual(symbol->name, function->name))
      exported->lead = symbol;
    ++exported->exports;
  }
  return true;
}

const TracemarkExportedFunction *
tracemarkExportedFunctionsFind(const TracemarkExportedFunctions *functions,
                               const TracemarkSymbol *function) {
  const TracemarkPointerMapEntry *entry =
      function ? tracemarkPointerMapFind(&functions->byOperation,
                                         function->operation.ptr)
               : NULL;
  return entry ? entry->value : NULL;
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
    entry->isPublic = !tracemarkEntryPointIsPrivate(entry->executable);
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
                                           TracemarkSpirvEntries *spirv,
                                           TracemarkSymbol *symbol,
                                           TracemarkEntrySelection selection) {
  TracemarkEntryPoint entry = {.symbol = symbol, .function = symbol};
  bool isExport = tracemarkSymbolIsExport(symbol->operation);
  if (isExport) {
    setExecutable(paths, &entry);
    entry.function = tracemarkEntryPointExported(paths, symbol);
  }
  if (!entry.function ||
      !tracemarkEntryPointIsFunction(entry.function->operation))
    return entry;
  if (!isExport)
    entry.isPublic = !tracemarkEntryPointIsPrivate(symbol->operation);
  TracemarkEntryKind kind = isExport ? TRACEMARK_ENTRY_IS_EXPORT
                                     : kindOf(spirv, symbol, !entry.isPublic);
  if (isSelected(kind, selection))
    entry.kind = kind;
  return entry;
}
