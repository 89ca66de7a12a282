"""From a profile to the cost of each function of the model, and of each line of its listing."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tracemark.manifest import Entry, Manifest, Record
from tracemark.profile_data import Frame, ProfileData
from tracemark.symbols import C_INTERFACE_PREFIX, ObjectMap, Place
from tracemark.tag import Tag, parse_tag


@dataclass
class FunctionCost:
    """A function of the model. `cost` includes what it calls outside of the model (libm, memcpy)."""

    symbol: str
    cost: int = 0
    calls: int | None = None
    places: Counter[tuple[str, int]] = field(default_factory=Counter)  # (listing, line) -> cost
    without_line: Counter[tuple[str, int]] = field(default_factory=Counter)  # at line 0, by the line before
    record: Record | None = None
    entry: Entry | None = None
    tag: Tag = field(default_factory=lambda: Tag({}))

    @property
    def lines(self) -> dict[int, int]:
        """Cost by line of the function's listing."""
        file = self.record.file if self.record else ""
        return {line: cost for (name, line), cost in self.places.items() if name == file}

    @property
    def line_zero_cost(self) -> int:
        """Cost at addresses with line 0: no line of the listing has it."""
        return sum(self.without_line.values())

    @property
    def hottest_line(self) -> int | None:
        """The line of its listing with the highest cost."""
        return max(self.lines.items(), key=lambda item: item[1])[0] if self.lines else None


@dataclass
class Attribution:
    """Functions of the model, costliest first. Costs outside of it are in `outside`, by function."""

    unit: str
    functions: list[FunctionCost]
    outside: Counter[str]

    @property
    def total(self) -> int:
        """Cost inside the model's functions."""
        return sum(function.cost for function in self.functions)

    @property
    def line_zero_share(self) -> float:
        """Share of the total at addresses with line 0."""
        return sum(function.line_zero_cost for function in self.functions) / self.total if self.total else 0.0


class Attributor:
    """Knows the listings and the objects that were made from them.

    Cost in `ignored` objects and in the loader that the model's functions did not cause is left out.
    """

    def __init__(self, manifest: Manifest, objects: Mapping[str, ObjectMap], ignored: Collection[str] = ()) -> None:
        self.manifest = manifest
        self.objects = objects
        self.ignored = ignored
        self._records: dict[str, Record | None] = {}
        self._places: dict[Frame, tuple[Record, Place] | None] = {}

    def attribute(self, profile: ProfileData) -> Attribution:
        """Gives every event to the innermost frame that lies in a listing."""
        functions: dict[str, FunctionCost] = {}
        outside: Counter[str] = Counter()
        # What a listed function calls outside of the listings is its own cost, at the line of the call.
        carried: Counter[str] = Counter()
        for event in profile.events:
            for frame in event.stack:
                if self._add(functions, frame, event.cost):
                    break
            else:
                if not any(self._is_ignored(frame.object) for frame in event.stack):
                    outside[event.stack[0].function] += event.cost
        for call in profile.calls:
            if self._locate(call.callee) is None and self._add(functions, call.caller, call.cost):
                carried[call.callee.function] += call.cost
        outside = take(outside, carried)
        if profile.has_calls:
            self._count(functions, profile)
        for function in functions.values():
            self._describe(function)
        ordered = sorted(functions.values(), key=lambda function: (-function.cost, function.symbol))
        return Attribution(profile.unit, ordered, outside)

    def _is_ignored(self, name: str) -> bool:
        return name in self.ignored or Path(name).name.startswith("ld-linux")

    def _add(self, functions: dict[str, FunctionCost], frame: Frame, cost: int) -> bool:
        located = self._locate(frame)
        if located is None:
            return False
        record, place = located
        name = frame.function.removeprefix(C_INTERFACE_PREFIX)
        function = functions.setdefault(name, FunctionCost(name))
        function.cost += cost
        (function.without_line if place.guessed else function.places)[record.file, place.line] += cost
        return True

    def _locate(self, frame: Frame) -> tuple[Record, Place] | None:
        if frame not in self._places:
            self._places[frame] = self._find(frame)
        return self._places[frame]

    def _find(self, frame: Frame) -> tuple[Record, Place] | None:
        place = None
        if frame.address is not None and (known := self.objects.get(frame.object)):
            address: int | None = frame.address
            if frame.offset is not None:
                address = known.address_of(frame.function, frame.offset, frame.address)
            place = known.place_at(address) if address is not None else None
        elif frame.line:
            place = Place(frame.file, frame.line, False)
        if place is None:
            return None
        if place.file not in self._records:
            self._records[place.file] = self.manifest.record_of_path(place.file)
        record = self._records[place.file]
        return (record, place) if record else None

    def _count(self, functions: dict[str, FunctionCost], profile: ProfileData) -> None:
        counts: Counter[str] = Counter()
        for call in profile.calls:
            counts[call.callee.function] += call.count
        for name, function in functions.items():
            # The first call of the entry came from outside of what was collected.
            function.calls = counts.get(name)

    def _describe(self, function: FunctionCost) -> None:
        """Finds the listing that most of the cost is in, and the function's entry there."""
        weights: dict[str, int] = defaultdict(int)
        everywhere = function.places + function.without_line
        for (file, _), cost in everywhere.items():
            weights[file] += cost
        best = max(weights, key=lambda file: weights[file])
        records = {record.file: record for record in self.manifest.records}
        function.record = records[best]
        line = function.hottest_line or max(everywhere, key=lambda place: everywhere[place])[1]
        for entry in function.record.entries:
            if entry.symbol == function.symbol:
                function.entry = entry
                break
            if entry.lines[0] <= line <= entry.lines[1] and function.entry is None:
                function.entry = entry
        tag = function.entry.tag if function.entry else None
        if tag is None:
            tags = [entry.tag for entry in self.manifest.entries() if entry.symbol == function.symbol]
            tag = next((known for known in reversed(tags) if known), None)
        function.tag = parse_tag(tag)


def attribute_names(profile: ProfileData, manifest: Manifest, stage: str | None = None) -> Attribution:
    """Gives costs to functions by their names alone, where no addresses or lines are known: no line costs anything.

    The innermost frame counts whose function is in a listing; of several listings of it the one of `stage`, else the
    last. Events without such a frame are `outside`.
    """
    entries = {entry.symbol: (record, entry) for record in manifest.records for entry in record.entries}
    for record in manifest.of_stage(stage) if stage else ():
        entries |= {entry.symbol: (record, entry) for entry in record.entries}
    tags = {entry.symbol: entry.tag for entry in manifest.entries() if entry.tag}
    functions: dict[str, FunctionCost] = {}
    outside: Counter[str] = Counter()
    for event in profile.events:
        name = next((frame.function for frame in event.stack if frame.function in entries), None)
        if name is None:
            outside[event.stack[0].function] += event.cost
            continue
        record, entry = entries[name]
        function = functions.setdefault(
            name, FunctionCost(name, record=record, entry=entry, tag=parse_tag(tags.get(name)))
        )
        function.cost += event.cost
    for call in profile.calls:
        if called := functions.get(call.callee.function):
            called.calls = (called.calls or 0) + call.count
    ordered = sorted(functions.values(), key=lambda function: (-function.cost, function.symbol))
    return Attribution(profile.unit, ordered, outside)


def take(costs: Counter[str], carried: Counter[str]) -> Counter[str]:
    """Costs without what was carried to a caller.

    The inclusive cost of a callee covers what it calls in turn, so the rest is taken from whatever is left.
    """
    left = Counter(costs)
    rest = 0
    for name, cost in carried.items():
        taken = min(left[name], cost)
        left[name] -= taken
        rest += cost - taken
    for name in sorted(left, key=lambda name: left[name]):
        taken = min(left[name], rest)
        left[name] -= taken
        rest -= taken
    return +left
