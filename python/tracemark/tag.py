"""The tag that the naming pass leaves on an entry point: `grammar=1 root=matmul ... flops=N`."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import unquote


@dataclass(frozen=True)
class Tag:
    """Parsed fields of a tag; unknown keys are kept in `fields`."""

    fields: dict[str, str]

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

    @property
    def layers(self) -> list[str]:
        """Names of the model's layers in it, in order."""
        return [name for name in self.fields.get("from", "").split(",") if name]

    def _number(self, key: str) -> int | None:
        value = self.fields.get(key, "")
        return int(value) if value.isdigit() else None


def parse_tag(text: str | None) -> Tag:
    """Parses a tag; words without `=` are ignored, values are percent-decoded."""
    fields: dict[str, str] = {}
    for word in (text or "").split():
        key, separator, value = word.partition("=")
        if separator:
            fields[key] = unquote(value)
    return Tag(fields)
