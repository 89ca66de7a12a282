"""Finding the programs and the plugin that a profile needs."""

from __future__ import annotations

import os
import re
import shutil
from dataclasses import dataclass, field
from pathlib import Path

import tracemark
from tracemark.errors import TracemarkError

LLVM_MAJOR = 22
LIBRARY_NAME = "libTracemark.so"

# Program -> the Debian package that brings it.
PACKAGES = {
    "mlir-opt": f"mlir-{LLVM_MAJOR}-tools",
    "mlir-translate": f"mlir-{LLVM_MAJOR}-tools",
    "opt": f"llvm-{LLVM_MAJOR}",
    "llc": f"llvm-{LLVM_MAJOR}",
    "llvm-dwarfdump": f"llvm-{LLVM_MAJOR}",
    "llvm-nm": f"llvm-{LLVM_MAJOR}",
    "cc": f"clang-{LLVM_MAJOR}",
    "perf": "linux-perf",
    "valgrind": "valgrind",
}
# Programs that are not part of LLVM, with the names they go by in PATH.
SYSTEM_PROGRAMS = {
    "cc": (f"clang-{LLVM_MAJOR}", "cc", "gcc", "clang"),
    "perf": ("perf",),
    "valgrind": ("valgrind",),
}


@dataclass
class Tools:
    """Where programs are found: `--mlir-bin`, MLIR_BIN, the folder Tracemark was built against, PATH."""

    mlir_bin: Path | None = None
    build: Path | None = None
    environment: dict[str, str] = field(default_factory=lambda: dict(os.environ))
    default_folder: Path = Path(f"/usr/lib/llvm-{LLVM_MAJOR}/bin")

    def folders(self) -> list[Path]:
        """Folders of LLVM programs, best first."""
        if self.mlir_bin is not None:
            return [existing(self.mlir_bin, "--mlir-bin")]
        if given := self.environment.get("MLIR_BIN"):
            return [existing(Path(given), "MLIR_BIN")]
        configured = configured_folder(self.build) if self.build else None
        return [folder for folder in (configured, self.default_folder) if folder]

    def find(self, program: str) -> Path | None:
        """The path of a program, or None."""
        path = self.environment.get("PATH", os.defpath)
        if program in SYSTEM_PROGRAMS:
            names: tuple[str, ...] = SYSTEM_PROGRAMS[program]
        else:
            names = (f"{program}-{LLVM_MAJOR}", program)
            for folder in self.folders():
                for name in reversed(names):
                    if is_program(folder / name):
                        return folder / name
        for name in names:
            if found := shutil.which(name, path=path):
                return Path(found)
        return None

    def require(self, program: str) -> Path:
        """The path of a program; a TracemarkError that names its package if there is none."""
        if found := self.find(program):
            return found
        package = PACKAGES.get(program)
        hint = f"it comes with Debian's package {package} (apt install {package})" if package else ""
        if program not in SYSTEM_PROGRAMS:
            hint += "; or give its folder with --mlir-bin or MLIR_BIN"
        raise TracemarkError(f"the program '{program}' was not found: {hint}")

    def library(self, name: str) -> Path | None:
        """A library of the LLVM that the programs come from, such as libmlir_c_runner_utils.so."""
        for folder in [*self.folders(), self.default_folder]:
            candidate = folder.parent / "lib" / name
            if candidate.is_file():
                return candidate
        return None


def existing(folder: Path, named_by: str) -> Path:
    """The folder; a TracemarkError if it is none: other programs than the ones meant would run."""
    if not folder.is_dir():
        raise TracemarkError(f"'{folder}', which {named_by} names, is not a folder", "it holds mlir-opt and llc")
    return folder


def is_program(path: Path) -> bool:
    """Whether `path` is a file that may be executed."""
    return path.is_file() and os.access(path, os.X_OK)


def configured_folder(build: Path) -> Path | None:
    """The `bin` folder of the MLIR that CMake found when it configured the folder `build`."""
    try:
        text = (build / "CMakeCache.txt").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    match = re.search(r"^MLIR_DIR:[A-Z]+=(.+)$", text, re.MULTILINE)
    if not match:
        return None
    folder = Path(match[1]).parent.parent.parent / "bin"
    return folder if folder.is_dir() else None


def find_plugin(given: Path | None, environment: dict[str, str]) -> Path:
    """The plugin: `--plugin`, TRACEMARK_PLUGIN, the package's own folder, the build folder of a checkout."""
    if given is not None:
        if not given.is_file():
            raise TracemarkError(f"there is no plugin at '{given}'", "give the path of libTracemark.so")
        return given.resolve()
    if named := environment.get("TRACEMARK_PLUGIN"):
        if not Path(named).is_file():
            raise TracemarkError(f"there is no plugin at '{named}', which TRACEMARK_PLUGIN names")
        return Path(named).resolve()
    return find_own(LIBRARY_NAME, " or give it with --plugin")


def find_own(name: str, otherwise: str = "") -> Path:
    """A library or program of ours: in the package's own folder, or in the build folder of a checkout.

    `otherwise` ends the hint of the TracemarkError, which says what else to do.
    """
    package = Path(__file__).resolve().parent
    kind = "lib" if name.endswith(".so") else "bin"
    # An editable install has its libraries elsewhere than its modules. In a checkout the package is in python/, or
    # in a virtual environment inside the build folder.
    candidates = [Path(folder) / kind / name for folder in tracemark.__path__]
    for folder in package.parents:
        candidates += [folder / kind / name, folder / "build" / kind / name]
    for candidate in candidates:
        if is_elf(candidate):
            return candidate
    raise TracemarkError(
        f"{name} was not found: tracemark in '{package}' was installed without libraries",
        "'pip install ./python' builds them in; or build them: cmake --preset release && cmake --build --preset release"
        + otherwise,
    )


def is_elf(path: Path) -> bool:
    """Whether `path` is a library or program; a script of the same name, which pip makes, only starts ours."""
    try:
        with path.open("rb") as file:
            return file.read(4) == b"\x7fELF"
    except OSError:
        return False


def build_folder(plugin: Path) -> Path | None:
    """The build folder that a plugin lies in, if it does."""
    folder = plugin.parent.parent
    return folder if (folder / "CMakeCache.txt").is_file() else None


def find_build() -> Path | None:
    """The build folder of the plugin, if there is a plugin."""
    try:
        return build_folder(find_plugin(None, dict(os.environ)))
    except TracemarkError:
        return None
