"""What a process that crashed, hangs or still works was doing: the marks beside its listings (docs/manifest.md)."""

from __future__ import annotations

import fcntl
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote_to_bytes

from tracemark.errors import TracemarkError

FOLDER = "in-flight"
LINE = 256
HEAD = b"tracemark-in-flight "
VERSION = "1"


@dataclass(frozen=True)
class Mark:
    """A pass that has begun and not ended. `since` is in milliseconds since 1970."""

    name: str
    op: str
    symbol: str
    thread: str
    since: int


@dataclass(frozen=True)
class Run:
    """A process that ended out of order, or (`alive`) is still there."""

    run: str
    pid: int
    since: int
    alive: bool
    marks: tuple[Mark, ...]


def read_runs(folder: Path) -> list[Run]:
    """The processes that left marks in a folder of listings, the oldest first."""
    if not folder.is_dir():
        raise TracemarkError(f"there is no folder '{folder}'")
    runs = []
    for path in (folder / FOLDER).glob("*"):
        try:
            run = read_run(path)
        except FileNotFoundError:
            continue  # ended in order since
        if run:
            runs.append(run)
    return sorted(runs, key=lambda run: run.since)


def read_run(path: Path) -> Run | None:
    """One process; None if the file is another."""
    with path.open("rb") as file:
        data = file.read()
        alive = is_locked(file.fileno())
    head = fields_of(data[:LINE])
    if not data.startswith(HEAD) or head.get("version") != VERSION:
        return None
    lines = (data[at : at + LINE] for at in range(LINE, len(data), LINE))
    marks = [parse_mark(fields_of(line)) for line in lines if line.startswith(b"+")]
    return Run(head["run"], int(head["pid"]), int(head["since"]), alive, tuple(sorted(marks, key=lambda m: m.since)))


def is_locked(descriptor: int) -> bool:
    """Whether the process that made the file holds it."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    return False


def fields_of(line: bytes) -> dict[str, str]:
    """`key=value` pairs; in values, %XX is a byte."""
    return {
        key.decode(): unquote_to_bytes(value).decode(errors="replace")
        for key, value in re.findall(rb"([a-z]+)=(\S*)", line)
    }


def parse_mark(fields: dict[str, str]) -> Mark:
    """A mark from its fields; of one that is cut off the last ones may be missing."""
    return Mark(
        name=fields.get("pass", ""), op=fields.get("op", ""), symbol=fields.get("symbol", ""),
        thread=fields.get("thread", ""), since=int(fields.get("since", "0")),
    )  # fmt: skip
