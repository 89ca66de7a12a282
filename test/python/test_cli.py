"""The command itself: errors are messages, without a traceback and with exit code not 0."""

import os
import subprocess
import sys

import pytest

MODEL = "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> { return %a : tensor<4xf32> }\n"


def tracemark(*arguments, cwd, environment=None):
    return subprocess.run(
        [sys.executable, "-m", "tracemark", *map(str, arguments)],
        cwd=cwd, env=dict(os.environ) | (environment or {}), capture_output=True, text=True, check=False,
    )  # fmt: skip


def expect_error(result, *parts):
    assert result.returncode not in (0, -1), result
    assert "Traceback" not in result.stderr
    assert result.stdout == ""
    message = [line for line in result.stderr.splitlines() if not line.startswith("done ")]
    assert message[0].startswith("tracemark: error: "), result.stderr
    assert len(message) <= 2
    for part in parts:
        assert part in "\n".join(message)


@pytest.fixture
def model(tmp_path):
    path = tmp_path / "model.mlir"
    path.write_text(MODEL)
    return path


@pytest.fixture
def plugin(tmp_path):
    path = tmp_path / "plugin.so"
    path.touch()
    return path


def test_no_model(tmp_path):
    expect_error(tracemark("profile", "missing.mlir", cwd=tmp_path), "there is no model at 'missing.mlir'")
    assert list(tmp_path.iterdir()) == []


def test_no_plugin(tmp_path, model):
    expect_error(
        tracemark("profile", model, "--plugin", "nothing.so", cwd=tmp_path), "there is no plugin at 'nothing.so'"
    )
    assert list(tmp_path.iterdir()) == [model]


def test_no_tools(tmp_path, model, plugin):
    result = tracemark(
        "profile", model, "--plugin", plugin, "--mlir-bin", tmp_path, cwd=tmp_path, environment={"PATH": "/nowhere"}
    )
    expect_error(result, "'mlir-opt' was not found", "apt install mlir-22-tools")


def test_folder_of_something_else_is_not_emptied(tmp_path, model):
    plugin = tmp_path / "plugin.so"
    plugin.touch()
    bin_folder = tmp_path / "bin"
    bin_folder.mkdir()
    for name in ("mlir-opt", "mlir-translate", "opt", "llc", "llvm-nm", "llvm-dwarfdump"):
        (bin_folder / name).write_text("#!/bin/sh\n")
        (bin_folder / name).chmod(0o755)
    result = tracemark("profile", model, "--plugin", plugin, "--mlir-bin", bin_folder, "--out", tmp_path, cwd=tmp_path)
    expect_error(result, "is not empty and holds no earlier profile", "--out")
    assert model.read_text() == MODEL


def test_bad_option_values_are_usage_errors(tmp_path, model):
    for option, value in (("--profiler", "gprof"), ("--opt-level", "4"), ("--repeat", "0")):
        result = tracemark("profile", model, option, value, cwd=tmp_path)
        assert result.returncode == 2 and option in result.stderr and "Traceback" not in result.stderr


def test_annotate_of_bad_files(tmp_path):
    (tmp_path / "manifest.jsonl").touch()
    (tmp_path / "x").write_text("hello\n")
    expect_error(tracemark("annotate", "x", "missing", cwd=tmp_path), "the manifest 'missing' cannot be read")
    expect_error(tracemark("annotate", "missing", "manifest.jsonl", cwd=tmp_path), "there is no profile at 'missing'")
    expect_error(tracemark("annotate", "x", ".", cwd=tmp_path), "neither a perf.data nor a callgrind file")


def test_annotate_of_a_profile_of_something_else(tmp_path):
    (tmp_path / "manifest.jsonl").touch()
    (tmp_path / "callgrind.out").write_text("# callgrind format\nevents: Ir\nfl=a.c\nfn=f\n1 5\n")
    expect_error(tracemark("annotate", "callgrind.out", ".", cwd=tmp_path), "nothing in 'callgrind.out' belongs to")


def test_version_and_help(tmp_path):
    assert tracemark("--version", cwd=tmp_path).stdout.startswith("tracemark 0.")
    assert "profile" in tracemark("--help", cwd=tmp_path).stdout


def test_names_are_parsed(tmp_path):
    result = tracemark("names", "parse", "f_3_matmul_nt_x2_8x8xD_f32_relu", cwd=tmp_path)
    assert result.stdout.splitlines() == [
        "base f_3", "root matmul_nt_x2", "root_word matmul_nt", "root_count 2", "dims 8x8xD", "types f32", "tail relu",
        "ambiguous true", "readings 1",
    ]  # fmt: skip
    result = tracemark("names", "parse", "f_3_own_8_f32", "--base", "f_3", "--json", cwd=tmp_path)
    assert '"root": "own"' in result.stdout and '"ambiguous": false' in result.stdout
    expect_error(tracemark("names", "parse", "f_3_own_8_f32", cwd=tmp_path), "'f_3_own_8_f32' is no name of a dispatch")
    expect_error(tracemark("names", "parse", "f_relu_8_f32", "--base", "g", cwd=tmp_path), "with the base 'g'")
