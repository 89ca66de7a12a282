"""The steps of `tracemark profile --host iree`: tracemark-iree-compile, then IREE's programs under a profiler."""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.markup import escape

from tracemark import failures, inputs, profilers
from tracemark.attribution import Attributor, attribute_names
from tracemark.errors import TracemarkError, nearest
from tracemark.iree import find_compiler
from tracemark.iree_annotate import report_of
from tracemark.iree_profile import Capture, read_capture
from tracemark.iree_programs import find_program
from tracemark.manifest import Manifest, read_manifest
from tracemark.perf import read_perf
from tracemark.report import Report, make_report
from tracemark.seeded import seeded_array
from tracemark.signature import EntrySignature, choose_entry, read_signature
from tracemark.steps import StepError, Steps
from tracemark.symbols import read_object
from tracemark.tools import PACKAGES, Tools, find_build, find_own
from tracemark.workflow import LISTINGS, MODEL_LISTINGS, ProfileOptions, ProfileResult, prepare_folder

DRIVER = "tracemark-iree-compile"
# Where listings can be made, in order; tracemark-iree-compile knows the same.
PHASES = (
    "input", "abi", "preprocessing", "global-optimization", "dispatch-creation", "flow", "stream",
    "executable-sources", "executable-configurations", "executable-targets",
)  # fmt: skip
FLOW = "flow"  # dispatches are there from this phase on, and get their names and tags
MODULE = "model.vmfb"
CODE = "code"
CAPTURE = "run.ireeprof"
ONE_CALL = "call.ireeprof"
PROFILING = "--device_profiling_mode=queue-events,host-execution,executable-metadata"
DEFAULT_DEVICE = "local-sync"
TARGET = (
    "--iree-hal-target-device=local",
    "--iree-hal-local-target-device-backends=llvm-cpu",
    "--iree-llvmcpu-target-cpu=host",
)
# perf sees the code of the system's loader, which is a file, and its lines.
FOR_PERF = ("--iree-llvmcpu-link-embedded=false", "--iree-llvmcpu-debug-symbols=true")
LINE_READERS = ("llvm-nm", "llvm-dwarfdump")
DEMOTED = "changed public function signatures"  # in a warning of IREE's
TRIAL_CALLS = 3
MOST_CALLS = 100_000
# Each makes some 600 bytes of JSON.
MOST_EVENTS = 50_000
TIME_UNITS = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}


def check_phase(stage: str) -> str:
    """The phase of `--stage`; a TracemarkError names those that there are."""
    if stage in PHASES:
        return stage
    near = nearest(stage, PHASES)
    meant = f"; did you mean '{near}'?" if near else ""
    raise TracemarkError(f"IREE has no phase '{stage}' to list after{meant}", f"its phases: {', '.join(PHASES)}")


def compile_failure(error: StepError) -> TracemarkError:
    """The message for a model that IREE's compiler does not take, or a compiler that is not the one expected."""
    if own := re.search(rf"^{DRIVER}: error: (.*)$", error.stderr, re.MULTILINE):
        return TracemarkError(own[1])
    found = failures.errors_in(error.stderr)
    if not found:
        return error
    where = found[0].where or "IREE's compiler"
    return TracemarkError(f"{where}: {found[0].text}", f"its whole output is in {error.folder}/log")


def run_failure(error: StepError, entry: str) -> TracemarkError:
    """The message for a module that IREE's runtime does not run."""
    if error.code < 0:
        return TracemarkError(
            f"'{entry}' crashed while it ran (see {error.folder}/log): seeded inputs may not fit it",
            "give real ones with --input, indices above all",
        )
    status = re.search(r"^\S+\.cc?:\d+: (.*)$", error.stderr, re.MULTILINE)
    return TracemarkError(f"IREE's runtime does not run '{entry}': {status[1][:300]}") if status else error


class IreeProfile:
    """One run of `tracemark profile --host iree`."""

    def __init__(self, options: ProfileOptions, console: Console) -> None:
        self.options = options
        self.console = console
        if not options.model.is_file():
            raise TracemarkError(f"there is no model at '{options.model}'")
        self.stage = check_phase(options.stage)
        self.driver = find_own(DRIVER)
        self.run_module = find_program("iree-run-module")
        self.benchmark = find_program("iree-benchmark-module")
        find_program("iree-profile")
        self.tools = Tools(options.mlir_bin, find_build())
        self.folder = prepare_folder(options)
        self.steps = Steps(self.folder, console)

    def run(self) -> ProfileResult:
        """All steps."""
        options = self.options
        signature, arrays = inputs.settle(self.read_entry(), options.inputs, options.dims)
        choice = self.choose_profiler()
        if choice.note:
            self.console.print(f"[yellow]note[/] {escape(choice.note)}")
        manifest = self.compile(choice.name)
        arguments = [f"--module={MODULE}", f"--device={options.device}", f"--function={signature.name}"]
        arguments += self.write_inputs(signature, arrays)
        once = self.run_once(signature, arguments)
        calls = options.repeat or self.plan_calls(signature, arguments, choice.name, once)
        run = self.measure(signature, arguments, choice.name, calls)
        counts = {one.name: one.calls * run.calls for one in once.dispatches}
        report = self.evaluate(choice.name, run, manifest, counts)
        return ProfileResult(
            self.folder, signature.name, choice.name, choice.note, run, manifest, report, calls=counts
        )

    def choose_profiler(self) -> profilers.Choice:
        """perf where it works, for the lines; else IREE's own, which times dispatches."""
        wanted = self.options.profiler
        if wanted == "callgrind":
            raise TracemarkError("callgrind cannot run IREE's runtime: expected --profiler auto, perf or iree")
        if wanted == "iree":
            return profilers.Choice("iree")
        reason = self.why_no_lines() or profilers.why_not_perf(self.steps, self.tools)
        if reason is None:
            return profilers.Choice("perf")
        if wanted == "perf":
            raise TracemarkError(reason)
        return profilers.Choice("iree", f"{reason}: using IREE's own profile, which knows no lines")

    def why_no_lines(self) -> str | None:
        """None if what perf samples can be told a line; else the reason."""
        if not self.options.device.startswith("local"):
            return f"perf does not see what the device '{self.options.device}' runs"
        missing = [program for program in LINE_READERS if self.tools.find(program) is None]
        return f"{missing[0]} is not there, which reads lines (apt install {PACKAGES[missing[0]]})" if missing else None

    def compile_command(self, flags: Sequence[str]) -> list[str | Path]:
        """tracemark-iree-compile, with the user's flags last; ours give way to theirs of the same name."""
        given = {flag.split("=", maxsplit=1)[0] for flag in self.options.iree_flags}
        if not given.isdisjoint({"--iree-hal-target-device", "--iree-hal-target-backends"}):
            given.update(flag.split("=", maxsplit=1)[0] for flag in TARGET)
        ours = [flag for flag in (*TARGET, *flags) if flag.split("=", maxsplit=1)[0] not in given]
        try:
            library = [f"--iree-compiler-library={find_compiler()}"]
        except TracemarkError:
            library = []  # the driver looks in more places, and says what it expected
        return [self.driver, self.options.model.absolute(), *library, *ours, *self.options.iree_flags]

    def read_entry(self) -> EntrySignature:
        """Parses the model: the functions' types are in the manifest of a listing of it as IREE takes it in."""
        listing = ["--compile-to=input", "--source-listing-after=input", f"--source-listing-to={MODEL_LISTINGS}"]
        try:
            said = self.steps.run("read the model", [*self.compile_command(listing), "-o", os.devnull]).stderr
        except StepError as error:
            raise compile_failure(error) from error
        if DEMOTED in said:
            self.console.print(
                "[yellow]note[/] IREE takes arguments in with other types than the model has, f32 for f64: "
                "--iree-flag=--iree-input-demote-f64-to-f32=false"
            )
        manifest = read_manifest(self.folder / MODEL_LISTINGS)
        signature = read_signature(choose_entry(manifest.entries(), self.options.entry, str(self.options.model)))
        for number, argument in enumerate(signature.arguments):
            if argument.is_shaped and not argument.text.startswith("tensor"):
                raise TracemarkError(f"arg{number} of '{signature.name}' is '{argument.text}'; IREE takes tensors")
        return signature

    def compile(self, profiler: str) -> Manifest:
        """The module, its names and its listings."""
        phases = [self.stage] if PHASES.index(self.stage) >= PHASES.index(FLOW) else [self.stage, FLOW]
        flags = [
            f"--source-listing-after={','.join(phases)}",
            f"--source-listing-to={LISTINGS}",
            f"--source-listing-debug-info={self.stage}",
            *(FOR_PERF if profiler == "perf" else ()),
        ]
        try:
            self.steps.run("compile for IREE", [*self.compile_command(flags), "-o", MODULE], [MODULE])
        except StepError as error:
            raise compile_failure(error) from error
        return read_manifest(self.folder / LISTINGS)

    def write_inputs(self, signature: EntrySignature, arrays: Mapping[int, np.ndarray]) -> list[str]:
        """A flag for each argument: a scalar as text, else a file, of raw bytes where .npy has no such type."""
        (self.folder / inputs.FOLDER).mkdir(exist_ok=True)
        flags = []
        for number, planned in enumerate(inputs.plan_inputs(signature, {})):
            array = arrays[number] if number in arrays else seeded_array(planned, number)
            name = f"{inputs.FOLDER}/arg{number}"
            if not planned.type.is_shaped:
                flags.append(f"--input={array.item():d}" if array.dtype.kind in "iub" else f"--input={array.item()!r}")
            elif planned.type.element.name == "bf16":
                (self.folder / f"{name}.bin").write_bytes(array.tobytes())
                flags.append(f"--input={'x'.join([*map(str, planned.type.shape), 'bf16'])}=@{name}.bin")
            else:
                np.save(self.folder / f"{name}.npy", array)
                flags.append(f"--input=@{name}.npy")
        return flags

    def run_once(self, signature: EntrySignature, arguments: Sequence[str]) -> Capture:
        """One call, for its results, and for how often it runs each dispatch."""
        (self.folder / profilers.OUTPUTS).mkdir(exist_ok=True)
        endings = ["bin" if result.element.name == "bf16" else "npy" for result in signature.results]
        outputs = [f"--output=@{profilers.OUTPUTS}/result{number}.{end}" for number, end in enumerate(endings)]
        profiled = [PROFILING, f"--device_profiling_output={ONE_CALL}"]
        command: list[str | Path] = [self.run_module, *arguments, *outputs, *profiled]
        try:
            self.steps.run("run once", command, [ONE_CALL])
        except StepError as error:
            raise run_failure(error, signature.name) from error
        return read_capture(self.steps, self.folder / ONE_CALL)

    def plan_calls(self, signature: EntrySignature, arguments: Sequence[str], profiler: str, once: Capture) -> int:
        """As many calls as fit in two seconds."""
        trial = self.call(signature, "try how long a call takes", self.benchmark_command(arguments, TRIAL_CALLS))
        calls = math.ceil(profilers.PERF_SECONDS * trial.calls / trial.seconds) if trial.seconds else MOST_CALLS
        most = MOST_CALLS if profiler == "perf" else MOST_EVENTS // sum(one.calls for one in once.dispatches)
        return max(1, min(calls, most))

    def benchmark_command(self, arguments: Sequence[str], calls: int) -> list[str | Path]:
        """Calls the entry so many times, and prints how long that took."""
        return [self.benchmark, *arguments, f"--benchmark_min_time={calls}x", "--benchmark_format=json"]

    def measure(self, signature: EntrySignature, arguments: Sequence[str], profiler: str, calls: int) -> profilers.Run:
        """Runs the entry under the profiler."""
        command = self.benchmark_command(arguments, calls)
        if profiler == "iree":
            profiled = [*command, PROFILING, f"--device_profiling_output={CAPTURE}"]
            return self.call(signature, "run under IREE's profiler", profiled, CAPTURE)
        code = self.folder / CODE
        code.mkdir()
        recorded = profilers.perf_command(self.tools)
        # The runtime loads the code from a file, which it leaves there for us.
        environment = ["env", f"IREE_PRESERVE_DYLIB_TEMP_FILES={code}"]
        return self.call(signature, "run under perf", [*environment, *recorded, *command], profilers.PERF_FILE)

    def call(
        self, signature: EntrySignature, title: str, command: Sequence[str | Path], profile: str | None = None
    ) -> profilers.Run:
        """Runs iree-benchmark-module, which tells how many calls took how long."""
        try:
            text = self.steps.run(title, command, [profile] if profile else [], quiet=profile is None).stdout
            measured = json.loads(text)["benchmarks"][0]
            calls = int(measured["iterations"])
            unit = calls * TIME_UNITS[measured["time_unit"]]
            wall, cpu = unit * float(measured["real_time"]), unit * float(measured["cpu_time"])
            return profilers.Run(self.folder / (profile or ""), calls, wall, cpu)
        except StepError as error:
            raise run_failure(error, signature.name) from error
        except (ValueError, LookupError) as error:
            raise TracemarkError(f"{self.benchmark.name} printed no measurement (see {self.steps.log_path})") from error

    def evaluate(self, profiler: str, run: profilers.Run, manifest: Manifest, counts: Mapping[str, int]) -> Report:
        """From the profile to the report."""
        if profiler == "iree":
            return report_of(read_capture(self.steps, run.profile), "the run", manifest, self.stage)
        paths = [path.resolve() for path in (self.folder / CODE).glob("*.so")]
        objects = {str(path): read_object(self.steps, self.tools, path) for path in paths}
        profile = read_perf(self.steps, self.tools, run.profile)
        attribution = Attributor(manifest, objects, {str(self.benchmark.resolve())}).attribute(profile)
        if not attribution.functions:  # no debug info can be left of executable-targets
            attribution = attribute_names(profile, manifest, self.stage)
            attribution.outside.clear()  # the runtime's own
        if not attribution.functions:
            raise TracemarkError(
                f"no sample fell into a dispatch in {run.calls} calls",
                "let it run longer: --repeat; or time dispatches: --profiler iree",
            )
        # Samples are of time on a CPU. The share of a call is of that too, and times are that share of the call's.
        share = min(1.0, attribution.total * 1e-9 / run.cpu_seconds) if run.cpu_seconds else 1.0
        return make_report(attribution, manifest, run.seconds * share, counts)
