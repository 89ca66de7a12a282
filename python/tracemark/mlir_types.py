"""One type string of MLIR, such as `tensor<1x?x4xf32>`, as data."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from tracemark.errors import TracemarkError


@dataclass(frozen=True)
class Element:
    """An element type: its name in MLIR, its kind, bytes in memory, and numpy's name for it."""

    name: str
    kind: str  # "float", "int", "bool", "complex"
    size: int
    numpy: str
    c_type: str


ELEMENTS = {
    element.name: element
    for element in (
        Element("f16", "float", 2, "<f2", "_Float16"),
        Element("bf16", "float", 2, "<u2", "_Float16"),  # its bits: calls pass both in one register
        Element("f32", "float", 4, "<f4", "float"),
        Element("f64", "float", 8, "<f8", "double"),
        Element("i1", "bool", 1, "|b1", "_Bool"),
        Element("i8", "int", 1, "|i1", "int8_t"),
        Element("i16", "int", 2, "<i2", "int16_t"),
        Element("i32", "int", 4, "<i4", "int32_t"),
        Element("i64", "int", 8, "<i8", "int64_t"),
        Element("index", "int", 8, "<i8", "int64_t"),
        Element("complex<f32>", "complex", 8, "<c8", "float"),
        Element("complex<f64>", "complex", 16, "<c16", "double"),
    )
}
DYNAMIC = None


@dataclass(frozen=True)
class MlirType:
    """A scalar (`dims` is None) or a ranked tensor or memref; a dynamic dimension is None."""

    text: str
    element: Element
    dims: tuple[int | None, ...] | None

    @property
    def is_shaped(self) -> bool:
        """Whether it is a tensor or a memref (also of rank 0)."""
        return self.dims is not None

    @property
    def shape(self) -> tuple[int, ...]:
        """The dimensions of a shaped type without dynamic ones."""
        assert self.dims is not None
        return tuple(dim for dim in self.dims if dim is not DYNAMIC)

    def with_dim(self, position: int, extent: int) -> MlirType:
        """The same type with one dimension made static."""
        assert self.dims is not None
        dims = (*self.dims[:position], extent, *self.dims[position + 1 :])
        return replace(self, dims=dims)


def parse_type(text: str) -> MlirType:
    """Parses a scalar, ranked tensor or memref type; a TracemarkError says what is unsupported."""
    text = text.strip()
    if text in ELEMENTS:
        return MlirType(text, ELEMENTS[text], None)
    match = re.fullmatch(r"(tensor|memref)<(.*)>", text, re.DOTALL)
    if not match:
        raise unsupported(text, "neither a scalar nor a tensor or memref of numbers")
    body, layout = split_layout(match[2])
    if layout:
        raise unsupported(text, "it has an encoding, layout or memory space")
    if body.startswith("*"):
        raise unsupported(text, "its rank is not known")
    dims: list[int | None] = []
    while dim := re.match(r"(\d+|\?)\s*x\s*", body):
        dims.append(None if dim[1] == "?" else int(dim[1]))
        body = body[dim.end() :]
    if body not in ELEMENTS:
        raise unsupported(text, f"elements of type '{body}'")
    return MlirType(text, ELEMENTS[body], tuple(dims))


def split_layout(body: str) -> tuple[str, str]:
    """Splits the inside of `tensor<...>` at the first comma that is not inside brackets."""
    depth = 0
    for position, character in enumerate(body):
        if character in "<([{":
            depth += 1
        elif character in ">)]}":
            depth -= 1
        elif character == "," and depth == 0:
            return body[:position].strip(), body[position + 1 :].strip()
    return body.strip(), ""


def unsupported(text: str, reason: str) -> TracemarkError:
    """The message for a type that no input can be made for."""
    shown = text if len(text) <= 80 else text[:77] + "..."
    return TracemarkError(f"the type '{shown}' is not supported: {reason}")
