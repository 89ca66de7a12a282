#!/usr/bin/env python3
"""What Tracemark costs a compile, as ratios of instruction counts.

    bench/compare.py [--build build] [--functions N] [--weight N] [--json FILE]

Runs the stock mlir-opt under callgrind, single-threaded, on a module of gen_big.py, and subtracts the
run that only parses and prints it. Instruction counts do not depend on the machine's load, and a
ratio of two of them hardly on the machine. No figure passes or fails.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COLLECTED = re.compile(rb"Collected : (\d+)")
# The listing leaves large constants out, so the print that it is compared with does too.
BARE_PRINT = ["--mlir-elide-elementsattrs-if-larger=16", "--mlir-elide-resource-strings-if-larger=64"]


def count_instructions(command):
    """Instructions of one run of the command."""
    valgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    done = subprocess.run([*valgrind, *command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    found = COLLECTED.findall(done.stderr)
    if done.returncode != 0 or not found:
        sys.exit(f"failed: {' '.join(command)}\n{done.stderr.decode(errors='replace')[-2000:]}")
    return int(found[-1])


def measure(mlir_opt, plugin, model, folder):
    """Instruction counts by the name of the run."""
    load = f"--load-pass-plugin={plugin}"

    def run(*options):
        return count_instructions([mlir_opt, model, "--mlir-disable-threading", "-o", "/dev/null", *BARE_PRINT, *options])

    def passes(text):
        return f"--pass-pipeline=builtin.module({text})"

    return {
        "nothing": run(passes("")),
        "plugin": run(load, passes("")),
        "canonicalize, cse": run(load, passes("canonicalize,cse")),
        "name-dispatches": run(load, passes("tracemark-name-dispatches")),
        "print-ir": run(load, passes("print-ir")),
        "canonicalize, cse, print-ir": run(load, passes("canonicalize,cse,print-ir")),
        "source-listing": run(load, passes(f"tracemark-source-listing{{to={folder}/pass}}")),
        "--source-listing-after": run(
            load, "--source-listing-after=cse", f"--source-listing-to={folder}/flag", passes("canonicalize,cse")
        ),
    }


def ratios(counts):
    """The figures of README.md beside this file."""
    plain = counts["plugin"]
    naming, listing = counts["name-dispatches"] - plain, counts["source-listing"] - plain
    cleanup, printing = counts["canonicalize, cse"] - plain, counts["print-ir"] - plain
    flag = counts["--source-listing-after"] - counts["canonicalize, cse"]
    printing_late = counts["canonicalize, cse, print-ir"] - counts["canonicalize, cse"]
    return {
        "plugin loaded, no flag / not loaded": plain / counts["nothing"],
        "name-dispatches / (canonicalize + cse)": naming / cleanup,
        "source-listing / print-ir": listing / printing,
        "--source-listing-after=cse / print-ir behind cse": flag / printing_late,
    }


def tools_folder(build):
    """The folder of the LLVM programs that the build was configured with."""
    site = build / "test/lit.site.cfg.py"
    found = re.search(r'config\.llvm_tools_dir = "(.*)"', site.read_text()) if site.exists() else None
    return Path(found.group(1) if found else "/usr/lib/llvm-22/bin")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=ROOT / "build", help="build folder (default build/)")
    parser.add_argument("--mlir-opt", help="mlir-opt (default: the one of the build's LLVM)")
    parser.add_argument("--functions", default="200", help="functions of the module (default %(default)s)")
    parser.add_argument("--weight", default="1024", help="f32 elements of each weight (default %(default)s)")
    parser.add_argument("--json", type=Path, help="write counts and ratios here too")
    arguments = parser.parse_args()

    plugin = arguments.build / "lib/libTracemark.so"
    if not plugin.exists():
        sys.exit(f"no plugin at {plugin}; build it (cmake --build --preset release) or give --build")
    mlir_opt = arguments.mlir_opt or str(tools_folder(arguments.build) / "mlir-opt")

    with tempfile.TemporaryDirectory(prefix="tracemark-bench-") as folder:
        model = f"{folder}/model.mlir"
        generator = [sys.executable, ROOT / "bench/gen_big.py", "--functions", arguments.functions, "--weight", arguments.weight]
        with open(model, "wb") as file:
            subprocess.run(generator, stdout=file, check=True)
        counts = measure(mlir_opt, plugin, model, folder)
    found = ratios(counts)
    print(f"{arguments.functions} functions, weights of {arguments.weight} f32\n")
    for name, count in counts.items():
        print(f"{count / 1e6:10.1f} M instructions  {name}")
    print()
    for name, ratio in found.items():
        print(f"{ratio:10.3f}  {name}")
    if arguments.json:
        arguments.json.write_text(json.dumps({"counts": counts, "ratios": found}, indent=2) + "\n")


if __name__ == "__main__":
    main()
