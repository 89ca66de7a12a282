#!/usr/bin/env python3
"""What Tracemark costs a compile, as ratios of instruction counts.

    bench/compare.py                                     # 1,000 and 10,000 operations, and a model
    bench/compare.py --full --model resnet50.mlir --json counts.json

Runs the stock mlir-opt under callgrind, single-threaded, on modules of gen_big.py and on a real model
whose dispatches were outlined. Callgrind counts inside one function only: what runs a pipeline, or what
prints a module. So neither parsing nor the output of mlir-opt is in a figure. Counts do not depend on
the machine's load, and a ratio of two of them hardly on the machine. No figure passes or fails.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COLLECTED = re.compile(rb"Collected : (\d+)")

# Where callgrind counts; nothing given: the whole process.
PIPELINE = ["mlir::PassManager::run(mlir::Operation*)"]
PRINT = ["mlir::AsmState::AsmState(mlir::Operation*, *", "mlir::Operation::print(llvm::raw_ostream&, mlir::AsmState&)"]

# A listing leaves large constants and aliases out, so what it is compared with does too.
BARE_PRINT = [
    "--mlir-print-local-scope",
    "--mlir-elide-elementsattrs-if-larger=16",
    "--mlir-elide-resource-strings-if-larger=64",
]
# A pass of ours without MLIR's verifier behind it.
ALONE = ["--verify-each=0"]


@dataclass
class Run:
    """One run of mlir-opt: the pipeline on the module, options, where it is counted, if the plugin is loaded."""

    pipeline: str = ""
    options: list = field(default_factory=list)
    counted: list = field(default_factory=lambda: PIPELINE)
    plugin: bool = True


# {to} is a folder of the run's own.
RUNS = {
    "canonicalize, cse": Run("canonicalize,cse"),
    "names": Run("tracemark-name-dispatches{{rename=all tag=false}}", ALONE),
    "names, tags, hashes": Run("tracemark-name-dispatches{{rename=all}}", ALONE),
    "bare print": Run("", BARE_PRINT, PRINT, plugin=False),
    "listing, one file": Run("tracemark-source-listing{{to={to} scope=module}}", ALONE),
    "listing, a file per entry point": Run("tracemark-source-listing{{to={to} scope=entry}}", ALONE),
    "print-op-stats": Run("print-op-stats", ALONE),
    "print-op-stats, listing by the flag": Run(
        "print-op-stats", [*ALONE, "--source-listing-after=print-op-stats", "--source-listing-to={to}"]
    ),
    "whole run": Run("", [], [], plugin=False),
    "whole run, plugin loaded": Run("", [], []),
}

# Figures of README.md beside this file: the part of --part, the run, what is subtracted, the divisor.
RATIOS = {
    "names / (canonicalize + cse)": ("naming", "names", None, "canonicalize, cse"),
    "names, tags, hashes / (canonicalize + cse)": ("naming", "names, tags, hashes", None, "canonicalize, cse"),
    "listing, one file / bare print": ("listing", "listing, one file", None, "bare print"),
    "listing, a file per entry point / bare print": ("listing", "listing, a file per entry point", None, "bare print"),
    "listing by the flag / bare print": (
        "listing",
        "print-op-stats, listing by the flag",
        "print-op-stats",
        "bare print",
    ),
    "plugin loaded, no flag / not loaded": ("listing", "whole run, plugin loaded", None, "whole run"),
}


def runs_of(part):
    """Names of the runs that the ratios of a part need, in the order of RUNS."""
    used = {run for ratio in RATIOS.values() if part in (ratio[0], "all") for run in ratio[1:]}
    return [name for name in RUNS if name in used]


def add_ratios(found):
    counts = found["instructions"]
    found["ratios"] = {
        name: (counts[over] - counts.get(less, 0)) / counts[under]
        for name, (_, over, less, under) in RATIOS.items()
        if over in counts
    }


class Tools:
    """mlir-opt of the build and the plugin."""

    def __init__(self, build, mlir_opt):
        self.plugin = build / "lib/libTracemark.so"
        if not self.plugin.exists():
            sys.exit(f"no plugin at {self.plugin}; build it (cmake --build --preset release) or give --build")
        site = build / "test/lit.site.cfg.py"
        found = re.search(r'config\.llvm_tools_dir = "(.*)"', site.read_text()) if site.exists() else None
        self.mlir_opt = mlir_opt or f"{found.group(1) if found else '/usr/lib/llvm-22/bin'}/mlir-opt"

    def command(self, model, run, to, threads=False):
        load = [f"--load-pass-plugin={self.plugin}"] if run.plugin else []
        options = [option.format(to=to) for option in run.options]
        pipeline = f"--pass-pipeline=builtin.module({run.pipeline.format(to=to)})"
        one = [] if threads else ["--mlir-disable-threading"]
        return [self.mlir_opt, model, *one, *load, *options, pipeline]

    def count(self, model, name, folder):
        """Instructions of one run."""
        run = RUNS[name]
        with tempfile.TemporaryDirectory(dir=folder) as to:
            inside = [f"--toggle-collect={function}" for function in run.counted]
            callgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *inside]
            done = capture([*callgrind, *self.command(model, run, to), "-o", os.devnull])
        found = COLLECTED.findall(done.stderr)
        if not found or int(found[-1]) == 0:
            sys.exit(f"nothing counted: {name} on {model}")
        return int(found[-1])

    def outline(self, model, outlined):
        run = Run("tracemark-outline-dispatches")
        capture([*self.command(model, run, None), "--mlir-print-debuginfo", "-o", outlined])

    def count_ops(self, model):
        stats = capture([*self.command(model, Run("print-op-stats{{json=true}}"), None), "-o", os.devnull])
        return sum(json.loads(stats.stderr).values())

    def count_dispatches(self, model):
        named = capture(self.command(model, RUNS["names, tags, hashes"], None))
        return named.stdout.count(b'tracemark.tag = "') or sys.exit(f"no dispatch in {model}")


def capture(command):
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode != 0:
        sys.exit(f"failed: {' '.join(map(str, command))}\n{done.stderr.decode(errors='replace')[-2000:]}")
    return done


def make_inputs(tools, arguments, folder):
    """Files by the name that the tables give them."""
    inputs = {}
    # A function of a chain of 9 has 50 operations on average.
    for functions in [20, 200, 2000] if arguments.full else [20, 200]:
        file = inputs[f"{functions * 50:,} ops"] = folder / f"{functions}.mlir"
        generator = [sys.executable, ROOT / "bench/gen_big.py", "--chain", "9", "--functions", str(functions)]
        file.write_bytes(capture([*generator, "--weight", str(arguments.weight)]).stdout)
    file = inputs[arguments.model.stem] = folder / "outlined.mlir"
    tools.outline(arguments.model, file)
    return inputs


def measure(tools, inputs, names, folder, jobs):
    """By input: operations, dispatches, instructions by run."""
    with ThreadPoolExecutor(jobs) as pool:
        pending = {
            title: {name: pool.submit(tools.count, file, name, folder) for name in names}
            for title, file in inputs.items()
        }
        return {
            title: {
                "ops": tools.count_ops(inputs[title]),
                "dispatches": tools.count_dispatches(inputs[title]),
                "instructions": {name: future.result() for name, future in runs.items()},
            }
            for title, runs in pending.items()
        }


def print_table(heading, titles, rows):
    if not rows:
        return
    width = max(len(name) for name, _ in rows) + 2
    print(f"{heading:{width}}" + "".join(f"{title:>16}" for title in titles))
    for name, cells in rows:
        print(f"{name:{width}}" + "".join(f"{cell:>16}" for cell in cells))
    print()


def report(results):
    def table(heading, names, cell):
        print_table(heading, results, [(name, [cell(found, name) for found in results.values()]) for name in names])

    first = next(iter(results.values()))
    table("", ["ops", "dispatches"], lambda found, key: f"{found[key]:,}")
    table(
        "instructions per op",
        first["instructions"],
        lambda found, run: f"{found['instructions'][run] / found['ops']:,.0f}",
    )
    naming = [run for run in first["instructions"] if run.startswith("names")]
    table(
        "instructions per dispatch",
        naming,
        lambda found, run: f"{found['instructions'][run] / found['dispatches']:,.0f}",
    )
    table("ratio", first["ratios"], lambda found, ratio: f"{found['ratios'][ratio]:.3f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=ROOT / "build", help="build folder (default build/)")
    parser.add_argument("--mlir-opt", help="mlir-opt (default: the one of the build's LLVM)")
    parser.add_argument("--full", action="store_true", help="a module of 100,000 operations too")
    parser.add_argument(
        "--part", choices=["naming", "listing", "all"], default="all", help="ratios to measure (default %(default)s)"
    )
    parser.add_argument(
        "--weight", type=int, default=1024, help="f32 elements of each generated weight (default %(default)s)"
    )
    parser.add_argument(
        "--model", type=Path, default=ROOT / "examples/squeezenet.mlir", help="real model (default %(default)s)"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="runs at a time (default: one per core)")
    parser.add_argument("--json", type=Path, help="write counts and ratios here too")
    arguments = parser.parse_args()

    tools = Tools(arguments.build, arguments.mlir_opt)
    with tempfile.TemporaryDirectory(prefix="tracemark-bench-") as folder:
        inputs = make_inputs(tools, arguments, Path(folder))
        results = measure(tools, inputs, runs_of(arguments.part), folder, arguments.jobs)
    for found in results.values():
        add_ratios(found)
    report(results)
    if arguments.json:
        arguments.json.write_text(json.dumps(results, indent=2) + "\n")


if __name__ == "__main__":
    main()
