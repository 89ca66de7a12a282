"""Compiles small programs with a listing of some stage, and reads back what other tools say of the machine code."""

import bisect
import importlib.util
import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest
from profiling import EXAMPLES, LLVM, check_manifest, plugin


def output(*command, cwd, **more):
    """stdout of a command that has to succeed."""
    done = subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, text=True, check=False, **more)
    assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout[-2000:]}{done.stderr[-4000:]}"
    return done.stdout


def pipeline(name):
    """One of the pipelines in examples/."""
    return (EXAMPLES / f"{name}.pipeline").read_text()


def lower(model, passes, stage, folder, environment=None, flags=()):
    """Lowers with listings of `stage`, in a folder of its own; the result is there as lowered.mlir."""
    folder.mkdir(exist_ok=True)
    output(
        LLVM / "mlir-opt", model, f"--load-pass-plugin={plugin()}", f"--source-listing-after={stage}", *flags,
        f"--pass-pipeline={passes}", "--mlir-print-debuginfo", "-o", "lowered.mlir", cwd=folder, env=environment,
    )  # fmt: skip
    return Listings(folder)


@dataclass
class Listings:
    """The listings in a folder."""

    folder: Path

    @property
    def records(self):
        return check_manifest.read_listings(self.folder / "listings")

    def text(self, file, line):
        """A line of a listing, named as debug info names it: from the folder, or absolute."""
        path = self.folder / file
        assert path.is_relative_to(self.folder / "listings"), file
        return path.read_text().splitlines()[line - 1]

    def op(self, file, line):
        """The name of the op on a line."""
        match = re.match(r'\s*(?:%[\w#:, %]+ = )?"?([\w.]+)"?', self.text(file, line))
        assert match, f"{file}:{line} begins no op: {self.text(file, line)}"
        return match[1]

    def entry(self, function):
        """File (from the folder), first and last line of a function."""
        for record in self.records:
            for entry in record["entries"]:
                if entry["symbol"] == function:
                    return "listings/" + record["file"], *entry["lines"]
        raise AssertionError(f"no listing has '{function}'")

    def line_of(self, function, op):
        """File and line of the one op of that name in a function."""
        file, first, last = self.entry(function)
        found = [
            line for line in range(first, last + 1) if re.search(rf"(^|\s|\"){re.escape(op)}\b", self.text(file, line))
        ]
        assert len(found) == 1, f"{op} is on {len(found)} lines of '{function}'"
        return file, found[0]


@dataclass
class Instruction:
    """An instruction of a disassembly."""

    address: int
    function: str
    text: str


def disassemble(binary, *flags):
    """What llvm-objdump finds in the code."""
    text = output(LLVM / "llvm-objdump", "-d", "--no-show-raw-insn", *flags, binary, cwd=binary.parent)
    found, function = [], None
    for line in text.splitlines():
        if match := re.match(r"[0-9a-f]+ <(.*)>:$", line):
            function = match[1]
        elif match := re.match(r"\s+([0-9a-f]+):\s+(\S.*)$", line):
            found.append(Instruction(int(match[1], 16), function, match[2]))
        elif match := re.match(r"\s+(\S.*?)\s*// ([0-9A-Fa-f]+):", line):  # AMD's
            found.append(Instruction(int(match[2], 16), function, match[1]))
    return found


class LineTable:
    """What llvm-dwarfdump reads in .debug_line: address -> (file, line)."""

    def __init__(self, binary):
        text = output(LLVM / "llvm-dwarfdump", "--debug-line", binary, cwd=binary.parent)
        self.rows = []
        for table in text.split("debug_line[")[1:]:
            version = int(re.search(r"version: (\d+)", table)[1])
            folders = dict(re.findall(r'include_directories\[\s*(\d+)\] = "(.*)"', table))
            files = {
                number: f"{folders[folder]}/{name}" if folder in folders and (version >= 5 or folder != "0") else name
                for number, name, folder in re.findall(
                    r'file_names\[\s*(\d+)\]:\s+name: "(.*)"\s+dir_index: (\d+)', table
                )
            }
            for address, line, file, flags in re.findall(
                r"^0x([0-9a-f]{16})\s+(\d+)\s+\d+\s+(\d+)\s+\d+\s+\d+\s+\d+ (.*)$", table, re.MULTILINE
            ):
                self.rows.append((int(address, 16), files[file], int(line), "end_sequence" in flags))
        # A sequence ends where the next may begin; sorting is stable, so the later row of an address counts.
        self.rows.sort(key=lambda row: (row[0], not row[3]))
        self.addresses = [row[0] for row in self.rows]

    def find(self, address):
        """(file, line) of the instruction at an address."""
        index = bisect.bisect_right(self.addresses, address) - 1
        assert index >= 0 and not self.rows[index][3], f"no row for {address:#x}"
        return self.rows[index][1], self.rows[index][2]


class LlvmIr:
    """LLVM IR text: the instructions of each function and where their debug info says they are."""

    def __init__(self, text):
        rows = text.splitlines()
        found = (re.match(r"(!\d+) = (?:distinct )?!(DI\w+\(.*)", row) for row in rows)
        self.nodes = {match[1]: match[2] for match in found if match}
        self.functions, body = {}, None
        for row in rows:
            if match := re.match(r'define .*?@"?([^"( ]+)"?\(', row):
                body = self.functions[match[1]] = []
            elif row == "}":
                body = None
            # The cases of a switch are lines of their own, its location is on the last one.
            elif body is not None and re.match(r"  \S", row) and not re.match(r"  switch .*\[$", row):
                body.append(row)

    def field(self, node, name):
        """Of a node of the metadata: another node, a number or a text; None without it."""
        match = re.search(rf'\b{name}: (?:"([^"]*)"|(!?\w+))', self.nodes[node])
        return match and (match[2] or match[1])

    def place_of(self, location):
        """(file, line) of a DILocation."""
        scope = self.field(location, "scope")
        while not (file := self.field(scope, "file")):
            scope = self.field(scope, "scope")
        parts = (self.field(file, "directory"), self.field(file, "filename"))
        return "/".join(filter(None, parts)), int(self.field(location, "line"))

    def places(self, instruction):
        """(file, line) of an instruction, then of the calls that it was inlined at; empty without debug info."""
        match = re.search(r"!dbg (!\d+)", instruction)
        location, found = match and match[1], []
        while location:
            found.append(self.place_of(location))
            location = self.field(location, "inlinedAt")
        return found


def cuda_tool(name):
    """A program of NVIDIA's Python packages, or of PATH; None without."""
    package = importlib.util.find_spec("nvidia")
    for folder in package.submodule_search_locations if package else ():
        for found in sorted(Path(folder).glob(f"*/bin/{name}")):
            return found
    found = [Path(folder, name) for folder in os.get_exec_path() if Path(folder, name).is_file()]
    return found[0] if found else None


PTXAS, NVDISASM = cuda_tool("ptxas"), cuda_tool("nvdisasm")
needs_ptxas = pytest.mark.skipif(not PTXAS, reason="no ptxas (PyPI: nvidia-cuda-nvcc-cu12)")
needs_nvdisasm = pytest.mark.skipif(not NVDISASM, reason="no nvdisasm (PyPI: nvidia-cuda-nvdisasm)")
needs_lld = pytest.mark.skipif(not (LLVM / "ld.lld").exists(), reason="no ld.lld (Debian: lld-22)")


def gpu_environment(folder):
    """Where MLIR looks for ptxas and libdevice of CUDA, and for the linker of ROCm."""
    (folder / "rocm" / "llvm").mkdir(parents=True)
    (folder / "rocm" / "llvm" / "bin").symlink_to(LLVM)
    toolkit = {"CUDA_HOME": str(PTXAS.parents[1])} if PTXAS else {}
    return os.environ | toolkit | {"ROCM_PATH": str(folder / "rocm")}
