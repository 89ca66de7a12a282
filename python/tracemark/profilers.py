"""perf and callgrind: whether they can run here, and how the harness runs under them."""

from __future__ import annotations

import json
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tracemark.codegen import PROGRAM
from tracemark.errors import TracemarkError
from tracemark.steps import StepError, Steps
from tracemark.symbols import C_INTERFACE_PREFIX
from tracemark.tools import Tools

PERF_FILE = "perf.data"
CALLGRIND_FILE = "callgrind.out"
OUTPUTS = "outputs"
# Samples a second, and bytes of stack kept with each: enough to get out of a function of libm.
PERF_FREQUENCY = 1999
PERF_STACK = 1024
PERF_SECONDS = 2.0
# The software clock: hardware counters are often not there in virtual machines.
PERF_EVENT = "cpu-clock:u"
# Runs for some ten milliseconds, to see whether samples arrive at all.
BUSY = ("sh", "-c", "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done")


@dataclass(frozen=True)
class Choice:
    """The profiler that is used, and why it is not the one that was asked for."""

    name: str
    note: str = ""


@dataclass(frozen=True)
class Run:
    """A finished run. `seconds` are of all calls together; so are `cpu_seconds`, of all threads, if known."""

    profile: Path
    calls: int
    seconds: float
    cpu_seconds: float | None = None


def choose_profiler(wanted: str, steps: Steps, tools: Tools) -> Choice:
    """perf where it works, else callgrind; a TracemarkError if neither can be had."""
    if wanted != "callgrind":
        reason = why_not_perf(steps, tools)
        if reason is None:
            return Choice("perf")
        if tools.find("valgrind") is None:
            raise TracemarkError(f"{reason}, and valgrind is not there either", "apt install valgrind")
        return Choice("callgrind", f"{reason}: using callgrind, which counts instructions")
    tools.require("valgrind")
    return Choice("callgrind")


def why_not_perf(steps: Steps, tools: Tools) -> str | None:
    """None if perf can sample a program of this user; else the reason."""
    perf = tools.find("perf")
    if perf is None:
        return "perf is not installed (apt install linux-perf)"
    with tempfile.TemporaryDirectory() as folder:
        file = f"{folder}/{PERF_FILE}"
        try:
            steps.run("try perf", [perf, "record", "-q", "-e", PERF_EVENT, "-o", file, "--", *BUSY], quiet=True)
            samples = steps.run("try perf script", [perf, "script", "-i", file, "-F", "ip"], quiet=True).stdout
        except TracemarkError as error:
            stderr = error.stderr if isinstance(error, StepError) else error.message
            if "paranoid" in stderr or "ermission" in stderr:
                return "perf is not allowed to sample here (sysctl kernel.perf_event_paranoid=1 allows it)"
            return "perf does not work here (see the log)"
    return None if samples.strip() else "perf takes no samples here"


def perf_command(tools: Tools) -> list[str | Path]:
    """What stands before a program to have it sampled."""
    return [
        tools.require("perf"), "record", "-q", "-e", PERF_EVENT, "-F", str(PERF_FREQUENCY),
        f"--call-graph=dwarf,{PERF_STACK}", "-o", PERF_FILE, "--",
    ]  # fmt: skip


def run_perf(steps: Steps, tools: Tools, repeat: int | None) -> Run:
    """Runs under `perf record`: `repeat` calls, or as many as fit in two seconds."""
    often = ["--calls", str(repeat)] if repeat else ["--seconds", str(PERF_SECONDS)]
    (steps.folder / OUTPUTS).mkdir(exist_ok=True)
    command = [*perf_command(tools), f"./{PROGRAM}", *often, "--outputs", OUTPUTS]
    steps.run("run under perf", command, [PERF_FILE])
    return finished(steps, PERF_FILE)


def run_callgrind(steps: Steps, tools: Tools, entry: str, repeat: int | None) -> Run:
    """Runs under callgrind, which collects inside the entry only; one call unless `repeat` says more."""
    (steps.folder / OUTPUTS).mkdir(exist_ok=True)
    steps.run(
        "run under callgrind",
        [
            tools.require("valgrind"), "--tool=callgrind", f"--callgrind-out-file={CALLGRIND_FILE}",
            f"--toggle-collect={C_INTERFACE_PREFIX}{entry}", "--dump-instr=yes", "--dump-line=yes",
            f"./{PROGRAM}", "--calls", str(repeat or 1), "--outputs", OUTPUTS,
        ],
        [CALLGRIND_FILE],
    )  # fmt: skip
    return finished(steps, CALLGRIND_FILE)


def finished(steps: Steps, profile: str) -> Run:
    """What the harness says about its run."""
    data = json.loads((steps.folder / OUTPUTS / "run.json").read_text(encoding="utf-8"))
    return Run(steps.folder / profile, int(data["calls"]), float(data["seconds"]))
