"""What `tracemark doctor` says: which programs, libraries and packages are here, and what brings those that are not."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import re
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from elftools.common.exceptions import ELFError
from elftools.elf.dynamic import DynamicSection
from elftools.elf.elffile import ELFFile
from rich.console import Console

from tracemark import __version__
from tracemark.errors import TracemarkError
from tracemark.iree import find_compiler
from tracemark.profilers import why_not_perf
from tracemark.steps import Steps
from tracemark.tools import LIBRARY_NAME, LLVM_MAJOR, PACKAGES, Tools, find_own, find_plugin

VERSION = re.compile(r"\d+\.\d+(?:\.\d+)*")
PROFILE = "tracemark profile"
# Programs of LLVM that `tracemark profile` runs.
PROGRAMS = ("mlir-opt", "mlir-translate", "opt", "llc", "llvm-dwarfdump", "llvm-nm", "cc")
PROFILERS = ("perf", "valgrind")
# Python package -> module, what it is for.
MODULES = {
    "iree-base-compiler": ("iree.compiler", "tracemark-iree-compile, tracemark.iree"),
    "iree-base-runtime": ("iree.runtime", "running what IREE compiled"),
}


@dataclass(frozen=True)
class Finding:
    """One thing that was looked for."""

    name: str
    purpose: str
    needed: bool  # `tracemark profile` cannot work without it
    path: str = ""  # empty: not found
    version: str = ""
    problem: str = ""  # why it cannot be used, or is not there
    remedy: str = ""  # what brings it
    needs: tuple[str, ...] = ()  # libraries of MLIR and LLVM that it is linked to


def examine(tools: Tools) -> list[Finding]:
    """Looks for everything, in the order it is shown."""
    with tempfile.TemporaryDirectory(prefix="tracemark-doctor-") as folder:
        return [
            *own_parts(),
            *(program(tools, name, PROFILE, needed=True) for name in PROGRAMS),
            *profilers(tools, Path(folder)),
            program(tools, "gdb", "stopping at lines of a listing", package="gdb"),
            *(package(name, module, purpose) for name, (module, purpose) in MODULES.items()),
            iree_library(),
            ptxas(tools),
        ]


def is_well(findings: list[Finding]) -> bool:
    """Whether `tracemark profile` has what it needs: each needed part, and one of the two profilers."""
    usable = {one.name for one in findings if one.path and not one.problem}
    return all(one.name in usable for one in findings if one.needed) and any(name in usable for name in PROFILERS)


def own_parts() -> list[Finding]:
    """The libraries and the program of Tracemark, in the package or in a build, and the MLIR that they need."""
    parts: list[tuple[str, str, bool, Callable[[], Path]]] = [
        (LIBRARY_NAME, "the plugin of mlir-opt", True, lambda: find_plugin(None, dict(os.environ))),
        ("libTracemarkC.so", "passes in other hosts", False, lambda: find_own("libTracemarkC.so")),
        ("tracemark-iree-compile", "names and listings in IREE", False, lambda: find_own("tracemark-iree-compile")),
    ]
    found = []
    for name, purpose, needed, find in parts:
        try:
            path = find()
        except TracemarkError as error:
            found.append(Finding(name, purpose, needed, problem=error.message, remedy=error.hint))
        else:
            needs, problem = linked_libraries(path)
            remedy = "build Tracemark against the MLIR that is here, or install that MLIR" if problem else ""
            found.append(Finding(name, purpose, needed, str(path), __version__, problem, remedy, needs))
    return found


def linked_libraries(path: Path) -> tuple[tuple[str, ...], str]:
    """The libraries of MLIR and LLVM that a file needs, and why it cannot be loaded, or nothing."""
    try:
        with path.open("rb") as file:
            dynamic = ELFFile(file).get_section_by_name(".dynamic")
            tags = dynamic.iter_tags("DT_NEEDED") if isinstance(dynamic, DynamicSection) else ()
            needed = [str(getattr(tag, "needed", "")) for tag in tags]
        done = subprocess.run(["ldd", path], capture_output=True, text=True, timeout=30, check=False)
    except ELFError as error:
        return (), f"it is no whole library: {error}"
    except (OSError, subprocess.TimeoutExpired):
        return (), ""
    needs = tuple(name for name in needed if name.startswith(("libMLIR", "libLLVM")))
    missing = [line.split()[0] for line in done.stdout.splitlines() if line.endswith("=> not found")]
    return needs, f"needs {', '.join(missing)}, which is not here" if missing else ""


def version_of(path: Path) -> str:
    """The first number with a dot in what a program says of itself; empty if it says none."""
    try:
        done = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=30, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    found = VERSION.search(done.stdout + done.stderr)
    return found[0] if found else ""


def program(tools: Tools, name: str, purpose: str, *, needed: bool = False, package: str = "") -> Finding:
    """A program of LLVM's or the system's."""
    remedy = f"apt install {package or PACKAGES[name]}"
    try:
        path = tools.find(name)
    except TracemarkError as error:
        return Finding(name, purpose, needed, problem=error.message, remedy=error.hint)
    if path is None:
        return Finding(name, purpose, needed, problem="not found", remedy=remedy)
    version = version_of(path)
    if name.startswith("mlir-") and not version.startswith(f"{LLVM_MAJOR}.1"):
        problem = f"version {LLVM_MAJOR}.1 expected, found {version or 'none'}"
        return Finding(name, purpose, needed, str(path), version, problem, remedy)
    return Finding(name, purpose, needed, str(path), version)


def profilers(tools: Tools, folder: Path) -> list[Finding]:
    """perf, which has to be allowed to sample, and valgrind, which takes its place."""
    perf = program(tools, "perf", f"{PROFILE} by samples")
    if perf.path and (reason := why_not_perf(Steps(folder, Console(quiet=True)), tools)):
        perf = Finding(perf.name, perf.purpose, False, perf.path, perf.version, reason, "valgrind counts instead")
    return [perf, program(tools, "valgrind", f"{PROFILE} by counts of instructions")]


def package(name: str, module: str, purpose: str) -> Finding:
    """A Python package."""
    try:
        spec = importlib.util.find_spec(module)
        version = importlib.metadata.version(name)
    except (ModuleNotFoundError, importlib.metadata.PackageNotFoundError):
        return Finding(name, purpose, False, problem="not installed", remedy=f"pip install {name}")
    folders = list(spec.submodule_search_locations or ()) if spec else []
    return Finding(name, purpose, False, str(folders[0]) if folders else "", version)


def iree_library() -> Finding:
    """The library that IREE's compiler is in."""
    name, purpose = "libIREECompiler.so", "names and listings in IREE"
    try:
        return Finding(name, purpose, False, str(find_compiler()))
    except TracemarkError as error:
        return Finding(name, purpose, False, problem="not found", remedy=error.hint)


def ptxas(tools: Tools) -> Finding:
    """NVIDIA's assembler: on PATH, or in the Python package that has it."""
    name, purpose, remedy = "ptxas", "lines in cubins", "pip install nvidia-cuda-nvcc-cu12"
    path = tools.find(name)
    if path is None:
        spec = importlib.util.find_spec("nvidia")
        folders = [Path(folder) for folder in (spec.submodule_search_locations or ())] if spec else []
        path = next((one for folder in folders for one in folder.glob("*/bin/ptxas")), None)
    if path is None:
        return Finding(name, purpose, False, problem="not found", remedy=remedy)
    return Finding(name, purpose, False, str(path), version_of(path))
