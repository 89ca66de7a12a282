"""Listings that were moved since the program was compiled: what tells each tool where they are now."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import PurePosixPath

from tracemark.errors import TracemarkError
from tracemark.manifest import Manifest, Record


@dataclass(frozen=True)
class Move:
    """A folder of listings: as debug info names it, that path made absolute, and where it is now."""

    named: str
    old: str
    new: str

    @property
    def moved(self) -> bool:
        """Whether a tool that goes by the absolute path has to be told anything."""
        return self.old != self.new


def find_moves(manifest: Manifest) -> list[Move]:
    """One for each name that the manifest's records have for its folder."""
    new = str(manifest.folder.resolve())
    moves = [make_move(record, new) for record in manifest.records if record.path]
    if not moves:
        raise TracemarkError(
            f"no record in '{manifest.folder}' says where the listings were",
            "manifests of version 1 do not; write the listings again",
        )
    found = list(dict.fromkeys(move for move in moves if move))
    if not found:
        raise TracemarkError(f"the paths in debug info have nothing in common with those below '{manifest.folder}'")
    return found


def make_move(record: Record, new: str) -> Move | None:
    """The folder of one record; None if a prefix map gave the file itself another name."""
    if not record.path.endswith("/" + record.file):
        return None
    named = record.path.removesuffix("/" + record.file)
    return Move(named, str(PurePosixPath(record.directory or ".") / named), new)


def for_gdb(move: Move) -> list[str]:
    """gdb looks up the name as it stands in debug info, which may be relative."""
    names = dict.fromkeys((move.named, move.old))
    return [f"set substitute-path {quote_gdb(name)} {quote_gdb(move.new)}" for name in names if name != move.new]


def for_objdump(move: Move) -> list[str]:
    """The options by which objdump drops the old folder's parts and puts the new one in front."""
    if not move.moved:
        return []
    parts = PurePosixPath(move.old).parts
    if parts[0] == "/":
        return [f"--prefix={shlex.quote(move.new)} --prefix-strip={len(parts) - 1}"]
    # A compile directory that was mapped to a relative one: the reader's working directory counts.
    new = PurePosixPath(move.new)
    if new.parts[-len(parts) :] == parts:
        return [f"cd {shlex.quote(str(PurePosixPath(*new.parts[: -len(parts)])))}"]
    return for_link(move)


def for_callgrind(move: Move) -> list[str]:
    """callgrind's file has absolute paths, and its reader opens nothing else."""
    if not move.moved:
        return []
    old = re.sub(r"([][.^$*+?(){}|\\#])", r"\\\1", move.old)
    new = re.sub(r"([&\\#])", r"\\\1", move.new)
    # fl, fi, fe, cfl and cfi name files: a number, and where it is used first, a path.
    script = rf"s#^(c?f[lie]=\([0-9]+\) )(\./)?{old}/#\1{new}/#"
    return [f"sed -E -i {shlex.quote(script)} callgrind.out.*"]


def for_search(option: str) -> Callable[[Move], list[str]]:
    """An option that names a folder to search."""
    return lambda move: [f"{option}={shlex.quote(move.new)}"]


def for_link(move: Move) -> list[str]:
    """What serves every tool, where the old path may be made."""
    if not move.moved:
        return []
    parent = shlex.quote(str(PurePosixPath(move.old).parent))
    return [f"mkdir -p {parent} && ln -sT {shlex.quote(move.new)} {shlex.quote(move.old)}"]


def quote_gdb(path: str) -> str:
    """A word of a gdb command."""
    return path if re.fullmatch(r"[\w./+@%:,=-]+", path) else '"' + re.sub(r'(["\\])', r"\\\1", path) + '"'


# Tool -> what to do with the lines, the lines.
TOOLS: dict[str, tuple[str, Callable[[Move], list[str]]]] = {
    "gdb": ("commands of gdb, or for its -x", for_gdb),
    "perf": ("options of perf annotate", for_objdump),
    "objdump": ("options of objdump -S", for_objdump),
    "callgrind": ("before callgrind_annotate or kcachegrind", for_callgrind),
    "vtune": ("option of vtune -report", for_search("-source-search-dir")),
    "ncu": ("option of ncu", for_search("--source-folders")),
    "link": ("for any tool, if the old path may be made", for_link),
}


def to_json(manifest: Manifest, tools: Iterable[str]) -> list[dict[str, object]]:
    """As `relocate --json` prints it."""
    return [{"tool": tool, "use": TOOLS[tool][0], "lines": commands(manifest, tool)} for tool in tools]


def commands(manifest: Manifest, tool: str) -> list[str]:
    """The lines for one tool; none if it finds the listings where they are."""
    lines = [line for move in find_moves(manifest) for line in TOOLS[tool][1](move)]
    return list(dict.fromkeys(lines))
