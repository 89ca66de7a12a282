#!/usr/bin/env python3
"""What listings cost in wall time, bytes and memory, as ratios to what MLIR's own printing costs.

    build/venv/bin/python bench/listings.py [--functions N] [--repeat N] [--json FILE]

Runs the stock mlir-opt with all its threads: on a module of gen_big.py with one listing, and on an
example with a listing behind every pass of its whole lowering (that of the Python package, which is why
its Python runs this). Times are the shortest of several runs that take turns, the run without any
printing subtracted. They want a machine that does nothing else; instructions (compare.py) do not.
"""

import argparse
import json
import os
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from compare import BARE_PRINT, ROOT, Run, Tools, capture
from tracemark import lowering
from turns import least, timed

EXAMPLE, EXAMPLE_ENTRY = ROOT / "examples/squeezenet.mlir", "squeezenet_old"


@dataclass
class Cost:
    """One run, or the least of several."""

    seconds: float
    cpu_seconds: float
    peak_kib: int
    written: int

    def least(self, other):
        return Cost(*(min(mine, theirs) for mine, theirs in zip(vars(self).values(), vars(other).values())))


def measure_once(command, folder):
    """Runs a command in a folder of its own; what it writes there and on stderr counts.

    The folder stays until the end: where files were just deleted ext4 takes several times as long to make new ones.
    """
    here = tempfile.mkdtemp(dir=folder)
    (Path(here) / lowering.LIBRARY_FILE).write_text(lowering.library(EXAMPLE_ENTRY))
    given = size_of(here)
    seconds, usage = timed(command, here)
    return Cost(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss, size_of(here) - given)


def size_of(folder):
    return sum(path.stat().st_size for path in Path(folder).rglob("*") if path.is_file())


def measure(commands, folder, repeat):
    return least(commands, repeat, lambda command: measure_once(command, folder))


def commands_of(tools, model, pipeline, variants):
    def command(options):
        run = Run(pipeline.replace("{", "{{").replace("}", "}}"), options)
        return [*map(str, tools.command(model, run, None, threads=True)), "-o", os.devnull]

    return {name: command(options) for name, options in variants.items()}


def one_listing(after, *options):
    return [f"--source-listing-after={after}", "--source-listing-to=listings", *options]


# What is added to a run with none of these, by the name of the run.
ONE = {
    "none": [],
    "listing": one_listing("cse"),
    "listing, one file": one_listing("cse", "--source-listing-scope=module"),
    "mlir": [*BARE_PRINT, "--mlir-print-ir-after=cse"],
}
NESTED = {name: options for name, options in ONE.items() if name != "listing, one file"}
ALL = {
    "none": [],
    "listing": one_listing("all"),
    "mlir": ["--mlir-print-ir-after-all", "--mlir-print-ir-tree-dir=listings"],
}


def ratios(module, nested, everything):
    """The figures of README.md beside this file."""

    def added(costs, name, part="seconds"):
        return (getattr(costs[name], part) - getattr(costs["none"], part)) / (
            getattr(costs["mlir"], part) - getattr(costs["none"], part)
        )

    return {
        "added time, pass on the module: listings / --mlir-print-ir-after": added(module, "listing"),
        "added time, pass on the module: one listing / --mlir-print-ir-after": added(module, "listing, one file"),
        "added time, pass on functions: listings / --mlir-print-ir-after": added(nested, "listing"),
        "added time: all listings / --mlir-print-ir-after-all": added(everything, "listing"),
        "bytes: all listings / --mlir-print-ir-after-all": everything["listing"].written / everything["mlir"].written,
        "peak memory: listings / none": module["listing"].peak_kib / module["none"].peak_kib,
        "peak memory: one listing / none": module["listing, one file"].peak_kib / module["none"].peak_kib,
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=ROOT / "build", help="build folder (default build/)")
    parser.add_argument("--mlir-opt", help="mlir-opt (default: the one of the build's LLVM)")
    parser.add_argument("--functions", type=int, default=2000, help="of 50 operations each (default %(default)s)")
    parser.add_argument("--weight", type=int, default=1024, help="f32 elements of each weight (default %(default)s)")
    parser.add_argument("--repeat", type=int, default=5, help="runs of each kind (default %(default)s)")
    parser.add_argument("--json", type=Path, help="write what was measured here too")
    arguments = parser.parse_args()

    tools = Tools(arguments.build.resolve(), arguments.mlir_opt)
    with tempfile.TemporaryDirectory(prefix="tracemark-bench-") as folder:
        model = Path(folder, "model.mlir")
        generator = [sys.executable, ROOT / "bench/gen_big.py", "--chain", "9", "--weight", str(arguments.weight)]
        model.write_bytes(capture([*generator, "--functions", str(arguments.functions)]).stdout)
        whole = ",".join(lowering.build_pipeline(None, True, lowering.NAME).passes)
        costs = {
            "cse": measure(commands_of(tools, model, "cse", ONE), folder, arguments.repeat),
            "func.func(cse)": measure(commands_of(tools, model, "func.func(cse)", NESTED), folder, arguments.repeat),
            "lowering of the example": measure(commands_of(tools, EXAMPLE, whole, ALL), folder, arguments.repeat),
        }
    found = ratios(*costs.values())
    print(f"{'':44}{'wall s':>10}{'CPU s':>10}{'MiB':>10}{'KiB written':>14}")
    for pipeline, runs in costs.items():
        for name, cost in runs.items():
            numbers = f"{cost.seconds:10.2f}{cost.cpu_seconds:10.2f}{cost.peak_kib / 1024:10.0f}"
            print(f"{pipeline + ': ' + name:44}{numbers}{cost.written / 1024:14,.0f}")
    print()
    for name, ratio in found.items():
        print(f"{ratio:10.3f}  {name}")
    if arguments.json:
        measured = {pipeline: {name: vars(cost) for name, cost in runs.items()} for pipeline, runs in costs.items()}
        arguments.json.write_text(json.dumps({"measured": measured, "ratios": found}, indent=2) + "\n")


if __name__ == "__main__":
    main()
