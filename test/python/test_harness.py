"""The generated C program, compiled and run against a C stand-in for a model."""

import json
import shutil
import subprocess

import numpy as np
import pytest
from tracemark.harness import generate, generate_counters
from tracemark.inputs import plan_inputs
from tracemark.mlir_types import parse_type
from tracemark.signature import EntrySignature
from tracemark.templating import c_string, hex_escaped, render

COMPILER = shutil.which("clang-22") or shutil.which("cc")
needs_compiler = pytest.mark.skipif(COMPILER is None, reason="no C compiler")


def signature(arguments, results, name="main"):
    return EntrySignature(name, tuple(map(parse_type, arguments)), tuple(map(parse_type, results)))


def run(tmp_path, entry, model, files=None, options=()):
    """Builds and runs the harness of `entry`; returns run.json and the results."""
    (tmp_path / "harness.c").write_text(generate(entry, plan_inputs(entry, files or {})))
    (tmp_path / "model.c").write_text("#include <stdint.h>\n#include <stdlib.h>\n" + model)
    command = [COMPILER, "-std=c11", "-Wall", "-Wextra", "-Werror", "-fsanitize=address,undefined", "-g"]
    command += ["-Wno-overlength-strings", "harness.c", "model.c", "-ldl", "-o", "run"]
    subprocess.run(command, cwd=tmp_path, check=True)
    subprocess.run(["./run", *options], cwd=tmp_path, check=True)
    results = [np.load(tmp_path / f"result{number}.npy") for number in range(len(entry.results))]
    return json.loads((tmp_path / "run.json").read_text()), results


# Descriptor of rank 1 and 2, as MLIR's C interface has them.
DESCRIPTORS = """
struct m1 { float *allocated, *aligned; int64_t offset, sizes[1], strides[1]; };
struct m2 { float *allocated, *aligned; int64_t offset, sizes[2], strides[2]; };
"""


@needs_compiler
def test_results_and_scalars_come_back(tmp_path):
    model = (
        DESCRIPTORS
        + """
    struct results { struct m2 sum; int64_t rows; };
    void _mlir_ciface_main(struct results *r, struct m2 *a, struct m1 *b, int64_t n);
    void _mlir_ciface_main(struct results *r, struct m2 *a, struct m1 *b, int64_t n) {
      int64_t rows = a->sizes[0], columns = a->sizes[1];
      float *out = malloc(sizeof(float) * rows * columns);
      for (int64_t i = 0; i < rows; ++i)
        for (int64_t j = 0; j < columns; ++j)
          out[i * columns + j] = a->aligned[a->offset + i * a->strides[0] + j * a->strides[1]] + b->aligned[j];
      r->sum = (struct m2){out, out, 0, {rows, columns}, {columns, 1}};
      r->rows = rows * 100 + (n >= 0 && n < 4);
    }"""
    )
    values = {0: np.arange(6, dtype="<f4").reshape(2, 3), 1: np.array([10, 20, 30], "<f4")}
    for number, array in values.items():
        (tmp_path / f"{number}.bin").write_bytes(array.tobytes())
    entry = signature(["tensor<2x3xf32>", "tensor<3xf32>", "index"], ["tensor<?x3xf32>", "i64"])
    _, (total, rows) = run(tmp_path, entry, model, {0: "0.bin", 1: "1.bin"}, ["--calls", "3"])
    np.testing.assert_array_equal(total, values[0] + values[1])
    assert rows.shape == () and rows == 201


@needs_compiler
def test_every_call_starts_from_the_same_inputs(tmp_path):
    model = (
        DESCRIPTORS
        + """
    void _mlir_ciface_main(struct m1 *r, struct m1 *a);
    void _mlir_ciface_main(struct m1 *r, struct m1 *a) {
      for (int64_t i = 0; i < a->sizes[0]; ++i) a->aligned[i] += 1;
      *r = *a;  /* the result is the input's own buffer: the harness may not free it */
    }"""
    )
    entry = signature(["tensor<4xf32>"], ["tensor<4xf32>"])
    once = run(tmp_path, entry, model, options=["--calls", "1"])[1][0]
    info, (often,) = run(tmp_path, entry, model, options=["--calls", "5"])
    assert info["calls"] == 5 and info["seconds"] > 0
    np.testing.assert_array_equal(once, often)


@needs_compiler
def test_constants_and_shared_results_are_not_freed_twice(tmp_path):
    model = (
        DESCRIPTORS
        + """
    static float constant[2] = {5, 6};
    void _mlir_ciface_main(struct m1 *r);
    void _mlir_ciface_main(struct m1 *r) {
      float *own = malloc(8);
      own[0] = 1; own[1] = 2;
      r[0] = (struct m1){(float *)0xdeadbeef, constant, 0, {2}, {1}};
      r[1] = r[2] = (struct m1){own, own, 0, {2}, {1}};
    }"""
    )
    entry = signature([], ["tensor<2xf32>"] * 3)
    _, results = run(tmp_path, entry, model, options=["--calls", "2"])
    assert [result.tolist() for result in results] == [[5, 6], [1, 2], [1, 2]]


@needs_compiler
def test_strided_results_are_written_row_major(tmp_path):
    model = (
        DESCRIPTORS
        + """
    void _mlir_ciface_main(struct m2 *r);
    void _mlir_ciface_main(struct m2 *r) {
      float *own = malloc(7 * sizeof(float));
      for (int i = 0; i < 7; ++i) own[i] = i;
      *r = (struct m2){own, own, 1, {2, 3}, {1, 2}};
    }"""
    )
    _, (result,) = run(tmp_path, signature([], ["tensor<2x3xf32>"]), model)
    assert result.tolist() == [[1, 3, 5], [2, 4, 6]]


@needs_compiler
def test_one_scalar_is_returned_and_odd_names_link(tmp_path):
    model = """
    double entry(double x) __asm__("_mlir_ciface_a.b-c");
    double entry(double x) { return x * 0 + 2.5; }"""
    _, (result,) = run(tmp_path, signature(["f64"], ["f64"], "a.b-c"), model)
    assert result == 2.5 and result.dtype == np.float64


@needs_compiler
@pytest.mark.parametrize("element", ["f16", "bf16", "f32", "f64", "i1", "i8", "i16", "i32", "i64", "index"])
def test_seeded_numbers_of_each_type(tmp_path, element):
    model = (
        DESCRIPTORS
        + """
    void _mlir_ciface_main(struct m2 *r, struct m2 *a);
    void _mlir_ciface_main(struct m2 *r, struct m2 *a) { *r = *a; }"""
    )
    entry = signature([f"tensor<1x999x{element}>"], [f"tensor<1x999x{element}>"])
    _, (first,) = run(tmp_path, entry, model)
    values = (first.astype("<u4") << 16).view("<f4") if element == "bf16" else first.astype("f8")
    assert first.shape == (1, 999)
    if element in ("f16", "bf16", "f32", "f64"):
        assert -1 <= values.min() < -0.9 and 0.9 < values.max() <= 1 and abs(values.mean()) < 0.1
    else:
        assert set(values.ravel()) == ({0, 1} if element == "i1" else {0, 1, 2, 3})


@needs_compiler
@pytest.mark.parametrize("shape", ["", "0x3x"])
def test_rank_zero_and_empty_tensors(tmp_path, shape):
    model = """
    struct m { float *allocated, *aligned; int64_t rest[5]; };
    void _mlir_ciface_main(struct m *r, struct m *a);
    void _mlir_ciface_main(struct m *r, struct m *a) {
      for (int i = 0; i < WORDS; ++i)
        ((int64_t *)r)[i] = ((int64_t *)a)[i];
    }"""
    entry = signature([f"tensor<{shape}f32>"], [f"tensor<{shape}f32>"])
    _, (result,) = run(tmp_path, entry, model.replace("WORDS", "7" if shape else "3"))
    assert result.shape == ((0, 3) if shape else ())


@needs_compiler
def test_missing_input_is_reported(tmp_path):
    entry = signature(["tensor<4xf32>"], [])
    with pytest.raises(subprocess.CalledProcessError):
        run(tmp_path, entry, DESCRIPTORS + "void _mlir_ciface_main(void *a) { (void)a; }", {0: "missing.bin"})


def test_strings_are_escaped():
    assert c_string('a"\\\n\u00e9') == '"a\\042\\134\\012\\303\\251"'
    assert hex_escaped('a "b"\n') == "a \\22b\\22\\0A"


@needs_compiler
def test_a_name_that_would_end_a_comment(tmp_path):
    (tmp_path / "harness.c").write_text(generate(EntrySignature('x*/"\n', (), ()), []))
    subprocess.run([COMPILER, "-std=c11", "-Werror", "-fsyntax-only", tmp_path / "harness.c"], check=True)


def test_counters_name_every_function():
    text = generate_counters(["main_dispatch_0", 'odd "name"'])
    assert 'define void @"odd \\22name\\22"(...)' in text
    assert 'c"main_dispatch_0\\00"' in text
    assert "constant i32 2" in text


@needs_compiler
def test_roundings_to_bf16(tmp_path):
    """Ties, their neighbours, values that a float would round first, infinities and NaNs."""
    (tmp_path / "bf16.c").write_text(render("bf16.c"))
    (tmp_path / "main.c").write_text("""
    #include "bf16.c"
    #include <stdio.h>
    int main(void) {
      double value;
      while (fread(&value, sizeof value, 1, stdin) == 1) {
        _Float16 results[] = {__truncdfbf2(value), __truncsfbf2((float)value)};
        fwrite(results, sizeof results, 1, stdout);
      }
    }""")
    command = [COMPILER, "-std=c11", "-Wall", "-Werror", "-fsanitize=undefined", "main.c", "-o", "round"]
    subprocess.run(command, cwd=tmp_path, check=True)
    upper = np.arange(0x0080, 0x7F80, 37, dtype="<u8") << 16  # normal numbers of bf16, as bits of a float
    step = np.float64(2.0**-40)
    floats = (upper[:, None] + np.array([0, 1, 0x7FFF, 0x8000, 0x8001], "<u8")).astype("<u4").view("<f4").ravel()
    doubles = np.concatenate([floats.astype("f8") * factor for factor in (1, 1 + step, 1 - step)])
    values = np.concatenate([doubles, -doubles, [0.0, -0.0, 1e-300, -1e-300, 1e300, -1e300, np.inf, -np.inf]])
    out = subprocess.run(["./round"], cwd=tmp_path, input=values.tobytes(), capture_output=True, check=True).stdout
    got = np.frombuffer(out, "<u2").reshape(-1, 2)

    def expected(bits, dropped):  # to nearest, ties to even
        return (bits + ((1 << (dropped - 1)) - 1) + ((bits >> dropped) & 1)) >> dropped

    wide = np.abs(doubles).view("<u8") - np.uint64((1023 - 127) << 52)  # rebiased: 45 bits more than bf16
    positive = expected(wide.astype(object), 45)
    assert (got[: len(doubles), 0] == positive).all()
    assert (got[len(doubles) : 2 * len(doubles), 0] == positive | 0x8000).all()
    assert got[-8:, 0].tolist() == [0, 0x8000, 0, 0x8000, 0x7F80, 0xFF80, 0x7F80, 0xFF80]
    with np.errstate(over="ignore"):
        single = values.astype("<f4").view("<u4").astype(object)
    assert (got[:, 1] == expected(single, 16)).all()
    nan = subprocess.run(["./round"], cwd=tmp_path, input=np.float64(np.nan).tobytes(), capture_output=True, check=True)
    assert all(bits & 0x7F80 == 0x7F80 and bits & 0x7F for bits in np.frombuffer(nan.stdout, "<u2"))
