"""What a profile says, as plain data: the one source of the tables and of the JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from tracemark.attribution import Attribution, FunctionCost
from tracemark.manifest import Manifest, Record

VERSION = 1


@dataclass(frozen=True)
class Line:
    """A line of a listing; `share` is of the whole profile."""

    number: int
    text: str
    share: float


@dataclass(frozen=True)
class Dispatch:
    """One function of the model. Shares are of the whole profile; `seconds` and rates are of all calls."""

    name: str
    share: float  # 0 to 1
    cost: int  # in the report's unit
    calls: int | None
    seconds: float | None
    root: str
    layers: list[str]
    flops: int | None  # of one call
    flops_per_second: float | None
    flops_per_instruction: float | None
    listing: str | None  # below the folder of listings
    lines: tuple[int, int] | None  # first and last in the listing, from 1
    hottest_line: int | None
    hot_lines: list[Line]
    line_zero_share: float = 0.0  # what no line has: LLVM merged or moved code of several


@dataclass(frozen=True)
class Report:
    """A profile of one run."""

    unit: str
    total: int
    dispatches: list[Dispatch]
    line_zero_share: float
    outside: list[tuple[str, float]]

    def to_json(self) -> dict[str, Any]:
        """As `--json` prints it."""
        data = asdict(self)
        data["outside"] = [{"name": name, "share": share} for name, share in self.outside]
        return {"version": VERSION, **data}


class Texts:
    """Lines of listings, each read once."""

    def __init__(self, manifest: Manifest) -> None:
        self.manifest = manifest
        self._lines: dict[str, list[str]] = {}

    def of(self, record: Record) -> list[str]:
        """All lines of a listing."""
        if record.file not in self._lines:
            self._lines[record.file] = self.manifest.text(record)
        return self._lines[record.file]


def make_report(
    attribution: Attribution, manifest: Manifest, seconds: float | None, calls: Mapping[str, int] | None
) -> Report:
    """`seconds`: time of all calls of the entry together; `calls`: counted apart from the profile."""
    texts = Texts(manifest)
    total = attribution.total
    everything = total + sum(attribution.outside.values())
    if seconds is None and attribution.unit == "ns":
        seconds = total * 1e-9
    if attribution.unit == "instructions":
        seconds = None  # the time under valgrind says nothing
    dispatches = [
        make_dispatch(function, attribution, texts, seconds, (calls or {}).get(function.symbol, function.calls))
        for function in attribution.functions
    ]
    outside = [(name, cost / everything) for name, cost in attribution.outside.most_common()]
    return Report(attribution.unit, total, dispatches, attribution.line_zero_share, outside)


def make_dispatch(
    function: FunctionCost, attribution: Attribution, texts: Texts, seconds: float | None, calls: int | None
) -> Dispatch:
    """The data of one function."""
    total = attribution.total or 1
    share = function.cost / total
    own = seconds * share if seconds is not None else None
    flops = function.tag.flops
    done = flops * calls if flops is not None and calls is not None else None
    lines = function.entry.lines if function.entry else None
    return Dispatch(
        name=function.symbol,
        share=share,
        cost=function.cost,
        calls=calls,
        seconds=own,
        root=function.tag.root,
        layers=function.tag.layers,
        flops=flops,
        flops_per_second=done / own if done and own else None,
        flops_per_instruction=(
            done / function.cost if done and function.cost and attribution.unit == "instructions" else None
        ),
        listing=function.record.file if function.record else None,
        lines=lines,
        hottest_line=function.hottest_line,
        hot_lines=hot_lines(function, texts, total),
        line_zero_share=function.line_zero_cost / total,
    )


def hot_lines(function: FunctionCost, texts: Texts, total: int) -> list[Line]:
    """The lines of its listing that cost anything, in order."""
    if function.record is None:
        return []
    text = texts.of(function.record)
    return [
        Line(number, text[number - 1] if 0 < number <= len(text) else "", cost / total)
        for number, cost in sorted(function.lines.items())
    ]
