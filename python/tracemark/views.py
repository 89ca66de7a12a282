"""The two views of a report: the table of dispatches, and listings with a share beside each line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from tracemark.doctor import Finding
from tracemark.in_flight import Run
from tracemark.manifest import Manifest
from tracemark.report import Dispatch, Report, Texts
from tracemark.sources import Source

HOT = 0.05
WARM = 0.005
SMALLEST = 0.0005  # that is not shown as 0
CONTEXT = 2
WHOLE_LISTING = 40
WIDE = 120
PLAIN_WIDTH = 200


class _Console(Console):
    """Leaves it to the caller when nobody reads the output any more."""

    def on_broken_pipe(self) -> None:
        raise  # noqa: PLE0704


def make_console(stderr: bool = False) -> Console:
    """A console that does not squeeze tables when the output goes to a file."""
    console = _Console(stderr=stderr, highlight=False, soft_wrap=stderr)
    if not console.is_terminal:
        console.width = PLAIN_WIDTH
    return console


def percent(share: float) -> str:
    """A share as `12.3 %`."""
    return f"{share * 100:.1f} %"


def quantity(value: float, unit: str) -> str:
    """A number with a decimal prefix: `12.3 GFLOP/s`."""
    for factor, prefix in ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= factor:
            return f"{value / factor:.3g} {prefix}{unit}"
    return f"{value:.3g} {unit}"


def duration(seconds: float) -> str:
    """A time as `1.23 ms`."""
    for factor, unit in ((1.0, "s"), (1e-3, "ms"), (1e-6, "us")):
        if seconds >= factor:
            return f"{seconds / factor:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def rate(dispatch: Dispatch) -> str:
    """Flops a second, or an instruction where no time is known."""
    if dispatch.flops_per_second is not None:
        return quantity(dispatch.flops_per_second, "FLOP/s")
    if dispatch.flops_per_instruction is not None:
        return f"{dispatch.flops_per_instruction:.2g} FLOP/instr"
    return "-"


def layers(dispatch: Dispatch) -> str:
    """The layers of a dispatch, at most three."""
    return shorten(dispatch.layers)


def shorten(names: Sequence[str]) -> str:
    """At most three of them, and how many more."""
    return ", ".join(names[:3]) + (f", +{len(names) - 3}" if len(names) > 3 else "") or "-"


def print_table(console: Console, report: Report, limit: int) -> None:
    """The costliest dispatches first: a row each, or where that would break names, two lines."""
    by_time = any(dispatch.seconds is not None for dispatch in report.dispatches)
    columns = ("share", "time" if by_time else report.unit, "calls", "rate")
    shown = report.dispatches[:limit]
    (print_rows if console.width >= WIDE else print_pairs)(console, columns, shown)
    if len(report.dispatches) > limit:
        rest = sum(dispatch.share for dispatch in report.dispatches[limit:])
        console.print(f"[dim]{len(report.dispatches) - limit} more with {percent(rest)} together (--limit)[/]")


def figures(dispatch: Dispatch) -> tuple[str, str, str, str]:
    """The cells of a dispatch that are numbers."""
    cost = duration(dispatch.seconds) if dispatch.seconds is not None else f"{dispatch.cost:,}"
    calls = f"{dispatch.calls:,}" if dispatch.calls is not None else "-"
    return percent(dispatch.share), cost, calls, rate(dispatch)


def heat(dispatch: Dispatch) -> str:
    """The style of a dispatch's share."""
    return "bold red" if dispatch.share >= HOT else ""


def print_rows(console: Console, columns: Iterable[str], dispatches: Iterable[Dispatch]) -> None:
    """One row for each dispatch. Names stay on one line, layers give way."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in columns:
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("dispatch", no_wrap=True, overflow="fold")
    table.add_column("layer", overflow="fold")
    for dispatch in dispatches:
        share, *more = figures(dispatch)
        table.add_row(
            Text(share, style=heat(dispatch)), *more, escape(dispatch.name), escape(layers(dispatch))
        )
    console.print(table)


def print_pairs(console: Console, columns: Sequence[str], dispatches: Sequence[Dispatch]) -> None:
    """Two lines for each dispatch: its numbers and layers, then its name, which the terminal may wrap."""
    rows = [figures(dispatch) for dispatch in dispatches]
    widths = [max(map(len, column)) for column in zip(columns, *rows, strict=True)]
    header = "  ".join(name.rjust(width) for name, width in zip(columns, widths, strict=True))
    console.print(Text(f"{header}  layer", style="bold"), soft_wrap=True)
    for dispatch, row in zip(dispatches, rows, strict=True):
        cells = [cell.rjust(width) for cell, width in zip(row, widths, strict=True)]
        line = Text("  ".join([*cells, layers(dispatch)]))
        line.stylize(heat(dispatch), 0, widths[0])
        console.print(line, no_wrap=True, overflow="ellipsis")
        console.print(Text(f"  {dispatch.name}"), soft_wrap=True)


def print_notes(console: Console, report: Report) -> None:
    """What the shares leave out."""
    has_lines = any(dispatch.hot_lines for dispatch in report.dispatches)
    instructions = report.unit == "instructions"
    where = "instructions were" if instructions else "samples were" if has_lines else "time was"
    if has_lines:
        console.print(
            f"[dim]{percent(report.line_zero_share)} of the {where.split(maxsplit=1)[0]} had no line; "
            "they are counted for their dispatch, at no line of it.[/]"
        )
    else:
        console.print("[dim]Times are of whole dispatches: no lines are known.[/]")
    outside = sum(share for _, share in report.outside)
    if outside >= WARM:
        names = ", ".join(escape(name) for name, _ in report.outside[:3])
        console.print(f"[dim]{percent(outside)} of all {where} outside of the model: {names}.[/]")


def shown_lines(dispatch: Dispatch, last: int) -> list[int]:
    """Line numbers of a dispatch's part of its listing: all of a short one, else those near hot lines."""
    first, end = dispatch.lines or (1, last)
    hot = [line.number for line in dispatch.hot_lines]
    if dispatch.lines is None and hot:
        first, end = min(hot), max(hot)
    end = min(end, last)
    if end - first < WHOLE_LISTING:
        return list(range(first, end + 1))
    if not hot:
        return list(range(first, first + WHOLE_LISTING))
    keep = {first}
    for line in dispatch.hot_lines:
        if line.share >= WARM * dispatch.share or line.number == dispatch.hottest_line:
            keep.update(range(line.number - CONTEXT, line.number + CONTEXT + 1))
    return sorted(number for number in keep if first <= number <= end)


def print_listing(
    console: Console, dispatch: Dispatch, manifest: Manifest, texts: Texts, host: str = ""
) -> None:
    """A dispatch's part of its listing, with a share beside each line that costs anything."""
    record = next((record for record in manifest.records if record.file == dispatch.listing), None)
    console.print()
    whose = f"{host}: " if host else ""
    console.print(f"{whose}[bold]{escape(dispatch.name)}[/]  {percent(dispatch.share)}", soft_wrap=True)
    if record is None:
        console.print("[dim]no listing[/]")
        return
    console.print(f"[dim]{escape(manifest.place(record))}[/]", soft_wrap=True)
    text = texts.of(record)
    shares = {line.number: line.share for line in dispatch.hot_lines}
    if dispatch.line_zero_share >= SMALLEST:
        share = percent(dispatch.line_zero_share)
        console.print(Text(f"{share:>8}     -  at no line: code of several, merged or moved"))
    previous = None
    for number in shown_lines(dispatch, len(text)):
        if previous is not None and number != previous + 1:
            console.print(Text("         ...", style="dim"))
        previous = number
        cost = shares.get(number)
        line = Text(f"{percent(cost) if cost is not None else '':>8} {number:>5}  {text[number - 1]}")
        if cost is not None:
            line.stylize("bold red" if cost >= HOT else "yellow" if cost >= WARM else "", 0, 8)
        console.print(line, no_wrap=True, overflow="ellipsis")
    left = (dispatch.lines or (1, len(text)))[1] - (previous or 0)
    if not shares and left > 0:
        console.print(Text(f"         ... {left} more", style="dim"))


def print_report(console: Console, report: Report, manifest: Manifest, limit: int, listings: int) -> None:
    """Both views."""
    print_table(console, report, limit)
    print_notes(console, report)
    texts = Texts(manifest)
    for dispatch in report.dispatches[:listings]:
        print_listing(console, dispatch, manifest, texts)


def print_in_flight(console: Console, runs: list[Run]) -> None:
    """Processes, each with the passes that it has begun and not ended."""
    if not runs:
        console.print("no process is running, and none ended out of order")
    for run in runs:
        state = "is running" if run.alive else "ended out of order"
        console.print(f"process {run.pid} [dim](run {run.run}, since {clock(run.since)})[/] {state}", soft_wrap=True)
        for mark in run.marks:
            what = escape(f"{mark.name} on {mark.op} {mark.symbol}".strip())
            console.print(f"  {what} [dim]since {clock(mark.since)}[/]", soft_wrap=True)
        if not run.marks:
            console.print("  between passes")


def clock(milliseconds: int) -> str:
    """A moment, in the local time zone."""
    return datetime.fromtimestamp(milliseconds / 1000).astimezone().isoformat(" ", "milliseconds")


def print_sources(console: Console, sources: Iterable[Source]) -> None:
    """The listings inside a program."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("lines", "functions"):
        table.add_column(name, justify="right", no_wrap=True)
    for name in ("stage", "listing"):
        table.add_column(name, no_wrap=True, overflow="fold")
    for source in sources:
        lines, functions = f"{source.text.count(chr(10)):,}", f"{len(source.symbols):,}"
        table.add_row(lines, functions, escape(", ".join(source.stages)), escape(source.path))
    console.print(table)


def print_paths(console: Console, paths: Iterable[tuple[str, object]]) -> None:
    """Where things are."""
    console.print()
    for name, path in paths:
        console.print(f"{name:<9} {escape(str(path))}", soft_wrap=True)


def print_findings(console: Console, findings: Iterable[Finding]) -> None:
    """What was looked for, with what brings it where it is missing: a row each, or on narrow terminals two lines."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("", "what", "version", "for", "where, or why not"):
        table.add_column(heading, no_wrap=heading != "where, or why not", overflow="fold")
    for one in findings:
        good = bool(one.path) and not one.problem
        word, style = ("ok", "green") if good else ("missing", "red" if one.needed else "yellow")
        if one.path and one.problem:
            word = "unusable"
        where = one.path if good else f"{one.problem}: {one.remedy}" if one.remedy else one.problem
        purpose = f"{one.purpose} ({one.needs[0]})" if one.needs else one.purpose
        if console.width >= WIDE:
            table.add_row(Text(word, style=style), one.name, one.version, purpose, escape(where))
            continue
        line = Text.assemble((word, style), " ", (f"{one.name} {one.version}".strip(), "bold"), f"  {purpose}")
        console.print(line, soft_wrap=True)
        console.print(Text(f"    {where}"), soft_wrap=True)
    if table.row_count:
        console.print(table)
