"""The seeded numbers of the harness (templates/harness.c.j2) as arrays, so that every host gets the same inputs."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from tracemark.inputs import Input

# Constants of splitmix64.
_STEP, _FIRST, _SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def seeded_array(planned: Input, number: int) -> npt.NDArray[np.generic]:
    """What the harness fills argument `number` with: an array of its shape, of rank 0 for a scalar; bf16 as bits."""
    element = planned.type.element
    shape = planned.type.shape if planned.type.is_shaped else ()
    count = math.prod(shape) * (2 if element.kind == "complex" else 1)
    bits = _random(number + 1, count)
    if element.kind in ("int", "bool"):
        limit = 2 if element.kind == "bool" else planned.limit
        return (bits % np.uint64(limit)).astype(element.numpy).reshape(shape)
    unit = (bits >> np.uint64(11)).astype(np.float64) * 2.0**-53
    values = planned.scale * ((0.5 + unit) if planned.positive else (2 * unit - 1))
    if element.name == "bf16":
        return _to_bf16(values).reshape(shape)
    if element.name == "f16":
        return _to_f16(values).reshape(shape)
    if element.kind == "complex":
        return values.astype("<f4" if element.size == 8 else "<f8").view(element.numpy).reshape(shape)
    return values.astype(element.numpy).reshape(shape)


def _random(seed: int, count: int) -> npt.NDArray[np.uint64]:
    with np.errstate(over="ignore"):
        z = np.uint64(seed) + np.arange(1, count + 1, dtype=np.uint64) * np.uint64(_STEP)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(_FIRST)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(_SECOND)
        return z ^ (z >> np.uint64(31))


def _to_bf16(values: npt.NDArray[np.float64]) -> npt.NDArray[np.uint16]:
    bits = values.astype("<f4").view("<u4").astype(np.uint64)
    rounded = (bits + np.uint64(0x7FFF) + ((bits >> np.uint64(16)) & np.uint64(1))) >> np.uint64(16)
    return rounded.astype("<u2")


def _to_f16(values: npt.NDArray[np.float64]) -> npt.NDArray[np.float16]:
    """Truncates; numbers below the normal range become zero."""
    bits = values.astype("<f4").view("<u4")
    sign = (bits >> np.uint32(16)) & np.uint32(0x8000)
    exponent = ((bits >> np.uint32(23)) & np.uint32(0xFF)).astype(np.int64) - 127 + 15
    normal = (exponent.clip(0, 30).astype(np.uint32) << np.uint32(10)) | ((bits >> np.uint32(13)) & np.uint32(0x3FF))
    magnitude = np.where(exponent <= 0, np.uint32(0), np.where(exponent >= 31, np.uint32(0x7BFF), normal))
    return (sign | magnitude).astype("<u2").view("<f2")
