"""Names and listings in IREE, for those who use it from Python.

    import tracemark.iree

    vmfb = tracemark.iree.compile(
        text, ["--iree-hal-target-device=local", ...], source_listing_after=["flow"], source_listing={"to": "listings"}
    )

`compile` runs the program tracemark-iree-compile on the libIREECompiler.so of the running environment;
`add_passes` puts passes of ours into a PassManager of iree.compiler in this process. Neither needs more
than the released package iree-base-compiler.
"""

from __future__ import annotations

import ctypes
import importlib.util
import os
import subprocess
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from tracemark.errors import TracemarkError, first_lines
from tracemark.tools import find_own

COMPILER = "libIREECompiler.so"
COMPILER_VARIABLE = "TRACEMARK_IREE_COMPILER_LIBRARY"
CAPSULE = b"iree.compiler.passmanager.PassManager._CAPIPtr"

Names = Literal["descriptive", "iree", "off"]


def compile(
    source: str | bytes | Path,
    flags: Sequence[str] = (),
    *,
    dispatch_names: Names = "descriptive",
    source_listing_after: Sequence[str] = (),
    source_listing: Mapping[str, str] | None = None,
) -> bytes:
    """Compiles MLIR (a text, bytecode, or the path of a file) and gives what iree-compile would have written.

    `flags` are iree-compile's. `source_listing_after` names phases (`input` to `executable-targets`);
    `source_listing` holds the other options of the pass tracemark-source-listing by name (`to`, `scope`, ...).
    A TracemarkError holds what the compiler said.
    """
    listing = [f"--source-listing-{name}={value}" for name, value in (source_listing or {}).items()]
    command = [
        str(find_own("tracemark-iree-compile")),
        f"--iree-compiler-library={find_compiler()}",
        f"--dispatch-names={dispatch_names}",
        *([f"--source-listing-after={','.join(source_listing_after)}"] if source_listing_after else []),
        *listing,
        *flags,
    ]
    text = source.encode() if isinstance(source, str) else source
    with tempfile.TemporaryDirectory(prefix="tracemark-iree-") as folder:
        output = Path(folder) / "output"
        command += [str(text) if isinstance(text, Path) else "-", "-o", str(output)]
        given = None if isinstance(text, Path) else text
        done = subprocess.run(command, input=given, capture_output=True, check=False)
        said = done.stderr.decode(errors="replace")
        if done.returncode != 0:
            raise TracemarkError("iree-compile failed", first_lines(said, 20))
        return output.read_bytes()


def find_compiler() -> Path:
    """The libIREECompiler.so of the running environment; TRACEMARK_IREE_COMPILER_LIBRARY names another."""
    if named := os.environ.get(COMPILER_VARIABLE):
        return Path(named)
    try:
        spec = importlib.util.find_spec("iree.compiler")
    except ModuleNotFoundError:
        spec = None
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        if (library := Path(folder) / "_mlir_libs" / COMPILER).is_file():
            return library
    raise TracemarkError(f"found no {COMPILER} in this Python environment", "pip install iree-base-compiler")


class _Handle(ctypes.Structure):
    """Handles of MLIR's C API are structures of one pointer."""

    _fields_ = (("ptr", ctypes.c_void_p),)


class _StringRef(ctypes.Structure):
    _fields_ = (("data", ctypes.c_void_p), ("length", ctypes.c_size_t))


_CALLBACK = ctypes.CFUNCTYPE(None, _StringRef, ctypes.c_void_p)


def _load() -> tuple[ctypes.CDLL, ctypes.CDLL]:
    """IREE's library, whose functions all can see, and then ours, which takes them from there."""
    compiler = ctypes.CDLL(str(find_compiler()), mode=ctypes.RTLD_GLOBAL)
    ours = ctypes.CDLL(str(find_own("libTracemarkC.so")))
    ours.tracemarkCreatePass.restype = _Handle
    ours.tracemarkCreatePass.argtypes = (ctypes.c_char_p, ctypes.c_char_p, _CALLBACK, ctypes.c_void_p)
    compiler.mlirPassManagerAddOwnedPass.restype = None
    compiler.mlirPassManagerAddOwnedPass.argtypes = (_Handle, _Handle)
    return compiler, ours


def _pointer_of(pass_manager: object) -> int:
    capsule = getattr(pass_manager, "_CAPIPtr", None)
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)
    if capsule is None or not repr(capsule).startswith(f'<capsule object "{CAPSULE.decode()}"'):
        found = type(pass_manager).__name__
        raise TracemarkError(f"expected a PassManager of iree.compiler.passmanager, found '{found}'")
    return int(get(capsule, CAPSULE))


def add_passes(pass_manager: object, passes: Sequence[tuple[str, Mapping[str, object]] | str]) -> None:
    """Adds passes of ours at the end of an `iree.compiler.passmanager.PassManager`.

    Each is an argument or a pair of argument and options: `("tracemark-name-dispatches", {"rename": "all"})`.
    All of them are made before the first is added: a TracemarkError leaves the manager as it was.
    """
    compiler, ours = _load()
    manager = _Handle(_pointer_of(pass_manager))
    made = [_create(ours.tracemarkCreatePass, *((item, {}) if isinstance(item, str) else item)) for item in passes]
    for one in made:
        compiler.mlirPassManagerAddOwnedPass(manager, one)


def _create(create: Callable[..., Any], argument: str, options: Mapping[str, object]) -> _Handle:
    said: list[str] = []

    def listen(message: _StringRef, _: int) -> None:
        said.append(ctypes.string_at(message.data, message.length).decode(errors="replace"))

    text = " ".join(f"{name}={_quote(value)}" for name, value in options.items())
    made: _Handle = create(argument.encode(), text.encode(), _CALLBACK(listen), None)
    if not made.ptr:
        raise TracemarkError(said[0] if said else f"the pass '{argument}' cannot be made")
    return made


def _quote(value: object) -> str:
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return f'"{text}"' if "'" in text else f"'{text}'"
