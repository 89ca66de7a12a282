//===- outline_dispatches.c - tracemark-outline-dispatches ----------------===//
//
// Turns functions of linalg ops into host functions that call one private
// function per dispatch, so that whatever takes time has a symbol.
//
//   func.func @main(%a, %b) {                func.func @main(%a, %b) {
//     %e = tensor.empty()                      %e = tensor.empty()
//     %f = linalg.fill outs(%e)                %r = call @main_dispatch_0(
//     %m = linalg.matmul                               %a, %b, %e)
//            ins(%a, %b) outs(%f)              return %r
//     %r = linalg.generic /* relu */  =>     }
//            ins(%m) outs(%e)                func.func private
//     return %r                                  @main_dispatch_0(%a, %b, %e)
//   }                                            // fill, matmul, relu in %e
//
// OPTIONS
//   fuse=elementwise|none   whether fills, broadcasts and elementwise ops share
//                           the dispatch of the op they come before or behind
//
// DIAGNOSTICS
//   none but out of memory: an op that cannot be moved stays in the host.
//
// NEVER TOUCHES
//   functions of nested modules (nest the pipeline for these), functions that
//   are dispatches already (private, `no_inline` and passthrough "noinline"),
//   declarations, functions without anything to outline.
//
// HOW IT WORKS
//   Per function: lib/ir/outline_generate makes a linalg.generic of every
//   tensor.generate, lib/ir/outline_groups decides which ops share a dispatch.
//   Then, in program order: outline_expand brings pads, concatenations, slices
//   and shared fills into destination-passing style, outline_boundary decides
//   arguments, results and memory, outline_rewrite builds function and call. A
//   dispatch allocates nothing: results go to init arguments, intermediates of
//   another type to scratch arguments behind them, both tensor.empty of the
//   host. Slices move in, so that whole buffers cross the call. Linear in ops,
//   operands and uses.
//
//===----------------------------------------------------------------------===//

#include "lib/ir/diagnostics.h"
#include "lib/ir/outline_expand.h"
#include "lib/ir/outline_generate.h"
#include "lib/ir/outline_leftovers.h"
#include "lib/ir/outline_rewrite.h"
#include "lib/ir/strings.h"
#include "tracemark/pass.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Dialect/Arith.h"
#include "mlir-c/Dialect/Func.h"
#include "mlir-c/Dialect/Linalg.h"
#include "mlir-c/Dialect/Tensor.h"

#include "lib/base/banned.h"

extern const TracemarkPassDescriptor tracemarkPassOutlineDispatches;

enum { FUSE_ELEMENTWISE, FUSE_NONE };

/// One run on one module.
typedef struct Outlining {
  MlirContext context;
  bool fuse;
  TracemarkArena arena;
  TracemarkPointerMap symbols; // string attributes of names that are taken
} Outlining;

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static bool hasBody(MlirOperation function) {
  return mlirOperationGetNumRegions(function) == 1 &&
         !mlirBlockIsNull(
             mlirRegionGetFirstBlock(mlirOperationGetRegion(function, 0)));
}

static bool isPrivate(MlirOperation function) {
  return tracemarkStringIs(
      tracemarkOperationStringAttribute(function, "sym_visibility"), "private");
}

static bool hasNoinlinePassthrough(MlirOperation function) {
  MlirAttribute list = mlirOperationGetAttributeByName(
      function, tracemarkStringFrom("passthrough"));
  if (mlirAttributeIsNull(list) || !mlirAttributeIsAArray(list))
    return false;
  for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(list); i < e; ++i) {
    MlirAttribute item = mlirArrayAttrGetElement(list, i);
    if (mlirAttributeIsAString(item) &&
        tracemarkStringIs(mlirStringAttrGetValue(item), "noinline"))
      return true;
  }
  return false;
}

static bool isDispatch(MlirOperation function) {
  return isPrivate(function) && hasNoinlinePassthrough(function) &&
         !mlirAttributeIsNull(mlirOperationGetAttributeByName(
             function, tracemarkStringFrom("no_inline")));
}

/// Asks for the C interface of an entry, so that it can be called from outside.
static void markEntry(const Outlining *outlining, MlirOperation function) {
  if (isPrivate(function))
    return;
  mlirOperationSetDiscardableAttributeByName(
      function, tracemarkStringFrom("llvm.emit_c_interface"),
      mlirUnitAttrGet(outlining->context));
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

static bool collectSymbols(Outlining *outlining, MlirBlock body) {
  for (MlirOperation operation = mlirBlockGetFirstOperation(body);
       !mlirOperationIsNull(operation);
       operation = mlirOperationGetNextInBlock(operation)) {
    MlirAttribute name = mlirOperationGetAttributeByName(
        operation, tracemarkStringFrom("sym_name"));
    if (!mlirAttributeIsNull(name) && mlirAttributeIsAString(name) &&
        !tracemarkOutlineMapSet(
            &outlining->arena, &outlining->symbols,
            mlirStringAttrGet(outlining->context, mlirStringAttrGetValue(name))
                .ptr,
            outlining))
      return false;
  }
  return true;
}

/// "<parent>_dispatch_<n>", the first at or behind `*n` that is not taken;
/// `*n` is the next one then. The view lives as long as the context; its data
/// is NULL when out of memory.
static MlirStringRef makeName(Outlining *outlining, MlirStringRef parent,
                              int64_t *n) {
  TracemarkStringBuffer text = {0};
  MlirAttribute attribute = {NULL};
  for (;;) {
    tracemarkStringBufferTruncate(&text, 0);
    tracemarkStringBufferAppend(&text, parent.data, parent.length);
    tracemarkStringBufferAppendFormat(&text, "_dispatch_%lld",
                                      (long long)(*n)++);
    if (text.failed)
      break;
    attribute = mlirStringAttrGet(outlining->context,
                                  mlirStringRefCreate(text.data, text.length));
    if (!tracemarkOutlineMapGet(&outlining->symbols, attribute.ptr))
      break;
  }
  bool ok = !text.failed &&
            tracemarkOutlineMapSet(&outlining->arena, &outlining->symbols,
                                   attribute.ptr, outlining);
  tracemarkStringBufferDestroy(&text);
  return ok ? mlirStringAttrGetValue(attribute) : mlirStringRefCreate(NULL, 0);
}

//===----------------------------------------------------------------------===//
// One function
//===----------------------------------------------------------------------===//

/// Makes dispatches of `groups`; `*last` is the last function that was built.
static bool rewriteGroups(Outlining *outlining, TracemarkOutlineOps *ops,
                          MlirOperation function,
                          const TracemarkOutlineGroups *groups,
                          MlirOperation *last) {
  TracemarkOutlineOperations dead = {0};
  MlirStringRef parent = tracemarkOperationSymbol(function);
  int64_t n = 0;
  bool ok = true;
  // All of them first: a copy of a fill is made where the fill still stands.
  for (size_t i = 0; ok && i < groups->count; ++i)
    ok = tracemarkOutlineExpand(ops, groups->items[i], &dead);
  for (size_t i = 0; ok && i < groups->count; ++i) {
    TracemarkOutlineBoundary boundary;
    if (!tracemarkOutlineBoundaryCompute(ops, groups->items[i], &boundary))
      continue;
    MlirStringRef name = makeName(outlining, parent, &n);
    MlirOperation dispatch =
        name.data ? tracemarkOutlineRewrite(&boundary, name, *last, &dead)
                  : (MlirOperation){NULL};
    ok = !mlirOperationIsNull(dispatch);
    if (ok)
      *last = dispatch;
  }
  tracemarkOutlineEraseDead(ops, &dead);
  return ok;
}

/// Outlines `function`; the next op to look at is `*next`.
static MlirLogicalResult outline(Outlining *outlining, MlirOperation function) {
  TracemarkArena arena = {0};
  TracemarkOutlineOps ops = {.arena = &arena, .linalg = {.arena = &arena}};
  TracemarkOutlineGroups groups = {0};
  MlirOperation last = function;
  bool ok =
      tracemarkOutlineEraseUnneeded(&ops, function) &&
      tracemarkOutlineRewriteGenerates(&arena, function) &&
      tracemarkOutlineGroupsFind(&ops, function, outlining->fuse, &groups) &&
      rewriteGroups(outlining, &ops, function, &groups, &last);
  tracemarkArenaDestroy(&arena);
  if (!ok)
    return tracemarkEmitError(mlirOperationGetLocation(function),
                              "out of memory while outlining");
  if (!mlirOperationEqual(last, function))
    markEntry(outlining, function);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult
run(MlirOperation module, const TracemarkOptionValue *options, void *shared) {
  (void)shared;
  Outlining outlining = {.context = mlirOperationGetContext(module),
                         .fuse = options[0].integer == FUSE_ELEMENTWISE};
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(module, 0));
  MlirLogicalResult result = mlirLogicalResultSuccess();
  if (mlirBlockIsNull(body) || !collectSymbols(&outlining, body)) {
    tracemarkArenaDestroy(&outlining.arena);
    return result;
  }
  for (MlirOperation operation = mlirBlockGetFirstOperation(body);
       !mlirOperationIsNull(operation) && mlirLogicalResultIsSuccess(result);) {
    // New functions go behind this one: they are not looked at.
    MlirOperation next = mlirOperationGetNextInBlock(operation);
    if (tracemarkOperationIs(operation, "func.func") && hasBody(operation) &&
        !isDispatch(operation))
      result = outline(&outlining, operation);
    operation = next;
  }
  tracemarkArenaDestroy(&outlining.arena);
  return result;
}

//===----------------------------------------------------------------------===//
// Descriptor
//===----------------------------------------------------------------------===//

static MlirDialectHandle (*const dialects[])(void) = {
    mlirGetDialectHandle__arith__, mlirGetDialectHandle__func__,
    mlirGetDialectHandle__linalg__, mlirGetDialectHandle__tensor__};

static const char *const fuseKeywords[] = {"elementwise", "none", NULL};

static const TracemarkOptionDescriptor options[] = {
    {.name = "fuse",
     .help = "elementwise: fills, broadcasts and elementwise ops share the "
             "dispatch of their root; none: every op is its own dispatch",
     .kind = TRACEMARK_OPTION_ENUM,
     .defaultInteger = FUSE_ELEMENTWISE,
     .keywords = fuseKeywords}};

const TracemarkPassDescriptor tracemarkPassOutlineDispatches = {
    .argument = "tracemark-outline-dispatches",
    .name = "TracemarkOutlineDispatches",
    .description = "move the linalg ops of functions into one private function "
                   "per dispatch",
    .anchor = "builtin.module",
    .dialects = dialects,
    .dialectCount = TRACEMARK_COUNT_OF(dialects),
    .options = options,
    .optionCount = TRACEMARK_COUNT_OF(options),
    .run = run};
