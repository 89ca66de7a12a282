"""The same under perf, where it may sample; and what happens where it may not."""

import json
import os
import subprocess

import pytest
from profiling import EXAMPLES, INPUTS, LLVM, has, perf_works, plugin, profile, tracemark


@pytest.mark.skipif(not perf_works(), reason="perf may not sample here")
def test_samples_calls_and_rates(tmp_path):
    run = profile(INPUTS / "squeezenet_head.mlir", tmp_path, "--profiler", "perf")
    assert run.data["profiler"] == "perf" and run.data["unit"] == "ns"
    calls = run.data["entry_calls"]
    assert calls > 10
    # Exact counts, for every dispatch that a sample fell into.
    assert {item["calls"] for item in run.data["dispatches"]} == {calls}
    hottest = run.data["dispatches"][0]
    assert "conv_2d" in hottest["name"]
    assert hottest["flops_per_second"] == pytest.approx(hottest["flops"] * calls / hottest["seconds"])
    assert run.data["line_zero_share"] < 0.05
    result = tracemark("annotate", run.folder / "perf.data", run.folder / "listings", "--listings", "1", cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    assert hottest["name"] in result.stdout and "linalg.conv_2d" in result.stdout


@pytest.mark.skipif(not has("valgrind"), reason="valgrind is not installed")
def test_without_permission_callgrind_is_used_and_it_is_said(tmp_path):
    perf = tmp_path / "bin" / "perf"
    perf.parent.mkdir()
    perf.write_text("#!/bin/sh\necho 'Access limited: consider kernel.perf_event_paranoid' >&2\nexit 255\n")
    perf.chmod(0o755)
    environment = {"PATH": f"{perf.parent}:{os.environ['PATH']}"}
    run = profile(INPUTS / "squeezenet_head.mlir", tmp_path, environment=environment)
    assert run.data["profiler"] == "callgrind"
    assert "perf is not allowed to sample here" in run.data["note"] and run.data["note"] in run.stderr


@pytest.mark.skipif(not perf_works(), reason="perf may not sample here")
@pytest.mark.parametrize("recording", [[], ["--call-graph=dwarf,1024"]], ids=["plain", "chains"])
@pytest.mark.parametrize("linking", ["-fuse-ld=lld", "-no-pie"])
def test_code_that_is_mapped_elsewhere_than_it_is_in_the_file(linking, recording, tmp_path):
    """perf tells the place in the file, or without call chains in memory; where code is by the linker is another."""
    lowered = [LLVM / "mlir-opt", EXAMPLES / "layers.mlir", f"--load-pass-plugin={plugin()}", "--mlir-print-debuginfo"]
    pipeline = (EXAMPLES / "cpu.pipeline").read_text()
    listing = ["--source-listing-after=convert-linalg-to-loops", f"--pass-pipeline={pipeline}", "-o", "lowered.mlir"]
    program = ["clang-22", "-O2", "-Wno-override-module", "model.ll", "-lm", linking, "-o", "model"]
    record = ["perf", "record", "-q", "-e", "cpu-clock:u", "-F", "5000", *recording, "-o", "perf.data", "./model"]
    for command in (
        [*lowered, *listing], [LLVM / "mlir-translate", "--mlir-to-llvmir", "lowered.mlir", "-o", "model.ll"], program, record,
    ):  # fmt: skip
        subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    result = tracemark("annotate", "perf.data", "listings", "--json", cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    hot = [item for item in json.loads(result.stdout)["dispatches"] if "_dispatch_" in item["name"]]
    assert any("matmul" in item["name"] for item in hot)
    for item in hot:
        assert item["name"] in item["listing"], item["name"]
        assert all(item["lines"][0] <= line["number"] <= item["lines"][1] for line in item["hot_lines"])
