#!/usr/bin/env python3
"""Compares the names of style=iree with those that IREE gave.

    compare_iree_names.py FOLDER WORK -- TOOL...

and tells which entry point of a dispatch is no export any more.

FOLDER holds programs just before IREE's own annotation (NAME.mlir, or NAME.mlir.xz) and what came out
of it (NAME.txt: executable, export before, export after; tabs between). WORK is for temporary files,
TOOL an mlir-opt with the plugin loaded. Prints agreed/total per program; status 1 if any differs.
"""

import lzma
import pathlib
import re
import subprocess
import sys

STRING = r'"((?:[^"\\]|\\.)*)"'
SYMBOL = re.compile(r"\bsym_name = " + STRING)
FUNCTION = re.compile(r"\bfunction_ref = @(?:" + STRING + r"|([\w$.-]+))")
REFERENCES = re.compile(r"\bentry_points = \[(.*?)\]")
PIPELINE = "builtin.module(tracemark-name-dispatches{style=iree entry=executable tag=false})"


def exports(text):
    """Yields executable, export and what it refers to for every export of a module in generic form."""
    executable = None
    for line in text.splitlines():
        if ".executable.export\"(" in line:
            function = FUNCTION.search(line)
            yield executable, SYMBOL.search(line)[1], function[1] or function[2]
        elif ".executable\"(" in line:
            executable = SYMBOL.search(line)[1]


def main():
    separator = sys.argv.index("--")
    folder, work = (pathlib.Path(argument) for argument in sys.argv[1:separator])
    tool = sys.argv[separator + 1 :]
    work.mkdir(parents=True, exist_ok=True)
    agreed = total = 0
    for wanted_file in sorted(folder.glob("*.txt")):
        name = wanted_file.stem
        source = folder / f"{name}.mlir"
        if not source.exists():
            source = work / f"{name}.mlir"
            source.write_bytes(lzma.decompress((folder / f"{name}.mlir.xz").read_bytes()))
        wanted = [line.split("\t") for line in wanted_file.read_text().splitlines()]
        command = [*tool, source, "--allow-unregistered-dialect", "--mlir-print-op-generic", f"--pass-pipeline={PIPELINE}"]
        text = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
        found = list(exports(text))
        right = 0
        for line, export in zip(wanted, found):
            if (line[0], line[2], line[2]) == export:
                right += 1
            else:
                print(f"  {name}: expected {line}, found {export}")
        print(f"{name}: {right}/{max(len(wanted), len(found))}")
        names = {f"@{executable}::@{export}" for executable, export, _ in found}
        for references in REFERENCES.findall(text):
            if dangling := set(references.replace(" ", "").split(",")) - names:
                print(f"  {name}: expected an export, found {dangling}")
                right = 0
        agreed += right
        total += max(len(wanted), len(found))
    print(f"all: {agreed}/{total}")
    return agreed != total or total == 0


if __name__ == "__main__":
    sys.exit(main())
