"""`tracemark doctor` and `tracemark plugin-path`."""

import dataclasses
import json
import os
import shutil
import subprocess
import sys

import pytest

from tracemark import doctor
from tracemark.tools import Tools

FAKE = "#!/bin/sh\necho 'LLVM version {version}'\n"


def run(*arguments, **environment):
    command = [sys.executable, "-m", "tracemark", *arguments]
    return subprocess.run(command, env=dict(os.environ) | environment, capture_output=True, text=True, check=False)


@pytest.fixture
def programs(tmp_path):
    """A folder of programs that say a version, and Tools that look nowhere else."""

    def make(version="22.1.8", names=doctor.PROGRAMS):
        folder = tmp_path / "bin"
        folder.mkdir(exist_ok=True)
        for name in (*names, "valgrind"):
            for spelled in (name, "clang-22" if name == "cc" else name):
                path = folder / spelled
                path.write_text(FAKE.format(version=version))
                path.chmod(0o755)
        return Tools(folder, environment={"PATH": str(folder)}, default_folder=tmp_path / "none")

    return make


def by_name(findings):
    return {finding.name: finding for finding in findings}


def test_all_that_profile_needs(programs):
    findings = doctor.examine(programs())
    found = by_name(findings)
    assert {name: (found[name].version, found[name].problem) for name in doctor.PROGRAMS} == {name: ("22.1.8", "") for name in doctor.PROGRAMS}
    assert (found["perf"].path, found["perf"].problem, found["perf"].remedy) == ("", "not found", "apt install linux-perf")
    assert doctor.is_well([one for one in findings if one.name != "libTracemark.so"])


def test_the_package_of_what_is_missing(programs):
    found = by_name(doctor.examine(programs(names=[name for name in doctor.PROGRAMS if name != "llc"])))
    assert (found["llc"].problem, found["llc"].remedy) == ("not found", "apt install llvm-22")
    assert not doctor.is_well(list(found.values()))


def test_mlir_of_another_version(programs):
    found = by_name(doctor.examine(programs("21.1.0")))
    assert found["mlir-opt"].problem == "version 22.1 expected, found 21.1.0"
    assert found["llc"].problem == ""
    assert not doctor.is_well(list(found.values()))


def test_one_profiler_is_enough_and_none_is_not(programs):
    findings = [dataclasses.replace(one, needed=False) for one in doctor.examine(programs())]
    assert doctor.is_well(findings)
    assert not doctor.is_well([one for one in findings if one.name != "valgrind"])


def test_the_command_says_the_same_as_data():
    plain, data = run("doctor"), run("doctor", "--json")
    assert plain.returncode == data.returncode
    assert plain.stderr == data.stderr == ""
    rows = json.loads(data.stdout)
    assert {"name", "purpose", "needed", "path", "version", "problem", "remedy", "needs"} == set(rows[0])
    for row in rows:
        assert row["name"] in plain.stdout
    assert "\x1b" not in plain.stdout


@pytest.mark.skipif(shutil.which("clang-22") is None, reason="no C compiler to link with")
def test_a_library_whose_mlir_is_not_here(tmp_path, monkeypatch):
    (tmp_path / "empty.c").touch()
    for name, libraries in (("libMLIR.so.99.1", []), ("libTracemark.so", ["libMLIR.so.99.1", "-Wl,-rpath,$ORIGIN"])):
        command = ["clang-22", "-shared", "-Wl,--no-as-needed", "empty.c", *libraries, f"-Wl,-soname,{name}", "-o", name]
        subprocess.run(command, cwd=tmp_path, check=True)
    plugin = tmp_path / "libTracemark.so"
    monkeypatch.setenv("TRACEMARK_PLUGIN", str(plugin))
    found = by_name(doctor.own_parts())["libTracemark.so"]
    assert (found.path, found.needs, found.problem) == (str(plugin), ("libMLIR.so.99.1",), "")
    (tmp_path / "libMLIR.so.99.1").unlink()
    found = by_name(doctor.own_parts())["libTracemark.so"]
    assert (found.path, found.needs) == (str(plugin), ("libMLIR.so.99.1",))
    assert found.problem == "needs libMLIR.so.99.1, which is not here"
    assert "MLIR" in found.remedy
    plugin.write_bytes(plugin.read_bytes()[:100])
    assert by_name(doctor.own_parts())["libTracemark.so"].problem.startswith("it is no whole library")


def test_plugin_path_is_what_mlir_opt_loads(tmp_path):
    plugin = tmp_path / "libTracemark.so"
    plugin.touch()
    assert run("plugin-path", TRACEMARK_PLUGIN=str(plugin)).stdout == f"{plugin}\n"
    missing = run("plugin-path", TRACEMARK_PLUGIN=str(tmp_path / "none.so"))
    assert missing.returncode == 1
    assert missing.stderr == f"tracemark: error: there is no plugin at '{tmp_path / 'none.so'}', which TRACEMARK_PLUGIN names\n"
