"""Finding programs and the plugin."""

import pytest
from tracemark.errors import TracemarkError
from tracemark.tools import Tools, build_folder, configured_folder, find_plugin


def program(folder, name):
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def tools(tmp_path, **changes):
    settings = {"environment": {"PATH": str(tmp_path / "path")}, "default_folder": tmp_path / "default"}
    return Tools(**(settings | changes))


def test_order(tmp_path):
    in_path = program(tmp_path / "path", "mlir-opt-22")
    assert tools(tmp_path).find("mlir-opt") == in_path
    in_default = program(tmp_path / "default", "mlir-opt")
    assert tools(tmp_path).find("mlir-opt") == in_default
    configured = program(tmp_path / "llvm" / "bin", "mlir-opt")
    build = tmp_path / "build"
    build.mkdir()
    (build / "CMakeCache.txt").write_text(f"A:B=C\nMLIR_DIR:PATH={tmp_path}/llvm/lib/cmake/mlir\n")
    assert tools(tmp_path, build=build).find("mlir-opt") == configured
    named = program(tmp_path / "named", "mlir-opt-22")
    environment = {"PATH": str(tmp_path / "path"), "MLIR_BIN": str(tmp_path / "named")}
    assert tools(tmp_path, build=build, environment=environment).find("mlir-opt") == named
    given = program(tmp_path / "given", "mlir-opt")
    found = tools(tmp_path, build=build, environment=environment, mlir_bin=tmp_path / "given").find("mlir-opt")
    assert found == given


def test_a_folder_without_the_program_falls_back_to_path(tmp_path):
    in_path = program(tmp_path / "path", "mlir-opt")
    program(tmp_path / "default", "mlir-opt")
    (tmp_path / "empty").mkdir()
    assert tools(tmp_path, mlir_bin=tmp_path / "empty").find("mlir-opt") == in_path


def test_a_folder_that_is_not_there(tmp_path):
    program(tmp_path / "path", "mlir-opt")
    with pytest.raises(TracemarkError, match="--mlir-bin names, is not a folder"):
        tools(tmp_path, mlir_bin=tmp_path / "missing").find("mlir-opt")
    environment = {"PATH": str(tmp_path / "path"), "MLIR_BIN": str(tmp_path / "missing")}
    with pytest.raises(TracemarkError, match="MLIR_BIN names, is not a folder"):
        tools(tmp_path, environment=environment).find("mlir-opt")


def test_not_executable_is_not_a_program(tmp_path):
    program(tmp_path / "default", "mlir-opt").chmod(0o644)
    assert tools(tmp_path).find("mlir-opt") is None


@pytest.mark.parametrize(
    ("name", "package"),
    [("mlir-opt", "mlir-22-tools"), ("llc", "llvm-22"), ("perf", "linux-perf"), ("cc", "clang-22")],
)
def test_missing_program_names_its_package_on_one_line(tmp_path, name, package):
    with pytest.raises(TracemarkError, match=f"'{name}' was not found.*apt install {package}") as error:
        tools(tmp_path).require(name)
    assert "\n" not in str(error.value)


def test_configured_folder_needs_to_exist(tmp_path):
    (tmp_path / "CMakeCache.txt").write_text("MLIR_DIR:PATH=/nowhere/lib/cmake/mlir\n")
    assert configured_folder(tmp_path) is None
    assert configured_folder(tmp_path / "missing") is None


def test_plugin_given(tmp_path):
    plugin = tmp_path / "build" / "lib" / "libTracemark.so"
    plugin.parent.mkdir(parents=True)
    plugin.touch()
    assert find_plugin(plugin, {}) == plugin
    assert find_plugin(None, {"TRACEMARK_PLUGIN": str(plugin)}) == plugin
    assert build_folder(plugin) is None
    (tmp_path / "build" / "CMakeCache.txt").touch()
    assert build_folder(plugin) == tmp_path / "build"


def test_plugin_that_is_not_there(tmp_path):
    with pytest.raises(TracemarkError, match="there is no plugin at"):
        find_plugin(tmp_path / "x.so", {})
    with pytest.raises(TracemarkError, match="TRACEMARK_PLUGIN"):
        find_plugin(None, {"TRACEMARK_PLUGIN": str(tmp_path / "x.so")})
