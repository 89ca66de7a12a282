"""Hosts of `tracemark profile`: compiled by stock MLIR (native), by IREE, or by both in turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from rich.console import Console

from tracemark import iree_host, lowering, workflow
from tracemark.errors import TracemarkError
from tracemark.workflow import ProfileOptions, ProfileResult

NATIVE, IREE = "native", "iree"
DEFAULT_STAGES = {NATIVE: lowering.NAME, IREE: iree_host.FLOW}
DEFAULTS = ProfileOptions(Path())


def parse_hosts(text: str) -> tuple[str, ...]:
    """The hosts of `--host`, in the order given."""
    hosts = tuple(part.strip() for part in text.split(","))
    if not set(hosts) <= {NATIVE, IREE} or len(set(hosts)) != len(hosts):
        raise TracemarkError(f"--host {text}: expected native, iree, or native,iree")
    return hosts


def complete_stage(incomplete: str) -> list[str]:
    """Stages of the default lowering and phases of IREE's that begin so."""
    phases = [phase for phase in iree_host.PHASES if phase.startswith(incomplete)]
    return [*lowering.complete_stage(incomplete), *phases]


def stages_of(hosts: Sequence[str], given: str | None) -> dict[str, str]:
    """The stage of each host. For two hosts `--stage` may name one for each: what is a phase of IREE's is for IREE."""
    stages = {host: DEFAULT_STAGES[host] for host in hosts}
    if given is None:
        return stages
    if len(hosts) == 1:
        return {hosts[0]: given}
    parts = given.split(",")
    named = {IREE if part in iree_host.PHASES else NATIVE: part for part in parts}
    if len(named) != len(parts):
        raise TracemarkError(
            f"--stage {given}: expected one stage for each host, a pass and a phase of IREE's",
            f"IREE's phases: {', '.join(iree_host.PHASES)}",
        )
    return stages | named


def check_options(hosts: Sequence[str], options: ProfileOptions) -> None:
    """A TracemarkError for an option that no host of the run has."""
    if NATIVE not in hosts:
        for name, is_given in (
            ("--pipeline", options.pipeline is not None), ("--no-outline", not options.outline),
            ("--embed", options.embed), ("--plugin", options.plugin is not None),
            ("--opt-level", options.opt_level != DEFAULTS.opt_level),
        ):  # fmt: skip
            if is_given:
                raise TracemarkError(f"{name} is of the native host; IREE takes its own flags by --iree-flag")
    if IREE not in hosts:
        for name, is_given in (
            ("--iree-flag", bool(options.iree_flags)), ("--device", options.device != DEFAULTS.device),
            ("--profiler iree", options.profiler == "iree"),
        ):  # fmt: skip
            if is_given:
                raise TracemarkError(f"{name} is of --host iree")
    if len(hosts) > 1 and options.profiler == "callgrind":
        raise TracemarkError("--profiler callgrind counts instructions, IREE's runs have times: expected auto or perf")


def profile(
    hosts: Sequence[str], options: ProfileOptions, stage: str | None, console: Console
) -> dict[str, ProfileResult]:
    """One result for each host; with two each has a folder of its own inside that of `--out`."""
    check_options(hosts, options)
    stages = stages_of(hosts, stage)
    each = {host: replace(options, stage=stages[host]) for host in hosts}
    if len(hosts) > 1:
        if IREE in stages:
            iree_host.check_phase(stages[IREE])
        folder = workflow.prepare_folder(options)
        own = "auto" if options.profiler == "iree" else options.profiler
        each = {host: replace(one, out=folder / host) for host, one in each.items()}
        each[NATIVE] = replace(each[NATIVE], profiler=own)
    kinds: dict[str, type[workflow.NativeProfile | iree_host.IreeProfile]] = {
        NATIVE: workflow.NativeProfile,
        IREE: iree_host.IreeProfile,
    }
    runs = {host: kinds[host](one, console) for host, one in each.items()}
    results = {}
    for host, run in runs.items():
        if len(hosts) > 1:
            console.print(f"[bold]{host}[/]")
        results[host] = replace(run.run(), host=host, stage=each[host].stage)
    return results
