"""The same under perf, where it may sample; and what happens where it may not."""

import os

import pytest
from profiling import INPUTS, has, perf_works, profile, tracemark


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
