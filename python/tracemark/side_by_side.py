"""Two hosts' profiles of one model side by side: which of their dispatches compute the same (docs/iree.md)."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tracemark.report import Dispatch
from tracemark.tag import Tag, parse_tag
from tracemark.workflow import ProfileResult

LAYOUT = re.compile(r"_[ncdhwgfm]{2,}(?=_|$)")
CONVOLUTION = re.compile(r"conv_[123]d_([ncdhw]+)_[fcdhw]+")
Problem = tuple[str, ...]
Parts = tuple[list[Dispatch], list[Dispatch]]  # of the first host, of the second


@dataclass(frozen=True)
class Side:
    """Dispatches of one host in a row. Calls and seconds are of one call of the model, None where not known."""

    dispatches: tuple[Dispatch, ...]
    calls: float | None
    seconds: float | None
    share: float

    @property
    def layers(self) -> list[str]:
        """The layers of all of them."""
        return list(dict.fromkeys(layer for dispatch in self.dispatches for layer in dispatch.layers))


@dataclass(frozen=True)
class Row:
    """What computes the same on both hosts, or what one host has alone: then the other side is None."""

    first: Side | None
    second: Side | None

    @property
    def sides(self) -> tuple[Side, ...]:
        """Those that are there."""
        return tuple(side for side in (self.first, self.second) if side is not None)

    @property
    def ratio(self) -> float | None:
        """Time of the first host for each second of the other; None unless both call the pair equally often."""
        if self.first is None or self.second is None or not have_equal_calls(self.first, self.second):
            return None
        return self.first.seconds / self.second.seconds if self.first.seconds and self.second.seconds else None

    @property
    def weight(self) -> float:
        """The larger share."""
        return max(side.share for side in self.sides)


@dataclass(frozen=True)
class Comparison:
    """Two profiles of one model, rows with the largest share first."""

    results: tuple[ProfileResult, ProfileResult]
    rows: tuple[Row, ...]


def problem_of(tag: Tag) -> Problem | None:
    """What a dispatch's root computes, however its host writes it down; None without a tag.

    Extents of 1 and the order of the others do not matter, nor which operand comes first: hosts drop unit dimensions
    and change layouts. A convolution whose window is one element is the contraction that it can be written as.
    """
    root, dims, types, mods = (tag.fields.get(key, "") for key in ("root", "dims", "types", "mods"))
    if not root:
        return None
    extents = dims.split("x") if dims else []
    contraction = contraction_of(tag) or pointwise(root, extents, mods)
    if contraction:
        return ("contraction", *contraction, types)
    return (LAYOUT.sub("", root), *sorted(extent for extent in extents if extent != "1"), types, mods)


def contraction_of(tag: Tag) -> Problem | None:
    """batch, m and n in order of size, k."""
    if not {"m", "n", "k"} <= tag.fields.keys():
        return None
    sides = sorted((tag.fields["m"], tag.fields["n"]), key=int)
    return (tag.fields.get("batch", "1"), *sides, tag.fields["k"])


def pointwise(root: str, extents: Sequence[str], mods: str) -> Problem | None:
    """The same of a convolution with a window of one element and no strides."""
    match = CONVOLUTION.fullmatch(root)
    if not match or mods or not all(extent.isdigit() for extent in extents):
        return None
    # The loops: those of the result, as the input's layout has them, then the input's but the batch.
    image = match[1]
    reduced = image.replace("n", "")
    if "c" not in image or len(extents) != len(image) + len(reduced):
        return None
    numbers = [int(extent) for extent in extents]
    window = [number for axis, number in zip(reduced, numbers[len(image) :], strict=True) if axis != "c"]
    if any(number != 1 for number in window):
        return None
    filters = numbers[image.index("c")]
    pixels = math.prod(number for axis, number in zip(image, numbers, strict=False) if axis != "c")
    small, large = sorted((filters, pixels))
    return ("1", str(small), str(large), str(numbers[len(image) + reduced.index("c")]))


def have_equal_calls(first: Side, second: Side) -> bool:
    """Whether both sides run equally often, as far as it is known."""
    return first.calls is not None and first.calls == second.calls


def unsampled(result: ProfileResult, tags: Mapping[str, Tag]) -> list[Dispatch]:
    """The dispatches that ran, and no sample fell into."""
    seconds = 0.0 if any(dispatch.seconds is not None for dispatch in result.report.dispatches) else None
    known = {dispatch.name for dispatch in result.report.dispatches}
    return [
        Dispatch(
            name=name, share=0.0, cost=0, calls=calls, seconds=seconds, root=tags[name].root, layers=tags[name].layers,
            flops=tags[name].flops, flops_per_second=None, flops_per_instruction=None, listing=None, lines=None,
            hottest_line=None, hot_lines=[],
        )
        for name, calls in result.calls.items()
        if calls and name in tags and name not in known
    ]  # fmt: skip


class Pairing:
    """Pairs the dispatches of two profiles; use `compare`."""

    def __init__(self, first: ProfileResult, second: ProfileResult) -> None:
        self.results = (first, second)

    def side(self, index: int, dispatches: Sequence[Dispatch]) -> Side | None:
        """Dispatches of one of the hosts together; None for none."""
        if not dispatches:
            return None
        run = self.results[index].run
        counts = [dispatch.calls for dispatch in dispatches if dispatch.calls is not None]
        times = [dispatch.seconds for dispatch in dispatches if dispatch.seconds is not None]
        return Side(
            tuple(dispatches),
            sum(counts) / run.calls if len(counts) == len(dispatches) else None,
            sum(times) / run.calls if len(times) == len(dispatches) else None,
            sum(dispatch.share for dispatch in dispatches),
        )

    def row(self, first: Sequence[Dispatch], second: Sequence[Dispatch]) -> Row:
        """A row of these."""
        return Row(self.side(0, first), self.side(1, second))

    def compare(self) -> tuple[Row, ...]:
        """All rows, those with the largest share first."""
        tags = [
            {entry.symbol: parse_tag(entry.tag) for entry in result.manifest.entries() if entry.tag}
            for result in self.results
        ]
        self.tails = [{name: tag.fields.get("tail", "") for name, tag in known.items()} for known in tags]
        groups: dict[Problem, Parts] = defaultdict(lambda: ([], []))
        rows: list[Row] = []
        for index, result in enumerate(self.results):
            for dispatch in (*result.report.dispatches, *unsampled(result, tags[index])):
                problem = problem_of(tags[index].get(dispatch.name, Tag({})))
                if problem is None:
                    rows.append(self.row(*(([dispatch], []) if index == 0 else ([], [dispatch]))))
                else:
                    groups[problem][index].append(dispatch)
        for first, second in groups.values():
            rows += self.split(first, second)
        rows = [row for row in rows if row.weight > 0]
        return tuple(sorted(rows, key=lambda row: (-row.weight, row.sides[0].dispatches[0].name)))

    def split(self, first: list[Dispatch], second: list[Dispatch]) -> list[Row]:
        """Rows of dispatches that solve the same problem.

        A host makes one dispatch of equal layers and calls it for each, so a row may hold several. They are taken apart
        by layer, then by what is fused with the root, where that leaves both hosts as many calls; the rest is one row
        if the hosts share a layer in it.
        """
        rows: list[Row] = []
        for parts_of in (connected_by_layer, self.by_tail):
            for one, other in parts_of(first, second):
                if not self.is_pair(one, other):
                    continue
                finer = self.by_tail(one, other)
                whole = [(one, other)]
                rows += [self.row(*part) for part in (finer if all(self.is_pair(*part) for part in finer) else whole)]
                first = [dispatch for dispatch in first if dispatch not in one]
                second = [dispatch for dispatch in second if dispatch not in other]
        if first and second and share_layer(first, second):
            return [*rows, self.row(first, second)]
        return [*rows, *(self.row([one], []) for one in first), *(self.row([], [one]) for one in second)]

    def is_pair(self, first: Sequence[Dispatch], second: Sequence[Dispatch]) -> bool:
        """Whether both hosts run these equally often, and for a layer that both have."""
        row = self.row(first, second)
        return bool(row.first and row.second and have_equal_calls(row.first, row.second) and share_layer(first, second))

    def by_tail(self, first: Sequence[Dispatch], second: Sequence[Dispatch]) -> list[Parts]:
        """The dispatches by what is fused with their roots."""
        parts: dict[str, Parts] = defaultdict(lambda: ([], []))
        for index, dispatches in enumerate((first, second)):
            for dispatch in dispatches:
                parts[self.tails[index].get(dispatch.name, "")][index].append(dispatch)
        return list(parts.values())


def share_layer(first: Sequence[Dispatch], second: Sequence[Dispatch]) -> bool:
    """Whether a layer is in both, or one of them knows no layers at all."""
    layers = [{layer for dispatch in dispatches for layer in dispatch.layers} for dispatches in (first, second)]
    return not layers[0] or not layers[1] or bool(layers[0] & layers[1])


def connected_by_layer(first: Sequence[Dispatch], second: Sequence[Dispatch]) -> list[Parts]:
    """The dispatches in parts that have no layer in common."""
    parts: list[tuple[set[str], Parts]] = []
    for index, dispatches in enumerate((first, second)):
        for dispatch in dispatches:
            layers = set(dispatch.layers)
            touched = [part for part in parts if part[0] & layers]
            parts = [part for part in parts if not part[0] & layers]
            merged: Parts = ([], [])
            for known, (one, other) in touched:
                layers |= known
                merged[0].extend(one)
                merged[1].extend(other)
            merged[index].append(dispatch)
            parts.append((layers, merged))
    return [part for _, part in parts]


def compare(results: Mapping[str, ProfileResult]) -> Comparison:
    """Pairs the profiles of two hosts."""
    first, second = results.values()
    return Comparison((first, second), Pairing(first, second).compare())


def totals(result: ProfileResult) -> dict[str, float | None]:
    """Seconds of one call: all, and those in dispatches (None: not known)."""
    times = [dispatch.seconds for dispatch in result.report.dispatches]
    known = [time for time in times if time is not None]
    inside = sum(known) / result.run.calls if known else None
    return {"seconds": result.run.seconds / result.run.calls, "dispatch_seconds": inside}


def to_json(comparison: Comparison) -> dict[str, Any]:
    """The rows and the totals as data."""
    hosts = [result.host for result in comparison.results]

    def side_json(side: Side | None) -> dict[str, Any] | None:
        if side is None:
            return None
        return {
            "dispatches": [dispatch.name for dispatch in side.dispatches],
            "calls": side.calls,
            "seconds": side.seconds,
            "share": side.share,
            "layers": side.layers,
        }

    rows = [
        {
            "paired": row.first is not None and row.second is not None,
            hosts[0]: side_json(row.first),
            hosts[1]: side_json(row.second),
            "ratio": row.ratio,
        }
        for row in comparison.rows
    ]
    return {"rows": rows, "totals": {result.host: totals(result) for result in comparison.results}}
