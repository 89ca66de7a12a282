"""The C program that calls the entry through its C interface."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tracemark.inputs import Input
from tracemark.signature import EntrySignature
from tracemark.symbols import C_INTERFACE_PREFIX
from tracemark.templating import render


def generate_counters(functions: Sequence[str]) -> str:
    """LLVM IR that counts each call of a function and jumps on to the one of the same name behind it."""
    return render("counters.ll.j2", functions=functions)


def generate(signature: EntrySignature, inputs: Sequence[Input]) -> str:
    """The source of the harness.

    The C interface takes scalars by value and memrefs by descriptor pointer. One scalar result is returned;
    a memref result, or several results, are written to a struct whose pointer comes first.
    """
    arguments: list[dict[str, Any]] = [
        {
            "number": number,
            "shaped": value.type.is_shaped,
            "dims": list(value.type.shape) if value.type.is_shaped else [],
            "element": value.type.element.name,
            "kind": value.type.element.kind,
            "size": value.type.element.size,
            "numpy": value.type.element.numpy,
            "c_type": value.type.element.c_type,
            "file": value.file,
            "scale": value.scale,
            "positive": value.positive,
            "limit": value.limit,
        }
        for number, value in enumerate(inputs)
    ]
    results: list[dict[str, Any]] = [
        {
            "number": number,
            "shaped": result.is_shaped,
            "rank": len(result.dims or ()),
            "size": result.element.size,
            "numpy": result.element.numpy,
            "c_type": result.element.c_type,
        }
        for number, result in enumerate(signature.results)
    ]
    shaped_results = [result for result in results if result["shaped"]]
    in_memory = bool(shaped_results) or len(results) > 1
    return_type = results[0]["c_type"] if results and not in_memory else "void"
    parameter_types = ["void *"] if in_memory else []
    parameter_types += ["void *" if argument["shaped"] else argument["c_type"] for argument in arguments]
    call_arguments = ["&results"] if in_memory else []
    call_arguments += [f"argument{argument['number']}" for argument in arguments]
    return render(
        "harness.c.j2",
        entry_comment=ascii(signature.name).replace("*/", "* /"),
        arguments=arguments,
        results=results,
        shaped_results=shaped_results,
        results_in_memory=in_memory,
        return_type=return_type,
        parameter_types=parameter_types,
        call_arguments=call_arguments,
        symbol=C_INTERFACE_PREFIX + signature.name,
    )
