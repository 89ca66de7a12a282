"""Text that is made from the templates of the package: C, LLVM IR, MLIR."""

from __future__ import annotations

import jinja2


def c_string(text: str) -> str:
    """A C string literal."""
    escaped = []
    for byte in text.encode():
        character = chr(byte)
        if character in '"\\' or not 0x20 <= byte < 0x7F:
            escaped.append(f"\\{byte:03o}")
        else:
            escaped.append(character)
    return '"' + "".join(escaped) + '"'


def hex_escaped(text: str) -> str:
    """The inside of a quoted name or string of LLVM IR or MLIR: other bytes than plain ones as `\\22`."""
    plain = set(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-$ ")
    return "".join(chr(byte) if byte in plain else f"\\{byte:02X}" for byte in text.encode())


def render(template: str, **values: object) -> str:
    """The text of a template."""
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("tracemark"),
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        autoescape=False,
        keep_trailing_newline=True,
    )
    environment.filters["c_string"] = c_string
    environment.filters["llvm_string"] = hex_escaped
    environment.filters["mlir_string"] = hex_escaped
    return environment.get_template(template).render(values)
