"""`tracemark profile --host iree` and `--host native,iree` on the released packages of IREE."""

import json
import os
import re
import subprocess

import iree_host
import numpy
import pytest
from iree_host import DENSE, DENSE_NAME, ROOT, compile_ours, runtime
from profiling import EXAMPLES, perf_works, profile, tracemark

pytestmark = pytest.mark.skipif(bool(iree_host.missing()), reason=str(iree_host.missing()))

BERT = EXAMPLES / "tiny_bert.mlir"
CPU = "--iree-flag=--iree-llvmcpu-target-cpu=generic"
needs_perf = pytest.mark.skipif(not perf_works(), reason="perf may not sample here")


@pytest.fixture(scope="module")
def timed(tmp_path_factory):
    """The BERT example under IREE's own profiler."""
    return profile(BERT, tmp_path_factory.mktemp("timed"), "--host", "iree", "--profiler", "iree", "--repeat", "5", CPU)


def run_at(folder, *arguments):
    return tracemark("profile", *arguments, "--host", "iree", "--profiler", "iree", "--repeat", "2", CPU, "--out", "out", cwd=folder)


def test_times_calls_rates_and_layers(timed):
    data = timed.data
    assert (data["host"], data["stage"], data["profiler"], data["unit"]) == ("iree", "flow", "iree", "ns")
    assert data["entry"] == "tiny_bert" and data["entry_calls"] == 5
    assert sum(item["share"] for item in data["dispatches"]) == pytest.approx(1)
    gelu = next(item for item in data["dispatches"] if item["name"].endswith("_batch_matmul_1x32x256x64_f32_bias_gelu"))
    # One dispatch of two layers that are equal.
    assert gelu["calls"] == 10 and "encoder/layer0/f1/MatMul" in gelu["layers"]
    assert gelu["flops_per_second"] == pytest.approx(gelu["flops"] * 10 / gelu["seconds"])
    assert 0 < sum(item["seconds"] for item in data["dispatches"]) < data["entry_seconds"]


def test_listings_are_the_text_without_shares(timed, tmp_path):
    hottest = timed.data["dispatches"][0]
    assert hottest["hot_lines"] == [] and hottest["hottest_line"] is None
    assert any("linalg." in line for line in timed.listing(hottest["name"]))
    shown = tracemark("annotate", timed.folder / "run.ireeprof", timed.folder / "listings", "--listings", "1", cwd=tmp_path)
    assert shown.returncode == 0, shown.stderr
    assert f"{hottest['name']}  {hottest['share'] * 100:.1f} %" in shown.stdout
    assert "Times are of whole dispatches" in shown.stdout and "linalg." in shown.stdout


def test_an_export_says_the_same_as_its_capture(timed, tmp_path):
    capture, listings = timed.folder / "run.ireeprof", timed.folder / "listings"
    command = [runtime("iree-profile"), "export", "--format=ireeperf-jsonl", f"--output={tmp_path / 'x.jsonl'}", capture]
    subprocess.run(command, check=True)
    answers = [tracemark("annotate", file, listings, "--json", cwd=tmp_path).stdout for file in (capture, "x.jsonl")]
    assert answers[0] == answers[1]
    assert json.loads(answers[0])["dispatches"] == timed.data["dispatches"]


def test_captures_of_another_build_are_refused(timed, tmp_path):
    (tmp_path / "dense.mlir").write_text(DENSE)
    compile_ours("dense.mlir", *iree_host.LOCAL, "--source-listing-after=flow", "-o", "dense.vmfb", cwd=tmp_path)
    capture = timed.folder / "run.ireeprof"
    other = tracemark("annotate", capture, "listings", cwd=tmp_path)
    assert other.returncode == 1
    said = (
        rf"tracemark: error: the profile '.*' is of another build than the listings of 'listings': expected dispatches such as "
        rf"'{DENSE_NAME}', found 'tiny_bert_dispatch_0_\w+'\n"
    )
    assert re.fullmatch(said, other.stderr), other.stderr
    module = tracemark("annotate", capture, timed.folder / "listings", "--binary", "dense.vmfb", cwd=tmp_path)
    assert re.fullmatch(
        rf"tracemark: error: 'dense.vmfb' is of another build than the profile '.*': expected the dispatch 'tiny_bert_dispatch_0_\w+', "
        rf"found '{DENSE_NAME}'\n",
        module.stderr,
    ), module.stderr
    same = tracemark("annotate", capture, timed.folder / "listings", "--binary", timed.folder / "model.vmfb", cwd=tmp_path)
    assert same.returncode == 0, same.stderr


@needs_perf
def test_lines_under_perf(tmp_path):
    run = profile(BERT, tmp_path, "--host", "iree", "--profiler", "perf", CPU)
    assert (run.data["profiler"], run.data["unit"]) == ("perf", "ns")
    matmul = next(item for item in run.data["dispatches"] if item["name"].endswith("_batch_matmul_1x32x512x64_f32"))
    assert matmul["calls"] == run.data["entry_calls"] and matmul["flops_per_second"]
    assert "linalg.batch_matmul" in max(matmul["hot_lines"], key=lambda one: one["share"])["text"]
    for item in run.data["dispatches"]:
        assert item["name"] in item["listing"]


@needs_perf
def test_lines_of_the_model_as_it_came_in(tmp_path):
    run = profile(BERT, tmp_path, "--host", "iree", "--profiler", "perf", "--stage", "input", CPU)
    matmul = next(item for item in run.data["dispatches"] if item["name"].endswith("_batch_matmul_1x32x512x64_f32"))
    assert matmul["listing"] == "input/tiny_bert.mlir" and matmul["layers"]
    assert "linalg.batch_matmul" in max(matmul["hot_lines"], key=lambda one: one["share"])["text"]


@needs_perf
def test_a_phase_whose_lines_are_not_to_be_had_is_shown_without(tmp_path):
    run = profile(BERT, tmp_path, "--host", "iree", "--profiler", "perf", "--stage", "executable-targets", CPU)
    matmul = next(item for item in run.data["dispatches"] if item["name"].endswith("_batch_matmul_1x32x512x64_f32"))
    assert matmul["hot_lines"] == [] and matmul["flops_per_second"] and matmul["calls"] == run.data["entry_calls"]
    assert any("llvm.func" in line for line in run.listing(matmul["name"]))


def test_native_and_iree_side_by_side(tmp_path):
    result = tracemark("profile", BERT, "--host", "native,iree", "--out", "out", "--json", "--repeat", "20", CPU, cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    data = json.loads(result.stdout)
    assert {host: one["host"] for host, one in data["hosts"].items()} == {"native": "native", "iree": "iree"}
    pairs = [row for row in data["rows"] if row["paired"]]
    heavy = next(row for row in pairs if row["native"]["dispatches"][0].endswith("_batch_matmul_1x32x512x64_f32"))
    assert heavy["iree"]["dispatches"][0].endswith("_batch_matmul_1x32x512x64_f32")
    assert heavy["native"]["calls"] == heavy["iree"]["calls"] == 1
    # Query, key and value of two layers: one dispatch of IREE's.
    equal = next(row for row in pairs if row["iree"]["calls"] == 6)
    assert len(equal["native"]["dispatches"]) == 6 and len(equal["iree"]["dispatches"]) == 1
    # IREE makes one dispatch of a softmax, the native host several.
    alone = [row["iree"]["dispatches"] for row in data["rows"] if row["native"] is None]
    assert any("softmax" in name for names in alone for name in names)
    for host, one in data["hosts"].items():
        names = [name for row in data["rows"] if row[host] for name in row[host]["dispatches"]]
        assert len(names) == len(set(names))
        assert {item["name"] for item in one["dispatches"]} <= set(names)
    outputs = [numpy.load(tmp_path / "out" / host / "outputs/result0.npy") for host in ("native", "iree")]
    numpy.testing.assert_allclose(*outputs, rtol=1e-4, atol=1e-5)


def test_dynamic_dimensions(tmp_path):
    model = ROOT / "test/Inputs/models/tiny_bert_dyn.mlir"
    missing = run_at(tmp_path, model)
    assert missing.returncode == 1
    assert "have dynamic dimensions\ngive each an extent: --dim arg0.0=N --dim arg0.1=N" in missing.stderr
    dims = [f"--dim=arg{number}.{dim}={extent}" for number in (0, 1) for dim, extent in ((0, 2), (1, 17))]
    dims.append("--dim=arg3.0=17")
    run = run_at(tmp_path, model, *dims, "--json")
    assert run.returncode == 0, run.stderr
    assert numpy.load(tmp_path / "out/outputs/result0.npy").shape[:2] == (2, 17)
    assert any("D" in item["name"] for item in json.loads(run.stdout)["dispatches"])


def test_arguments_of_many_types(tmp_path):
    (tmp_path / "model.mlir").write_text("""
func.func private @helper(%x: f32) -> f32 { return %x : f32 }
func.func @twice(%a: tensor<f32>, %b: f32, %c: tensor<?x2xi8>, %d: tensor<2xi1>, %e: tensor<3xf16>, %f: i64, %g: tensor<4xcomplex<f32>>,
    %h: tensor<2xf64>)
    -> (tensor<f32>, f32, tensor<?x2xi8>, tensor<2xi1>, tensor<3xf16>, i64) {
  %0 = arith.addf %a, %a : tensor<f32>
  %1 = arith.addf %b, %b : f32
  %2 = arith.addi %c, %c : tensor<?x2xi8>
  %4 = arith.addf %e, %e : tensor<3xf16>
  %5 = arith.addi %f, %f : i64
  return %0, %1, %2, %d, %4, %5 : tensor<f32>, f32, tensor<?x2xi8>, tensor<2xi1>, tensor<3xf16>, i64
}
""")
    given = {"arg0": numpy.float32(1.25), "arg1": numpy.float32(-3.5), "arg2": numpy.arange(6, dtype=numpy.int8).reshape(3, 2)}
    flags = []
    for name, value in given.items():
        numpy.save(tmp_path / f"{name}.npy", value)
        flags.append(f"--input={name}={name}.npy")
    run = run_at(tmp_path, "model.mlir", *flags)
    assert run.returncode == 0, run.stderr
    results = [numpy.load(tmp_path / f"out/outputs/result{number}.npy") for number in range(6)]
    for result, value in zip(results, given.values(), strict=False):
        assert result.dtype == value.dtype and numpy.array_equal(result, value + value)
    assert "note IREE takes arguments in with other types than the model has, f32 for f64" in run.stderr
    assert results[3].shape == (2,) and results[4].dtype == numpy.float16 and results[5].item() in (0, 2, 4, 6)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--stage", "cse"], "IREE has no phase 'cse' to list after\nits phases: input, abi, "),
        (["--stage", "flo"], "IREE has no phase 'flo' to list after; did you mean 'flow'?"),
        (["--profiler", "callgrind"], "callgrind cannot run IREE's runtime: expected --profiler auto, perf or iree"),
        (["--entry", "sense"], "'dense.mlir' has no function 'sense'; did you mean 'dense'?"),
        (["--iree-flag=--iree-frob"], "Unknown command line argument '--iree-frob'"),
        (["--device", "frob"], "IREE's runtime does not run 'dense': "),
        (["--pipeline", "canonicalize"], "--pipeline is of the native host"),
    ],
)
def test_what_cannot_be_done_is_said(arguments, message, tmp_path):
    (tmp_path / "dense.mlir").write_text(DENSE)
    done = tracemark("profile", "dense.mlir", "--host", "iree", "--profiler", "iree", *arguments, "--out", "out", cwd=tmp_path)
    assert done.returncode == 1 and message in done.stderr, done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("model", "message"),
    [
        ("func.func @f() { %0 = frob }\n", "model.mlir:1:23: custom op 'frob' is unknown"),
        ("func.func @f(%a: memref<4xf32>) { return }\n", "arg0 of 'f' is 'memref<4xf32>'; IREE takes tensors\n"),
    ],
)
def test_models_that_iree_does_not_take(model, message, tmp_path):
    (tmp_path / "model.mlir").write_text(model)
    done = run_at(tmp_path, "model.mlir")
    assert done.returncode == 1 and message in done.stderr, done.stderr


def test_a_compiler_of_another_version_is_one_line(tmp_path):
    (tmp_path / "dense.mlir").write_text(DENSE)
    (tmp_path / "fake.c").write_text("int ireeCompilerGetAPIVersion(void) { return 0x20001; }")
    library = tmp_path / "libIREECompiler.so"
    subprocess.run(["clang-22", "-shared", "-fPIC", tmp_path / "fake.c", "-o", library], check=True)
    arguments = ["profile", "dense.mlir", "--host", "iree", "--profiler", "iree", "--out", "out"]
    done = tracemark(*arguments, cwd=tmp_path, environment={"TRACEMARK_IREE_COMPILER_LIBRARY": str(library)})
    assert done.stderr == (
        f"tracemark: error: '{library}' is of version 2.1 of IREE's embedding API; expected 1.4 or a later 1.x\n"
    )


def test_wheels_that_are_not_there_are_one_line(tmp_path):
    """A package `iree` without the programs, before all others."""
    (tmp_path / "dense.mlir").write_text(DENSE)
    programs = tmp_path / "packages/iree/_runtime_libs"
    programs.mkdir(parents=True)
    for package in (programs.parent, programs):
        (package / "__init__.py").touch()
    arguments = ["profile", "dense.mlir", "--host", "iree", "--profiler", "iree", "--out", "out"]
    path = f"{tmp_path / 'packages'}:{ROOT / 'python'}"
    done = tracemark(*arguments, cwd=tmp_path, environment={"PYTHONPATH": path})
    assert done.stderr == (
        f"tracemark: error: expected the program 'iree-run-module' in '{programs}', found none (pip install "
        "iree-base-runtime brings it)\n"
    )
    for program in ("iree-run-module", "iree-benchmark-module", "iree-profile"):
        (programs / program).write_text("#!/bin/sh\n")
        (programs / program).chmod(0o755)
    bare = {"PYTHONPATH": path, "PATH": "/usr/bin:/bin", "VIRTUAL_ENV": "", "CONDA_PREFIX": ""}
    done = tracemark(*arguments, cwd=tmp_path, environment=bare)
    assert done.stderr == (
        "tracemark: error: found no libIREECompiler.so; give --iree-compiler-library=FILE or set "
        "TRACEMARK_IREE_COMPILER_LIBRARY (the package iree-base-compiler has it)\n"
    )


def test_without_permission_dispatches_are_timed_and_it_is_said(tmp_path):
    perf = tmp_path / "bin" / "perf"
    perf.parent.mkdir()
    perf.write_text("#!/bin/sh\necho 'Access limited: consider kernel.perf_event_paranoid' >&2\nexit 255\n")
    perf.chmod(0o755)
    (tmp_path / "dense.mlir").write_text(DENSE)
    environment = {"PATH": f"{perf.parent}:{os.environ['PATH']}"}
    run = profile(tmp_path / "dense.mlir", tmp_path, "--host", "iree", "--repeat", "3", CPU, environment=environment)
    assert run.data["profiler"] == "iree" and run.data["dispatches"][0]["calls"] == 3
    assert "perf is not allowed to sample here" in run.data["note"] and "which knows no lines" in run.data["note"]
    arguments = ["profile", "dense.mlir", "--host", "iree", "--profiler", "perf", "--out", "out"]
    asked = tracemark(*arguments, cwd=tmp_path, environment=environment)
    assert asked.returncode == 1 and "perf is not allowed to sample here" in asked.stderr
