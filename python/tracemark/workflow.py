"""The steps of `tracemark profile`, in order."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from tracemark import codegen, failures, harness, inputs, lowering, profilers
from tracemark.attribution import Attributor
from tracemark.callgrind import read_callgrind
from tracemark.errors import TracemarkError
from tracemark.manifest import FILE_NAME as MANIFEST_NAME
from tracemark.manifest import Manifest, read_manifest
from tracemark.perf import read_perf
from tracemark.report import Report, make_report
from tracemark.signature import (
    EntrySignature,
    choose_entry,
    read_signature,
)
from tracemark.steps import StepError, Steps
from tracemark.symbols import read_object
from tracemark.tools import Tools, build_folder, find_plugin

LISTINGS = "listings"
MODEL_LISTINGS = "model"
# Present in every folder that a profile was written to: what else is there may be replaced.
MARKER = ".tracemark"
KEPT = {MARKER}


@dataclass(frozen=True)
class ProfileOptions:
    """What the command line asked for."""

    model: Path
    entry: str | None = None
    stage: str = lowering.NAME
    pipeline: str | None = None
    repeat: int | None = None
    profiler: str = "auto"
    out: Path | None = None
    opt_level: int = 2
    dims: Sequence[str] = ()
    inputs: Sequence[str] = ()
    mlir_bin: Path | None = None
    plugin: Path | None = None
    outline: bool = True
    embed: bool = False
    iree_flags: Sequence[str] = ()
    device: str = "local-sync"  # of IREE


@dataclass(frozen=True)
class ProfileResult:
    """A finished profile."""

    folder: Path
    entry: str
    profiler: str
    note: str
    run: profilers.Run
    manifest: Manifest
    report: Report
    host: str = "native"
    stage: str = ""
    calls: Mapping[str, int] = field(default_factory=dict)  # of dispatches, also of those without a sample

    @property
    def runtime_share(self) -> float | None:
        """The share of a call that is in no dispatch; None for the native host, whose entry is in the report."""
        seconds = [dispatch.seconds or 0.0 for dispatch in self.report.dispatches]
        if self.host == "native" or self.report.unit != "ns" or not self.run.seconds:
            return None
        return max(0.0, 1 - sum(seconds) / self.run.seconds)


def prepare_folder(options: ProfileOptions) -> Path:
    """The output folder, emptied of an earlier profile; anything else in it is left and refused."""
    folder = (options.out or Path(f"{options.model.stem}.tracemark")).absolute()
    if folder.exists() and not folder.is_dir():
        raise TracemarkError(f"'{folder}' is not a folder", "choose another --out")
    if folder.is_dir() and any(folder.iterdir()):
        if not (folder / MARKER).is_file():
            raise TracemarkError(
                f"'{folder}' is not empty and holds no earlier profile", "choose another folder with --out"
            )
        for path in folder.iterdir():
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            elif path.name not in KEPT:
                path.unlink()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / MARKER).touch()
    return folder


class NativeProfile:
    """One run of `tracemark profile` with the native host."""

    def __init__(self, options: ProfileOptions, console: Console) -> None:
        self.options = options
        self.console = console
        if not options.model.is_file():
            raise TracemarkError(f"there is no model at '{options.model}'")
        self.plugin = find_plugin(options.plugin, dict(os.environ))
        self.tools = Tools(options.mlir_bin, build_folder(self.plugin))
        self.mlir_opt = self.tools.require("mlir-opt")
        for program in ("mlir-translate", "opt", "llc", "llvm-nm", "llvm-dwarfdump", "cc"):
            self.tools.require(program)
        self.pipeline = lowering.build_pipeline(options.pipeline, options.outline, options.stage, options.embed)
        self.folder = prepare_folder(options)
        self.steps = Steps(self.folder, console)

    def run(self) -> ProfileResult:
        """All steps."""
        options = self.options
        signature, arrays = inputs.settle(self.read_entry(), options.inputs, options.dims)
        choice = profilers.choose_profiler(options.profiler, self.steps, self.tools)
        if choice.note:
            self.console.print(f"[yellow]note[/] {escape(choice.note)}")
        manifest = self.lower(signature.name)
        cpu = codegen.cpu_for(choice.name)
        self.translate()
        codegen.optimise(self.steps, self.tools, options.opt_level, cpu)
        codegen.check_entry_symbol(self.steps, self.tools, signature.name)
        files = inputs.write_arrays(arrays, self.folder)
        planned = inputs.plan_inputs(signature, files)
        (self.folder / codegen.HARNESS).write_text(harness.generate(signature, planned), encoding="utf-8")
        codegen.link(self.steps, self.tools, signature.name)
        run = self.measure(choice.name, signature)
        return self.evaluate(choice, signature, run, manifest)

    def read_entry(self) -> EntrySignature:
        """Parses the model with a listing of it as it stands, whose manifest has the functions' types."""
        listing = f"builtin.module({lowering.LISTING}{{to={MODEL_LISTINGS} stage=model}})"
        model = self.options.model.absolute()
        try:
            self.steps.run(
                "read the model",
                [self.mlir_opt, model, f"--load-pass-plugin={self.plugin}", f"--pass-pipeline={listing}",
                 "-o", os.devnull],
            )  # fmt: skip
        except StepError as error:
            raise self.plugin_failure(error) or failures.parse_failure(error, self.options.model) from error
        manifest = read_manifest(self.folder / MODEL_LISTINGS)
        entry = choose_entry(manifest.entries(), self.options.entry, str(self.options.model))
        return read_signature(entry)

    def plugin_failure(self, error: StepError) -> TracemarkError | None:
        """The message for a plugin that does not load here."""
        return failures.plugin_failure(error.stderr, self.plugin, str(self.mlir_opt))

    def lower(self, entry: str) -> Manifest:
        """Outlines, names, lists, lowers to LLVM with debug info."""
        stages = ",".join(lowering.listed_stages(self.options.stage))
        (self.folder / lowering.LIBRARY_FILE).write_text(lowering.library(entry), encoding="utf-8")
        model = self.options.model.absolute()
        try:
            result = self.steps.run(
                "outline, name, list and lower",
                [self.mlir_opt, model, f"--load-pass-plugin={self.plugin}",
                 f"--source-listing-after={stages}", f"--source-listing-to={LISTINGS}",
                 f"--pass-pipeline={self.pipeline.text}", "--mlir-print-debuginfo", "-o", codegen.LOWERED],
                [codegen.LOWERED],
            )  # fmt: skip
        except StepError as error:
            raise failures.lowering_failure(error, self.pipeline.is_default) from error
        if not (self.folder / LISTINGS / MANIFEST_NAME).is_file():
            raise failures.never_reached(self.options.stage, result.stderr)
        manifest = read_manifest(self.folder / LISTINGS)
        if not manifest.of_stage(self.options.stage):
            raise failures.never_reached(self.options.stage, result.stderr)
        return manifest

    def translate(self) -> None:
        """LLVM dialect to LLVM IR; what the pipeline left over shows up here."""
        translate = self.tools.require("mlir-translate")
        try:
            self.steps.run(
                "translate to LLVM IR",
                [translate, "--mlir-to-llvmir", codegen.LOWERED, "-o", codegen.LLVM_IR],
                [codegen.LLVM_IR],
            )
        except StepError as error:
            op = failures.left_over_op(error)
            if op is None:
                raise
            where = self.find_op(op)
            raise failures.left_over_failure(op, where, self.pipeline.is_default) from error

    def find_op(self, op: str) -> str:
        """Where an op of the lowered program stands, by a remark of MLIR's own at it."""
        (self.folder / "find.mlir").write_text(lowering.find_script(op), encoding="utf-8")
        script = (
            "transform-preload-library{transform-library-paths=find.mlir},"
            "transform-interpreter{entry-point=tracemark_find}"
        )
        with contextlib.suppress(TracemarkError):
            command: list[str | Path] = [self.mlir_opt, codegen.LOWERED, f"--pass-pipeline=builtin.module({script})"]
            found = self.steps.run("find the op", [*command, "--mlir-print-debuginfo", "-o", os.devnull], quiet=True)
            for line in found.stderr.splitlines():
                where, separator, _ = line.partition(": remark:")
                if separator:
                    return failures.absolute(where, self.folder)
        return ""

    def measure(self, profiler: str, signature: EntrySignature) -> profilers.Run:
        """Runs the entry under the profiler."""
        try:
            if profiler == "perf":
                return profilers.run_perf(self.steps, self.tools, self.options.repeat)
            return profilers.run_callgrind(self.steps, self.tools, signature.name, self.options.repeat)
        except StepError as error:
            if error.code < 0 or "signal" in error.stderr or "Segmentation" in error.stderr:
                raise TracemarkError(
                    f"'{signature.name}' crashed while it ran (see {self.folder}/log): seeded inputs may not fit it",
                    "give real ones with --input, indices above all",
                ) from error
            raise

    def evaluate(
        self, choice: profilers.Choice, signature: EntrySignature, run: profilers.Run, manifest: Manifest
    ) -> ProfileResult:
        """From the profile to the report."""
        known = read_object(self.steps, self.tools, self.folder / codegen.SHARED)
        if choice.name == "perf":
            profile = read_perf(self.steps, self.tools, run.profile)
        else:
            profile = read_callgrind(run.profile)
        shared = str((self.folder / codegen.SHARED).resolve())
        harness_program = str((self.folder / codegen.PROGRAM).resolve())
        attribution = Attributor(manifest, {shared: known}, {harness_program}).attribute(profile)
        if not attribution.functions:
            raise TracemarkError(
                f"no sample fell into '{signature.name}' or what it calls in {run.calls} calls",
                "let it run longer: --repeat; or count instructions: --profiler callgrind",
            )
        counts: dict[str, int] = {signature.name: run.calls}
        if not profile.has_calls:
            # Those without a sample too: what they are called for pairs them with another host's.
            sampled = {cost.symbol for cost in attribution.functions}
            tagged = {entry.symbol for entry in manifest.entries() if entry.tag and entry.symbol in known.by_name}
            names = sorted((sampled | tagged) - {signature.name})
            try:
                counted = codegen.count_calls(self.steps, self.tools, signature.name, names)
                counts |= {name: calls * run.calls for name, calls in counted.items()}
            except StepError:
                self.console.print(
                    f"[yellow]note[/] calls could not be counted (see {escape(str(self.steps.log_path))})"
                )
        report = make_report(attribution, manifest, run.seconds, counts)
        return ProfileResult(
            self.folder, signature.name, choice.name, choice.note, run, manifest, report, calls=counts
        )
