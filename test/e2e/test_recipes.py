"""The recipes of the README run as they are written there."""

import os
import re
import socket
import struct
import subprocess
import sys
from pathlib import Path

import pytest
import zstandard
from machine import Listings, gpu_environment, needs_lld, needs_ptxas
from profiling import INPUTS, PROJECT, has, perf_works, plugin

HEADING = "## In your profiler"
STAGE = "convert-linalg-to-loops"


def recipes():
    """Name -> commands; the compile step is called `compile`."""
    section = (PROJECT / "README.md").read_text().split(HEADING)[1].split("\n## ")[0]
    blocks = re.findall(r"(?:\*\*(.+?)\*\*[^\n]*\n)?\s*```sh\n(.*?)```", section, re.DOTALL)
    return {name.split(" (")[0] or "compile": commands for name, commands in blocks}


def run(commands, folder, environment=None):
    """Runs commands as in a clone, without writing into this one."""
    done = subprocess.run(
        ["timeout", "300", "bash", "-e", "-o", "pipefail", "-c", commands],
        cwd=folder, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, f"{commands}\n{done.stdout[-2000:]}{done.stderr[-4000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def clone(tmp_path_factory):
    """A folder where the recipes' relative paths lead to the project, with the program compiled."""
    folder = tmp_path_factory.mktemp("clone")
    (folder / "examples").symlink_to(PROJECT / "examples")
    (folder / "build").mkdir()
    for name in ("bin", "lib"):
        (folder / "build" / name).symlink_to(plugin().parents[1] / name)
    run(recipes()["compile"], folder)
    return Listings(folder)


def test_each_recipe_is_short():
    assert list(recipes()) == ["compile", "perf", "gdb", "callgrind", "VTune", "Nsight Compute", "rocprof", "Tracy"]
    for name, commands in recipes().items():
        assert len(commands.splitlines()) <= 5, name


@pytest.mark.skipif(not perf_works(), reason="perf may not sample here")
def test_perf(clone):
    shown = run(recipes()["perf"], clone.folder)
    file, line = clone.line_of("forward_dispatch_1_matmul_64x64x128_f32", "arith.mulf")
    assert f"{file.rsplit('/', 1)[1]}:" in shown
    assert clone.text(file, line).strip() in shown


@pytest.mark.skipif(not has("gdb"), reason="gdb is not installed")
def test_gdb(clone):
    shown = run(recipes()["gdb"], clone.folder)
    file, line = re.search(r"break (listings/\S+):(\d+)", recipes()["gdb"]).groups()
    assert f"#0  forward_dispatch_1_matmul_64x64x128_f32 () at {file}:{line}" in shown
    assert "arith.addf" in clone.text(file, int(line))
    assert re.search(r"#\d +(0x\w+ in )?main \(\) at listings/", shown)
    assert re.search(r"Breakpoint 1, forward_dispatch_3_div_64x64_f32 \(\) at listings/", shown)


@pytest.mark.skipif(not has("valgrind"), reason="valgrind is not installed")
def test_callgrind(clone):
    shown = run(recipes()["callgrind"], clone.folder)
    line = clone.text(*clone.line_of("forward_dispatch_1_matmul_64x64x128_f32", "arith.mulf"))
    counted = re.search(rf"^\s*([\d,]+) \([ \d.]+%\).*{re.escape(line.strip())}$", shown, re.MULTILINE)
    # 64 x 64 x 128 products in each of 200 calls.
    assert counted and int(counted[1].replace(",", "")) >= 64 * 64 * 128 * 200


@pytest.mark.parametrize(
    ("recipe", "library"),
    [
        pytest.param("Nsight Compute", "mlir_cuda_runtime", marks=needs_ptxas),
        pytest.param("rocprof", "mlir_rocm_runtime", marks=needs_lld),
    ],
)
def test_kernels_are_compiled_and_named(clone, recipe, library, tmp_path):
    """All but the last line, which needs the GPU: a stand-in takes the place of the runtime."""
    run(f"clang-22 -shared -fPIC {INPUTS / 'gpu_runtime.c'} -o lib{library}.so", tmp_path)
    for name in ("examples", "build"):
        (tmp_path / name).symlink_to(clone.folder / name)
    *compile_lines, profile_line = recipes()[recipe].splitlines()
    assert re.search(r"^(ncu|rocprofv3) .*\./kernels$", profile_line)
    environment = gpu_environment(tmp_path) | {"LIBRARY_PATH": str(tmp_path), "LD_LIBRARY_PATH": str(tmp_path)}
    run("\n".join(compile_lines), tmp_path, environment)
    launched = [line.split()[0] for line in run("./kernels", tmp_path, environment).splitlines()]
    assert launched == [
        "forward_dispatch_0_matmul_64x64x128_f32_kernel",
        "forward_dispatch_1_sqrt_64x64_f32_kernel",
        "forward_dispatch_2_div_64x64_f32_kernel",
    ]
    listings = Listings(tmp_path)
    assert listings.line_of(launched[0], "arith.mulf")


def read_capture(path):
    """The bytes of a Tracy capture: streams of zstandard whose blocks take turns, each behind its size."""
    data = path.read_bytes()
    assert data[:4] == b"tr\xfdP"
    streams = [zstandard.ZstdDecompressor().decompressobj() for _ in range(data[5])]
    content, at, turn = [b""] * len(streams), 6, 0
    while at < len(data):
        (size,) = struct.unpack_from("<I", data, at)
        content[turn] += streams[turn].decompress(data[at + 4 : at + 4 + size])
        at, turn = at + 4 + size, (turn + 1) % len(streams)
    return b"".join(content)


def test_tracy(clone, tmp_path):
    for name in ("examples", "build"):
        (tmp_path / name).symlink_to(clone.folder / name)
    # A port of its own: on Tracy's usual one it might meet the program of another run.
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    commands = recipes()["Tracy"].replace("iree-tracy-capture ", f"iree-tracy-capture -p {port} ")
    shown = run(commands, tmp_path, os.environ | {"PATH": path, "TRACY_PORT": port})
    assert "EXEC @dense" in shown
    content = read_capture(tmp_path / "dense.tracy")
    name = "dense_dispatch_0_matmul_256x512x512_f32_relu"
    assert name.encode() in content
    (file,) = set(re.findall(rb"listings/[\w./]+\.mlir", content))
    assert file.decode() == Listings(tmp_path).entry(name)[0]
