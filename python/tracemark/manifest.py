"""The manifest that the plugin writes beside its listings (docs/manifest.md)."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tracemark.errors import TracemarkError

FILE_NAME = "manifest.jsonl"
VERSIONS = (1, 2, 3)


@dataclass(frozen=True)
class Signature:
    """Type strings of a function's arguments and results."""

    arguments: tuple[str, ...]
    results: tuple[str, ...]


@dataclass(frozen=True)
class Entry:
    """A function with a body inside a listing. Lines are 1-based and inclusive."""

    symbol: str
    tag: str | None
    lines: tuple[int, int]
    root: tuple[int, int] | None
    signature: Signature | None
    public: bool


@dataclass(frozen=True)
class Record:
    """One listing."""

    stage: str
    argument: str
    occurrence: int
    file: str
    entries: tuple[Entry, ...]
    # Since version 2; empty before.
    run: str = ""
    path: str = ""  # of the file in debug info
    directory: str = ""  # where a relative path starts there; empty if that is not known
    inputs: tuple[str, ...] = ()


@dataclass(frozen=True)
class Position:
    """A line of a listing, and what it is a line of."""

    record: Record
    line: int  # from 1
    text: str
    entry: Entry | None  # the function that the line is in; None: outside of all
    is_root: bool  # of the root operation of that function


@dataclass(frozen=True)
class Manifest:
    """All listings of a folder, in the order they were written."""

    folder: Path  # or the program that the listings were in
    records: tuple[Record, ...]
    texts: Mapping[str, str] | None = None  # of listings that are not in a folder, by Record.file

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Manifest:
        """Reads `manifest.jsonl`, given by its own path or by that of its folder; a TracemarkError if it cannot be."""
        return read_manifest(Path(path))

    def resolve(self, file: str, line: int) -> Position:
        """What a profiler's or debugger's `file` and `line` (from 1) stand for.

        `file` may be any path that ends with the name of a listing, such as `canonicalize/main.mlir`; the record
        written last counts. A TracemarkError if there is no such listing or line.
        """
        record = self.record_of_path(file)
        if record is None:
            raise TracemarkError(f"no listing of '{self.folder}' is called '{file}'")
        lines = self.text(record)
        if not 1 <= line <= len(lines):
            raise TracemarkError(f"'{record.file}' has lines 1 to {len(lines)}, none with the number {line}")
        entry = next((one for one in record.entries if one.lines[0] <= line <= one.lines[1]), None)
        is_root = entry is not None and entry.root is not None and entry.root[0] <= line <= entry.root[1]
        return Position(record, line, lines[line - 1], entry, is_root)

    def of_stage(self, stage: str) -> list[Record]:
        """The records of a stage, given as `canonicalize#2` or `canonicalize` (any occurrence)."""
        exact = [record for record in self.records if record.stage == stage_label(stage)]
        return exact or [record for record in self.records if record.argument == stage]

    def entries(self) -> list[Entry]:
        """All entries of all records."""
        return [entry for record in self.records for entry in record.entries]

    def record_of_path(self, path: str) -> Record | None:
        """The record whose file a debugger's path ends with."""
        parts = Path(path).parts
        for record in reversed(self.records):
            tail = Path(record.file).parts
            if parts[-len(tail) :] == tail:
                return record
        return None

    def input_files(self, record: Record) -> list[str]:
        """The files of the input that a listing came from, through the listings of earlier stages."""
        by_path: dict[str, list[Record]] = {}
        for known in self.records:
            by_path.setdefault(known.path, []).append(known)
        found: dict[str, None] = {}
        seen = set()
        waiting = list(reversed(record.inputs))
        while waiting:
            path = waiting.pop()
            if path in seen:
                continue
            seen.add(path)
            earlier = by_path.get(path)
            if earlier is None:
                found[path] = None
            for known in reversed(earlier or ()):
                waiting.extend(reversed(known.inputs))
        return list(found)

    def place(self, record: Record) -> str:
        """Where a listing is, for people."""
        return f"{self.folder}: {record.file}" if self.texts is not None else str(self.folder / record.file)

    def text(self, record: Record) -> list[str]:
        """The lines of a listing, without line ends."""
        if self.texts is not None:
            return self.texts[record.file].splitlines()
        path = self.folder / record.file
        try:
            return path.read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError as error:
            raise TracemarkError(f"the listing '{path}' cannot be read: {error.strerror}") from error


def stage_label(stage: str) -> str:
    """How listings and locations call a stage: its first occurrence has no number."""
    return stage.removesuffix("#1")


def read_manifest(path: Path) -> Manifest:
    """Reads a manifest, given as the file or as its folder.

    What is no whole JSON value is a record whose writer was killed: it is left out, which a note on stderr says.
    """
    if path.is_dir():
        path = path / FILE_NAME
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise TracemarkError(f"the manifest '{path}' cannot be read: {error.strerror}") from error
    torn = []
    reader = RecordReader()
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            data = json.loads(line)
        except ValueError:
            torn.append(number)
            continue
        try:
            reader.read(data)
        except OtherVersionError as error:
            raise TracemarkError(
                f"line {number} of the manifest '{path}' has version {error.found}: expected version 1 to 3",
                "this tracemark reads no other; use the one that belongs to the plugin",
            ) from error
        except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
            raise TracemarkError(
                f"line {number} of the manifest '{path}' is not a record of version 1 to 3: {error}"
            ) from error
    if torn and not reader.records:
        raise TracemarkError(f"the manifest '{path}' is cut off: expected lines of JSON, found no whole one")
    for number in torn:
        sys.stderr.write(f"note: line {number} of the manifest '{path}' is cut off; it is left out\n")
    return Manifest(path.parent, tuple(reader.records))


class RecordReader:
    """Makes the records of listings out of the lines of a manifest, given in their order."""

    def __init__(self) -> None:
        self.records: list[Record] = []
        self.known: dict[tuple[str, str], Record] = {}  # by run and file

    def read(self, data: dict[str, Any]) -> None:
        """Adds what one line tells of."""
        if data["version"] not in VERSIONS:
            raise OtherVersionError(data["version"])
        if "unchanged" not in data:
            record = parse_record(data)
            self.known[record.run, record.file] = record
            self.records.append(record)
            return
        for file in data["unchanged"]:
            earlier = self.known.get((str(data["run"]), file))
            if earlier is None:
                raise ValueError(f"no record of '{file}' is before it")
            self.records.append(
                replace(
                    earlier,
                    stage=str(data["stage"]),
                    argument=str(data["argument"]),
                    occurrence=int(data["occurrence"]),
                )
            )


class OtherVersionError(ValueError):
    """A record of a version that is not known here."""

    def __init__(self, found: object) -> None:
        super().__init__(f"its version is {found}")
        self.found = found


def parse_record(data: dict[str, Any]) -> Record:
    """One record from its JSON object."""
    if data["version"] not in VERSIONS:
        raise OtherVersionError(data["version"])
    return Record(
        stage=str(data["stage"]),
        argument=str(data["argument"]),
        occurrence=int(data["occurrence"]),
        file=str(data["file"]),
        entries=tuple(parse_entry(entry) for entry in data["entries"]),
        run=str(data.get("run", "")),
        path=str(data.get("path", "")),
        directory=str(data.get("directory") or ""),
        inputs=tuple(data.get("inputs", ())),
    )


def parse_entry(data: dict[str, Any]) -> Entry:
    """One entry of a record from its JSON object."""
    symbol = data["symbol"]
    signature = data.get("signature")
    return Entry(
        symbol=symbol[-1] if isinstance(symbol, list) else str(symbol),
        tag=data.get("tag"),
        lines=parse_range(data["lines"]),
        root=parse_range(data["root"]) if data.get("root") else None,
        signature=Signature(tuple(signature["arguments"]), tuple(signature["results"])) if signature else None,
        public=data.get("visibility", "public") == "public",
    )


def parse_range(data: list[int]) -> tuple[int, int]:
    """`[first, last]`."""
    return int(data[0]), int(data[1])
