"""From LLVM dialect to a shared object and the program that calls it."""

from __future__ import annotations

import platform
from collections.abc import Iterable, Sequence
from pathlib import Path

from tracemark import harness
from tracemark.errors import TracemarkError
from tracemark.steps import Steps
from tracemark.symbols import C_INTERFACE_PREFIX
from tracemark.templating import render
from tracemark.tools import Tools

LOWERED = "lowered.mlir"
LLVM_IR = "model.ll"
BITCODE = "model.bc"
OBJECT = "model.o"
SHARED = "model.so"
HARNESS = "harness.c"
PROGRAM = "run"
COUNTING_SHARED = "counting.so"
COUNTING_PROGRAM = "count"
COUNTING_FOLDER = "counting"
RUNNER_UTILS = "libmlir_c_runner_utils.so"
BF16_SOURCE = "bf16.c"
BF16_FUNCTIONS = {"__truncsfbf2", "__truncdfbf2"}
PROGRAM_LIBRARIES = ("-Wl,-rpath,$ORIGIN", "-Wl,--allow-shlib-undefined", "-ldl", "-lm")


def cpu_for(profiler: str) -> str:
    """The CPU to compile for: this one, or one whose instructions valgrind knows."""
    if profiler != "callgrind":
        return "native"
    if platform.machine() != "x86_64":
        return "generic"
    try:
        flags = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        flags = ""
    return "x86-64-v3" if " avx2" in flags and " fma" in flags else "x86-64"


def target_triple() -> str:
    """The triple of this machine; without one `opt` does not vectorise."""
    return f"{platform.machine()}-pc-linux-gnu"


def optimise(steps: Steps, tools: Tools, level: int, cpu: str) -> None:
    """LLVM IR to an object file."""
    steps.run(
        f"optimise at level {level}",
        [tools.require("opt"), f"-O{level}", f"-mtriple={target_triple()}", f"-mcpu={cpu}", LLVM_IR, "-o", BITCODE],
        [BITCODE],
    )
    steps.run(f"generate code for {cpu}", code_command(tools, level, cpu, BITCODE, OBJECT), [OBJECT])


def code_command(tools: Tools, level: int, cpu: str, source: str, target: str) -> list[str | Path]:
    """The llc command."""
    flags = [f"-O{level}", *([f"-mcpu={cpu}"] if cpu else []), "-relocation-model=pic", "-filetype=obj"]
    return [tools.require("llc"), *flags, source, "-o", target]


def link(steps: Steps, tools: Tools, entry: str) -> None:
    """The shared object of the model, and the harness linked to it.

    Only the entry's C interface is exported, so that a function of the model called `main` or `malloc` does
    not get in the way of others.
    """
    write_exports(steps, SHARED, [C_INTERFACE_PREFIX + entry])
    write_bf16(steps, tools)
    steps.run("link", shared_command(steps, tools, SHARED), [SHARED])
    command = [*program_command(tools), HARNESS, f"./{SHARED}", *PROGRAM_LIBRARIES, "-o", PROGRAM]
    steps.run("build the harness", command, [PROGRAM])


def write_exports(steps: Steps, shared: str, symbols: Iterable[str]) -> None:
    """The linker's version script for a shared object: what it exports."""
    quoted = "".join(f'"{symbol}"; ' for symbol in symbols)
    (steps.folder / f"{shared}.map").write_text(f"{{ global: {quoted}local: *; }};\n", encoding="utf-8")


def write_bf16(steps: Steps, tools: Tools) -> None:
    """The C source of the roundings to bf16, if the model's code calls them."""
    command: list[str | Path] = [tools.require("llvm-nm"), "--undefined-only", "--format=just-symbols", OBJECT]
    called = steps.run("list what the code calls", command, quiet=True).stdout.split()
    if not BF16_FUNCTIONS.isdisjoint(called):
        (steps.folder / BF16_SOURCE).write_text(render(BF16_SOURCE), encoding="utf-8")


def shared_command(steps: Steps, tools: Tools, shared: str) -> list[str | Path]:
    """Links the object file of the model."""
    more = ["-O2", "-fPIC", BF16_SOURCE] if (steps.folder / BF16_SOURCE).is_file() else []
    libraries: list[str | Path] = ["-lm"]
    if runner_utils := tools.library(RUNNER_UTILS):
        libraries = ["-Wl,--as-needed", runner_utils, f"-Wl,-rpath,{runner_utils.parent}", "-lm"]
    return [
        tools.require("cc"), "-shared", "-o", shared, OBJECT, *more, f"-Wl,--version-script={shared}.map", "-Wl,-z,now",
        *libraries,
    ]  # fmt: skip


def program_command(tools: Tools) -> list[str | Path]:
    """Compiles and links a program in C."""
    return [tools.require("cc"), "-std=c11", "-O2"]


def check_entry_symbol(steps: Steps, tools: Tools, entry: str) -> None:
    """A TracemarkError if the pipeline lost the C interface of the entry."""
    command: list[str | Path] = [tools.require("llvm-nm"), "--defined-only", "--format=just-symbols", OBJECT]
    listed = steps.run("list the symbols", command, quiet=True).stdout
    if C_INTERFACE_PREFIX + entry not in listed.splitlines():
        raise TracemarkError(
            f"the pipeline makes no C interface of '{entry}', which the harness calls",
            "the function needs the attribute llvm.emit_c_interface (llvm-request-c-wrappers sets it)",
        )


def count_calls(steps: Steps, tools: Tools, entry: str, functions: Sequence[str]) -> dict[str, int]:
    """Calls of each function in one call of the entry.

    The same object file is linked once more with these functions exported, and the program defines them too:
    then calls reach the program's, which count and jump on. Nothing is compiled again but the counters.
    """
    if not functions:
        return {}
    (steps.folder / "counters.ll").write_text(harness.generate_counters(functions), encoding="utf-8")
    (steps.folder / COUNTING_FOLDER).mkdir(exist_ok=True)
    write_exports(steps, COUNTING_SHARED, [C_INTERFACE_PREFIX + entry, *functions])
    program = [
        *program_command(tools),
        "-DTRACEMARK_COUNT_CALLS",
        HARNESS,
        "counters.o",
        f"./{COUNTING_SHARED}",
        *PROGRAM_LIBRARIES,
        "-o",
        COUNTING_PROGRAM,
    ]
    run = [f"./{COUNTING_PROGRAM}", "--calls", "1", "--outputs", COUNTING_FOLDER]
    with steps.progress("count calls"):
        steps.run("link to count", shared_command(steps, tools, COUNTING_SHARED), [COUNTING_SHARED], quiet=True)
        compiled = code_command(tools, 1, "", "counters.ll", "counters.o")
        steps.run("compile the counters", compiled, ["counters.o"], quiet=True)
        steps.run("build the harness that counts", program, [COUNTING_PROGRAM], quiet=True)
        steps.run("count", run, quiet=True)
    text = (steps.folder / COUNTING_FOLDER / "calls.txt").read_text(encoding="utf-8")
    return dict(zip(functions, map(int, text.split()), strict=True))
