"""Reads the names of dispatches: version 1 of the grammar in docs/names.md, like tracemarkNameParse of the C API.

    parse("main_3_matmul_128x256x512_f32_bias_relu", base="main_3").root    # "matmul"

Behind the base a name is a row of tokens with `_` between. No token of a root or a tail looks like dims or types, so
the first such token ends the root. Without a base every token that looks like types is tried, from the right, with
the longest known root before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tracemark.name_words import ROOTS, STEPS, TAILS

_MOST_WORDS = 4  # of a chain, and of a tail, before `etc`
_MOST_ROOT_TOKENS = 16

_SIZES = r"[0-9]+(?:x[0-9]+)*"
_SCALAR = r"(?:index|none|bf16|tf32|(?:si|ui|i|u)[0-9]+|f[0-9]+(?:E[0-9A-Z]*)?)"
_TYPE = rf"(?:(?:c|q|v(?:s?[0-9]+(?:xs?[0-9]+)*)?)*(?:{_SCALAR}|T[0-9A-Za-z]+))"
_DIMS = re.compile(r"(?:[0-9]+|D)(?:x(?:[0-9]+|D))*")
_TYPES = re.compile(rf"{_TYPE}(?:x{_TYPE})*")
_MODIFIER = re.compile(rf"[sd]{_SIZES}")
_HASH = re.compile(r"h[0-9a-f]{8}")
_COUNT = re.compile(r"x[0-9]+")
_INSTANCE = re.compile(r"[1-9][0-9]{0,8}")
_WELL_FORMED = re.compile(r"[0-9A-Za-z]+(?:_[0-9A-Za-z]+)*")
_LAYOUT = "[ncdhwgfm]+"
_CONVOLUTION = re.compile(rf"(?:depthwise_|grouped_|transpose_)?conv_[123]d(?:_{_LAYOUT}_{_LAYOUT})?(?:_q)?")
_POOL = re.compile(rf"pooling_{_LAYOUT}_(?:avg|max|min|sum|max_unsigned|min_unsigned)")


@dataclass(frozen=True)
class Name:
    """The parts of a name; texts are as the name has them, empty where it has none."""

    base: str
    root: str  # with the count of equal roots: matmul_x3
    root_word: str  # without: matmul
    root_count: int
    dims: str
    types: str
    modifiers: tuple[str, ...]
    tail: tuple[str, ...]
    hash: str | None = None  # 8 hex digits
    instance: int = 0  # n-th of equal content, from 2; else 0
    ambiguous: bool = False  # no base was given: the likeliest split, not a certain one
    readings: int = 1  # splits that the grammar allows

    @property
    def shape(self) -> tuple[int | None, ...]:
        """The loop ranges, None for dynamic ones."""
        return tuple(None if size == "D" else int(size) for size in self.dims.split("x") if size)


def parse(name: str, base: str | None = None) -> Name | None:
    """The parts of `name`; None if it does not begin with the base, has nothing behind it, or has no known root.

    With `base` (the tag's `base=`) the answer is exact for every name that the pass makes. Without it the rightmost
    known root counts, and the answer is `ambiguous`. A root that was cut for length is given as it stands.
    """
    if base is None:
        text, digits, instance = _take_hash(name)
        found = _guess(text, was_cut=digits is not None)
    else:
        if not name.startswith(base + "_"):
            return None
        text, digits, instance = _take_hash(name[len(base) + 1 :])
        found = _read_parts(text, base)
    return found and replace(found, hash=digits, instance=instance)


def words(text: str) -> Iterator[str]:
    """The words of modifiers or of a tail: the longest that the grammar knows, else up to the next `_`."""
    tokens = text.split("_") if text else []
    start = 0
    while start < len(tokens):
        ends = [end for end in range(start + 1, len(tokens) + 1) if is_word("_".join(tokens[start:end]))]
        end = ends[-1] if ends else start + 1
        yield "_".join(tokens[start:end])
        start = end


def is_reserved(token: str) -> bool:
    """Whether no word of a root or a tail may hold this token: it would be taken for another part."""
    return any(pattern.fullmatch(token) for pattern in (_DIMS, _TYPES, _MODIFIER, _HASH, _COUNT))


def _is_root_word(word: str) -> bool:
    return word in ROOTS or bool(_CONVOLUTION.fullmatch(word) or _POOL.fullmatch(word))


def is_word(word: str) -> bool:
    """Whether the grammar knows this word."""
    return word in STEPS or word in TAILS or _is_root_word(word)


def _is_chain(tokens: list[str], count: int = 0) -> bool:
    """Up to four words of chains in a row, and `etc` behind the fourth."""
    if count == _MOST_WORDS:
        return tokens == ["etc"]
    return any(
        "_".join(tokens[:end]) in STEPS and (end == len(tokens) or _is_chain(tokens[end:], count + 1))
        for end in range(1, len(tokens) + 1)
    )


def _split_root(root: str) -> tuple[str, int]:
    word, separator, count = root.rpartition("_")
    if separator and len(count) <= 9 and _COUNT.fullmatch(count):
        return word, int(count[1:])
    return root, 1


def _take_hash(text: str) -> tuple[str, str | None, int]:
    """The text without hash and instance, and these."""
    rest, separator, last = text.rpartition("_")
    instance = int(last) if separator and _INSTANCE.fullmatch(last) else 0
    if instance < 2:
        rest, instance = text, 0
    before, separator, last = rest.rpartition("_")
    if separator and _HASH.fullmatch(last):
        return before, last[1:], instance
    return text, None, 0


def _read_parts(text: str, base: str) -> Name | None:
    """Root, dims, types, modifiers and tail of what stands behind the base, without its hash."""
    if not _WELL_FORMED.fullmatch(text):
        return None
    tokens = text.split("_")
    at = 1
    while at < len(tokens) and not (_DIMS.fullmatch(tokens[at]) or _TYPES.fullmatch(tokens[at])):
        at += 1
    root = "_".join(tokens[:at])
    dims = types = ""
    if at < len(tokens) and _DIMS.fullmatch(tokens[at]):
        dims = tokens[at]
        at += 1
    if at < len(tokens) and _TYPES.fullmatch(tokens[at]):
        types = tokens[at]
        at += 1
    first = at
    while at < len(tokens) and _MODIFIER.fullmatch(tokens[at]):
        at += 1
    if any(map(is_reserved, tokens[at:])):
        return None
    word, count = _split_root(root)
    return Name(base, root, word, count, dims, types, tuple(tokens[first:at]), tuple(words("_".join(tokens[at:]))))


def _root_before(tokens: list[str], end: int) -> range:
    """The tokens of the longest known root before token `end` that leaves a base of one byte at least; empty: none."""
    longest = range(0)
    for start in range(end - 1, max(0, end - 1 - _MOST_ROOT_TOKENS), -1):
        word, _ = _split_root("_".join(tokens[start:end]))
        if "_".join(tokens[:start]) and (_is_root_word(word) or _is_chain(word.split("_"))):
            longest = range(start, end)
    return longest


def _guess(text: str, *, was_cut: bool) -> Name | None:
    """Tries each token of types from the right; in names that were cut (they have a hash) then each of dims, then the
    end."""
    tokens = text.split("_")
    roots: list[range] = []
    for end in range(len(tokens) - 1, 0, -1):
        if _TYPES.fullmatch(tokens[end]):
            has_dims = end > 1 and _DIMS.fullmatch(tokens[end - 1])
            roots.append(_root_before(tokens, end - 1 if has_dims else end))
    found = _best(tokens, roots)
    if not found and was_cut:
        dims = [end for end in range(len(tokens) - 1, 0, -1) if _DIMS.fullmatch(tokens[end])]
        found = _best(tokens, [_root_before(tokens, end) for end in dims])
    if not found and was_cut:
        found = _best(tokens, [_root_before(tokens, len(tokens))])
    return found


def _best(tokens: list[str], roots: list[range]) -> Name | None:
    """The first split that reads, or the first whose tail is of known words; how many there are of its kind."""
    readings: list[Name] = []
    for root in filter(len, roots):
        name = _read_parts("_".join(tokens[root.start :]), "_".join(tokens[: root.start]))
        if name and name.root == "_".join(tokens[root.start : root.stop]):
            readings.append(name)
    known = [name for name in readings if _knows_tail(name.tail)]
    chosen = known or readings
    return replace(chosen[0], ambiguous=True, readings=len(chosen)) if chosen else None


def _knows_tail(tail: tuple[str, ...]) -> bool:
    return all(is_word(word) or (word == "etc" and index == len(tail) - 1) for index, word in enumerate(tail))
