"""Which listing line do the CPU's tools give an instruction? It has to be that of the op the instruction computes."""

import re
from dataclasses import dataclass

import pytest
from machine import Instruction, LineTable, Listings, disassemble, lower, output, pipeline
from profiling import EXAMPLES, LLVM, has, perf_works

pytestmark = pytest.mark.skipif(not has("clang-22"), reason="no C compiler to link with")

# What computes in one dispatch: the instruction on x86 and AArch64, and the op it comes from at each stage.
STAGES = ("tracemark-name-dispatches", "convert-linalg-to-loops", "reconcile-unrealized-casts")
COMPUTES = {
    "matmul_64x64x128_f32": {
        r"v?mul[sp]s|fmul": ("linalg.matmul", "arith.mulf", "llvm.fmul"),
        r"v?add[sp]s|fadd": ("linalg.matmul", "arith.addf", "llvm.fadd"),
    },
    "sqrt_64x64_f32": {r"v?sqrt[sp]s|fsqrt": ("linalg.sqrt", "math.sqrt", "llvm.intr.sqrt")},
    "div_64x64_f32": {r"v?div[sp]s|fdiv": ("linalg.div", "arith.divf", "llvm.fdiv")},
}


@dataclass
class Build(Listings):
    """The example, linked."""

    stage: str
    probes: list[tuple[Instruction, str]]  # with the op on whose line each has to be

    @property
    def program(self):
        return self.folder / "model"

    def check(self, instruction, op, file, line):
        assert self.op(file, line) == op, f"{instruction} is on line {line} of {file}: {self.text(file, line)}"
        name, first, last = self.entry(instruction.function)
        assert file.endswith(name) and first < line < last, instruction


def compile_program(passes, stage, folder):
    """Leaves the program in the folder, as `model`."""
    lower(EXAMPLES / "layers.mlir", passes, stage, folder)
    output(LLVM / "mlir-translate", "--mlir-to-llvmir", "lowered.mlir", "-o", "model.ll", cwd=folder)
    output(LLVM / "opt", "-O2", "model.ll", "-o", "model.bc", cwd=folder)
    output(LLVM / "llc", "-O2", "-relocation-model=pic", "-filetype=obj", "model.bc", "-o", "model.o", cwd=folder)
    output("clang-22", "model.o", "-lm", "-o", "model", cwd=folder)


@pytest.fixture(scope="module", params=STAGES)
def build(request, tmp_path_factory):
    stage = request.param
    folder = tmp_path_factory.mktemp("cpu")
    compile_program(pipeline("cpu"), stage, folder)
    probes = [
        (instruction, ops[STAGES.index(stage)])
        for instruction in disassemble(folder / "model")
        for pattern, ops in COMPUTES.get(re.sub(r"^forward_dispatch_\d+_", "", instruction.function), {}).items()
        if re.fullmatch(pattern, instruction.text.split()[0])
    ]
    assert {op for _, op in probes} == {
        ops[STAGES.index(stage)] for table in COMPUTES.values() for ops in table.values()
    }
    return Build(folder, stage, probes)


def test_dwarfdump(build):
    table = LineTable(build.program)
    for instruction, op in build.probes:
        build.check(instruction, op, *table.find(instruction.address))


def test_debug_info_is_valid_and_changes_no_code(build, tmp_path):
    text = output(LLVM / "llvm-dwarfdump", "--verify", "model", cwd=build.folder)
    assert "No errors." in text
    without = pipeline("cpu").split("tracemark-select-locations")[0].rstrip(", \n") + ")"
    compile_program(without, build.stage, tmp_path)
    assert disassemble(tmp_path / "model.o") == disassemble(build.folder / "model.o")


@pytest.mark.parametrize("tool", ["addr2line", LLVM / "llvm-addr2line"], ids=["binutils", "llvm"])
def test_addr2line(build, tool, tmp_path):
    addresses = [hex(instruction.address) for instruction, _ in build.probes]
    found = output(tool, "-f", "-e", build.program, *addresses, cwd=tmp_path).splitlines()
    for (instruction, op), function, place in zip(build.probes, found[::2], found[1::2], strict=True):
        file, line = re.match(r"(.*):(\d+)( \(discriminator \d+\))?$", place).group(1, 2)
        assert function == instruction.function
        build.check(instruction, op, file, int(line))


def test_symbolizer(build, tmp_path):
    addresses = [hex(instruction.address) for instruction, _ in build.probes]
    text = output(LLVM / "llvm-symbolizer", f"--obj={build.program}", *addresses, cwd=tmp_path)
    for (instruction, op), answer in zip(build.probes, text.strip().split("\n\n"), strict=True):
        function, place = answer.splitlines()
        file, line, _ = place.rsplit(":", 2)
        assert function == instruction.function
        build.check(instruction, op, file, int(line))


@pytest.mark.skipif(not has("gdb"), reason="gdb is not installed")
def test_gdb_knows_the_line_of_an_address(build, tmp_path):
    commands = [word for instruction, _ in build.probes for word in ("-ex", f"info line *{instruction.address:#x}")]
    text = output("gdb", "-batch", "-nx", *commands, build.program, cwd=tmp_path)
    found = re.findall(r'ine (\d+) of "(.*)" starts at', text)
    for (instruction, op), (line, file) in zip(build.probes, found, strict=True):
        build.check(instruction, op, file, int(line))


@pytest.mark.skipif(not has("gdb"), reason="gdb is not installed")
@pytest.mark.parametrize("dispatch", ["forward_dispatch_2_sqrt_64x64_f32", "forward_dispatch_3_div_64x64_f32"])
def test_gdb_stops_at_a_line_of_the_listing_and_shows_it_from_elsewhere(build, dispatch, tmp_path):
    op = next(op for instruction, op in build.probes if instruction.function == dispatch)
    file, line = build.line_of(dispatch, op)
    commands = [f"break {file}:{line}", "run", "frame", "info line *$pc"]
    words = [word for command in commands for word in ("-ex", command)]
    text = output("gdb", "-batch", "-nx", *words, build.program, cwd=tmp_path)
    assert f"Breakpoint 1, {dispatch} () at {file}:{line}\n" in text
    # The text of the line, from the file.
    assert f"{line}\t{build.text(file, line)}" in text
    assert re.search(rf'Line {line} of "{file}" starts at address \S+ <{dispatch}', text)


@pytest.mark.skipif(not perf_works(), reason="perf may not sample here")
def test_perf_annotate_shows_the_line_above_the_instruction(build, tmp_path):
    output("perf", "record", "-q", "-e", "cpu-clock:u", "-F", "5000", "-o", "perf.data", "./model", cwd=build.folder)
    data = build.folder / "perf.data"
    function = "forward_dispatch_1_matmul_64x64x128_f32"
    text = output("perf", "annotate", "-i", data, "--stdio", "-s", function, cwd=tmp_path)
    source, shown = None, {}
    for row in text.splitlines():
        if match := re.match(r"\s+: \d+\s+(.*)", row):
            source = match[1]
        elif match := re.match(r"\s+[\d.]+ :\s+([0-9a-f]+):", row):
            shown[int(match[1], 16)] = source
    probes = [(instruction, op) for instruction, op in build.probes if instruction.function == function]
    for instruction, op in probes:
        assert re.match(rf'(%\w+ = )?"?{re.escape(op)}\b', shown[instruction.address]), instruction
    # And the samples are by line of the listing, where the program is hot.
    report = output("perf", "report", "-i", data, "--stdio", "-s", "sym,srcline", cwd=tmp_path)
    file = build.entry(function)[0]
    hot = re.findall(rf"([\d.]+)%\s+\[\.\] {function}\s+{re.escape(file.rsplit('/', 1)[1])}:(\d+)", report)
    _, first, last = build.entry(function)
    assert sum(float(share) for share, line in hot if first <= int(line) <= last) > 50, report


@pytest.mark.skipif(not has("valgrind"), reason="valgrind is not installed")
def test_callgrind(build, tmp_path):
    profile = tmp_path / "callgrind.out"
    output(
        "valgrind", "--tool=callgrind", "--dump-instr=yes", "--compress-pos=no", "--compress-strings=no",
        f"--callgrind-out-file={profile}", build.program, cwd=tmp_path,
    )  # fmt: skip
    # Address, line and cost of every instruction that was executed; fl, fi and fe name the file.
    file, costs = None, {}
    for row in profile.read_text().splitlines():
        if match := re.match(r"f[lie]=(.*)", row):
            file = match[1]
        elif match := re.match(r"0x([0-9a-f]+) (\d+) (\d+)$", row):
            costs[int(match[1], 16)] = file, int(match[2])
    executed = 0
    for instruction, op in build.probes:
        if instruction.address in costs:
            build.check(instruction, op, *costs[instruction.address])
            executed += 1
    assert executed >= 4
    # And callgrind_annotate finds the file from here.
    text = output("callgrind_annotate", "--auto=yes", "--threshold=100", profile, cwd=tmp_path)
    for dispatch in {instruction.function for instruction, _ in build.probes}:
        place = build.line_of(
            dispatch, next(op for instruction, op in build.probes if instruction.function == dispatch)
        )
        line = build.text(*place)
        rows = [row for row in text.splitlines() if row.endswith(line.rstrip())]
        assert any(re.match(r"\s*[\d,]+ \(", row) for row in rows), dispatch
