"""From a model to its hot lines: what `tracemark profile` prints is what the program does."""

import json
import re

import numpy as np
import pytest
from profiling import EXAMPLES, INPUTS, PROJECT, has, profile, tracemark

pytestmark = pytest.mark.skipif(not has("valgrind"), reason="valgrind is not installed")


def body_lines(run, symbol):
    first, last = run.entries[symbol]["lines"]
    return range(first, last + 1)


def lines_of_op(run, symbol, pattern):
    """Lines of the ops of a function whose first line matches, each with its region."""
    text = run.listing(symbol)
    found = set()
    for number in body_lines(run, symbol):
        line = text[number - 1]
        if not re.search(pattern, line):
            continue
        found.add(number)
        indent = len(line) - len(line.lstrip())
        if line.rstrip().endswith("{"):
            for inner in range(number + 1, body_lines(run, symbol).stop):
                found.add(inner)
                if text[inner - 1].startswith(" " * indent + "}"):
                    break
    return found


def test_the_hottest_line_is_the_costliest_convolutions(head):
    costliest = max(head.dispatches, key=head.flops)
    hottest = head.data["dispatches"][0]
    assert hottest["name"] == costliest
    assert "fire2/expand3x3/Conv" in hottest["layers"]
    lines = lines_of_op(head, costliest, r"linalg\.conv_2d")
    assert hottest["hottest_line"] in lines
    shares = {line["number"]: line["share"] for line in hottest["hot_lines"]}
    assert shares[hottest["hottest_line"]] > 0.25


def test_the_hottest_line_is_the_costliest_matmuls(bert):
    costliest = max(bert.dispatches, key=bert.flops)
    hottest = bert.data["dispatches"][0]
    assert hottest["name"] == costliest and "matmul" in costliest
    assert hottest["hottest_line"] in lines_of_op(bert, costliest, r"matmul|linalg\.generic")


def test_shares_add_up_and_are_sorted(any_profile):
    shares = [item["share"] for item in any_profile.data["dispatches"]]
    assert sum(shares) == pytest.approx(1)
    assert shares == sorted(shares, reverse=True)
    for item in any_profile.data["dispatches"]:
        assert sum(line["share"] for line in item["hot_lines"]) <= item["share"] + 1e-9


def test_few_instructions_have_no_line(any_profile):
    assert any_profile.data["line_zero_share"] < 0.05
    assert sum(item["share"] for item in any_profile.data["outside"]) < 0.01


def test_every_dispatch_is_called_once(any_profile):
    assert {name: item["calls"] for name, item in any_profile.dispatches.items()} == dict.fromkeys(
        any_profile.dispatches, 1
    )
    assert any_profile.data["entry_calls"] == 1


def test_dispatches_are_the_listings(any_profile):
    private = {name for name, entry in any_profile.entries.items() if entry["visibility"] == "private"}
    assert set(any_profile.dispatches) == private


@pytest.mark.parametrize("model", [INPUTS / "squeezenet_head.mlir", EXAMPLES / "tiny_bert.mlir"])
def test_outlined_and_not_outlined_compute_the_same(tmp_path, model, request):
    outlined = request.getfixturevalue("head" if "head" in model.name else "bert")
    whole = profile(model, tmp_path, "--no-outline", "--stage", "canonicalize", "--profiler", "callgrind")
    mine = np.load(outlined.folder / "outputs" / "result0.npy")
    theirs = np.load(whole.folder / "outputs" / "result0.npy")
    assert np.isfinite(mine).all() and mine.std() > 1e-3
    np.testing.assert_allclose(mine, theirs, rtol=1e-4, atol=1e-5)


def test_annotate_says_the_same_again(head, tmp_path):
    result = tracemark(
        "annotate", head.folder / "callgrind.out", head.folder / "listings" / "manifest.jsonl", "--json", cwd=tmp_path
    )
    assert result.returncode == 0, result.stderr
    again = json.loads(result.stdout)
    for mine, theirs in zip(head.data["dispatches"], again["dispatches"], strict=True):
        assert (mine["name"], mine["cost"], mine["hot_lines"]) == (theirs["name"], theirs["cost"], theirs["hot_lines"])


def test_two_runs_are_equal_to_the_instruction(head, tmp_path):
    again = profile(INPUTS / "squeezenet_head.mlir", tmp_path, "--profiler", "callgrind", "--opt-level", "3")
    assert {n: d["cost"] for n, d in again.dispatches.items()} == {n: d["cost"] for n, d in head.dispatches.items()}


def test_tables_for_people(tmp_path):
    result = tracemark("profile", INPUTS / "squeezenet_head.mlir", "--profiler", "callgrind", cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    out = tmp_path / "squeezenet_head.tracemark"
    assert (out / "log").is_file()
    rows = [line for line in result.stdout.splitlines() if "squeezenet_head_dispatch_" in line]
    assert re.match(r"\s*\d\d\.\d %\s+[\d,]+\s+1\s+\d.* FLOP/instr\s+squeezenet_head_dispatch_\d+_conv_2d", rows[0])
    assert re.search(r"\d\d\.\d %\s+\d+\s+%\w+ = linalg\.conv_2d", result.stdout)
    assert str(out / "listings" / "manifest.jsonl") in result.stdout
    assert "run under callgrind" in result.stderr
    # The second run replaces the first.
    records = (out / "listings" / "manifest.jsonl").read_text().splitlines()
    result = tracemark("profile", INPUTS / "squeezenet_head.mlir", "--profiler", "callgrind", cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    assert len((out / "listings" / "manifest.jsonl").read_text().splitlines()) == len(records)


def test_a_later_stage(tmp_path):
    run = profile(
        INPUTS / "squeezenet_head.mlir", tmp_path, "--profiler", "callgrind", "--stage", "convert-linalg-to-loops"
    )
    hottest = run.data["dispatches"][0]
    assert hottest["listing"].startswith("convert-linalg-to-loops/")
    assert "conv_2d" in hottest["name"]
    text = run.listing(hottest["name"])[hottest["hottest_line"] - 1]
    assert re.search(r"memref\.|arith\.|scf\.", text)


def test_an_earlier_stage(tmp_path):
    run = profile(
        INPUTS / "squeezenet_head.mlir", tmp_path, "--profiler", "callgrind", "--stage", "tracemark-outline-dispatches"
    )
    hottest = run.data["dispatches"][0]
    assert hottest["listing"].startswith("tracemark-outline-dispatches/")
    text = run.listing(hottest["name"])
    assert "linalg.conv_2d" in text[hottest["hottest_line"] - 1]
    # Names of layers come from the tag, which the listing of naming has.
    assert "fire2/expand3x3/Conv" in hottest["layers"]


def test_everything_the_default_lowering_takes_apart(tmp_path):
    outlined, whole = tmp_path / "outlined", tmp_path / "whole"
    outlined.mkdir()
    whole.mkdir()
    arguments = ("--profiler", "callgrind", "--dim", "arg5.0=3")
    first = profile(INPUTS / "lowering.mlir", outlined, *arguments)
    second = profile(INPUTS / "lowering.mlir", whole, *arguments, "--no-outline", "--stage", "canonicalize")
    mine = sorted((first.folder / "outputs").glob("result*.npy"))
    assert len(mine) == 7
    for path in mine:
        np.testing.assert_allclose(np.load(path), np.load(second.folder / "outputs" / path.name), rtol=1e-5)
    softmax = np.load(first.folder / "outputs" / "result0.npy")
    np.testing.assert_allclose(softmax.sum(axis=1), 1, rtol=1e-5)
    unpacked = np.load(first.folder / "outputs" / "result2.npy")
    assert unpacked.shape == (5, 8)


def test_inputs_and_dynamic_dimensions(tmp_path):
    model = tmp_path / "add.mlir"
    model.write_text("""
      func.func @add(%a: tensor<?x3xf32>, %b: tensor<?x3xf32>) -> tensor<?x3xf32> {
        %c0 = arith.constant 0 : index
        %d = tensor.dim %a, %c0 : tensor<?x3xf32>
        %e = tensor.empty(%d) : tensor<?x3xf32>
        %0 = linalg.add ins(%a, %b : tensor<?x3xf32>, tensor<?x3xf32>) outs(%e : tensor<?x3xf32>) -> tensor<?x3xf32>
        return %0 : tensor<?x3xf32>
      }""")
    left, right = np.arange(12, dtype="f4").reshape(4, 3), np.full((4, 3), 0.5, "f4")
    np.save(tmp_path / "left.npy", left)
    np.save(tmp_path / "right.npy", right)
    run = profile(
        model, tmp_path, "--profiler", "callgrind", "--input", "left.npy", "--input", "arg1=right.npy",
    )  # fmt: skip
    np.testing.assert_array_equal(np.load(run.folder / "outputs" / "result0.npy"), left + right)


def test_an_entry_with_nothing_to_outline(tmp_path):
    model = tmp_path / "scalar.mlir"
    model.write_text("func.func @main(%a: f32) -> f32 { %0 = arith.addf %a, %a : f32 return %0 : f32 }")
    run = profile(model, tmp_path, "--profiler", "callgrind")
    assert [item["name"] for item in run.data["dispatches"]] == ["main"]


def test_scalars_and_bf16_without_the_cpus_help(tmp_path):
    model = tmp_path / "half.mlir"
    model.write_text("""
      func.func @half(%a: tensor<8x8xbf16>, %s: bf16, %t: tensor<f32>) -> bf16 {
        %c0 = arith.constant 0 : index
        %e = tensor.empty() : tensor<8x8xbf16>
        %z = arith.constant 0.0 : bf16
        %f = linalg.fill ins(%z : bf16) outs(%e : tensor<8x8xbf16>) -> tensor<8x8xbf16>
        %m = linalg.matmul ins(%a, %a : tensor<8x8xbf16>, tensor<8x8xbf16>) outs(%f : tensor<8x8xbf16>)
          -> tensor<8x8xbf16>
        %x = tensor.extract %m[%c0, %c0] : tensor<8x8xbf16>
        %y = arith.addf %x, %s : bf16
        %v = tensor.extract %t[] : tensor<f32>
        %w = arith.truncf %v : f32 to bf16
        %r = arith.addf %y, %w : bf16
        return %r : bf16
      }""")
    np.save(tmp_path / "a.npy", np.full((8, 8), 0x3F80, np.uint16))  # 1.0
    np.save(tmp_path / "s.npy", np.uint16(0x4040))  # 3.0
    np.save(tmp_path / "t.npy", np.float32(0.5))
    files = [argument for name in ("a.npy", "s.npy", "t.npy") for argument in ("--input", name)]
    run = profile(model, tmp_path, "--profiler", "callgrind", *files)
    assert np.load(run.folder / "outputs" / "result0.npy") == 0x4138  # 8 + 3 + 0.5
    assert "half_dispatch_0_matmul_8x8x8_bf16" in run.dispatches


def test_a_loop_that_makes_a_new_tensor_each_time(tmp_path):
    model = tmp_path / "loop.mlir"
    model.write_text("""
      func.func @loop(%a: tensor<4x4xf32>, %n: index) -> tensor<4x4xf32> {
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a) -> tensor<4x4xf32> {
          %e = tensor.empty() : tensor<4x4xf32>
          %x = linalg.negf ins(%t : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
          scf.yield %x : tensor<4x4xf32>
        }
        return %r : tensor<4x4xf32>
      }""")
    values = np.arange(16, dtype="f4").reshape(4, 4)
    np.save(tmp_path / "a.npy", values)
    np.save(tmp_path / "n.npy", np.int64(3))
    run = profile(model, tmp_path, "--profiler", "callgrind", "--input", "a.npy", "--input", "n.npy")
    np.testing.assert_array_equal(np.load(run.folder / "outputs" / "result0.npy"), -values)
    assert run.dispatches["loop_dispatch_0_neg_4x4_f32"]["calls"] == 3


def test_without_outlining_the_default_stage_is_reached(tmp_path):
    run = profile(INPUTS / "squeezenet_head.mlir", tmp_path, "--profiler", "callgrind", "--no-outline")
    (whole,) = run.data["dispatches"]
    assert whole["name"] == "squeezenet_head" and whole["listing"] == "tracemark-name-dispatches/squeezenet_head.mlir"


def test_the_first_occurrence_by_its_number(tmp_path):
    model = INPUTS / "squeezenet_head.mlir"
    run = profile(model, tmp_path, "--profiler", "callgrind", "--stage", "canonicalize#1")
    assert {record["stage"] for record in run.records} == {"canonicalize"}


def test_the_data_has_the_fields_that_are_told_of(any_profile):
    page = (PROJECT / "docs" / "cli.md").read_text()
    told = {}
    for command in ("annotate", "profile"):
        row = re.search(rf"^\| `{command} --json` \| (.*) \|$", page, re.MULTILINE)[1].split(";")[0]
        told[command] = set(re.findall(r"`(\w+)`", row))
    assert set(any_profile.data) == told["annotate"] | told["profile"]
