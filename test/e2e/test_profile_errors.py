"""Bad input: one or two lines that say what is wrong and what to do, and no traceback."""

import os
import shlex
import subprocess
import sys

import pytest
from profiling import EXAMPLES, INPUTS, has, plugin, tracemark

CALLGRIND = ("--profiler", "callgrind")


def expect_error(result, *parts):
    assert result.returncode == 1, (result.returncode, result.stderr)
    assert result.stdout == "" and "Traceback" not in result.stderr
    message = [line for line in result.stderr.splitlines() if not line.startswith("done ")]
    assert message[0].startswith("tracemark: error: "), result.stderr
    assert 1 <= len(message) <= 2, result.stderr
    for part in parts:
        assert part in "\n".join(message)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("func.func @f(%a: tensor<4xf32> { return }", ("model.mlir:1:", "expected")),
        ("module {}", ("no function with a body",)),
        ("func.func private @f()", ("no function with a body",)),
        ("func.func private @f() { return }", ("no public function", "public")),
        ("func.func @a() { return } func.func @b() { return }", ("2 functions: a, b", "--entry")),
        ("func.func @f(%a: vector<4xf32>) { return }", ("argument 0 of 'f'", "vector<4xf32>")),
        ("func.func @f(%a: tensor<*xf32>) { return }", ("argument 0 of 'f'", "rank")),
        ("func.func @f(%a: tensor<?xf32>) { return }", ("dynamic dimensions", "--dim arg0.0=N")),
        ('func.func @f() { "foo.bar"() : () -> () return }', ("model.mlir:1:", "mlir-opt does not know")),
        (
            "func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
            "  %0 = tosa.exp %a : (tensor<4xf32>) -> tensor<4xf32>\n  return %0 : tensor<4xf32>\n}",
            ("'tosa.exp'", ".mlir:", "--pipeline"),
        ),
        (
            "func.func @f() -> index {\n  %0 = gpu.thread_id x\n  return %0 : index\n}",
            ("'gpu.thread_id'", ".mlir:", "--pipeline"),
        ),
    ],
)
def test_models(tmp_path, text, parts):
    (tmp_path / "model.mlir").write_text(text + "\n")
    expect_error(tracemark("profile", "model.mlir", *CALLGRIND, cwd=tmp_path), *parts)


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (("--entry", "squeezenet_heat"), ("did you mean 'squeezenet_head'",)),
        (("--stage", "csee"), ("no pass is registered as 'csee'", "did you mean 'cse'")),
        (("--stage", "sccp"), ("never reaches the stage 'sccp'", "convert-linalg-to-loops")),
        (("--stage", "canonicalize#0"), ("'canonicalize#0' is not a stage",)),
        (("--mlir-bin", "missing"), ("'missing', which --mlir-bin names, is not a folder",)),
        (("--pipeline", "canonicalize,nothing-here"), ("nothing-here",)),
        (("--pipeline", "canonicalize)"), ("brackets",)),
        (("--pipeline", "canonicalize"), ("leaves the op 'tensor.empty'", "--pipeline")),
        (("--dim", "arg0.0=4"), ("this dimension of", "is 1")),
        (("--input", "missing.npy"), ("missing.npy",)),
    ],
)
def test_options(tmp_path, arguments, parts):
    model = INPUTS / "squeezenet_head.mlir"
    expect_error(tracemark("profile", model, *CALLGRIND, *arguments, cwd=tmp_path), *parts)


def test_a_file_that_is_no_plugin(tmp_path):
    (tmp_path / "plugin.so").write_text("hello")
    result = tracemark("profile", EXAMPLES / "tiny_bert.mlir", "--plugin", "plugin.so", cwd=tmp_path)
    expect_error(result, "cannot load the plugin", "plugin.so", "--mlir-bin")


def test_a_step_that_fails_shows_its_command_and_leaves_its_inputs(tmp_path):
    linker = tmp_path / "bin" / "clang-22"
    linker.parent.mkdir()
    linker.write_text("#!/bin/sh\necho 'ld: something is wrong' >&2\nexit 1\n")
    linker.chmod(0o755)
    environment = {"PATH": f"{linker.parent}:{os.environ['PATH']}"}
    model = INPUTS / "squeezenet_head.mlir"
    result = tracemark("profile", model, *CALLGRIND, "--out", "out", cwd=tmp_path, environment=environment)
    assert result.returncode == 1 and "Traceback" not in result.stderr
    assert "this step failed: link" in result.stderr
    assert f"$ {linker} -shared -o model.so model.o" in result.stderr
    assert "ld: something is wrong" in result.stderr
    assert (tmp_path / "out" / "model.o").is_file() and not (tmp_path / "out" / "model.so").exists()
    assert "ld: something is wrong" in (tmp_path / "out" / "log").read_text()


def small_disk_works():
    command = ["unshare", "-rm", "sh", "-c", "mount -t tmpfs -o size=64k none /mnt"]
    return has("unshare") and subprocess.run(command, capture_output=True, check=False).returncode == 0


@pytest.mark.skipif(not small_disk_works(), reason="no file system may be mounted here")
@pytest.mark.parametrize("size", ["16k", "64k", "200k", "400k"])
def test_full_disk(tmp_path, size):
    (tmp_path / "disk").mkdir()
    model = INPUTS / "squeezenet_head.mlir"
    command = [sys.executable, "-m", "tracemark", "profile", str(model), *CALLGRIND, "--out", "disk/out"]
    script = f"mount -t tmpfs -o size={size} none disk && {shlex.join(command)}"
    settings = dict(os.environ, TRACEMARK_PLUGIN=str(plugin()))
    result = subprocess.run(
        ["unshare", "-rm", "sh", "-c", script], cwd=tmp_path, env=settings, capture_output=True, text=True, check=False
    )
    expect_error(result, "no space is left")
