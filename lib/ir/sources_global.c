//===- sources_global.c - listings in a section of the object -------------===//

#include "lib/ir/sources_global.h"

#include "lib/ir/diagnostics.h"
#include "lib/ir/sources_blob.h"
#include "lib/ir/strings.h"
#include "tracemark/bridge/llvm.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/LLVM.h"

#include "lib/base/banned.h"

#define SECTION ".tracemark_sources"
#define SYMBOL "tracemark_sources"

//===----------------------------------------------------------------------===//
// The operations
//===----------------------------------------------------------------------===//

typedef struct Builder {
  MlirContext context;
  MlirLocation location;
  MlirType pointer;
} Builder;

static MlirNamedAttribute named(const Builder *builder, const char *name,
                                MlirAttribute value) {
  return mlirNamedAttributeGet(
      mlirIdentifierGet(builder->context, tracemarkStringFrom(name)), value);
}

static MlirAttribute stringAttribute(const Builder *builder, const char *text) {
  return mlirStringAttrGet(builder->context, tracemarkStringFrom(text));
}

typedef struct Description {
  const char *name;
  MlirType result; // null: none
  const MlirValue *operands;
  intptr_t operandCount;
  const MlirNamedAttribute *attributes;
  intptr_t attributeCount;
  MlirRegion region; // owned; null: none
} Description;

static MlirOperation create(const Builder *builder, Description what) {
  MlirOperationState state =
      mlirOperationStateGet(tracemarkStringFrom(what.name), builder->location);
  if (!mlirTypeIsNull(what.result))
    mlirOperationStateAddResults(&state, 1, &what.result);
  mlirOperationStateAddOperands(&state, what.operandCount, what.operands);
  mlirOperationStateAddAttributes(&state, what.attributeCount, what.attributes);
  if (!mlirRegionIsNull(what.region))
    mlirOperationStateAddOwnedRegions(&state, 1, &what.region);
  return mlirOperationCreate(&state);
}

/// Creates an operation with one result before `next`, which may be null: at
/// the end of the block.
static MlirValue insert(const Builder *builder, MlirBlock block,
                        MlirOperation next, Description what) {
  MlirOperation operation = create(builder, what);
  mlirBlockInsertOwnedOperationBefore(block, next, operation);
  return mlirOperationGetResult(operation, 0);
}

static MlirAttribute position(const Builder *builder, int64_t index) {
  return mlirDenseI64ArrayGet(builder->context, 1, &index);
}

/// An array of the elements of `former`, of which there are `count`, and the
/// address of the global `symbol`.
static MlirValue appendAddress(const Builder *builder, MlirBlock block,
                               MlirOperation next, MlirValue former,
                               int64_t count, MlirStringRef symbol) {
  MlirType type = mlirLLVMArrayTypeGet(builder->pointer, (unsigned)count + 1);
  MlirNamedAttribute name =
      named(builder, "global_name",
            mlirFlatSymbolRefAttrGet(builder->context, symbol));
  MlirValue address = insert(builder, block, next,
                             (Description){.name = "llvm.mlir.addressof",
                                           .result = builder->pointer,
                                           .attributes = &name,
                                           .attributeCount = 1});
  MlirValue array =
      insert(builder, block, next,
             (Description){.name = "llvm.mlir.undef", .result = type});
  for (int64_t i = 0; i <= count; ++i) {
    MlirNamedAttribute at = named(builder, "position", position(builder, i));
    MlirValue element = address;
    if (i < count)
      element = insert(builder, block, next,
                       (Description){.name = "llvm.extractvalue",
                                     .result = builder->pointer,
                                     .operands = &former,
                                     .operandCount = 1,
                                     .attributes = &at,
                                     .attributeCount = 1});
    MlirValue operands[] = {array, element};
    array = insert(builder, block, next,
                   (Description){.name = "llvm.insertvalue",
                                 .result = type,
                                 .operands = operands,
                                 .operandCount = 2,
                                 .attributes = &at,
                                 .attributeCount = 1});
  }
  return array;
}

static void appendToModule(MlirOperation module, MlirOperation operation) {
  MlirRegion region = mlirOperationGetRegion(module, 0);
  mlirBlockAppendOwnedOperation(mlirRegionGetFirstBlock(region), operation);
}

static void createGlobal(const Builder *builder, MlirOperation module,
                         MlirStringRef symbol, MlirType type,
                         MlirAttribute value) {
  MlirType i64 = mlirIntegerTypeGet(builder->context, 64);
  MlirNamedAttribute attributes[] = {
      named(builder, "sym_name", mlirStringAttrGet(builder->context, symbol)),
      named(builder, "global_type", mlirTypeAttrGet(type)),
      named(builder, "linkage",
            mlirLLVMLinkageAttrGet(builder->context, MlirLLVMLinkageInternal)),
      named(builder, "constant", mlirUnitAttrGet(builder->context)),
      named(builder, "value", value),
      named(builder, "section", stringAttribute(builder, SECTION)),
      named(builder, "alignment", mlirIntegerAttrGet(i64, 1))};
  appendToModule(
      module, create(builder, (Description){.name = "llvm.mlir.global",
                                            .attributes = attributes,
                                            .attributeCount =
                                                TRACEMARK_COUNT_OF(attributes),
                                            .region = mlirRegionCreate()}));
}

static void createUsed(const Builder *builder, MlirOperation module,
                       MlirStringRef symbol) {
  MlirBlock block = mlirBlockCreate(0, NULL, NULL);
  MlirValue array = appendAddress(builder, block, (MlirOperation){NULL},
                                  (MlirValue){NULL}, 0, symbol);
  mlirBlockAppendOwnedOperation(
      block, create(builder, (Description){.name = "llvm.return",
                                           .operands = &array,
                                           .operandCount = 1}));
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, block);
  MlirNamedAttribute attributes[] = {
      named(builder, "sym_name", stringAttribute(builder, "llvm.used")),
      named(builder, "global_type", mlirTypeAttrGet(mlirValueGetType(array))),
      named(builder, "linkage",
            mlirLLVMLinkageAttrGet(builder->context, MlirLLVMLinkageAppending)),
      named(builder, "section", stringAttribute(builder, "llvm.metadata"))};
  appendToModule(
      module, create(builder, (Description){.name = "llvm.mlir.global",
                                            .attributes = attributes,
                                            .attributeCount =
                                                TRACEMARK_COUNT_OF(attributes),
                                            .region = region}));
}

/// The operation that returns the initial value of `llvm.used`; null if that is
/// not an array of pointers with an initialiser.
static MlirOperation findInitialiser(const Builder *builder,
                                     MlirOperation used) {
  MlirOperation none = {NULL};
  if (!tracemarkOperationIs(used, "llvm.mlir.global"))
    return none;
  MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(used, 0));
  MlirOperation end =
      mlirBlockIsNull(block) ? none : mlirBlockGetTerminator(block);
  if (mlirOperationIsNull(end) || mlirOperationGetNumOperands(end) != 1)
    return none;
  MlirType type = mlirValueGetType(mlirOperationGetOperand(end, 0));
  if (tracemarkBridgeLLVMArraySize(type) < 0 ||
      !mlirTypeEqual(mlirLLVMArrayTypeGetElementType(type), builder->pointer))
    return none;
  return end;
}

static void extendUsed(const Builder *builder, MlirOperation used,
                       MlirOperation end, MlirStringRef symbol) {
  MlirValue former = mlirOperationGetOperand(end, 0);
  MlirValue array = appendAddress(
      builder, mlirOperationGetBlock(end), end, former,
      tracemarkBridgeLLVMArraySize(mlirValueGetType(former)), symbol);
  mlirOperationSetOperand(end, 0, array);
  mlirOperationSetInherentAttributeByName(
      used, tracemarkStringFrom("global_type"),
      mlirTypeAttrGet(mlirValueGetType(array)));
}

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

/// Finds what an earlier call made (true), or else a name that is free.
static bool findGlobal(MlirSymbolTable symbols, TracemarkStringBuffer *name,
                       MlirOperation *global) {
  for (unsigned i = 0; !name->failed; ++i) {
    tracemarkStringBufferTruncate(name, 0);
    tracemarkStringBufferAppendText(name, SYMBOL);
    if (i)
      tracemarkStringBufferAppendFormat(name, "_%u", i);
    *global = mlirSymbolTableLookup(
        symbols, mlirStringRefCreate(name->data, name->length));
    if (mlirOperationIsNull(*global))
      return false;
    MlirStringRef section =
        tracemarkOperationStringAttribute(*global, "section");
    if (tracemarkOperationIs(*global, "llvm.mlir.global") &&
        tracemarkStringIs(section, SECTION))
      return true;
  }
  return false;
}

static MlirLogicalResult change(const Builder *builder, MlirOperation module,
                                const TracemarkStringBuffer *blob) {
  MlirSymbolTable symbols = mlirSymbolTableCreate(module);
  MlirOperation used =
      mlirSymbolTableLookup(symbols, tracemarkStringFrom("llvm.used"));
  MlirOperation global;
  TracemarkStringBuffer name = {0};
  bool found = findGlobal(symbols, &name, &global);
  mlirSymbolTableDestroy(symbols);
  MlirOperation end = {NULL};
  if (!found && !mlirOperationIsNull(used))
    end = findInitialiser(builder, used);
  MlirLogicalResult result = mlirLogicalResultSuccess();
  MlirStringRef symbol = mlirStringRefCreate(name.data, name.length);
  MlirType type = mlirLLVMArrayTypeGet(mlirIntegerTypeGet(builder->context, 8),
                                       (unsigned)blob->length);
  MlirAttribute value = mlirStringAttrGet(
      builder->context, mlirStringRefCreate(blob->data, blob->length));
  if (name.failed) {
    result =
        tracemarkEmitError(builder->location, "out of memory for the sources");
  } else if (found) {
    mlirOperationSetInherentAttributeByName(
        global, tracemarkStringFrom("global_type"), mlirTypeAttrGet(type));
    mlirOperationSetInherentAttributeByName(
        global, tracemarkStringFrom("value"), value);
  } else if (!mlirOperationIsNull(used) && mlirOperationIsNull(end)) {
    result = tracemarkEmitError(
        mlirOperationGetLocation(used),
        "cannot extend 'llvm.used': expected a global that is an array of "
        "pointers with an initialiser");
  } else {
    createGlobal(builder, module, symbol, type, value);
    if (mlirOperationIsNull(used))
      createUsed(builder, module, symbol);
    else
      extendUsed(builder, used, end, symbol);
  }
  tracemarkStringBufferDestroy(&name);
  return result;
}

MlirLogicalResult tracemarkSourcesMakeGlobal(MlirOperation module,
                                             const TracemarkSources *sources,
                                             bool compress) {
  MlirContext context = mlirOperationGetContext(module);
  Builder builder = {.context = context,
                     .location = mlirOperationGetLocation(module),
                     .pointer = mlirLLVMPointerTypeGet(context, 0)};
  TracemarkStringBuffer blob = {0};
  tracemarkSourcesAppendBlob(&blob, sources, compress);
  MlirLogicalResult result;
  if (blob.failed)
    result =
        tracemarkEmitError(builder.location, "out of memory for the sources");
  else if (blob.length > UINT32_MAX)
    result = tracemarkEmitError(
        builder.location, "the sources are too large for a global: %zu bytes",
        blob.length);
  else
    result = change(&builder, module, &blob);
  tracemarkStringBufferDestroy(&blob);
  return result;
}
