"""Reader of callgrind's profile format (valgrind's manual, "Callgrind Format Specification").

Self cost becomes events of one frame; `calls=` records keep their inclusive cost apart, so that it is never
taken for cost of the caller.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from tracemark.errors import TracemarkError
from tracemark.profile_data import Call, Event, Frame, ProfileData

MAGIC = re.compile(r"^(# callgrind format|version:|creator: callgrind|positions:|events:)")
UNITS = {"Ir": "instructions"}


class CallgrindParser:
    """Parses one file; use `parse`."""

    def __init__(self) -> None:
        self.positions = ["line"]
        self.events = ["Ir"]
        self.names: dict[str, dict[str, str]] = {"ob": {}, "fl": {}, "fn": {}}
        self.object = self.file = self.function = ""
        self.callee_object = self.callee_file = ""
        self.callee_function = ""
        self.last = [0, 0]  # address, line
        self.pending_call: tuple[int, list[int]] | None = None
        self.pending_jump = False
        self.open_parts = 0  # begun, and not ended by their totals
        self.costs: dict[Frame, int] = {}
        self.calls: dict[tuple[Frame, Frame], list[int]] = {}

    def parse(self, lines: Iterable[str]) -> ProfileData:
        """The profile; raises ValueError for a line that is not in the format."""
        for number, raw in enumerate(lines, start=1):
            line = raw.strip()
            if not line or line.startswith("#"):
                continue
            try:
                self._line(line)
            except (ValueError, KeyError, IndexError) as error:
                raise ValueError(f"line {number} is not in callgrind's format: {line[:60]}") from error
        return ProfileData(
            unit=UNITS.get(self.events[0], self.events[0]),
            events=[Event(cost, (frame,)) for frame, cost in self.costs.items()],
            calls=[Call(caller, callee, n, cost) for (caller, callee), (n, cost) in self.calls.items()],
            has_calls=True,
        )

    def _line(self, line: str) -> None:
        if line[0].isdigit() or line[0] in "+-*":
            self._cost(line.split())
        elif match := re.match(r"(calls|jump|jcnd)\s*=\s*(.*)", line):
            words = match[2].split()
            if match[1] == "calls":
                self.pending_call = (int(words[0], 0), self._position(words[1:]))
            else:
                self.pending_jump = True
        elif match := re.match(r"(c?)(ob|fl|fi|fe|fn)\s*=\s*(.*)", line):
            self._name(match[1] == "c", match[2], match[3])
        elif match := re.match(r"(\w+)\s*:\s*(.*)", line):
            self._header(match[1], match[2].split())
        else:
            raise ValueError(line)

    def _header(self, key: str, words: list[str]) -> None:
        if key == "positions":
            self.positions = words
        elif key == "events":
            self.events = words
        elif key == "part":
            self.last = [0, 0]
        elif key == "summary":
            self.open_parts += 1
        elif key == "totals":
            self.open_parts -= 1

    def _name(self, of_callee: bool, kind: str, text: str) -> None:
        name = self._expand("fl" if kind in ("fi", "fe") else kind, text)
        if of_callee:
            if kind == "ob":
                self.callee_object = name
            elif kind == "fn":
                self.callee_function = name
            else:
                self.callee_file = name
        elif kind == "ob":
            self.object = name
        elif kind == "fn":
            self.function = name
        else:
            self.file = name

    def _expand(self, kind: str, text: str) -> str:
        """Resolves `(3)` and remembers `(3) name`."""
        match = re.fullmatch(r"\((\d+)\)(?:\s+(.*))?", text)
        if not match:
            return text
        if match[2] is not None:
            self.names[kind][match[1]] = match[2]
        return self.names[kind][match[1]]

    def _position(self, words: list[str]) -> list[int]:
        """Address and line from subpositions, which may be relative to the last cost line."""
        result = list(self.last)
        for slot, word in zip(self.positions, words, strict=False):
            index = 0 if slot == "instr" else 1
            if word.startswith(("+", "-")):
                result[index] = self.last[index] + int(word, 0)
            elif word != "*":
                result[index] = int(word, 0)
        return result

    def _cost(self, words: list[str]) -> None:
        self.last = self._position(words[: len(self.positions)])
        if self.pending_jump:
            self.pending_jump = False
            return
        values = words[len(self.positions) :]
        cost = int(values[0]) if values else 0
        address = self.last[0] if "instr" in self.positions else None
        here = Frame(self.object, plain(self.function), address, self.file, self.last[1])
        if self.pending_call is None:
            self.costs[here] = self.costs.get(here, 0) + cost
            return
        count, target = self.pending_call
        callee = Frame(
            self.callee_object or self.object,
            plain(self.callee_function),
            target[0] if address is not None else None,
            self.callee_file or self.file,
            target[1],
        )
        total = self.calls.setdefault((here, callee), [0, 0])
        total[0] += count
        total[1] += cost
        self.pending_call = None
        self.callee_object = self.callee_file = ""


def plain(function: str) -> str:
    """A function's name without callgrind's mark of the recursion level."""
    return re.sub(r"'\d+$", "", function)


def looks_like_callgrind(path: Path) -> bool:
    """Whether a file begins as callgrind's do."""
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            head = file.read(512)
    except OSError:
        return False
    return any(MAGIC.match(line) for line in head.splitlines())


def read_callgrind(path: Path) -> ProfileData:
    """Reads a callgrind.out file."""
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            parser = CallgrindParser()
            data = parser.parse(file)
    except OSError as error:
        raise TracemarkError(f"the profile '{path}' cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise TracemarkError(f"the profile '{path}' cannot be read: {error}") from error
    if parser.open_parts > 0:
        raise TracemarkError(f"the profile '{path}' is cut off: expected a line 'totals:' at its end, found none")
    if not data.events:
        raise TracemarkError(f"the profile '{path}' holds no cost: the entry was not reached while it ran")
    return data
