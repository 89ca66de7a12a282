"""What `tracemark profile` prints: of one host, or of two side by side."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from tracemark import side_by_side, views
from tracemark.report import Texts
from tracemark.side_by_side import Comparison, Row, Side
from tracemark.workflow import ProfileResult

MISSING = "-"


def paths_of(result: ProfileResult) -> dict[str, str]:
    """Where everything is that a profile wrote."""
    return {
        "listings": str(result.manifest.folder),
        "manifest": str(result.manifest.folder / "manifest.jsonl"),
        "profile": str(result.run.profile),
        "outputs": str(result.folder / "outputs"),
        "log": str(result.folder / "log"),
    }


def result_json(model: Path, result: ProfileResult) -> dict[str, Any]:
    """One profile as `--json` prints it."""
    return {
        **result.report.to_json(),
        "model": str(model),
        "host": result.host,
        "entry": result.entry,
        "stage": result.stage,
        "profiler": result.profiler,
        "note": result.note or None,
        "entry_calls": result.run.calls,
        "entry_seconds": result.run.seconds,
        "paths": paths_of(result),
    }


def to_json(model: Path, results: Mapping[str, ProfileResult]) -> dict[str, Any]:
    """What `--json` prints: one profile, or both and how they pair."""
    each = {host: result_json(model, result) for host, result in results.items()}
    if len(each) == 1:
        return next(iter(each.values()))
    return {"version": 1, "hosts": each, **side_by_side.to_json(side_by_side.compare(results))}


def print_header(console: Console, result: ProfileResult, prefix: str = "") -> None:
    """What ran, how often, how long."""
    per_call = views.duration(result.run.seconds / result.run.calls)
    under = f"{per_call} a call under {result.profiler}"
    outside = result.runtime_share
    rest = "" if outside is None else f", {views.percent(outside)} of it outside of dispatches"
    console.print(f"{prefix}[bold]{escape(result.entry)}[/]  {result.run.calls} calls, {under}{rest}", soft_wrap=True)


def print_results(console: Console, results: Mapping[str, ProfileResult], limit: int, listings: int) -> None:
    """Tables and listings."""
    if len(results) > 1:
        print_comparison(console, side_by_side.compare(results), limit, listings)
        return
    (result,) = results.values()
    print_header(console, result)
    console.print()
    views.print_report(console, result.report, result.manifest, limit, listings)
    views.print_paths(console, paths_of(result).items())


def print_comparison(console: Console, comparison: Comparison, limit: int, listings: int) -> None:
    """The rows of both hosts, their totals, and the listings of both sides of the first rows."""
    for result in comparison.results:
        print_header(console, result, f"{result.host:<7}")
    console.print()
    print_pairs(console, comparison, limit)
    for row in comparison.rows[:listings]:
        for result, side in zip(comparison.results, (row.first, row.second), strict=True):
            if side is not None:
                views.print_listing(console, side.dispatches[0], result.manifest, Texts(result.manifest), result.host)
    views.print_paths(console, ((result.host, result.folder) for result in comparison.results))


def print_pairs(console: Console, comparison: Comparison, limit: int) -> None:
    """A row for each pair and for each dispatch without one, then the totals."""
    hosts = [result.host for result in comparison.results]
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in (hosts[0], "calls", hosts[1], "calls", "ratio"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("dispatches", no_wrap=True, overflow="ellipsis")
    table.add_column("layer", overflow="fold")
    for row in comparison.rows[:limit]:
        cells = [*side_cells(row.first), *side_cells(row.second), f"{row.ratio:.3g}" if row.ratio else MISSING]
        layers = list(dict.fromkeys(layer for side in row.sides for layer in side.layers))
        table.add_row(*cells, Text("\n".join(names_of(row, hosts))), escape(views.shorten(layers)))
    left = comparison.rows[limit:]
    if left:
        table.add_row(*rest_cells(left), f"{len(left)} more rows (--limit)", "", style="dim")
    table.add_section()
    for title, key in (("all dispatches", "dispatch_seconds"), ("a call", "seconds")):
        times = [side_by_side.totals(result)[key] for result in comparison.results]
        cells = [views.duration(time) if time else MISSING for time in times]
        ratio = f"{times[0] / times[1]:.3g}" if times[0] and times[1] else MISSING
        table.add_row(cells[0], "", cells[1], "", ratio, title, "", style="bold")
    console.print(table)


def side_cells(side: Side | None) -> tuple[str, str]:
    """Time of a call, or the share where there is no time; how often it runs in a call."""
    if side is None:
        return MISSING, ""
    if side.share == 0:
        time = "no sample"
    else:
        time = views.duration(side.seconds) if side.seconds is not None else views.percent(side.share)
    return time, f"{side.calls:g}" if side.calls is not None else MISSING


def rest_cells(rows: tuple[Row, ...]) -> tuple[str, str, str, str, str]:
    """Times of rows that are not shown."""
    cells: list[str] = []
    for sides in ([row.first for row in rows], [row.second for row in rows]):
        times = [side.seconds for side in sides if side is not None and side.seconds is not None]
        cells += [views.duration(sum(times)) if times else MISSING, ""]
    return cells[0], cells[1], cells[2], cells[3], ""


def names_of(row: Row, hosts: list[str]) -> list[str]:
    """A line for each host that has it: the costliest dispatch, and how many more."""
    lines = []
    for host, side in zip(hosts, (row.first, row.second), strict=True):
        if side is not None:
            more = f" +{len(side.dispatches) - 1}" if len(side.dispatches) > 1 else ""
            lines.append(f"{host:<6} {side.dispatches[0].name}{more}")
    return lines
