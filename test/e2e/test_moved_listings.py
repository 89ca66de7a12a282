"""Listings that were moved to another folder: what `tracemark relocate` prints makes each tool find them."""

import json
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest
from machine import Listings, disassemble, output, pipeline
from profiling import EXAMPLES, LLVM, check_manifest, has, perf_works, plugin, tracemark

pytestmark = pytest.mark.skipif(not has("clang-22"), reason="no C compiler to link with")
FUNCTION = "forward_dispatch_1_matmul_64x64x128_f32"
STAGE = "tracemark-name-dispatches"


@dataclass
class Moved:
    """A program, and its listings, which are no longer where they were."""

    program: Path
    listings: Path

    def commands(self, tool):
        done = tracemark("relocate", self.listings, "--tool", tool, cwd=self.listings)
        assert done.returncode == 0, done.stderr
        return done.stdout

    @property
    def line(self):
        """Number and text of the line that the hot function's matmul is on."""
        known = Listings(self.listings)
        for record in known_records(self.listings):
            for entry in record["entries"]:
                if entry["symbol"] == FUNCTION:
                    number = entry["root"][0]
                    return number, (known.folder / record["file"]).read_text().splitlines()[number - 1]
        raise AssertionError(FUNCTION)


def known_records(listings):
    return check_manifest.read_listings(listings)


@pytest.fixture(scope="module", params=["relative", "absolute", "mapped", "mapped-to-relative"])
def moved(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("moved")
    build = folder / "build"
    build.mkdir()
    flags = {
        "relative": [],
        "absolute": [f"--source-listing-to={build}/deep/listings"],
        "mapped": [f"--source-listing-to={build}/listings", f"--source-listing-prefix-map={folder}=/source"],
        "mapped-to-relative": ["--source-listing-to=listings", f"--source-listing-prefix-map={build}=."],
    }[request.param]
    output(
        LLVM / "mlir-opt", EXAMPLES / "layers.mlir", f"--load-pass-plugin={plugin()}",
        f"--source-listing-after={STAGE}", *flags, f"--pass-pipeline={pipeline('cpu')}", "--mlir-print-debuginfo",
        "-o", "lowered.mlir", cwd=build,
    )  # fmt: skip
    output(LLVM / "mlir-translate", "--mlir-to-llvmir", "lowered.mlir", "-o", "model.ll", cwd=build)
    output(LLVM / "llc", "-O2", "-relocation-model=pic", "-filetype=obj", "model.ll", "-o", "model.o", cwd=build)
    output("clang-22", "model.o", "-lm", "-o", "model", cwd=build)
    there = folder / "the other machine"
    there.mkdir()
    shutil.move(build / "model", there / "model")
    shutil.move(next(build.glob("**/listings")), there / "those listings")
    shutil.rmtree(build)
    return Moved(there / "model", there / "those listings")


@pytest.mark.skipif(not has("gdb"), reason="gdb is not installed")
def test_gdb(moved, tmp_path):
    (tmp_path / "commands").write_text(moved.commands("gdb"))
    number, line = moved.line
    text = output("gdb", "-batch", "-nx", "-x", "commands", "-ex", f"list {FUNCTION}", moved.program, cwd=tmp_path)
    assert f"{number}\t{line}" in text


def prefixed(moved, tmp_path):
    """The options for objdump and perf, and where to run them."""
    words = moved.commands("objdump")
    if words.startswith("--prefix"):
        return words.strip(), tmp_path
    # Debug info has a relative compile directory.
    subprocess.run(["bash", "-ec", words], cwd=tmp_path, check=True)
    return "", tmp_path


@pytest.mark.skipif(not has("objdump"), reason="objdump is not installed")
def test_objdump(moved, tmp_path):
    options, where = prefixed(moved, tmp_path)
    text = output("bash", "-ec", f"objdump -d -S {options} '{moved.program}'", cwd=where)
    assert moved.line[1] in text


@pytest.mark.skipif(not perf_works(), reason="perf may not sample here")
def test_perf(moved, tmp_path):
    output("perf", "record", "-q", "-e", "cpu-clock:u", "-F", "5000", "-o", "perf.data", moved.program, cwd=tmp_path)
    options, where = prefixed(moved, tmp_path)
    command = f"perf annotate -i {tmp_path}/perf.data --stdio -s {FUNCTION} {options}"
    assert moved.line[1].strip() in output("bash", "-ec", command, cwd=where)


@pytest.mark.skipif(not has("valgrind"), reason="valgrind is not installed")
def test_callgrind_and_annotate(moved, tmp_path):
    output(
        "valgrind", "--tool=callgrind", "--dump-instr=yes", "--callgrind-out-file=callgrind.out.1", moved.program,
        cwd=tmp_path,
    )  # fmt: skip
    # Our own reader needs nothing but the folder.
    done = tracemark("annotate", "callgrind.out.1", moved.listings, "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    dispatch = next(item for item in json.loads(done.stdout)["dispatches"] if item["name"] == FUNCTION)
    assert dispatch["hottest_line"] == moved.line[0]
    assert moved.line in [(line["number"], line["text"]) for line in dispatch["hot_lines"]]
    output("bash", "-ec", moved.commands("callgrind"), cwd=tmp_path)
    text = output("callgrind_annotate", "--auto=yes", "--threshold=100", "callgrind.out.1", cwd=tmp_path)
    assert any(row.endswith(moved.line[1]) for row in text.splitlines())


def test_link(moved, tmp_path):
    words = moved.commands("link")
    old = re.search(r"ln -sT '.*' (\S+)", words)[1]
    if old.startswith("/source"):
        assert old == "/source/build/listings"  # nothing is written outside of the test's folder
        return
    subprocess.run(["bash", "-ec", words], cwd=tmp_path, check=True)
    try:
        assert (tmp_path / old / "manifest.jsonl").is_file()
    finally:
        (tmp_path / old).unlink()


def test_debug_info_holds_the_mapped_paths_only(moved):
    record = known_records(moved.listings)[0]
    text = output(LLVM / "llvm-dwarfdump", "--debug-info", "--debug-line", moved.program, cwd=moved.listings)
    assert re.findall(r'DW_AT_comp_dir\t\("(.*)"\)', text) == [record["directory"]]
    if record["directory"] in ("/source/build", "."):
        assert "build/" not in text.replace("/source/build/", "")
        assert str(moved.program.parents[1]) not in text.split("\n", 1)[1]
    assert any(instruction.function == FUNCTION for instruction in disassemble(moved.program))
