"""`pip install ./python`: what the wheel holds, and that it works where nothing else of ours is."""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import iree_host
import pytest
from iree_host import DENSE_NAME, LOCAL

ROOT = Path(__file__).resolve().parents[2]
LLVM = Path("/usr/lib/llvm-22")
TAG = f"py3-none-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"
PARTS = {"tracemark/bin/tracemark-iree-compile", "tracemark/lib/libTracemark.so", "tracemark/lib/libTracemarkC.so"}
needs_iree = pytest.mark.skipif(bool(iree_host.missing()), reason=str(iree_host.missing()))


def run(*command, cwd=None, code=0, **environment):
    settings = {key: value for key, value in os.environ.items() if key not in ("TRACEMARK_PLUGIN", "VIRTUAL_ENV")}
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=settings | environment, capture_output=True, text=True, check=False
    )  # fmt: skip
    assert done.returncode == code, f"{' '.join(map(str, command))}\n{done.stdout[-4000:]}{done.stderr[-4000:]}"
    return done.stdout + done.stderr


def build_wheel(folder, code=0, **settings):
    """pip's output; the backend is that of the running environment, and compiled objects are kept for the next run."""
    pip = [sys.executable, "-m", "pip", "wheel", "--disable-pip-version-check", "--no-deps", "--no-build-isolation"]
    return run(*pip, "-w", folder, ROOT / "python", code=code, **settings)


def make_environment(folder, wheel):
    """The `bin` of a virtual environment with the wheel, where packages of the running one are found too."""
    run(sys.executable, "-m", "venv", "--without-pip", folder)
    run(sys.executable, "-m", "pip", f"--python={folder}", "install", "--disable-pip-version-check", "--no-deps", wheel)
    (site,) = folder.glob("lib/python3*/site-packages")
    (site / "others.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return folder / "bin"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    build_wheel(folder, SKBUILD_BUILD_DIR=str(ROOT / "build/wheel"))
    (path,) = folder.iterdir()
    return path


@pytest.fixture(scope="module")
def programs(wheel, tmp_path_factory):
    return make_environment(tmp_path_factory.mktemp("venv"), wheel)


@pytest.fixture(scope="module")
def bare(tmp_path_factory):
    """An environment with the wheel that has no libraries."""
    folder = tmp_path_factory.mktemp("bare")
    build_wheel(folder, SKBUILD_WHEEL_CMAKE="false", PATH="/nowhere")
    (path,) = folder.iterdir()
    assert path.name.endswith("-py3-none-any.whl")
    return make_environment(folder / "venv", path)


def test_the_wheel_holds_each_library_once(wheel):
    assert wheel.name.endswith(f"-{TAG}.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        mode = archive.getinfo("tracemark/bin/tracemark-iree-compile").external_attr >> 16
    assert {name for name in names if "/lib/" in name or "/bin/" in name} == PARTS
    assert mode & 0o111 == 0o111
    assert "tracemark/py.typed" in names
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert not [name for name in names if name.endswith((".h", ".a", ".cmake", ".1"))]


def test_plugin_path_is_the_wheels_and_a_stock_mlir_opt_loads_it(programs, dense):
    plugin = run(programs / "tracemark", "plugin-path").strip()
    assert Path(plugin).is_relative_to(programs.parent)
    naming = "--pass-pipeline=builtin.module(tracemark-name-dispatches{rename=all})"
    said = run(LLVM / "bin/mlir-opt", dense, f"--load-pass-plugin={plugin}", naming)
    assert "func.func @dense_matmul_64x32x128_f32_bias_relu(" in said


def test_an_editable_install_has_its_libraries_too(tmp_path):
    run(sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv")
    (site,) = (tmp_path / "venv").glob("lib/python3*/site-packages")
    (site / "others.pth").write_text(sysconfig.get_path("purelib") + "\n")
    pip = [sys.executable, "-m", "pip", f"--python={tmp_path / 'venv'}", "install", "--disable-pip-version-check"]
    options = ["--no-deps", "--no-build-isolation", "--editable"]
    run(*pip, *options, ROOT / "python", SKBUILD_BUILD_DIR=str(ROOT / "build/wheel"))
    plugin = run(tmp_path / "venv/bin/tracemark", "plugin-path").strip()
    assert Path(plugin) == site / "tracemark/lib/libTracemark.so"
    modules = run(tmp_path / "venv/bin/python", "-c", "import tracemark.tools; print(tracemark.tools.__file__)")
    assert modules.strip() == str(ROOT / "python/tracemark/tools.py")


def test_doctor_tells_the_libraries_of_the_wheel_and_their_mlir(programs, bare):
    def own(folder, code):
        said = run(folder / "tracemark", "doctor", "--json", code=code)
        return {item["name"]: item for item in json.loads(said)}

    found = own(programs, 0)
    for part in PARTS:
        assert Path(found[Path(part).name]["path"]).match(f"*/{part}")
    assert found["libTracemark.so"]["needs"] == ["libMLIR.so.22.1", "libLLVM.so.22.1"]
    assert found["libTracemarkC.so"]["needs"] == []
    missing = own(bare, 1)["libTracemark.so"]
    assert missing["path"] == "" and missing["problem"].endswith("was installed without libraries")
    assert "pip install ./python" in missing["remedy"]


@needs_iree
def test_the_lines_of_the_readme(programs, tmp_path):
    section = (ROOT / "README.md").read_text().split("## In IREE")[1]
    install, *lines = section.split("```")[1].strip().splitlines()
    assert install == "pip install iree-base-compiler iree-base-runtime ./python"
    assert len(lines) == 4
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    path = f"{programs}:{Path(sys.executable).parent}:{os.environ['PATH']}"
    said = run("bash", "-e", "-o", "pipefail", "-c", "\n".join(lines), cwd=tmp_path, PATH=path)
    names = re.findall(r"host_execute (\w+)  count=", said)
    assert "squeezenet_old_dispatch_0_conv_2d_chw_fchw_64x111x111x3x3x3_f32_s2_bias_relu" in names
    assert f"host_execute {names[0]}  count=1" in section.split("```")[3]
    assert len([name for name in names if re.fullmatch(r"squeezenet_old_dispatch_\d+_conv_.*_f32(_s2)?_bias_relu", name)]) >= 5
    assert (tmp_path / "listings/manifest.jsonl").is_file()


@needs_iree
def test_tracemark_iree_takes_the_program_and_the_passes_of_the_wheel(programs, dense):
    script = (
        "import pathlib, sys, tracemark.iree as iree, tracemark.tools as tools\n"
        "for name in ('tracemark-iree-compile', 'libTracemarkC.so'): print(tools.find_own(name))\n"
        "out = iree.compile(pathlib.Path(sys.argv[1]), sys.argv[2:])\n"
        f"assert b'{DENSE_NAME}' in out\n"
    )
    found = run(programs / "python", "-c", script, dense, *LOCAL).splitlines()
    assert all(Path(path).is_relative_to(programs.parent) for path in found) and len(found) == 2


@needs_iree
def test_the_program_takes_the_compiler_of_its_own_environment(programs, dense, tmp_path):
    """Not that of the environment which a shell has active."""
    stray = tmp_path / "stray/lib/python3.11/site-packages/iree/compiler/_mlir_libs/libIREECompiler.so"
    stray.parent.mkdir(parents=True)
    stray.write_text("no library")
    ours = programs / "tracemark-iree-compile"
    run(ours, dense, "--compile-to=flow", "-o", tmp_path / "flow.mlir", VIRTUAL_ENV=str(tmp_path / "stray"))
    assert DENSE_NAME in (tmp_path / "flow.mlir").read_text()


def test_without_libraries_each_command_says_so_in_a_line_or_two(bare, dense, tmp_path):
    assert "tracemark 0." in run(bare / "tracemark", "--version")
    said = {
        "libTracemark.so": run(bare / "tracemark", "plugin-path", code=1),
        "tracemark-iree-compile": run(bare / "tracemark-iree-compile", dense, code=1),
    }
    for name, text in said.items():
        first, second = text.splitlines()
        assert re.fullmatch(rf"tracemark\S*: error: {re.escape(name)} was not found: tracemark in '.*' was installed without libraries", first)
        assert "pip install ./python" in second


def test_without_mlir_pip_says_which_packages_are_missing(tmp_path):
    said = build_wheel(tmp_path, code=1, SKBUILD_CMAKE_DEFINE="CMAKE_DISABLE_FIND_PACKAGE_MLIR=ON")
    assert not list(tmp_path.iterdir())
    said = " ".join(said.split())
    assert "the libraries of Tracemark were not built" in said
    section = (ROOT / "scripts/packages.txt").read_text().split("[build]\n")[1].split("\n[")[0]
    assert f"apt install {' '.join(re.findall('^[a-z].*', section, re.MULTILINE))} " in said
    assert "SKBUILD_WHEEL_CMAKE=false pip install ./python" in said


def test_a_source_distribution_takes_the_sources_along(tmp_path):
    code = "import sys, scikit_build_core.build as backend; print(backend.build_sdist(sys.argv[1]))"
    run(sys.executable, "-c", code, tmp_path, cwd=ROOT / "python")
    (path,) = tmp_path.glob("*.tar.gz")
    shutil.unpack_archive(path, tmp_path)
    sources = tmp_path / path.name.removesuffix(".tar.gz") / "sources"
    for folder in ("cmake", "include", "lib", "passes", "tools"):
        wanted = {file.relative_to(ROOT) for file in (ROOT / folder).rglob("*") if file.is_file()}
        assert wanted == {file.relative_to(sources) for file in (sources / folder).rglob("*") if file.is_file()}
    settings = ["-DSKBUILD=2", "-DTRACEMARK_BUILD_TESTS=OFF"]
    run("cmake", "-G", "Ninja", "-S", sources, "-B", tmp_path / "build", *settings)
    assert shutil.which("ninja") is None or "tracemark-iree-compile" in run("ninja", "-C", tmp_path / "build", "-n", "all")
