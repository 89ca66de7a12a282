"""A profile that is there already: what is in it, and its share in each dispatch and line of a listing.

    profile = tracemark.Profile.load("perf.data")
    report = profile.report(tracemark.Manifest.load("listings"))
    for dispatch in report.dispatches:
        print(f"{dispatch.share:6.1%}  {dispatch.name}")
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from rich.console import Console

from tracemark import builds
from tracemark.attribution import Attributor
from tracemark.callgrind import looks_like_callgrind, read_callgrind
from tracemark.errors import TracemarkError
from tracemark.iree_annotate import check_module, report_of
from tracemark.iree_profile import Capture, looks_like_iree_profile, read_capture
from tracemark.manifest import Manifest
from tracemark.perf import looks_like_perf, read_perf
from tracemark.profile_data import Call, Event, ProfileData
from tracemark.report import Report, make_report
from tracemark.steps import Steps
from tracemark.symbols import ObjectMap, read_object
from tracemark.tools import Tools, find_build

Kind = Literal["perf", "callgrind", "iree-profile"]


@dataclass(frozen=True)
class Profile:
    """A file of a profiler's, read. `path` is that file, `binary` the program, if it is not where it was.

    `build_ids` has the build id of each file that perf took samples in, by its path; callgrind keeps none.
    `capture` is what IREE's runtime recorded, for the kind "iree-profile".
    """

    path: Path
    kind: Kind
    data: ProfileData
    build_ids: Mapping[str, str] = field(default_factory=dict)
    binary: Path | None = None
    capture: Capture | None = None
    tools: Tools = field(default_factory=Tools, repr=False)

    @classmethod
    def load(
        cls,
        path: str | os.PathLike[str],
        binary: str | os.PathLike[str] | None = None,
        *,
        tools: Tools | None = None,
        console: Console | None = None,
    ) -> Profile:
        """Reads a perf.data, callgrind.out or .ireeprof file, or an export of the last by iree-profile.

        `binary` is the program that was profiled, where it is now, if that is not where it ran; for IREE the
        .vmfb, which is compared with the profile. perf.data needs the program perf, .ireeprof iree-profile.
        `tools` says where programs are, by default as for the command; `console` shows progress.
        A TracemarkError if the file is none of these or damaged, or if the program is another one.
        """
        file, program = Path(path), Path(binary) if binary is not None else None
        tools = tools or Tools(None, find_build())
        steps = QuietSteps(console or Console(quiet=True))
        if not file.is_file():
            raise TracemarkError(f"there is no profile at '{file}'")
        if program is not None and not program.is_file():
            raise TracemarkError(f"there is no program at '{program}'")
        if looks_like_perf(file):
            ids = builds.recorded_build_ids(steps, tools, file.absolute())
            if program is not None:
                builds.check_binary(file, program, ids)
            return cls(file, "perf", read_perf(steps, tools, file.absolute(), program), ids, program, tools=tools)
        if looks_like_callgrind(file):
            return cls(file, "callgrind", read_callgrind(file), binary=program, tools=tools)
        if looks_like_iree_profile(file):
            capture = read_capture(steps, file)
            if program is not None:
                check_module(capture, file, program)
            return cls(file, "iree-profile", capture.profile(), binary=program, capture=capture, tools=tools)
        raise TracemarkError(f"'{file}' is neither a perf.data nor a callgrind file nor a profile of IREE")

    @property
    def unit(self) -> str:
        """Of every cost: "ns", "instructions", "ticks", or the name of perf's or callgrind's event."""
        return self.data.unit

    @property
    def events(self) -> list[Event]:
        """Costs with the stack they were measured in, innermost frame first; only perf's stacks have several."""
        return self.data.events

    @property
    def calls(self) -> list[Call]:
        """Calls between places, with how often and their whole cost; perf knows none."""
        return self.data.calls

    @property
    def total(self) -> int:
        """The cost of all events, in `unit`."""
        return sum(event.cost for event in self.data.events)

    def functions(self) -> dict[str, int]:
        """Function -> its own cost, without that of what it calls, in `unit`; the costliest first."""
        costs: Counter[str] = Counter()
        for event in self.data.events:
            costs[event.stack[0].function] += event.cost
        return dict(costs.most_common())

    def report(self, manifest: Manifest) -> Report:
        """The cost of each dispatch, and of each line of its listing, the costliest dispatch first.

        Needs llvm-nm and llvm-dwarfdump, and the program, where the profile has addresses. A TracemarkError if nothing
        of it belongs to the listings, or if the program is another build than the one that was profiled.
        """
        if self.capture is not None:
            return report_of(self.capture, f"the profile '{self.path}'", manifest)
        symbols = {entry.symbol for entry in manifest.entries()}
        attribution = Attributor(manifest, self._objects(symbols)).attribute(self.data)
        if not attribution.functions:
            builds.check_costliest(self.path, self.data, self.build_ids)
            raise TracemarkError(
                f"nothing in '{self.path}' belongs to a listing of '{manifest.folder}'",
                "its program needs the debug info that Tracemark leaves, and has to be where it was (or see --binary)",
            )
        return make_report(attribution, manifest, None, None)

    def _objects(self, symbols: set[str]) -> dict[str, ObjectMap]:
        """Line tables of the objects that hold functions of these names, where the files still exist.

        The binary stands for the object of its name, or for the only one if none is called so.
        """
        steps = QuietSteps(Console(quiet=True))
        names = sorted(self.data.objects_with(symbols))
        called_so = [name for name in names if self.binary and Path(name).name == self.binary.name]
        moved = called_so or (names if len(names) == 1 else [])
        maps: dict[str, ObjectMap] = {}
        for name in names:
            path = self.binary if self.binary and name in moved else Path(name)
            if not path.name:
                continue  # callgrind names no object where it knows none
            if not path.is_file():
                sys.stderr.write(f"note: the object '{path}' is gone; lines are as the profile has them\n")
                continue
            if name in self.build_ids:
                builds.check_build_id(self.path, path, self.build_ids[name])
            known = read_object(steps, self.tools, path)
            if not known.rows:
                sys.stderr.write(f"note: the object '{path}' has no line table; lines are as the profile has them\n")
                continue
            if self.kind == "callgrind":
                builds.check_addresses(self.path, self.data, name, known, path, symbols)
            maps[name] = known
        return maps


class QuietSteps(Steps):
    """Runs programs in the current folder, without a log."""

    def __init__(self, console: Console) -> None:
        super().__init__(Path.cwd(), console)

    def log(self, text: str) -> None:
        """Nothing is kept."""
