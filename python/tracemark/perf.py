"""Reader of perf's profiles, through `perf script`."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from tracemark.errors import TracemarkError
from tracemark.profile_data import Event, Frame, ProfileData
from tracemark.steps import StepError, Steps
from tracemark.tools import Tools

MAGIC = b"PERFILE2"
FIELDS = "event,period,ip,sym,symoff,dso"
# With an offset behind the symbol, or without: then the symbol is one word such as [unknown].
FRAME = re.compile(r"\s*([0-9a-f]+) (?:(.*?)\+0x([0-9a-f]+)|(\S+)) \((.*)\)\s*$")
# The event ends with a colon; the C++ symbol of a frame, whose address may look decimal, holds some.
SAMPLE = re.compile(r"\s*(\d+)\s+(\S+):(?:\s+(\S.*)|\s*)$")


def looks_like_perf(path: Path) -> bool:
    """Whether a file begins as perf.data does."""
    try:
        with path.open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError:
        return False


def parse_frame(line: str) -> Frame | None:
    """One frame: `   a16c tiny_bert+0x900c (/out/model.so)`.

    The number is where the code is in the file, or where it was in memory if no call chains were recorded; lld maps
    code elsewhere than it is in the file. The offset in the function is the same everywhere; without one (stubs of the
    linker, stripped code) the number says nothing.
    """
    match = FRAME.match(line)
    if not match:
        return None
    address, function, offset, word, name = match.groups()
    return Frame(
        object=name.removesuffix(" (deleted)"),
        function=function or word,
        address=int(address, 16) if offset else None,
        offset=int(offset, 16) if offset else None,
    )


def parse_script(lines: Iterable[str]) -> ProfileData:
    """The output of `perf script -F event,period,ip,sym,symoff,dso`, with call chains or without.

    Frames but the innermost are return addresses; one less lies inside the call.
    """
    data = ProfileData(unit="samples")
    cost = 0
    stack: list[Frame] = []
    units: set[str] = set()

    def finish() -> None:
        if stack:
            data.events.append(Event(cost, tuple(stack)))
        stack.clear()

    for line in lines:
        if not line.strip():
            finish()
        elif match := SAMPLE.match(line):
            finish()
            cost = int(match[1])
            units.add(match[2].split(":")[0])
            if match[3] and (frame := parse_frame(match[3])):
                stack.append(frame)
        elif frame := parse_frame(line):
            if stack and frame.address is not None and frame.offset is not None:
                frame = replace(frame, address=frame.address - 1, offset=frame.offset - 1)
            stack.append(frame)
    finish()
    if units and units <= {"cpu-clock", "task-clock"}:
        data.unit = "ns"
    elif len(units) == 1:
        data.unit = units.pop()
    return data


def read_perf(steps: Steps, tools: Tools, path: Path, binary: Path | None = None) -> ProfileData:
    """Reads a perf.data file; `binary` is a program of it that is not where it was."""
    perf = tools.require("perf")
    with tempfile.TemporaryDirectory() as cache:
        options: list[str | Path] = []
        if binary is not None:
            # perf finds it by its build id, in a cache that it is the only one in: the user's stays as it is.
            options = ["--buildid-dir", cache]
            steps.run("read the program", [perf, *options, "buildid-cache", "--add", binary.absolute()], quiet=True)
        command = [perf, *options, "script", "-i", path, "--no-inline", "-F", FIELDS]
        try:
            text = steps.run("read the profile", command).stdout
        except StepError as error:
            reason = error.stderr.strip().splitlines()
            raise TracemarkError(
                f"perf cannot read the profile '{path}': {reason[-1] if reason else error.code}"
            ) from error
    data = parse_script(text.splitlines())
    if not data.events:
        raise TracemarkError(f"the profile '{path}' holds no samples", "let it run longer: --repeat")
    return data
