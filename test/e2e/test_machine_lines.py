"""Before opt every instruction has a line of its function's listing, whatever was listed and whatever comes after."""

import re

import pytest
from machine import LlvmIr, lower, output, pipeline
from profiling import EXAMPLES, INPUTS, LLVM
from tracemark.lowering import LIBRARY_FILE, NAME, build_pipeline, library

MODELS = {
    EXAMPLES / "layers.mlir": "forward",
    EXAMPLES / "squeezenet.mlir": "squeezenet_old",
    EXAMPLES / "tiny_bert.mlir": "tiny_bert",
    INPUTS / "lowering.mlir": "main",
}
STAGES = (
    NAME,
    "one-shot-bufferize",
    "buffer-hoisting",  # on each function
    "convert-linalg-to-loops",
    "canonicalize#2",
    "convert-scf-to-cf",
    "convert-func-to-llvm",
    "reconcile-unrealized-casts",
)


def translate(listings):
    text = output(LLVM / "mlir-translate", "--mlir-to-llvmir", "lowered.mlir", cwd=listings.folder)
    return LlvmIr(text)


def check_own_lines(listings, ir):
    """Every instruction is on a line of the function it is in; of what later passes made, on some line."""
    entries = {}
    for record in listings.records:
        for entry in record["entries"]:
            entries[entry["symbol"]] = "listings/" + record["file"], entry["lines"]
    listed = 0
    for function, body in ir.functions.items():
        # A C interface that comes later has the line of its function.
        own = entries.get(function) or entries.get(function.removeprefix("_mlir_ciface_"))
        for instruction in body:
            places = ir.places(instruction)
            assert places, f"{function}: {instruction}"
            file, line = places[-1]
            assert line > 0, f"{function}: {instruction}"
            if own:
                assert file == own[0] and own[1][0] <= line <= own[1][1], f"{function}: {file}:{line}: {instruction}"
                listed += 1
    assert listed > 100


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.stem)
def test_every_instruction_has_a_line_of_its_function(model, stage, tmp_path):
    (tmp_path / LIBRARY_FILE).write_text(library(MODELS[model]))
    passes = build_pipeline(None, outline=True, stage=stage).text
    listings = lower(model, passes, stage, tmp_path)
    check_own_lines(listings, translate(listings))


TO_LLVM = (
    "expand-strided-metadata,lower-affine,convert-scf-to-cf,convert-vector-to-llvm,convert-math-to-llvm,"
    "convert-arith-to-llvm,finalize-memref-to-llvm,convert-func-to-llvm,convert-cf-to-llvm,convert-ub-to-llvm,"
    "reconcile-unrealized-casts,tracemark-select-locations,ensure-debug-info-scope-on-llvm-func"
)
SPLITS = {
    "tile-and-unroll": "func.func(affine-loop-tile{tile-size=16},affine-loop-unroll{unroll-factor=4})",
    "vectorise": "func.func(affine-loop-unroll{unroll-factor=4},affine-super-vectorize{virtual-vector-size=8}),"
    "canonicalize,cse,convert-vector-to-scf",
    "jam": "func.func(affine-loop-unroll-jam{unroll-jam-factor=4},affine-loop-normalize),canonicalize",
}
COMPUTES = {
    "fmul": ("linalg.matmul", "arith.mulf"),
    "fadd": ("linalg.matmul", "arith.addf"),
    "fdiv": ("linalg.div", "arith.divf"),
    "call .*@llvm.sqrt": ("linalg.sqrt", "math.sqrt"),
}


@pytest.mark.parametrize("stage", [NAME, "convert-linalg-to-affine-loops"])
@pytest.mark.parametrize("split", SPLITS)
def test_an_op_that_is_split_keeps_its_line_on_every_part(split, stage, tmp_path):
    head = pipeline("cpu").split("convert-linalg-to-loops")[0]
    passes = f"{head}convert-linalg-to-affine-loops,{SPLITS[split]},{TO_LLVM})"
    listings = lower(EXAMPLES / "layers.mlir", passes, stage, tmp_path)
    ir = translate(listings)
    check_own_lines(listings, ir)
    instructions = [instruction for body in ir.functions.values() for instruction in body]
    parts = 0
    for pattern, ops in COMPUTES.items():
        computed = [row for row in instructions if re.match(rf"  %\S+ = {pattern}", row)]
        assert computed, pattern
        for row in computed:
            ((file, line),) = ir.places(row)
            assert listings.op(file, line) == ops[stage != NAME], row
        parts += len(computed)
    assert parts > len(COMPUTES) or split == "jam"


def test_an_inlined_op_keeps_its_line_and_that_of_the_call(tmp_path):
    # One listing per function. Not canonicalize: the inliner runs it too.
    passes = f"builtin.module(func.func(cse),inline,convert-linalg-to-loops,{TO_LLVM})"
    listings = lower(EXAMPLES / "layers.mlir", passes, "cse", tmp_path)
    ir = translate(listings)
    check_own_lines(listings, ir)
    (quotient,) = [row for row in ir.functions["main"] if " = fdiv " in row]
    (file, line), (caller, call_line) = ir.places(quotient)
    assert (file, line) == listings.line_of("forward", "linalg.div")
    assert (caller, call_line) == listings.line_of("main", "func.call @forward")
