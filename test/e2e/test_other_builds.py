"""A profile beside a program that was built again since: it is said, and no line is given to the wrong code."""

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest
from machine import output, pipeline
from profiling import EXAMPLES, LLVM, has, perf_works, plugin, tracemark

import tracemark as package
from tracemark.builds import read_build_id

pytestmark = pytest.mark.skipif(not has("clang-22"), reason="no C compiler to link with")
FUNCTION = "forward_dispatch_1_matmul_64x64x128_f32"
needs_perf = pytest.mark.skipif(not perf_works(), reason="perf may not sample here")
needs_valgrind = pytest.mark.skipif(not has("valgrind"), reason="valgrind is not installed")
# Room in front of the functions: each has another address, which is near the one it had.
ROOM = 'asm(".text\\n.space 32");\n'


@dataclass
class Program:
    """A folder with listings, `model` and its profiles; `other` is another build of it."""

    folder: Path

    @property
    def model(self):
        return self.folder / "model"

    @property
    def other(self):
        return self.folder / "again" / "model"

    def annotate(self, profile, *more):
        return tracemark("annotate", profile, "listings", *more, cwd=self.folder)


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("built")
    lowered = output(
        LLVM / "mlir-opt", EXAMPLES / "layers.mlir", f"--load-pass-plugin={plugin()}", "--mlir-print-debuginfo",
        "--source-listing-after=tracemark-name-dispatches", f"--pass-pipeline={pipeline('cpu')}", cwd=folder,
    )  # fmt: skip
    (folder / "lowered.mlir").write_text(lowered)
    output(LLVM / "mlir-translate", "--mlir-to-llvmir", "lowered.mlir", "-o", "model.ll", cwd=folder)
    (folder / "room.c").write_text(ROOM)
    (folder / "again").mkdir()
    flags = ["-O2", "-march=x86-64-v3", "-Wno-override-module", "model.ll", "-lm", "-Wl,--build-id"]
    output("clang-22", *flags, "-o", "model", cwd=folder)
    output("clang-22", "room.c", *flags, "-o", "again/model", cwd=folder)
    return Program(folder)


@pytest.fixture
def program(built, tmp_path):
    """A copy, of which the test may change the files."""
    return Program(shutil.copytree(built.folder, tmp_path / "copy"))


def record(program, *flags):
    output("perf", "record", "-q", *flags, "-e", "cpu-clock:u", "-o", "perf.data", "./model", cwd=program.folder)
    return "perf.data"


def count(program, *flags):
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=callgrind.out", *flags, "./model"]
    subprocess.run(command, cwd=program.folder, capture_output=True, check=True)
    return "callgrind.out"


def said(result):
    assert result.returncode == 1 and result.stdout == ""
    first, *more = [line for line in result.stderr.splitlines() if not line.startswith("done ")]
    assert len(more) <= 1 and first.startswith("tracemark: error: ")
    return first


@needs_perf
@pytest.mark.parametrize("flags", [(), ("--no-buildid-cache",)], ids=["perf-has-a-copy", "perf-has-none"])
def test_perf_and_a_program_that_took_its_place(program, flags):
    profile = record(program, *flags)
    expected = read_build_id(program.model)
    assert FUNCTION in program.annotate(profile).stdout
    shutil.copy(program.other, program.model)
    found = read_build_id(program.model)
    assert found != expected and re.fullmatch("[0-9a-f]{40}", found)
    for arguments in ((), ("--binary", program.model)):
        message = said(program.annotate(profile, *arguments))
        assert f"/model' is another build than the one in '{profile}': " in message
        assert message.endswith(f"expected the build id {expected}, found {found}")


@needs_perf
def test_perf_and_a_binary_that_is_another(program):
    profile = record(program)
    expected, found = read_build_id(program.model), read_build_id(program.other)
    moved = program.model.rename(program.folder / "moved")
    assert FUNCTION in program.annotate(profile, "--binary", moved).stdout
    message = said(program.annotate(profile, "--binary", program.other))
    assert message.endswith(f"expected the build id {expected}, found {found}")
    unknown = program.other.rename(program.folder / "unknown")
    message = said(program.annotate(profile, "--binary", unknown))
    assert f"'{unknown}' is no program of '{profile}': expected one of the build ids " in message
    assert f"{expected} ('" in message and message.endswith(f", found {found}")


@needs_valgrind
def test_callgrind_and_a_program_that_took_its_place(program):
    profile = count(program, "--dump-instr=yes")
    assert FUNCTION in program.annotate(profile).stdout
    moved = program.model.rename(program.folder / "moved")
    assert FUNCTION in program.annotate(profile, "--binary", moved).stdout
    shutil.copy(program.other, program.model)
    for arguments in ((), ("--binary", program.other)):
        message = said(program.annotate(profile, *arguments))
        assert re.search(r"/model' is another build than the one in 'callgrind.out': expected 'forward\w+' around 0x\w+, found it at 0x\w+ to 0x\w+$", message)


@needs_valgrind
def test_callgrind_without_addresses_needs_no_program(program):
    """Its lines are in the profile."""
    profile = count(program)
    shutil.copy(program.other, program.model)
    assert FUNCTION in program.annotate(profile).stdout


@needs_valgrind
def test_the_same_from_python(program, monkeypatch):
    monkeypatch.chdir(program.folder)
    profile = package.Profile.load(count(program, "--dump-instr=yes"))
    report = profile.report(package.Manifest.load("listings"))
    assert report.dispatches[0].name == FUNCTION and report.unit == profile.unit == "instructions"
    assert next(iter(profile.functions())) == FUNCTION
    assert profile.functions()[FUNCTION] == report.dispatches[0].cost <= profile.total
    with pytest.raises(package.TracemarkError, match="is another build"):
        package.Profile.load("callgrind.out", "again/model").report(package.Manifest.load("listings"))
