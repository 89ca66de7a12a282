#!/usr/bin/env python3
"""What names and listings add to a compile by IREE, as ratios to plain iree-compile.

    build/venv/bin/python bench/iree_compile.py --model MODEL.mlir [--repeat N] [--callgrind] [--json FILE] [-- IREE FLAGS]

The runs take turns, and the least of each counts: of wall time, of CPU time (all threads), and of user
instructions where `perf stat` can count them. Times want a machine that does nothing else; --callgrind counts
instructions on any: one run of each kind, on one thread, without IREE's evaluation of constants, whose io_uring
valgrind does not know. That takes 50 times as long.

IREE is that of the Python environment that runs this. Without flags the target is the CPU of this machine.
"""

import argparse
import json
import re
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tracemark.iree import find_compiler
from turns import least, timed

ROOT = Path(__file__).resolve().parents[1]
TARGET = [
    "--iree-hal-target-device=local", "--iree-hal-local-target-device-backends=llvm-cpu", "--iree-llvmcpu-target-cpu=host",
]  # fmt: skip
# What is added to a compile, by the name of the run. The first is measured for the noise that there is.
VARIANTS = {
    "nothing": ["--dispatch-names=off"],
    "names": [],
    "names, one listing": ["--source-listing-after=flow", "--source-listing-to=listings"],
}
PLAIN = "iree-compile"
EVENT = "instructions:u"
UNDER_CALLGRIND = ["--mlir-disable-threading", "--iree-opt-const-eval=false"]


@dataclass
class Cost:
    """One run, or the least of several; `instructions` is None where they cannot be counted."""

    seconds: float
    cpu_seconds: float
    instructions: int | None

    def least(self, other):
        fewest = None if self.instructions is None else min(self.instructions, other.instructions)
        return Cost(min(self.seconds, other.seconds), min(self.cpu_seconds, other.cpu_seconds), fewest)


def can_count():
    """Whether perf has a counter of instructions here; virtual machines often have none."""
    try:
        done = subprocess.run(["perf", "stat", "-x,", "-e", EVENT, "true"], capture_output=True, text=True)
    except OSError:
        return False
    return done.returncode == 0 and read_count(done.stderr) is not None


def read_count(text):
    """The count that `perf stat -x,` or callgrind printed; None if there is none."""
    found = re.search(rf"^(\d+),.*{EVENT}|Collected : (\d+)", text, re.MULTILINE)
    return int(found[1] or found[2]) if found else None


def counter_command(counter, folder):
    """What stands before a command to count its instructions: by "perf", by "callgrind", or not."""
    if counter == "perf":
        return ["perf", "stat", "-x,", "-o", f"{folder}/count", "-e", EVENT, "--"]
    if counter == "callgrind":
        return ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", f"--log-file={folder}/count"]
    return []


def measure_once(command, counter):
    with tempfile.TemporaryDirectory(prefix="tracemark-bench-") as here:
        counted = counter_command(counter, here)
        seconds, usage = timed([*counted, *command], here)
        instructions = read_count(Path(here, "count").read_text()) if counter else None
        return Cost(seconds, usage.ru_utime + usage.ru_stime, instructions)


def ratios(costs, counter):
    """What each run costs of plain iree-compile's, by the name of the run and of what was measured."""
    plain = costs[PLAIN]
    # Times under callgrind are callgrind's.
    parts = ("instructions",) if counter == "callgrind" else ("seconds", "cpu_seconds", "instructions")
    return {
        name: {
            part: getattr(cost, part) / getattr(plain, part)
            for part in parts
            if getattr(plain, part)
        }
        for name, cost in costs.items()
        if name != PLAIN
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, default=ROOT / "examples/squeezenet.mlir", help="default: %(default)s")
    parser.add_argument("--build", type=Path, default=ROOT / "build", help="build folder (default build/)")
    parser.add_argument("--repeat", type=int, default=5, help="runs of each kind (default %(default)s)")
    parser.add_argument("--callgrind", action="store_true", help="count instructions by callgrind")
    parser.add_argument("--json", type=Path, help="write what was measured here too")
    parser.add_argument("flags", nargs="*", metavar="IREE FLAGS", help="behind --, in place of the target's")
    arguments = parser.parse_args()

    library = find_compiler()
    driver = [arguments.build.resolve() / "bin/tracemark-iree-compile", f"--iree-compiler-library={library}"]
    flags = [*(arguments.flags or TARGET), *(UNDER_CALLGRIND if arguments.callgrind else [])]
    rest = [arguments.model.resolve(), *flags, "-o", "model.vmfb"]
    commands = {PLAIN: [library.parent / "iree-compile", *rest]}
    commands |= {name: [*driver, *options, *rest] for name, options in VARIANTS.items()}
    counter = "callgrind" if arguments.callgrind else "perf" if can_count() else None
    repeat = 1 if arguments.callgrind else arguments.repeat
    costs = least(commands, repeat, lambda command: measure_once(command, counter))
    found = ratios(costs, counter)
    print(f"{'':20}{'wall s':>10}{'CPU s':>10}{'instructions':>18}")
    for name, cost in costs.items():
        count = "not counted" if cost.instructions is None else f"{cost.instructions:,}"
        print(f"{name:20}{cost.seconds:10.2f}{cost.cpu_seconds:10.2f}{count:>18}")
    print()
    for name, parts in found.items():
        print(f"{name:20}" + "".join(f"  {part} {ratio:.3f}" for part, ratio in parts.items()))
    if arguments.json:
        measured = {name: vars(cost) for name, cost in costs.items()}
        arguments.json.write_text(json.dumps({"measured": measured, "ratios": found}, indent=2) + "\n")


if __name__ == "__main__":
    main()
