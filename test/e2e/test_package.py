"""What is installed: headers, libraries, CMake and pkg-config files, a Debian package; programs built on it."""

import os
import shutil
import subprocess
from pathlib import Path

import iree_host
import pytest
from iree_host import DENSE

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"
LLVM = "/usr/lib/llvm-22"
HEADERS = sorted(path.name for path in (ROOT / "include/tracemark").glob("*.h") if path.name != "pass.h")
ENVIRONMENT = {**os.environ, "CC": "clang-22", "CXX": "clang++-22"}


def run(*command, cwd=None, code=0):
    done = subprocess.run([str(part) for part in command], cwd=cwd, capture_output=True, text=True, env=ENVIRONMENT, check=False)
    assert done.returncode == code, f"{' '.join(map(str, command))}\n{done.stdout[-2000:]}{done.stderr[-4000:]}"
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The prefix of `cmake --install`."""
    prefix = tmp_path_factory.mktemp("installed")
    run("cmake", "--install", BUILD, "--prefix", prefix)
    return prefix


def build_example(name, prefix, folder):
    """The program of a folder of examples/, built against the prefix alone."""
    source = shutil.copytree(ROOT / "examples" / name, folder / name)
    run("cmake", "-G", "Ninja", "-S", source, "-B", folder / "build", f"-DCMAKE_PREFIX_PATH={prefix};{LLVM}")
    run("cmake", "--build", folder / "build")
    return folder / "build"


@pytest.fixture
def dense(tmp_path):
    path = tmp_path / "dense.mlir"
    path.write_text(DENSE)
    return path


def test_a_compiler_in_c(installed, dense, tmp_path):
    compiler = build_example("custom-compiler-c", installed, tmp_path) / "custom-compiler"
    said = run(compiler, dense, "tracemark-name-dispatches,cse", "the lists", cwd=tmp_path)
    name = "dense_dispatch_0_matmul_64x32x128_f32_bias_relu"
    assert f"func.func private @{name}(" in said
    assert f'loc("the lists/tracemark-name-dispatches/{name}.mlir":' in said
    listing = (tmp_path / f"the lists/tracemark-name-dispatches/{name}.mlir").read_text()
    assert "linalg.matmul" in listing
    assert "linalg.matmul" not in said
    assert "custom-compiler: after: 'cse': no such stage was reached; stages seen: tracemark-outline-dispatches, tracemark-name-" in said
    # Another stage needs no other pipeline.
    said = run(compiler, dense, "convert-linalg-to-loops", "lists", cwd=tmp_path)
    assert f'loc("lists/convert-linalg-to-loops/{name}.mlir":' in said
    assert "scf.for" in (tmp_path / f"lists/convert-linalg-to-loops/{name}.mlir").read_text()
    said = run(compiler, dense, "cse#0", "none", cwd=tmp_path, code=1)
    assert said == "error: expected a number from 1 to 999999999 behind '#' in the stage 'cse#0'\n"
    assert not (tmp_path / "none").exists()


def test_a_tool_on_mlir_opt_main(installed, dense, tmp_path):
    tool = build_example("custom-opt", installed, tmp_path) / "custom-opt"
    pipeline = "--pass-pipeline=builtin.module(tracemark-name-dispatches{rename=all},canonicalize)"
    said = run(tool, dense, "--source-listing-after=canonicalize", "--source-listing-to=lists", pipeline, cwd=tmp_path)
    assert "func.func @dense_matmul_64x32x128_f32_bias_relu(" in said
    assert [path.name for path in (tmp_path / "lists/canonicalize").iterdir()] == ["dense_matmul_64x32x128_f32_bias_relu.mlir"]
    # The plugin is the same library: loading it again adds nothing.
    said = run(tool, dense, f"--load-pass-plugin={installed / 'lib/libTracemark.so'}", pipeline, cwd=tmp_path)
    assert "func.func @dense_matmul_64x32x128_f32_bias_relu(" in said


def test_the_installed_plugin_and_pkg_config(installed, dense):
    path = f"PKG_CONFIG_PATH={installed / 'lib/pkgconfig'}"
    plugin = run("env", path, "pkg-config", "--variable=plugin", "tracemark").strip()
    said = run(f"{LLVM}/bin/mlir-opt", dense, f"--load-pass-plugin={plugin}", "--pass-pipeline=builtin.module(tracemark-name-dispatches{rename=all})")
    assert "func.func @dense_matmul_64x32x128_f32_bias_relu(" in said
    flags = run("env", path, "pkg-config", "--cflags", "--libs", "tracemark").split()
    assert [Path(flag[2:]).resolve() for flag in flags if flag[:2] in ("-I", "-L")] == [installed / "include", installed / "lib"]
    assert "-lTracemark" in flags


@pytest.mark.parametrize("header", HEADERS)
@pytest.mark.parametrize("language", [("c", "c11"), ("c++", "c++17")], ids=["c11", "c++17"])
def test_each_header_compiles_on_its_own(header, language, installed):
    kind, standard = language
    warnings = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
    flags = ["-x", kind, f"-std={standard}", "-fsyntax-only", *warnings, f"-I{installed / 'include'}", "-isystem", f"{LLVM}/include"]
    run("clang-22", *flags, "-include", f"tracemark/{header}", "/dev/null")


def test_no_header_is_left_behind(installed):
    assert sorted(path.name for path in (installed / "include/tracemark").iterdir()) == HEADERS


@pytest.mark.skipif(shutil.which("help2man") is None, reason="no help2man")
def test_the_page_is_made_from_help(installed):
    page = (installed / "share/man/man1/tracemark-iree-compile.1").read_text()
    assert "source\\-listing\\-after" in page
    assert "iree\\-hal" not in page


@pytest.mark.skipif(bool(iree_host.missing()), reason=str(iree_host.missing()))
def test_the_installed_driver_finds_its_library(installed, dense, tmp_path):
    driver = installed / "bin/tracemark-iree-compile"
    run(driver, f"--iree-compiler-library={iree_host.library()}", dense, "--compile-to=flow", "-o", tmp_path / "flow.mlir")
    assert "dense_dispatch_0_matmul_64x32x128_f32_bias_relu" in (tmp_path / "flow.mlir").read_text()


@pytest.mark.skipif(shutil.which("dpkg-shlibdeps") is None or shutil.which("file") is None, reason="no dpkg-dev, or no file")
def test_a_debian_package(dense, tmp_path):
    """Taken by apt (as a simulation: this machine stays as it is), and what is in it works."""
    run("cpack", "-G", "DEB", "--config", BUILD / "CPackConfig.cmake", "-B", tmp_path)
    (package,) = tmp_path.glob("*.deb")
    assert "Inst tracemark " in run("apt-get", "install", "-s", package)
    run("dpkg-deb", "--extract", package, tmp_path / "root")
    plugin = tmp_path / "root/usr/lib/libTracemark.so"
    said = run(f"{LLVM}/bin/mlir-opt", dense, f"--load-pass-plugin={plugin}", "--pass-pipeline=builtin.module(tracemark-name-dispatches{rename=all})")
    assert "func.func @dense_matmul_64x32x128_f32_bias_relu(" in said
