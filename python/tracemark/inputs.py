"""Inputs of the entry: given as .npy files, or ranges for the seeded numbers of the harness."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tracemark.errors import TracemarkError
from tracemark.mlir_types import DYNAMIC, MlirType
from tracemark.signature import EntrySignature, require_dims, set_dims

FOLDER = "inputs"
LARGEST_INTEGER = 4


@dataclass(frozen=True)
class Input:
    """How one argument is filled: from a file of raw bytes, or with seeded numbers."""

    type: MlirType
    file: str | None = None
    scale: float = 1.0
    positive: bool = False
    limit: int = LARGEST_INTEGER


def assign_files(given: Sequence[str], count: int) -> dict[int, Path]:
    """Argument number -> file, from `FILE.npy` (the next argument) and `arg3=FILE.npy`."""
    files: dict[int, Path] = {}
    following = 0
    for text in given:
        match = re.fullmatch(r"arg(\d+)=(.+)", text)
        number, name = (int(match[1]), match[2]) if match else (following, text)
        if number >= count:
            raise TracemarkError(f"--input {text}: the entry has {count} arguments, arg0 on")
        if number in files:
            raise TracemarkError(f"--input {text}: arg{number} is given twice")
        files[number] = Path(name)
        following = number + 1
    return files


def read_array(path: Path, argument: MlirType, number: int) -> np.ndarray:
    """The array of an .npy file, checked against the argument's type."""
    try:
        array = np.load(path, allow_pickle=False)
    except OSError as error:
        raise TracemarkError(f"the input '{path}' cannot be read: {error.strerror or error}") from error
    except (ValueError, EOFError) as error:
        raise TracemarkError(f"the input '{path}' is not an .npy file of numbers") from error
    if not isinstance(array, np.ndarray):
        raise TracemarkError(f"the input '{path}' is an archive; give one .npy file for each argument")
    dims = argument.dims or ()
    fits = len(dims) == array.ndim and all(
        dim in (DYNAMIC, extent) for dim, extent in zip(dims, array.shape, strict=True)
    )
    wanted = np.dtype(argument.element.numpy)
    if not fits or array.dtype.newbyteorder("<") != wanted:
        raise TracemarkError(
            f"the input '{path}' is {array.dtype}{list(array.shape)}, but arg{number} is '{argument.text}'",
            f"it must hold {wanted.name}" + (" (the bits of bf16)" if argument.element.name == "bf16" else ""),
        )
    # Not ascontiguousarray: that makes a scalar an array of rank 1.
    return np.asarray(array, dtype=wanted, order="C")


def with_files(signature: EntrySignature, given: Sequence[str]) -> tuple[EntrySignature, dict[int, np.ndarray]]:
    """The arrays of `--input`, and the signature with the dynamic dimensions that they settle."""
    arguments = list(signature.arguments)
    arrays: dict[int, np.ndarray] = {}
    for number, path in assign_files(given, len(arguments)).items():
        array = read_array(path, arguments[number], number)
        arrays[number] = array
        for position, extent in enumerate(array.shape):
            arguments[number] = arguments[number].with_dim(position, extent)
    return EntrySignature(signature.name, tuple(arguments), signature.results), arrays


def settle(
    signature: EntrySignature, files: Sequence[str], dims: Sequence[str]
) -> tuple[EntrySignature, dict[int, np.ndarray]]:
    """The arrays of `--input`, and the signature with all extents known, by these and by `--dim`."""
    signature, arrays = with_files(signature, files)
    signature = set_dims(signature, dims)
    require_dims(signature)
    return signature, arrays


def write_arrays(arrays: dict[int, np.ndarray], folder: Path) -> dict[int, str]:
    """Writes raw bytes for the harness; argument number -> path relative to `folder`."""
    names: dict[int, str] = {}
    for number, array in arrays.items():
        (folder / FOLDER).mkdir(exist_ok=True)
        names[number] = f"{FOLDER}/arg{number}.bin"
        (folder / names[number]).write_bytes(array.tobytes())
    return names


def plan_inputs(signature: EntrySignature, files: dict[int, str]) -> list[Input]:
    """Ranges that keep a deep network finite and gathers inside their tables.

    Floats of rank 1 (biases, variances, scales) are around 1 and positive; others are symmetric, and scaled
    by their fan-in like an initialised weight unless their leading dimension is 1, as a batch's is.
    Integers are indices: below 4 and below the smallest leading dimension of a tensor of rank 2 or more.
    """
    leading = [
        argument.shape[0]
        for argument in signature.arguments
        if argument.is_shaped and len(argument.shape) >= 2 and argument.shape[0] > 1
    ]
    limit = min([LARGEST_INTEGER, *leading])
    return [
        Input(argument, files.get(number), float_scale(argument), rank_of(argument) == 1, limit)
        for number, argument in enumerate(signature.arguments)
    ]


def rank_of(argument: MlirType) -> int:
    """Rank of a tensor or memref; 0 for a scalar."""
    return len(argument.dims or ())


def float_scale(argument: MlirType) -> float:
    """Largest magnitude of the seeded floats of an argument."""
    if rank_of(argument) < 2 or argument.shape[0] <= 1 or 0 in argument.shape:
        return 1.0
    fan_in = math.prod(argument.shape) / max(argument.shape[0], argument.shape[-1])
    return math.sqrt(3.0 / max(fan_in, 1.0))
