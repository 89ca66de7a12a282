"""The recipes of the README run as they are written there."""

import re
import subprocess

import pytest
from machine import Listings
from profiling import PROJECT, has, perf_works, plugin

HEADING = "## In your profiler"
STAGE = "convert-linalg-to-loops"


def recipes():
    """Name -> commands; the compile step is called `compile`."""
    section = (PROJECT / "README.md").read_text().split(HEADING)[1].split("\n## ")[0]
    blocks = re.findall(r"(?:\*\*(.+?)\*\*[^\n]*\n)?\s*```sh\n(.*?)```", section, re.DOTALL)
    return {name.split(" (")[0] or "compile": commands for name, commands in blocks}


def run(commands, folder):
    """Runs commands as in a clone, without writing into this one."""
    done = subprocess.run(
        ["bash", "-e", "-o", "pipefail", "-c", commands], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{commands}\n{done.stdout[-2000:]}{done.stderr[-4000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def clone(tmp_path_factory):
    """A folder where the recipes' relative paths lead to the project, with the program compiled."""
    folder = tmp_path_factory.mktemp("clone")
    (folder / "examples").symlink_to(PROJECT / "examples")
    (folder / "build" / "lib").mkdir(parents=True)
    (folder / "build" / "lib" / "libTracemark.so").symlink_to(plugin())
    run(recipes()["compile"], folder)
    return Listings(folder)


def test_each_recipe_is_short():
    assert len(recipes()) >= 4
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
