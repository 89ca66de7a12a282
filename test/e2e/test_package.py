"""What is installed: headers, libraries, CMake and pkg-config files, a Debian package; programs built on it."""

import os
import re
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


READER = """
#include <stdio.h>
#include <string.h>
#include <tracemark/names.h>
int main(int argc, char **argv) {
  TracemarkName name;
  if (argc != 2 || !tracemarkNameParse(argv[1], strlen(argv[1]), NULL, &name))
    return 1;
  printf("%.*s %.*s %.*s\\n", (int)name.root.length, name.root.data, (int)name.dims.length, name.dims.data,
         (int)name.types.length, name.types.data);
  return 0;
}
"""


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


def files_of(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir())


def build(folder, prefix, where, *options):
    """The program of a folder of the project, built against the prefix alone; gives its build folder.

    Where Debian has MLIR is not told, as a newcomer does not tell it.
    """
    source = shutil.copytree(ROOT / folder, where / Path(folder).name)
    run("cmake", "-G", "Ninja", "-S", source, "-B", source / "build", f"-DCMAKE_PREFIX_PATH={prefix}", *options)
    run("cmake", "--build", source / "build")
    return source / "build"


@pytest.fixture
def dense(tmp_path):
    path = tmp_path / "dense.mlir"
    path.write_text(DENSE)
    return path


def test_a_compiler_in_c(installed, dense, tmp_path):
    compiler = build("examples/custom-compiler-c", installed, tmp_path) / "custom-compiler"
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
    tool = build("examples/custom-opt", installed, tmp_path) / "custom-opt"
    pipeline = "--pass-pipeline=builtin.module(tracemark-name-dispatches{rename=all},canonicalize)"
    said = run(tool, dense, "--source-listing-after=canonicalize", "--source-listing-to=lists", pipeline, cwd=tmp_path)
    assert "func.func @dense_matmul_64x32x128_f32_bias_relu(" in said
    assert [path.name for path in (tmp_path / "lists/canonicalize").iterdir()] == ["dense_matmul_64x32x128_f32_bias_relu.mlir"]
    # The plugin is the same library: loading it again adds nothing.
    said = run(tool, dense, f"--load-pass-plugin={installed / 'lib/libTracemark.so'}", pipeline, cwd=tmp_path)
    assert "func.func @dense_matmul_64x32x128_f32_bias_relu(" in said


@pytest.mark.parametrize(("library", "linked"), [("TracemarkCore", []), ("TracemarkC", ["libTracemarkC.so.1"])])
def test_a_compiler_that_has_the_c_api_only(library, linked, installed, dense, tmp_path):
    program = build("test/Inputs/c-compiler", installed, tmp_path, f"-DLIBRARY={library}") / "c-compiler"
    assert re.findall(r"libTracemark\S*(?= =>)", run("ldd", program)) == linked
    said = run(program, dense, "lists", cwd=tmp_path)
    name = "dense_dispatch_0_matmul_64x32x128_f32_bias_relu"
    assert f"dense\n{name} is a matmul\n" in said
    assert "linalg.matmul" in (tmp_path / f"lists/named/{name}.mlir").read_text()
    assert "error: 'tracemarkSessionAttach' needs libTracemark.so: " in said


def test_the_installed_plugin_and_pkg_config(installed, dense, tmp_path):
    path = f"PKG_CONFIG_PATH={installed / 'lib/pkgconfig'}"
    plugin = run("env", path, "pkg-config", "--variable=plugin", "tracemark").strip()
    said = run(f"{LLVM}/bin/mlir-opt", dense, f"--load-pass-plugin={plugin}", "--pass-pipeline=builtin.module(tracemark-name-dispatches{rename=all})")
    assert "func.func @dense_matmul_64x32x128_f32_bias_relu(" in said
    flags = run("env", path, "pkg-config", "--cflags", "--libs", "tracemark").split()
    assert [Path(flag[2:]).resolve() for flag in flags if flag[:2] in ("-I", "-L")] == [installed / "include", installed / "lib"]
    assert "-lTracemark" in flags
    (tmp_path / "reader.c").write_text(READER)
    run("clang-22", "-o", tmp_path / "reader", tmp_path / "reader.c", *flags, f"-Wl,-rpath,{installed / 'lib'}")
    assert run(tmp_path / "reader", "main_matmul_4x4x8_f32_relu") == "matmul 4x4x8 f32\n"


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
def test_a_debian_package(installed, dense, tmp_path):
    """Taken by apt (as a simulation: this machine stays as it is); all that is installed is in it, and works."""
    run("cpack", "-G", "DEB", "--config", BUILD / "CPackConfig.cmake", "-B", tmp_path)
    (package,) = tmp_path.glob("*.deb")
    assert "Inst tracemark " in run("apt-get", "install", "-s", package)
    assert {"libmlir-22", "libjansson4", "libzstd1"} <= {need.split()[0] for need in run("dpkg-deb", "-f", package, "Depends").split(",")}
    run("dpkg-deb", "--extract", package, tmp_path / "root")
    assert files_of(tmp_path / "root/usr") == files_of(installed)
    plugin = tmp_path / "root/usr/lib/libTracemark.so"
    said = run(f"{LLVM}/bin/mlir-opt", dense, f"--load-pass-plugin={plugin}", "--pass-pipeline=builtin.module(tracemark-name-dispatches{rename=all})")
    assert "func.func @dense_matmul_64x32x128_f32_bias_relu(" in said
