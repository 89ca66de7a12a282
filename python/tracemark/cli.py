"""The command `tracemark`."""

from __future__ import annotations

import dataclasses
import json
import os
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from tracemark import __version__, hosts, names, profile_views, sources, views, workflow
from tracemark import doctor as doctoring
from tracemark import in_flight as marks
from tracemark import relocate as relocation
from tracemark.errors import TracemarkError
from tracemark.manifest import read_manifest
from tracemark.profile import Profile
from tracemark.report import Report
from tracemark.steps import from_os_error
from tracemark.tools import Tools, find_build, find_plugin

EXIT_CODES = """Exit codes: 0 done; 1 an error, which a message tells (doctor: what profile needs is missing);
2 wrong usage; 130 interrupted; 141 nobody reads the output any more."""
INTERRUPTED, PIPE_CLOSED = 130, 141

app = typer.Typer(
    help="Profiles of MLIR models by dispatch and by line of the listing of the stage you pick.",
    epilog=EXIT_CODES,
    context_settings={"help_option_names": ["-h", "--help"]},
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


class Profiler(StrEnum):
    """Values of --profiler."""

    auto = "auto"
    perf = "perf"
    callgrind = "callgrind"
    iree = "iree"


class RelocateTool(StrEnum):
    """Values of --tool, those of relocation.TOOLS."""

    gdb = "gdb"
    perf = "perf"
    objdump = "objdump"
    callgrind = "callgrind"
    vtune = "vtune"
    ncu = "ncu"
    link = "link"


MlirBin = Annotated[
    Path | None, typer.Option("--mlir-bin", metavar="DIR", help="Folder of mlir-opt and LLVM's programs.")
]
Plugin = Annotated[Path | None, typer.Option("--plugin", metavar="FILE", help="libTracemark.so.")]
Json = Annotated[bool, typer.Option("--json", help="Print data instead of tables.")]
Limit = Annotated[int, typer.Option("--limit", metavar="N", min=1, help="Rows of the table.")]
Listings = Annotated[int, typer.Option("--listings", metavar="N", min=0, help="Dispatches shown line by line.")]


@app.callback(invoke_without_command=True)
def root(version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False) -> None:
    """Options of the program itself."""
    if version:
        sys.stdout.write(f"tracemark {__version__}\n")
        raise typer.Exit


@app.command()
def profile(
    model: Annotated[Path, typer.Argument(metavar="MODEL.mlir", help="linalg model, MLIR 22 text or bytecode.")],
    entry: Annotated[str | None, typer.Option(metavar="NAME", help="Function to run.")] = None,
    host: Annotated[
        str, typer.Option(metavar="native|iree|native,iree", help="Who compiles and runs it: stock MLIR, IREE, both.")
    ] = hosts.NATIVE,
    stage: Annotated[
        str | None,
        typer.Option(
            metavar="PASS|PHASE",
            help="Pass whose output is shown; PASS#2: its second occurrence. With IREE: the phase, flow by default.",
            autocompletion=hosts.complete_stage,
        ),
    ] = None,
    pipeline: Annotated[
        str | None, typer.Option(metavar="FILE|TEXT", help="Passes to LLVM, instead of the default lowering.")
    ] = None,
    repeat: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Calls of the entry. Default: 2 seconds, or 1 (callgrind).")
    ] = None,
    profiler: Annotated[
        Profiler, typer.Option(help="auto: perf where it works. iree: IREE's own, which times dispatches.")
    ] = Profiler.auto,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder of everything written. Default: MODEL.tracemark.")
    ] = None,
    opt_level: Annotated[int, typer.Option("--opt-level", min=0, max=3, help="Of opt and llc.")] = 2,
    dim: Annotated[
        list[str] | None, typer.Option(metavar="arg0.0=N", help="Extent of a dynamic dimension; repeatable.")
    ] = None,
    input_file: Annotated[
        list[str] | None,
        typer.Option("--input", metavar="[argN=]FILE.npy", help="An argument, in order or by number; repeatable."),
    ] = None,
    outline: Annotated[bool, typer.Option(help="Make dispatches of the model's functions.")] = True,
    embed: Annotated[bool, typer.Option("--embed", help="Keep the listings in the shared object too.")] = False,
    iree_flag: Annotated[
        list[str] | None, typer.Option("--iree-flag", metavar="FLAG", help="Flag of iree-compile; repeatable.")
    ] = None,
    device: Annotated[str, typer.Option(metavar="NAME", help="Device that IREE runs on.")] = hosts.DEFAULTS.device,
    limit: Limit = 20,
    listings: Listings = 3,
    as_json: Json = False,
    mlir_bin: MlirBin = None,
    plugin: Plugin = None,
) -> None:
    """Compiles a model, runs it under a profiler, prints its hot dispatches and the hot lines of their listing."""
    options = workflow.ProfileOptions(
        model=model, entry=entry, pipeline=pipeline, repeat=repeat, profiler=profiler.value, out=out,
        opt_level=opt_level, dims=dim or (), inputs=input_file or (), mlir_bin=mlir_bin, plugin=plugin,
        outline=outline, embed=embed, iree_flags=iree_flag or (), device=device,
    )  # fmt: skip
    results = hosts.profile(hosts.parse_hosts(host), options, stage, views.make_console(stderr=True))
    if as_json:
        print_json(profile_views.to_json(model, results))
    else:
        profile_views.print_results(views.make_console(), results, limit, listings)


names_app = typer.Typer(help="Names of dispatches.", no_args_is_help=True)
app.add_typer(names_app, name="names")


@names_app.callback()
def names_root() -> None:
    """Keeps `parse` a command of its own."""


@names_app.command("parse")
def parse_name(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Symbol of a dispatch.")],
    base: Annotated[str | None, typer.Option(metavar="TEXT", help="What stood before naming: the tag's base=.")] = None,
    as_json: Json = False,
) -> None:
    """Takes a name apart; without --base the answer is the likeliest, which it says."""
    found = names.parse(name, base)
    if found is None:
        raise TracemarkError(f"'{name}' is no name of a dispatch" + (f" with the base '{base}'" if base else ""))
    fields = dataclasses.asdict(found)
    if as_json:
        print_json(fields)
        return
    for key, value in fields.items():
        text = ",".join(value) if isinstance(value, tuple) else str(value).lower() if isinstance(value, bool) else value
        if text not in ("", None, 0):
            sys.stdout.write(f"{key} {text}\n")


sources_app = typer.Typer(help="Listings inside a program.", no_args_is_help=True)
app.add_typer(sources_app, name="sources")
Binary = Annotated[
    Path, typer.Argument(metavar="BINARY", help="Executable, shared object, object file or archive, stripped or not.")
]


@sources_app.command("list")
def list_sources(binary: Binary, as_json: Json = False) -> None:
    """Lists the listings that a program carries."""
    found = sources.read_sources(binary)
    if as_json:
        print_json([sources.to_json(source) for source in found])
    else:
        views.print_sources(views.make_console(), found)


@sources_app.command("show")
def show_source(
    binary: Binary,
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME", help="Name of a listing, or its end.", autocompletion=sources.complete_name
        ),
    ],
) -> None:
    """Prints one of them."""
    sys.stdout.write(sources.find_source(binary, sources.read_sources(binary), name).text)


@sources_app.command("extract")
def extract_sources(
    binary: Binary,
    to: Annotated[Path, typer.Option(metavar="DIR", help="New or empty folder.")] = Path("listings"),
) -> None:
    """Makes a folder of listings with its manifest of them, as the compiler had it."""
    for path in sources.extract(sources.read_sources(binary), to):
        sys.stdout.write(f"{path}\n")


@app.command()
def annotate(
    profile_file: Annotated[
        Path, typer.Argument(metavar="PROFILE", help="perf.data, callgrind.out, or IREE's .ireeprof.")
    ],
    manifest: Annotated[
        Path | None, typer.Argument(metavar="[MANIFEST]", help="manifest.jsonl, or its folder.")
    ] = None,
    binary: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="The program, where it is now; without MANIFEST, its own listings (embed-sources)."
        ),
    ] = None,
    limit: Limit = 20,
    listings: Listings = 3,
    as_json: Json = False,
    mlir_bin: MlirBin = None,
) -> None:
    """Prints the hot dispatches and lines of an existing profile."""
    tools = Tools(mlir_bin, find_build())
    if manifest is not None:
        read = read_manifest(manifest)
    elif binary is not None:
        read = sources.manifest_of(binary, sources.read_sources(binary))
    else:
        raise TracemarkError(
            "the listings are missing", "give their folder, or with --binary a program that carries them"
        )
    console = views.make_console(stderr=True)
    report = Profile.load(profile_file, binary, tools=tools, console=console).report(read)
    if as_json:
        write_json(report)
    else:
        views.print_report(views.make_console(), report, read, limit, listings)


@app.command()
def relocate(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder of listings, where it is now.")],
    tool: Annotated[
        RelocateTool | None, typer.Option(help="Print the lines for this tool only, with nothing around them.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Prints what tells debuggers and profilers where listings are that were moved since the program was compiled."""
    manifest = read_manifest(folder)
    if as_json:
        print_json(relocation.to_json(manifest, [tool.value] if tool else list(relocation.TOOLS)))
        return
    if tool:
        sys.stdout.write("".join(line + "\n" for line in relocation.commands(manifest, tool.value)))
        return
    for name, (use, _) in relocation.TOOLS.items():
        lines = relocation.commands(manifest, name)
        heading = use if lines else "nothing, the listings are where it looks for them"
        sys.stdout.write(f"# {name}: {heading}\n" + "".join(line + "\n" for line in lines))


@app.command("in-flight")
def in_flight(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder of listings.")],
    as_json: Json = False,
) -> None:
    """Prints which passes were running in a process that crashed, or are running in one that hangs."""
    runs = marks.read_runs(folder)
    if as_json:
        print_json([dataclasses.asdict(run) for run in runs])
        return
    views.print_in_flight(views.make_console(), runs)


@app.command("plugin-path")
def plugin_path() -> None:
    """Prints what mlir-opt's --load-pass-plugin takes."""
    sys.stdout.write(f"{find_plugin(None, dict(os.environ))}\n")


@app.command()
def doctor(as_json: Json = False, mlir_bin: MlirBin = None) -> None:
    """Says what was found of all that Tracemark works with, what is missing, and what brings it.

    Exit code 1 if `tracemark profile` cannot work here.
    """
    findings = doctoring.examine(Tools(mlir_bin, find_build()))
    if as_json:
        print_json([dataclasses.asdict(finding) for finding in findings])
    else:
        views.print_findings(views.make_console(), findings)
    if not doctoring.is_well(findings):
        raise typer.Exit(1)


def write_json(report: Report, **more: object) -> None:
    """The report, and what else is known, on stdout."""
    print_json({**report.to_json(), **more})


def print_json(data: object) -> None:
    """Data on stdout."""
    json.dump(data, sys.stdout, indent=2)
    sys.stdout.write("\n")


def main() -> None:
    """Runs the command and ends the process with one of EXIT_CODES."""
    out = sys.stdout
    code, message = run()
    try:
        out.flush()
    except OSError as error:
        code, message = 1, str(from_os_error(error))
        is_closed = isinstance(error, BrokenPipeError)
    else:
        # Typer notices first, mostly, and puts something else in its place.
        is_closed = sys.stdout is not out
    if is_closed:
        code, message = PIPE_CLOSED, ""
    if message:
        sys.stderr.write(f"tracemark: error: {message}\n")
    if is_closed or message:
        # Python would write what is left once more when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())
    sys.exit(code)


def run() -> tuple[int, str]:
    """The exit code, and the message of an error that was not printed yet."""
    try:
        app()
    except SystemExit as ended:
        return (ended.code if isinstance(ended.code, int) else int(ended.code is not None)), ""
    except TracemarkError as error:
        return 1, str(error)
    except OSError as error:
        return 1, str(from_os_error(error))
    except KeyboardInterrupt:
        return INTERRUPTED, ""
    return 0, ""


if __name__ == "__main__":
    main()
