"""Finding the programs of IREE's released packages: iree-benchmark-module, iree-profile, ..."""

from __future__ import annotations

import importlib.util
import shutil
from pathlib import Path

from tracemark.errors import TracemarkError
from tracemark.tools import is_program

RUNTIME_PACKAGE = "iree._runtime_libs"
GET_RUNTIME = "pip install iree-base-runtime"


def runtime_folder() -> Path | None:
    """Where the runtime of the running Python environment has its programs; None without the package."""
    try:
        spec = importlib.util.find_spec(RUNTIME_PACKAGE)
    except ModuleNotFoundError:
        return None
    folders = list(spec.submodule_search_locations or ()) if spec else []
    return Path(folders[0]) if folders else None


def find_program(name: str) -> Path:
    """A program of IREE's runtime: of the running Python environment, else of PATH."""
    folder = runtime_folder()
    if folder is not None:
        if is_program(folder / name):
            return folder / name
        found = ", ".join(sorted(one.name for one in folder.glob("iree-*") if is_program(one))) or "none"
        raise TracemarkError(f"expected the program '{name}' in '{folder}', found {found} ({GET_RUNTIME} brings it)")
    if on_path := shutil.which(name):
        return Path(on_path)
    raise TracemarkError(f"found no {name}, in this Python environment or on PATH ({GET_RUNTIME})")
