"""Functions and line table of a shared object: from an address to a function and a line."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from elftools.common.exceptions import DWARFError, ELFError
from elftools.elf.elffile import ELFFile

from tracemark.steps import Steps
from tracemark.tools import Tools

# Of the wrapper of a function that takes memrefs by the addresses of their descriptors.
C_INTERFACE_PREFIX = "_mlir_ciface_"
PAGE = 4096  # bytes; the least that machines have


@dataclass(frozen=True)
class Symbol:
    """A function: its first address and its size in bytes."""

    name: str
    address: int
    size: int


@dataclass(frozen=True)
class Row:
    """A row of the line table; it holds from its address to the next row's. Line 0: no line."""

    address: int
    file: str
    line: int
    end: bool


@dataclass(frozen=True)
class Place:
    """A line of a file. `guessed`: the address has line 0, this is the line of the row before."""

    file: str
    line: int
    guessed: bool


class ObjectMap:
    """Lookup by address in an object's symbols and line table."""

    def __init__(self, symbols: Iterable[Symbol], rows: Iterable[Row]) -> None:
        self.symbols = sorted(symbols, key=lambda symbol: symbol.address)
        self.by_name = {symbol.name: symbol for symbol in self.symbols}
        self._named: dict[str, list[Symbol]] = defaultdict(list)
        for symbol in self.symbols:
            self._named[symbol.name].append(symbol)
        # A row at the address of an earlier one replaces it; the sort is stable.
        self.rows = sorted(rows, key=lambda row: row.address)
        self._symbol_addresses = [symbol.address for symbol in self.symbols]
        self._row_addresses = [row.address for row in self.rows]

    def address_of(self, function: str, offset: int, elsewhere: int) -> int | None:
        """The address of a place in a function; None if there is no such function.

        `elsewhere` is the same place in memory or in the file. That is whole pages away, which tells functions of one
        name apart.
        """
        known = [symbol.address + offset for symbol in self._named.get(function, ())]
        if len(known) > 1:
            known = [address for address in known if (elsewhere - address) % PAGE == 0]
        return known[0] if len(known) == 1 else None

    def symbol_at(self, address: int) -> Symbol | None:
        """The function that holds an address."""
        index = bisect_right(self._symbol_addresses, address) - 1
        while index >= 0:
            symbol = self.symbols[index]
            if address < symbol.address + symbol.size:
                return symbol
            if symbol.size:
                return None
            index -= 1
        return None

    def place_at(self, address: int) -> Place | None:
        """The line of an address; line 0 takes the row before it in its function, else the row after it."""
        index = bisect_right(self._row_addresses, address) - 1
        if index < 0 or self.rows[index].end:
            return None
        row = self.rows[index]
        if row.line:
            return Place(row.file, row.line, False)
        symbol = self.symbol_at(address)
        if symbol is None:
            return None
        for candidate in reversed(self.rows[:index]):
            if candidate.address < symbol.address or candidate.end:
                break
            if candidate.line:
                return Place(candidate.file, candidate.line, True)
        for candidate in self.rows[index:]:
            if candidate.address >= symbol.address + symbol.size:
                break
            if candidate.line:
                return Place(candidate.file, candidate.line, True)
        return None

    def files_of(self, symbol: Symbol) -> list[tuple[str, int]]:
        """(file, line) of each row of a function that has a line."""
        first = bisect_right(self._row_addresses, symbol.address - 1)
        last = bisect_right(self._row_addresses, symbol.address + symbol.size - 1)
        return [(row.file, row.line) for row in self.rows[first:last] if row.line and not row.end]


def parse_symbols(text: str) -> list[Symbol]:
    """Functions in the output of `llvm-nm --format=posix`: name, type, address, size."""
    symbols = []
    for line in text.splitlines():
        fields = line.rsplit(" ", 3)
        if len(fields) == 4 and fields[1] in "tTwWiI":
            symbols.append(Symbol(fields[0], int(fields[2], 16), int(fields[3] or "0", 16)))
    return symbols


def parse_line_table(text: str, compile_folders: Mapping[int, str] | None = None) -> list[Row]:
    """Rows in the output of `llvm-dwarfdump --debug-line`, with the files' names as DWARF has them.

    Until DWARF 4 the table itself does not hold its folder 0: `compile_folders` has them by the table's offset.
    """
    rows: list[Row] = []
    folders: dict[int, str] = {}
    files: dict[int, str] = {}
    number, name = 0, ""
    for line in text.splitlines():
        if match := re.match(r"0x([0-9a-f]+)\s+(\d+)\s+\d+\s+(\d+)\s", line):
            rows.append(Row(int(match[1], 16), files.get(int(match[3]), ""), int(match[2]), "end_sequence" in line))
        elif match := re.match(r"debug_line\[0x([0-9a-f]+)\]", line):
            folder = (compile_folders or {}).get(int(match[1], 16))
            folders, files = {0: folder} if folder else {}, {}
        elif match := re.match(r'include_directories\[\s*(\d+)\] = "(.*)"', line):
            folders[int(match[1])] = match[2]
        elif match := re.match(r"file_names\[\s*(\d+)\]:", line):
            number = int(match[1])
        elif match := re.match(r'\s+name: "(.*)"', line):
            name = match[1]
        elif match := re.match(r"\s+dir_index: (\d+)", line):
            folder = folders.get(int(match[1]), "")
            files[number] = name if name.startswith("/") or not folder else f"{folder}/{name}"
    return rows


def read_compile_folders(path: Path) -> dict[int, str]:
    """The folder that the compiler ran in, of each line table of an object by its offset; empty for what is no ELF."""
    found: dict[int, str] = {}
    try:
        with path.open("rb") as file:
            elf = ELFFile(file)
            if not elf.has_dwarf_info():
                return found
            for unit in elf.get_dwarf_info(relocate_dwarf_sections=False).iter_CUs():
                attributes = unit.get_top_DIE().attributes
                if "DW_AT_comp_dir" in attributes and "DW_AT_stmt_list" in attributes:
                    folder = attributes["DW_AT_comp_dir"].value
                    found[attributes["DW_AT_stmt_list"].value] = folder.decode(errors="replace")
    except (OSError, ELFError, DWARFError, ValueError, KeyError, AttributeError):
        # Names without their folder are found too, if they are whole.
        return found
    return found


def read_object(steps: Steps, tools: Tools, path: Path) -> ObjectMap:
    """Reads a shared object with LLVM's tools."""
    nm: list[str | Path] = [tools.require("llvm-nm"), "--defined-only", "--format=posix", path]
    dwarfdump: list[str | Path] = [tools.require("llvm-dwarfdump"), "--debug-line", path]
    names = steps.run("read the symbols", nm, quiet=True)
    lines = steps.run("read the line table", dwarfdump, quiet=True)
    rows = parse_line_table(lines.stdout, read_compile_folders(path))
    return ObjectMap(parse_symbols(names.stdout), rows)
