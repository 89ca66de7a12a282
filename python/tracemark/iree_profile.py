"""Reader of the profiles that IREE's runtime takes itself, with `--device_profiling_output=FILE.ireeprof`.

IREE's own program turns a capture into lines of JSON, `iree-profile export --format=ireeperf-jsonl`; a file of
such lines is taken too. They tell when each dispatch ran and how it is called, and nothing of what is inside.
"""

from __future__ import annotations

import io
import json
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tracemark.errors import TracemarkError
from tracemark.iree_programs import find_program
from tracemark.profile_data import Call, Event, Frame, ProfileData
from tracemark.steps import StepError, Steps

MAGIC = b"IRPF"
FORMAT = "ireeperf-jsonl"
# A device tells the time by its own clock. The host's events of such a device are of giving it work.
DEVICE_EVENT = "dispatch_event"
HOST_EVENT = "host_execution_event"
# Whoever starts dispatches: the queue, of which no more is known.
QUEUE = Frame(object="", function="", address=None)


@dataclass(frozen=True)
class DispatchTime:
    """All runs of the dispatches of one name. `cost` is in the capture's unit."""

    name: str
    calls: int
    cost: int


@dataclass(frozen=True)
class Capture:
    """What IREE recorded.

    `unit` is "ns", or "ticks" if the clock of a device could not be mapped. `functions` are the exports of all
    executables, run or not, in the order they were loaded. `lost` counts records that the runtime had no room for.
    """

    unit: str
    functions: tuple[str, ...]
    dispatches: tuple[DispatchTime, ...]
    lost: int

    def profile(self) -> ProfileData:
        """The same as a profile: an event and a call record for each name."""
        frames = {dispatch: Frame(object="", function=dispatch.name, address=None) for dispatch in self.dispatches}
        return ProfileData(
            unit=self.unit,
            events=[Event(dispatch.cost, (frame,)) for dispatch, frame in frames.items()],
            calls=[Call(QUEUE, frame, dispatch.calls, dispatch.cost) for dispatch, frame in frames.items()],
            has_calls=True,
        )


def looks_like_iree_profile(path: Path) -> bool:
    """Whether a file begins as a capture or as what iree-profile exports of one."""
    try:
        with path.open("rb") as file:
            head = file.readline(4096)
    except OSError:
        return False
    return head.startswith(MAGIC) or is_schema(head)


def is_schema(line: bytes) -> bool:
    """Whether a line is the first one of an export."""
    try:
        data = json.loads(line)
    except ValueError:
        return False
    return isinstance(data, dict) and data.get("record_type") == "schema" and data.get("format") == FORMAT


class ExportParser:
    """Parses one export; use `parse`."""

    def __init__(self) -> None:
        self.version: object = None
        self.names: dict[tuple[int, int], str] = {}
        self.calls: dict[str, Counter[tuple[int, int]]] = {DEVICE_EVENT: Counter(), HOST_EVENT: Counter()}
        self.costs: dict[str, Counter[tuple[int, int]]] = {DEVICE_EVENT: Counter(), HOST_EVENT: Counter()}
        self.ticks: Counter[tuple[int, int]] = Counter()
        self.has_clock = True
        self.lost = 0

    def parse(self, lines: Iterable[str]) -> Capture:
        """The capture; raises ValueError for a line that is not in the format.

        A last line without its end is left out: whoever wrote it was stopped.
        """
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                self._record(json.loads(line))
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                if not line.endswith("\n"):
                    self.lost += 1
                    break
                known = f", schema version {self.version}" if self.version is not None else ""
                raise ValueError(f"line {number} is not in the format {FORMAT}{known}: {line.strip()[:60]}") from error
        if self.version is None:
            raise ValueError(f"it does not begin with the schema of {FORMAT}")
        return self._finish()

    def _record(self, data: dict[str, Any]) -> None:
        kind = data["record_type"]
        if kind == "schema":
            if data["format"] != FORMAT:
                raise ValueError(data["format"])
            self.version = data["schema_version"]
        elif kind == "executable_function":
            self.names[self._function(data)] = str(data["name"])
        elif kind == DEVICE_EVENT or (kind == HOST_EVENT and data["op"] == "dispatch"):
            self._event(kind, data)
        elif kind == "diagnostic":
            self.lost += int(data.get("dropped_records", 0))

    def _event(self, kind: str, data: dict[str, Any]) -> None:
        function = self._function(data)
        if key := data.get("key"):
            self.names.setdefault(function, str(key))
        self.calls[kind][function] += 1
        if not data["valid"]:
            self.lost += 1
            return
        self.costs[kind][function] += int(data["duration_ns"])
        if kind == DEVICE_EVENT:
            self.ticks[function] += int(data["duration_ticks"])
            self.has_clock = self.has_clock and bool(data["derived_time_available"])

    @staticmethod
    def _function(data: dict[str, Any]) -> tuple[int, int]:
        return int(data["executable_id"]), int(data["function_ordinal"])

    def _finish(self) -> Capture:
        kind = DEVICE_EVENT if self.calls[DEVICE_EVENT] else HOST_EVENT
        unit, costs = ("ns", self.costs[kind]) if self.has_clock else ("ticks", self.ticks)
        calls_by_name: Counter[str] = Counter()
        costs_by_name: Counter[str] = Counter()
        for function, calls in self.calls[kind].items():
            name = self.names.get(function, f"executable {function[0]}, function {function[1]}")
            calls_by_name[name] += calls
            costs_by_name[name] += costs[function]
        dispatches = tuple(DispatchTime(name, calls, costs_by_name[name]) for name, calls in calls_by_name.items())
        return Capture(unit, tuple(dict.fromkeys(self.names.values())), dispatches, self.lost)


def read_capture(steps: Steps, path: Path) -> Capture:
    """Reads a capture or an export of one; a note on stderr says what the runtime lost of it."""
    try:
        with path.open("rb") as file:
            is_raw = file.read(len(MAGIC)) == MAGIC
        text = export(steps, path) if is_raw else path.read_text(encoding="utf-8", errors="replace")
        capture = ExportParser().parse(io.StringIO(text))
    except OSError as error:
        raise TracemarkError(f"the profile '{path}' cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise TracemarkError(f"the profile '{path}' cannot be read: {error}") from error
    if not capture.dispatches:
        raise TracemarkError(
            f"the profile '{path}' holds no dispatch",
            "take it with --device_profiling_mode=queue-events,host-execution,executable-metadata, on a GPU "
            "dispatch-events in place of host-execution",
        )
    if capture.lost:
        sys.stderr.write(f"note: the profile '{path}' misses {capture.lost} of its records; times are too small\n")
    return capture


def export(steps: Steps, path: Path) -> str:
    """The lines that iree-profile makes of a capture."""
    command: list[str | Path] = [find_program("iree-profile"), "export", f"--format={FORMAT}", path.absolute()]
    try:
        return steps.run("read the profile", command, quiet=True).stdout
    except StepError as error:
        said = error.stderr.strip().splitlines()
        reason = said[0].split(": ", 1)[-1] if said else f"it ended with code {error.code}"
        raise TracemarkError(f"iree-profile cannot read the profile '{path}': {reason}") from error


def read_iree_profile(steps: Steps, path: Path) -> ProfileData:
    """Reads a capture or an export of one as a profile; its frames have no address and no line."""
    return read_capture(steps, path).profile()
