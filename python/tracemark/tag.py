"""The tag that the naming pass leaves on an entry point: `grammar=1 root=matmul ... flops=N`."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import unquote


@dataclass(frozen=True)
class Tag:
    """Parsed fields of a tag; unknown keys are kept in `fields`. `layers` are the model's that are in it, in order."""

    fields: dict[str, str]
    layers: list[str] = field(default_factory=list)

    @property
    def flops(self) -> int | None:
        """Floating-point operations of one call, if known and static."""
        return self._number("flops")

    @property
    def bytes(self) -> int | None:
        """Bytes that one call reads and writes, if known."""
        return self._number("bytes")

    @property
    def root(self) -> str:
        """The root op, or an empty string."""
        return self.fields.get("root", "")

    def _number(self, key: str) -> int | None:
        value = self.fields.get(key, "")
        return int(value) if value.isdigit() else None


def parse_tag(text: str | None) -> Tag:
    """Parses a tag; words without `=` are ignored, values are percent-decoded."""
    fields: dict[str, str] = {}
    layers: list[str] = []
    for word in (text or "").split():
        key, separator, value = word.partition("=")
        if separator:
            fields[key] = unquote(value)
        if key == "from":
            # A comma of a name itself is a percent escape.
            layers = [unquote(name) for name in value.split(",") if name]
    return Tag(fields, layers)
