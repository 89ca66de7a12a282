"""The entry function: choosing it, its types, its dynamic dimensions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tracemark.errors import TracemarkError, nearest
from tracemark.manifest import Entry
from tracemark.mlir_types import DYNAMIC, MlirType, parse_type, unsupported

USUAL_NAMES = ("main", "forward", "main_graph")


@dataclass(frozen=True)
class EntrySignature:
    """The function that is run."""

    name: str
    arguments: tuple[MlirType, ...]
    results: tuple[MlirType, ...]


def choose_entry(entries: Sequence[Entry], wanted: str | None, model: str) -> Entry:
    """The entry with the wanted name, or the only public one, or the one with a usual name."""
    if not entries:
        raise TracemarkError(
            f"'{model}' has no function with a body", "a model needs a func.func that holds its linalg ops"
        )
    by_name = {entry.symbol: entry for entry in entries}
    if wanted is not None:
        wanted = wanted.removeprefix("@")
        if wanted in by_name:
            if not by_name[wanted].public:
                # The lowering may give private functions another signature: results become arguments.
                raise TracemarkError(f"the function '{wanted}' of '{model}' is private", "make it public to run it")
            return by_name[wanted]
        near = nearest(wanted, by_name)
        hint = f"did you mean '{near}'?" if near else "its functions: " + ", ".join(sorted(by_name)[:10])
        raise TracemarkError(f"'{model}' has no function '{wanted}'; {hint}")
    public = [entry for entry in entries if entry.public]
    if not public:
        raise TracemarkError(
            f"'{model}' has no public function", "make the function to run public"
        )
    if len(public) == 1:
        return public[0]
    for name in USUAL_NAMES:
        if name in by_name and by_name[name].public:
            return by_name[name]
    names = ", ".join(entry.symbol for entry in public[:10])
    raise TracemarkError(f"'{model}' has {len(public)} functions: {names}", "choose one with --entry")


def read_signature(entry: Entry) -> EntrySignature:
    """The types of an entry; a TracemarkError names the argument whose type is not supported."""
    if entry.signature is None:
        raise TracemarkError(f"the manifest holds no signature of '{entry.symbol}'")
    return EntrySignature(
        entry.symbol,
        tuple(typed(text, f"argument {i}", entry) for i, text in enumerate(entry.signature.arguments)),
        tuple(typed(text, f"result {i}", entry) for i, text in enumerate(entry.signature.results)),
    )


def typed(text: str, which: str, entry: Entry) -> MlirType:
    """One type of a signature."""
    try:
        parsed = parse_type(text)
        if parsed.element.kind == "complex" and not parsed.is_shaped:
            raise unsupported(text, "a complex number by itself")
    except TracemarkError as error:
        raise TracemarkError(
            f"{which} of '{entry.symbol}': {error.message}",
            "profile takes scalars, ranked tensors and memrefs of f16, bf16, f32, f64, i1 to i64, index, complex",
        ) from error
    return parsed


def set_dims(signature: EntrySignature, given: Sequence[str]) -> EntrySignature:
    """Makes dynamic dimensions of the arguments static, from texts such as `arg0.0=16`."""
    arguments = list(signature.arguments)
    for text in given:
        match = re.fullmatch(r"arg(\d+)\.d?(\d+)=(\d+)", text.strip())
        if not match:
            raise TracemarkError(f"'{text}' is not a dimension: write it like --dim arg0.0=16")
        argument, position, extent = (int(group) for group in match.groups())
        if argument >= len(arguments):
            raise TracemarkError(f"--dim {text}: '{signature.name}' has {len(arguments)} arguments, arg0 on")
        dims = arguments[argument].dims
        if dims is None or position >= len(dims):
            raise TracemarkError(f"--dim {text}: arg{argument} is '{arguments[argument].text}'")
        if dims[position] not in (DYNAMIC, extent):
            known = f"this dimension of '{arguments[argument].text}' is {dims[position]}"
            raise TracemarkError(f"--dim {text}: {known}")
        arguments[argument] = arguments[argument].with_dim(position, extent)
    return EntrySignature(signature.name, tuple(arguments), signature.results)


def missing_dims(signature: EntrySignature) -> list[str]:
    """The dynamic dimensions that are still without extent, as `arg0.0`."""
    return [
        f"arg{number}.{position}"
        for number, argument in enumerate(signature.arguments)
        for position, dim in enumerate(argument.dims or ())
        if dim is DYNAMIC
    ]


def require_dims(signature: EntrySignature) -> None:
    """A TracemarkError if a dimension of an argument has no extent."""
    if missing := missing_dims(signature):
        options = " ".join(f"--dim {name}=N" for name in missing)
        raise TracemarkError(
            f"arguments of '{signature.name}' have dynamic dimensions", f"give each an extent: {options}"
        )
