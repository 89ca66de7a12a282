"""The words of the name grammar, written by scripts/name_words.py."""

# Roots alone, or words of a tail; convolutions and pools are patterns beside them.
ROOTS = frozenset(
    (
        "arg_compare", "attention", "batch_dot", "batch_matmul", "batch_matmul_nt", "batch_matmul_tn",
        "batch_matmul_tt", "batch_matvec", "batch_matvec_t", "batch_mmt4d", "batch_reduce_matmul",
        "batch_vecmat", "batch_vecmat_t", "contract", "convolution", "copy", "custom_call", "custom_op",
        "dot", "exp_reduction", "fft", "fill", "fill_rng_2d", "im2col", "matmul", "matmul_nt", "matmul_tn",
        "matmul_tt", "matvec", "matvec_t", "mmt4d", "online_attention", "quantized_batch_dot",
        "quantized_batch_matmul", "quantized_batch_matmul_nt", "quantized_batch_matmul_tn",
        "quantized_batch_matmul_tt", "quantized_batch_matvec", "quantized_batch_matvec_t",
        "quantized_batch_vecmat", "quantized_batch_vecmat_t", "quantized_dot", "quantized_matmul",
        "quantized_matmul_nt", "quantized_matmul_tn", "quantized_matmul_tt", "quantized_matvec",
        "quantized_matvec_t", "quantized_vecmat", "quantized_vecmat_t", "reduce", "reduce_and",
        "reduce_argmax", "reduce_argmin", "reduce_max", "reduce_mean", "reduce_min", "reduce_or",
        "reduce_prod", "reduce_sum", "reduce_sumsq", "reduce_window", "reduce_xor", "scan", "sort", "topk",
        "vecmat", "vecmat_t", "winograd_filter_transform", "winograd_input_transform",
        "winograd_output_transform",
    )
)

# Words of chains (`add_relu`), or of a tail.
STEPS = frozenset(
    (
        "abs", "absf", "absi", "acos", "acosh", "add", "addf", "addi", "addui_extended", "all_reduce", "and",
        "andi", "angle", "ashr", "asin", "asinh", "atan", "atan2", "atanh", "atomic_rmw", "atomicrmw",
        "bitcast", "broadcast", "cast", "cbrt", "ceil", "ceildivsi", "ceildivui", "clamp", "clampf", "clz",
        "cmp", "cmpf", "cmpi", "cmpxchg", "concat", "conj", "copysign", "cos", "cosh", "ctlz", "ctpop",
        "cttz", "deinterleave", "dequantize", "div", "div_unsigned", "divf", "divsi", "divui", "elu", "eq",
        "erf", "erfc", "exp", "exp2", "expm1", "extf", "extract", "extract_strided_slice", "extractelement",
        "extsi", "extui", "fadd", "fcmp", "fdiv", "floor", "floordivsi", "fma", "fmul", "fneg", "fpext",
        "fpowi", "fptosi", "fptoui", "fptrunc", "frem", "from_elements", "fsub", "gather", "gelu", "generate",
        "generic_atomic_rmw", "hardsigmoid", "hardswish", "icmp", "insert", "insert_strided_slice",
        "insertelement", "interleave", "iota", "ipowi", "is_finite", "isfinite", "isinf", "isnan", "isnormal",
        "layernorm", "leaky_relu", "load", "log", "log10", "log1p", "log2", "log_softmax", "lshr",
        "maskedload", "maskedstore", "max", "maximumf", "maxnumf", "maxsi", "maxui", "min", "minimumf",
        "minnumf", "minsi", "minui", "mish", "mul", "mulf", "muli", "mulsi_extended", "multi_reduction",
        "mului_extended", "neg", "negf", "neq", "norm", "not", "or", "ori", "outerproduct", "pack", "pad",
        "pow", "powf", "powi", "quantize", "quickgelu", "reciprocal", "reduction", "relu", "relu6", "rem",
        "remf", "remsi", "remui", "rescale", "reverse", "rmsnorm", "round", "roundeven", "rsqrt",
        "scaling_extf", "scaling_truncf", "scatter", "sdiv", "select", "set_encoding", "sext", "shape_cast",
        "shl", "shli", "shr", "shrsi", "shrui", "shuffle", "shufflevector", "sigmoid", "sign", "silu", "sin",
        "sincos", "sinh", "sitofp", "softmax", "softplus", "sqrt", "square", "srem", "store", "sub", "subf",
        "subgroup_mma_compute", "subgroup_reduce", "subi", "table", "tan", "tanh", "to_elements",
        "transfer_read", "transfer_write", "transpose", "trunc", "truncf", "trunci", "udiv", "uitofp",
        "unpack", "unset_encoding", "urem", "xor", "xori", "zext",
    )
)

# Words that only stand behind a root.
TAILS = frozenset(
    (
        "argmax", "argmin", "bias", "mean", "prod", "sum", "sumsq",
    )
)
