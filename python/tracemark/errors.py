"""Errors that are shown to the user as a message, without a traceback."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class TracemarkError(Exception):
    """A message for the user: what is wrong and, on a second line, what to do about it."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message}\n{self.hint}" if self.hint else self.message


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that looks most like `name`, or None if none is near."""
    found = difflib.get_close_matches(name, list(known), n=1, cutoff=0.5)
    return found[0] if found else None


def first_lines(text: str, count: int) -> str:
    """At most `count` lines of `text`; says how many were left out."""
    lines = text.strip().splitlines()
    if len(lines) <= count:
        return "\n".join(lines)
    return "\n".join([*lines[:count], f"... {len(lines) - count} more lines"])
