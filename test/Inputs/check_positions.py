"""Checks that every op and block argument has its own line of the listing of its function.

    check_positions.py OUTPUT FOLDER

OUTPUT is what mlir-opt printed with --mlir-print-op-generic --mlir-print-debuginfo
--mlir-print-local-scope; FOLDER is where relative listing paths start. The line that an op points to
must hold its name, or that of the nearest enclosing op that is printed there (the body of a named
linalg op has no text of its own). Block arguments point to the line of their op or of the first op of
their block. The file has to be that of a record of the op's stage whose symbol path is the closest
around the op, and the line one of the entry's. Prints one line with the counts.
"""

import re
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2] / "scripts"))
from check_manifest import read_listings  # noqa: E402

OP = re.compile(r'"([A-Za-z_0-9]+(?:\.[A-Za-z_0-9]+)+)"\(')
SYMBOL = re.compile(r'\bsym_name = "((?:[^"\\]|\\.)*)"')
RESULTS = re.compile(r"^%\w+(:\d+)?(, %\w+(:\d+)?)* = ")
POSITION = re.compile(r'>\["((?:[^"\\]|\\.)+)":(\d+):(\d+)\]\)')
STAGE = re.compile(r'tracemark\.stage = "((?:[^"\\]|\\.)*)"\}$')


class Wrong(Exception):
    """What is wrong in one line of the output."""


class Op:
    """An op whose regions are being read."""

    def __init__(self, name, symbol):
        self.name = name
        self.symbol = symbol
        self.first = None  # line of the first op of the current block
        self.pending = []  # lines of the current block's arguments
        self.undecided = []  # (argument's line, line of its block's first op)


def find_symbols(lines):
    """Symbol of each op with regions, by the line it begins on; attributes may stand behind the regions."""
    symbols, begun = {}, []
    for number, text in enumerate(lines):
        match = SYMBOL.search(text)
        if text.startswith("})"):
            start = begun.pop()
            if match:
                symbols[start] = match.group(1)
        elif OP.search(text) and text.endswith("({"):
            begun.append(number)
            if match:
                symbols[number] = match.group(1)
    return symbols


class Checker:
    def __init__(self, folder, lines):
        self.folder = Path(folder)
        self.lines = lines
        self.symbols = find_symbols(lines)
        self.files = {}
        self.manifests = {}
        self.open = []
        self.own = self.inherited = self.functions = self.arguments = 0

    def text(self, file):
        if file not in self.files:
            self.files[file] = (self.folder / file).read_text().splitlines()
        return self.files[file]

    def records(self, file, stage):
        """Of a stage, by symbol path and file. The manifest is two folders above a listing."""
        path = (self.folder / file).parent.parent / "manifest.jsonl"
        if path not in self.manifests:
            self.manifests[path] = read_listings(path.parent)
        found = {}
        for record in self.manifests[path]:
            if record["stage"] == stage:
                found.setdefault(tuple(record["symbol"]), {})[record["path"]] = record
        return found

    def check_owner(self, position, name, symbols):
        """Checks that a place is in the listing that shows the op."""
        stage, file, row = position
        records = self.records(file, stage)
        path = tuple(symbols)
        while path and path not in records:
            path = path[:-1]
        if path not in records:
            raise Wrong(f"'{name}' in {symbols} has no record of stage '{stage}'")
        if file not in records[path]:
            raise Wrong(f"'{name}' in {symbols} points to {file}, not to {' or '.join(records[path])}")
        record = records[path][file]
        first, last = 1, record["lines"]
        if record["scope"] != "rest":
            for entry in record["entries"]:
                if entry["symbol"] in symbols:
                    first, last = entry["lines"]
        if not first <= row <= last:
            raise Wrong(f"'{name}' in {symbols} points to {file}:{row}, not to {first} to {last}")

    def place(self, match):
        """Stage, file and line. The stage is in the metadata, or the folder is called like it."""
        stage = STAGE.search(match.string, 0, match.start())
        file = match.group(1)
        return stage.group(1) if stage else Path(file).parent.name, file, int(match.group(2))

    def check_text(self, position, column, chain):
        _, file, row = position
        rest = self.text(file)[row - 1][column - 1 :]
        short = RESULTS.sub("", rest)
        named = [name for name in chain if name in rest or short.startswith(name.split(".")[-1])]
        if not named:
            raise Wrong(f"'{chain[0]}' points to {file}:{row}:{column}: {rest[:120]}")
        self.own += named[0] == chain[0]
        self.inherited += named[0] != chain[0]

    def end_block(self, op):
        op.undecided += [(line, op.first) for line in op.pending]
        op.pending, op.first = [], None

    def begin_block(self, text):
        self.end_block(self.open[-1])
        if "(" not in text:
            return
        # What stands inside of another location is followed by the stage of that.
        matches = [match for match in POSITION.finditer(text) if text[match.end() :].startswith((", %", "):"))]
        places = [self.place(match) for match in matches]
        count = len(re.findall(r"%\w+: ", text))
        if len(places) != count:
            raise Wrong(f"{count} arguments with {len(places)} places: {text[:120]}")
        for position in places:
            self.check_owner(position, "argument", [op.symbol for op in self.open if op.symbol is not None])
        self.arguments += count
        self.open[-1].pending = [position[1:] for position in places]

    def check_op(self, text, chain, symbols, undecided):
        match = None
        for match in POSITION.finditer(text):
            pass
        if not match or match.end() != len(text):
            raise Wrong(f"'{chain[0]}' points to no listing: {text[-120:]}")
        position = self.place(match)
        self.check_owner(position, chain[0], symbols)
        self.check_text(position, int(match.group(3)), chain)
        for line, first in undecided:
            if line not in (position[1:], first):
                raise Wrong(f"an argument of '{chain[0]}' points to {line}, not to {position[1:]} or {first}")
        self.functions += chain[0] == "func.func"
        if self.open and self.open[-1].first is None:
            self.open[-1].first = position[1:]

    def read(self, number):
        text = self.lines[number]
        if not text or text.startswith("#"):
            return
        if text.startswith("^"):
            self.begin_block(text)
            return
        if text.startswith("}, {"):
            self.end_block(self.open[-1])
            return
        match = OP.search(text)
        names = [op.name for op in reversed(self.open)]
        symbols = [op.symbol for op in self.open if op.symbol is not None]
        if text.startswith("})"):
            op = self.open.pop()
            self.end_block(op)
            if op.name != "builtin.module" or self.open:
                self.check_op(text, names, symbols, op.undecided)
        elif match and text.endswith("({"):
            self.open.append(Op(match.group(1), self.symbols.get(number)))
        elif match:
            self.check_op(text, [match.group(1), *names], symbols, [])


def main(output, folder):
    checker = Checker(folder, [line.strip() for line in Path(output).read_text().splitlines()])
    for number in range(len(checker.lines)):
        try:
            checker.read(number)
        except Wrong as error:
            print(f"line {number + 1}: {error}")
            return 1
    print(
        f"{checker.functions} functions, {checker.own} ops at their line, {checker.inherited} at their parent's, "
        f"{checker.arguments} arguments"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
