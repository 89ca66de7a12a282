"""What a profile of IREE's own says of listings: the same report as of samples, without lines."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path

from tracemark.attribution import attribute_names
from tracemark.errors import TracemarkError
from tracemark.iree_profile import Capture
from tracemark.manifest import Manifest
from tracemark.report import Report, make_report

DISPATCH = re.compile(rb"[A-Za-z0-9_$.-]*_dispatch_\d+[A-Za-z0-9_]*")
WORD = b"[A-Za-z0-9_]"


def report_of(capture: Capture, what: str, manifest: Manifest, stage: str | None = None) -> Report:
    """The report of a capture, which messages call `what`; listings are those of `stage`, or the last ones."""
    attribution = attribute_names(capture.profile(), manifest, stage)
    known = {function.symbol for function in attribution.functions}
    unknown = [dispatch.name for dispatch in capture.dispatches if dispatch.name not in known]
    listed = list(dict.fromkeys(entry.symbol for entry in manifest.entries() if entry.tag))
    absent = [symbol for symbol in listed if symbol not in set(capture.functions)]
    # Listings of a part of the module (only=) have too little; those of another build have something else.
    if not known or (unknown and absent):
        raise TracemarkError(
            f"{what} is of another build than the listings of '{manifest.folder}': expected dispatches such as "
            f"{example(absent)}, found {example(unknown)}"
        )
    if unknown:
        count = f"{len(unknown)} of {len(capture.dispatches)} dispatches"
        sys.stderr.write(f"note: no listing of '{manifest.folder}' has {count} of {what}, such as {example(unknown)}\n")
    return make_report(attribution, manifest, None, None)


def check_module(capture: Capture, path: Path, module: Path) -> None:
    """A TracemarkError if the module has not the dispatches of the capture."""
    data = module.read_bytes()
    missing = [name for name in capture.functions or names_of(capture) if not holds(data, name)]
    if missing:
        there = [name.decode() for name in dict.fromkeys(DISPATCH.findall(data))]
        raise TracemarkError(
            f"'{module}' is of another build than the profile '{path}': expected the dispatch '{missing[0]}', "
            f"found {example(there)}"
        )


def names_of(capture: Capture) -> list[str]:
    """The dispatches that ran."""
    return [dispatch.name for dispatch in capture.dispatches]


def holds(data: bytes, name: str) -> bool:
    """Whether a module has a name as a whole word."""
    return bool(re.search(rb"(?<!%s)%s(?!%s)" % (WORD, re.escape(name.encode()), WORD), data))


def example(names: Sequence[str]) -> str:
    """One of the names, or that there is none."""
    return f"'{names[0]}'" if names else "none"
