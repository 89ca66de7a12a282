//===- op_tables.c - what is known of operations, by name -----------------===//

#include "lib/ir/op_tables.h"

#include "lib/ir/strings.h"

#include "lib/base/banned.h"

typedef struct Row {
  const char *name; // of the op; of a dialect when it ends with '.'
  TracemarkOpRole role;
  const char *word; // NULL: the name behind its dialect
} Row;

/// The first row that fits counts: ops stand before their dialect.
static const Row rows[] = {
    {"linalg.yield", TRACEMARK_OP_PLUMBING, NULL},
    {"linalg.index", TRACEMARK_OP_PLUMBING, NULL},
    {"linalg.", TRACEMARK_OP_LINALG, NULL},

    {"arith.constant", TRACEMARK_OP_PLUMBING, NULL},
    {"arith.index_cast", TRACEMARK_OP_PLUMBING, "cast"},
    {"arith.index_castui", TRACEMARK_OP_PLUMBING, "cast"},
    {"arith.extf", TRACEMARK_OP_CAST, "cast"},
    {"arith.extsi", TRACEMARK_OP_CAST, "cast"},
    {"arith.extui", TRACEMARK_OP_CAST, "cast"},
    {"arith.truncf", TRACEMARK_OP_CAST, "cast"},
    {"arith.trunci", TRACEMARK_OP_CAST, "cast"},
    {"arith.sitofp", TRACEMARK_OP_CAST, "cast"},
    {"arith.uitofp", TRACEMARK_OP_CAST, "cast"},
    {"arith.fptosi", TRACEMARK_OP_CAST, "cast"},
    {"arith.fptoui", TRACEMARK_OP_CAST, "cast"},
    {"arith.bitcast", TRACEMARK_OP_CAST, "cast"},
    {"arith.scaling_extf", TRACEMARK_OP_CAST, "cast"},
    {"arith.scaling_truncf", TRACEMARK_OP_CAST, "cast"},
    {"arith.cmpf", TRACEMARK_OP_COMPARE, "cmp"},
    {"arith.cmpi", TRACEMARK_OP_COMPARE, "cmp"},
    {"arith.select", TRACEMARK_OP_SELECT, "select"},
    {"arith.addf", TRACEMARK_OP_ARITHMETIC, "add"},
    {"arith.addi", TRACEMARK_OP_ARITHMETIC, "add"},
    {"arith.subf", TRACEMARK_OP_ARITHMETIC, "sub"},
    {"arith.subi", TRACEMARK_OP_ARITHMETIC, "sub"},
    {"arith.mulf", TRACEMARK_OP_ARITHMETIC, "mul"},
    {"arith.muli", TRACEMARK_OP_ARITHMETIC, "mul"},
    {"arith.divf", TRACEMARK_OP_ARITHMETIC, "div"},
    {"arith.divsi", TRACEMARK_OP_ARITHMETIC, "div"},
    {"arith.divui", TRACEMARK_OP_ARITHMETIC, "div"},
    {"arith.ceildivsi", TRACEMARK_OP_ARITHMETIC, "div"},
    {"arith.ceildivui", TRACEMARK_OP_ARITHMETIC, "div"},
    {"arith.floordivsi", TRACEMARK_OP_ARITHMETIC, "div"},
    {"arith.remf", TRACEMARK_OP_ARITHMETIC, "rem"},
    {"arith.remsi", TRACEMARK_OP_ARITHMETIC, "rem"},
    {"arith.remui", TRACEMARK_OP_ARITHMETIC, "rem"},
    {"arith.negf", TRACEMARK_OP_ARITHMETIC, "neg"},
    {"arith.maximumf", TRACEMARK_OP_ARITHMETIC, "max"},
    {"arith.maxnumf", TRACEMARK_OP_ARITHMETIC, "max"},
    {"arith.maxsi", TRACEMARK_OP_ARITHMETIC, "max"},
    {"arith.maxui", TRACEMARK_OP_ARITHMETIC, "max"},
    {"arith.minimumf", TRACEMARK_OP_ARITHMETIC, "min"},
    {"arith.minnumf", TRACEMARK_OP_ARITHMETIC, "min"},
    {"arith.minsi", TRACEMARK_OP_ARITHMETIC, "min"},
    {"arith.minui", TRACEMARK_OP_ARITHMETIC, "min"},
    {"arith.andi", TRACEMARK_OP_ARITHMETIC, "and"},
    {"arith.ori", TRACEMARK_OP_ARITHMETIC, "or"},
    {"arith.xori", TRACEMARK_OP_ARITHMETIC, "xor"},
    {"arith.shli", TRACEMARK_OP_ARITHMETIC, "shl"},
    {"arith.shrsi", TRACEMARK_OP_ARITHMETIC, "shr"},
    {"arith.shrui", TRACEMARK_OP_ARITHMETIC, "shr"},
    {"arith.", TRACEMARK_OP_ARITHMETIC, NULL},
    {"math.absf", TRACEMARK_OP_ARITHMETIC, "abs"},
    {"math.absi", TRACEMARK_OP_ARITHMETIC, "abs"},
    {"math.powf", TRACEMARK_OP_ARITHMETIC, "pow"},
    {"math.fpowi", TRACEMARK_OP_ARITHMETIC, "pow"},
    {"math.ipowi", TRACEMARK_OP_ARITHMETIC, "pow"},
    {"math.roundeven", TRACEMARK_OP_ARITHMETIC, "round"},
    {"math.clampf", TRACEMARK_OP_ARITHMETIC, "clamp"},
    {"math.", TRACEMARK_OP_ARITHMETIC, NULL},
    {"complex.constant", TRACEMARK_OP_PLUMBING, NULL},
    {"complex.create", TRACEMARK_OP_PLUMBING, NULL},
    {"complex.re", TRACEMARK_OP_PLUMBING, NULL},
    {"complex.im", TRACEMARK_OP_PLUMBING, NULL},
    {"complex.", TRACEMARK_OP_ARITHMETIC, NULL},
    {"index.", TRACEMARK_OP_PLUMBING, NULL},

    {"tensor.extract", TRACEMARK_OP_LOAD, "load"},
    {"tensor.extract_slice", TRACEMARK_OP_SLICE, "copy"},
    {"tensor.insert_slice", TRACEMARK_OP_SLICE, "copy"},
    {"tensor.parallel_insert_slice", TRACEMARK_OP_SLICE, "copy"},
    {"tensor.pad", TRACEMARK_OP_MOVEMENT, "pad"},
    {"tensor.concat", TRACEMARK_OP_MOVEMENT, "concat"},
    {"tensor.gather", TRACEMARK_OP_MOVEMENT, "gather"},
    {"tensor.scatter", TRACEMARK_OP_MOVEMENT, "scatter"},
    {"tensor.pack", TRACEMARK_OP_MOVEMENT, "pack"},
    {"tensor.unpack", TRACEMARK_OP_MOVEMENT, "unpack"},
    {"tensor.generate", TRACEMARK_OP_MOVEMENT, "generate"},
    {"tensor.splat", TRACEMARK_OP_MOVEMENT, "fill"},
    {"tensor.insert", TRACEMARK_OP_LOAD, "store"},
    {"tensor.", TRACEMARK_OP_PLUMBING, NULL},
    {"memref.copy", TRACEMARK_OP_MOVEMENT, "copy"},
    {"memref.load", TRACEMARK_OP_LOAD, "load"},
    {"memref.store", TRACEMARK_OP_OTHER, "store"},
    {"memref.atomic_rmw", TRACEMARK_OP_OTHER, NULL},
    {"memref.generic_atomic_rmw", TRACEMARK_OP_OTHER, NULL},
    {"memref.", TRACEMARK_OP_PLUMBING, NULL},
    {"bufferization.materialize_in_destination", TRACEMARK_OP_MOVEMENT, "copy"},
    {"bufferization.", TRACEMARK_OP_PLUMBING, NULL},
    {"builtin.", TRACEMARK_OP_PLUMBING, NULL},
    {"shape.", TRACEMARK_OP_PLUMBING, NULL},

    {"scf.for", TRACEMARK_OP_LOOP, NULL},
    {"scf.forall", TRACEMARK_OP_LOOP, NULL},
    {"scf.parallel", TRACEMARK_OP_LOOP, NULL},
    {"scf.while", TRACEMARK_OP_LOOP, NULL},
    {"affine.for", TRACEMARK_OP_LOOP, NULL},
    {"affine.parallel", TRACEMARK_OP_LOOP, NULL},
    {"affine.load", TRACEMARK_OP_LOAD, "load"},
    {"affine.store", TRACEMARK_OP_OTHER, "store"},
    {"affine.", TRACEMARK_OP_PLUMBING, NULL},
    {"scf.reduce", TRACEMARK_OP_CONTROL, NULL},
    {"scf.if", TRACEMARK_OP_CONTROL, NULL},
    {"scf.index_switch", TRACEMARK_OP_CONTROL, NULL},
    {"scf.execute_region", TRACEMARK_OP_CONTROL, NULL},
    {"scf.", TRACEMARK_OP_PLUMBING, NULL},
    {"cf.", TRACEMARK_OP_PLUMBING, NULL},
    {"vector.print", TRACEMARK_OP_PLUMBING, NULL},

    {"func.call", TRACEMARK_OP_CALL, NULL},
    {"func.call_indirect", TRACEMARK_OP_CALL, NULL},
    {"func.", TRACEMARK_OP_PLUMBING, NULL},
    {"llvm.call", TRACEMARK_OP_CALL, NULL},
    {"llvm.invoke", TRACEMARK_OP_CALL, NULL},
    {"llvm.mlir.constant", TRACEMARK_OP_PLUMBING, NULL},
    {"llvm.mlir.addressof", TRACEMARK_OP_PLUMBING, NULL},
    {"llvm.mlir.undef", TRACEMARK_OP_PLUMBING, NULL},
    {"llvm.mlir.poison", TRACEMARK_OP_PLUMBING, NULL},
    {"llvm.mlir.zero", TRACEMARK_OP_PLUMBING, NULL},
    {"llvm.getelementptr", TRACEMARK_OP_PLUMBING, NULL},
    {"llvm.insertvalue", TRACEMARK_OP_PLUMBING, NULL},
    {"llvm.extractvalue", TRACEMARK_OP_PLUMBING, NULL},
    {"llvm.alloca", TRACEMARK_OP_PLUMBING, NULL},
    {"llvm.return", TRACEMARK_OP_PLUMBING, NULL},
    {"llvm.br", TRACEMARK_OP_PLUMBING, NULL},
    {"llvm.cond_br", TRACEMARK_OP_PLUMBING, NULL},
    {"llvm.switch", TRACEMARK_OP_PLUMBING, NULL},
    {"llvm.unreachable", TRACEMARK_OP_PLUMBING, NULL},
    {"llvm.intr.memcpy", TRACEMARK_OP_OTHER, "copy"},
    {"llvm.intr.memcpy.inline", TRACEMARK_OP_OTHER, "copy"},
    {"llvm.intr.memmove", TRACEMARK_OP_OTHER, "copy"},
    {"llvm.intr.memset", TRACEMARK_OP_OTHER, "fill"},
    {"nvvm.barrier0", TRACEMARK_OP_PLUMBING, NULL},
    {"rocdl.barrier", TRACEMARK_OP_PLUMBING, NULL},
    {"spirv.mlir.loop", TRACEMARK_OP_LOOP, NULL},
    {"spirv.mlir.selection", TRACEMARK_OP_CONTROL, NULL},
    {"spirv.mlir.merge", TRACEMARK_OP_PLUMBING, NULL},
    {"spirv.mlir.addressof", TRACEMARK_OP_PLUMBING, NULL},
    {"spirv.Constant", TRACEMARK_OP_PLUMBING, NULL},
    {"spirv.Variable", TRACEMARK_OP_PLUMBING, NULL},
    {"spirv.AccessChain", TRACEMARK_OP_PLUMBING, NULL},
    {"spirv.PtrAccessChain", TRACEMARK_OP_PLUMBING, NULL},
    {"spirv.CompositeExtract", TRACEMARK_OP_PLUMBING, NULL},
    {"spirv.CompositeConstruct", TRACEMARK_OP_PLUMBING, NULL},
    {"spirv.Branch", TRACEMARK_OP_PLUMBING, NULL},
    {"spirv.BranchConditional", TRACEMARK_OP_PLUMBING, NULL},
    {"spirv.ControlBarrier", TRACEMARK_OP_PLUMBING, NULL},
    {"spirv.Return", TRACEMARK_OP_PLUMBING, NULL},
    {"spirv.ReturnValue", TRACEMARK_OP_PLUMBING, NULL},
    {"spirv.FunctionCall", TRACEMARK_OP_CALL, NULL},
    {"spirv.IAdd", TRACEMARK_OP_OTHER, "add"},
    {"spirv.ISub", TRACEMARK_OP_OTHER, "sub"},
    {"spirv.IMul", TRACEMARK_OP_OTHER, "mul"},
    {"spirv.FNegate", TRACEMARK_OP_OTHER, "fneg"},
    {"spirv.SNegate", TRACEMARK_OP_OTHER, "neg"},
    {"spirv.GL.FAbs", TRACEMARK_OP_OTHER, "abs"},
    {"spirv.GL.FMax", TRACEMARK_OP_OTHER, "max"},
    {"spirv.GL.FMin", TRACEMARK_OP_OTHER, "min"},
    {"spirv.GL.FClamp", TRACEMARK_OP_OTHER, "clamp"},
    {"spirv.GL.InverseSqrt", TRACEMARK_OP_OTHER, "rsqrt"},
    {"spirv.Load", TRACEMARK_OP_OTHER, "load"},
    {"spirv.Store", TRACEMARK_OP_OTHER, "store"},
    {"vector.shape_cast", TRACEMARK_OP_PLUMBING, NULL},
    {"vector.constant_mask", TRACEMARK_OP_PLUMBING, NULL},
    {"vector.create_mask", TRACEMARK_OP_PLUMBING, NULL},
    {"ub.", TRACEMARK_OP_PLUMBING, NULL},
    {"gpu.launch_func", TRACEMARK_OP_CALL, NULL},
    {"gpu.launch", TRACEMARK_OP_CONTROL, NULL},
    {"gpu.subgroup_mma_compute", TRACEMARK_OP_OTHER, NULL},
    {"gpu.all_reduce", TRACEMARK_OP_OTHER, NULL},
    {"gpu.subgroup_reduce", TRACEMARK_OP_OTHER, NULL},
    {"gpu.shuffle", TRACEMARK_OP_OTHER, NULL},
    {"gpu.", TRACEMARK_OP_PLUMBING, NULL},
};

/// Ops and dialects that neither define symbols nor refer to them in inherent
/// attributes, except those of `loud`, which is asked first.
static const char *const loud[] = {
    "memref.global",
    "memref.get_global",
    "llvm.func",
    "llvm.call",
    "llvm.invoke",
    "llvm.comdat",
    "llvm.comdat_selector",
    "llvm.blockaddress",
    "llvm.dso_local_equivalent",
    "llvm.mlir.addressof",
    "llvm.mlir.alias",
    "llvm.mlir.constant",
    "llvm.mlir.global",
    "llvm.mlir.global_ctors",
    "llvm.mlir.global_dtors",
    "llvm.mlir.ifunc",
};
static const char *const quiet[] = {
    "linalg.",      "arith.",        "math.",
    "complex.",     "index.",        "tensor.",
    "memref.",      "scf.",          "affine.",
    "cf.",          "vector.",       "bufferization.",
    "shape.",       "llvm.",         "gpu.thread_id",
    "gpu.block_id", "gpu.block_dim", "nvvm.",
    "rocdl.",       "gpu.return",    "builtin.unrealized_conversion_cast",
    "func.return",  "ub.",
};

/// Inherent attributes of the ops that fill real programs.
static const char *const arithNames[] = {
    "fastmath",  "isExact",      "nonNeg", "overflowFlags",
    "predicate", "roundingmode", "value",  NULL};
static const char *const mathNames[] = {"fastmath", NULL};
static const char *const genericNames[] = {
    "doc",          "indexing_maps",       "iterator_types",
    "library_call", "operandSegmentSizes", NULL};
static const char *const matmulNames[] = {"cast", "indexing_maps",
                                          "operandSegmentSizes", NULL};
static const char *const windowNames[] = {"dilations", "operandSegmentSizes",
                                          "strides", NULL};
static const char *const fillNames[] = {"operandSegmentSizes", NULL};
static const char *const sliceNames[] = {"operandSegmentSizes",
                                         "static_offsets", "static_sizes",
                                         "static_strides", NULL};
static const char *const reshapeNames[] = {"reassociation",
                                           "static_output_shape", NULL};
/// But for the name and the visibility, which nobody asks for by them.
static const char *const functionNames[] = {"arg_attrs", "function_type",
                                            "no_inline", "res_attrs", NULL};
static const char *const callNames[] = {"arg_attrs", "callee", "no_inline",
                                        "res_attrs", NULL};
typedef struct NamesOf {
  const char *pattern;
  const char *const *names;
} NamesOf;
static const NamesOf inherent[] = {
    {"arith.", arithNames},
    {"math.", mathNames},
    {"func.func", functionNames},
    {"func.call", callNames},
    {"linalg.generic", genericNames},
    {"linalg.fill", fillNames},
    {"linalg.matmul", matmulNames},
    {"linalg.conv_2d_nhwc_hwcf", windowNames},
    {"linalg.conv_2d_nchw_fchw", windowNames},
    {"linalg.depthwise_conv_2d_nhwc_hwc", windowNames},
    {"linalg.depthwise_conv_2d_nchw_chw", windowNames},
    {"linalg.pooling_nhwc_max", windowNames},
    {"linalg.pooling_nchw_max", windowNames},
    {"linalg.pooling_nhwc_sum", windowNames},
    {"linalg.pooling_nchw_sum", windowNames},
    {"linalg.batch_matmul", matmulNames},
    {"tensor.extract_slice", sliceNames},
    {"tensor.insert_slice", sliceNames},
    {"tensor.expand_shape", reshapeNames},
    {"tensor.collapse_shape", reshapeNames},
};

/// Those that can refer to symbols, of ops that many programs are full of.
static const char *const functionReferences[] = {"arg_attrs", "res_attrs",
                                                 NULL};
static const char *const callReferences[] = {"arg_attrs", "callee", "res_attrs",
                                             NULL};
static const NamesOf references[] = {
    {"func.func", functionReferences},
    {"func.call", callReferences},
};

/// Give their first operand's elements in another shape or container.
static const char *const reshapes[] = {
    "tensor.expand_shape",
    "tensor.collapse_shape",
    "tensor.reshape",
    "tensor.cast",
    "tosa.reshape",
    "stablehlo.reshape",
    "memref.expand_shape",
    "memref.collapse_shape",
    "memref.reshape",
    "memref.cast",
    "memref.reinterpret_cast",
};

/// Make a buffer or tensor whose elements nobody has set.
static const char *const scratch[] = {"tensor.empty", "memref.alloc",
                                      "memref.alloca",
                                      "bufferization.alloc_tensor"};

//===----------------------------------------------------------------------===//
// Looking up
//===----------------------------------------------------------------------===//

/// Tells whether `name` is `pattern`, or of the dialect that it names.
static bool matches(MlirStringRef name, const char *pattern) {
  if (!name.length || *name.data != *pattern) // most are not
    return false;
  size_t length = strlen(pattern);
  return length && pattern[length - 1] == '.'
             ? tracemarkStringStartsWith(name, pattern)
             : tracemarkStringIs(name, pattern);
}

static bool matchesAny(MlirStringRef name, const char *const *patterns,
                       size_t count) {
  for (size_t i = 0; i < count; ++i)
    if (matches(name, patterns[i]))
      return true;
  return false;
}

static const char *const *namesOf(const NamesOf *table, size_t count,
                                  MlirStringRef name) {
  for (size_t i = 0; i < count; ++i)
    if (matches(name, table[i].pattern))
      return table[i].names;
  return NULL;
}

void tracemarkOpTablesFind(MlirStringRef name, TracemarkOpRole *role,
                           const char **word) {
  *role = TRACEMARK_OP_OTHER;
  *word = NULL;
  for (size_t i = 0; i < TRACEMARK_COUNT_OF(rows); ++i) {
    if (!matches(name, rows[i].name))
      continue;
    *role = rows[i].role;
    *word = rows[i].word;
    return;
  }
}

bool tracemarkOpTablesIsQuiet(MlirStringRef name) {
  return !matchesAny(name, loud, TRACEMARK_COUNT_OF(loud)) &&
         matchesAny(name, quiet, TRACEMARK_COUNT_OF(quiet));
}

bool tracemarkOpTablesIsReshape(MlirStringRef name) {
  return matchesAny(name, reshapes, TRACEMARK_COUNT_OF(reshapes));
}

bool tracemarkOpTablesIsScratch(MlirStringRef name) {
  return matchesAny(name, scratch, TRACEMARK_COUNT_OF(scratch));
}

const char *const *tracemarkOpTablesInherent(MlirStringRef name) {
  return namesOf(inherent, TRACEMARK_COUNT_OF(inherent), name);
}

const char *const *tracemarkOpTablesReferences(MlirStringRef name) {
  return namesOf(references, TRACEMARK_COUNT_OF(references), name);
}
