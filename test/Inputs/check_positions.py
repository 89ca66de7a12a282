"""Checks that every op inside a function carries its own line of a listing.

    check_positions.py OUTPUT FOLDER

OUTPUT is what mlir-opt printed with --mlir-print-op-generic --mlir-print-debuginfo
--mlir-print-local-scope; FOLDER is where relative listing paths start. The listing's line must hold
the name of the op that points to it, or that of the nearest enclosing op that is printed there (the
body of a named linalg op has no text of its own). Prints one line with the counts.
"""

import re
import sys
from pathlib import Path

OP = re.compile(r'"([a-z_0-9]+(?:\.[A-Za-z_0-9]+)+)"\(')
POSITION = re.compile(r'\["([^"]+)":(\d+):(\d+)\]\)$')


def main(output: str, folder: str) -> int:
    listings: dict[str, list[str]] = {}
    open_ops: list[str] = []
    own = inherited = functions = 0
    for number, line in enumerate(Path(output).read_text().splitlines(), 1):
        text = line.strip()
        if text.startswith(("^", "#")) or not text:
            continue
        match = OP.search(text)
        if text.startswith("})"):
            chain = list(reversed(open_ops))
            open_ops.pop()
        elif match:
            chain = [match.group(1), *reversed(open_ops)]
            if text.endswith("({"):
                open_ops.append(match.group(1))
                continue
        else:
            continue
        if chain[0] == "builtin.module":
            continue
        position = POSITION.search(text)
        if not position:
            print(f"line {number}: '{chain[0]}' points to no listing: {text[-120:]}")
            return 1
        file, row, column = position.group(1), int(position.group(2)), int(position.group(3))
        lines = listings.setdefault(file, (Path(folder) / file).read_text().splitlines())
        rest = lines[row - 1][column - 1 :]
        named = [name for name in chain if name in rest or rest.startswith(name.split(".")[-1])]
        if not named:
            print(f"line {number}: '{chain[0]}' points to {file}:{row}:{column}: {rest[:120]}")
            return 1
        own += named[0] == chain[0]
        inherited += named[0] != chain[0]
        functions += chain[0] == "func.func"
    print(f"{functions} functions, {own} ops at their line, {inherited} at their parent's")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
