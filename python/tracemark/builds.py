"""Whether a program is the one that a profile was taken of.

perf keeps the build id of each file. callgrind keeps no mark of a file, but the address of each instruction: one
that lies outside of its function shows that the program was built again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from pathlib import Path

from elftools.common.exceptions import ELFError
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import NoteSection

from tracemark.errors import TracemarkError
from tracemark.profile_data import ProfileData
from tracemark.steps import Steps
from tracemark.symbols import ObjectMap
from tracemark.tools import Tools

HINT = "--binary names the program that was profiled, where it is now"


def read_build_id(path: Path) -> str | None:
    """The build id of an ELF file, in hexadecimal digits; None if it has none or is no such file."""
    try:
        with path.open("rb") as file:
            for section in ELFFile(file).iter_sections():
                if isinstance(section, NoteSection):
                    for note in section.iter_notes():
                        if note["n_type"] == "NT_GNU_BUILD_ID":
                            return str(note["n_desc"])
    except (OSError, ELFError):
        pass
    return None


def recorded_build_ids(steps: Steps, tools: Tools, profile: Path) -> dict[str, str]:
    """Path -> build id of the files that perf took samples in, as they were then."""
    command: list[str | Path] = [tools.require("perf"), "buildid-list", "-i", profile]
    ids = {}
    for line in steps.run("read the build ids", command, quiet=True).stdout.splitlines():
        build_id, separator, path = line.partition(" ")
        if separator and build_id.strip("0"):
            ids[path] = build_id
    return ids


def check_build_id(profile: Path, file: Path, expected: str) -> None:
    """A TracemarkError if a file has another build id than the profile says."""
    found = read_build_id(file)
    if found != expected:
        raise TracemarkError(
            f"'{file}' is another build than the one in '{profile}': expected the build id {expected}, "
            f"found {found or 'none'}",
            HINT,
        )


def check_binary(profile: Path, binary: Path, ids: Mapping[str, str]) -> None:
    """A TracemarkError if `binary` is none of the profile's files of its name, or, where none is called so, of all."""
    called_so = [build_id for path, build_id in ids.items() if Path(path).name == binary.name]
    found = read_build_id(binary)
    if found not in ids.values() and called_so:
        check_build_id(profile, binary, called_so[0])
    if found is not None and ids and found not in ids.values():
        known = ", ".join(f"{build_id} ('{path}')" for path, build_id in ids.items() if not path.startswith("["))
        raise TracemarkError(
            f"'{binary}' is no program of '{profile}': expected one of the build ids {known}, found {found}"
        )


def check_costliest(profile: Path, data: ProfileData, ids: Mapping[str, str]) -> None:
    """A TracemarkError if the file that most of a profile was spent in was replaced since: perf knows no name in it."""
    costs: Counter[str] = Counter()
    for event in data.events:
        costs[event.stack[0].object] += event.cost
    name = next((name for name, _ in costs.most_common() if name in ids), None)
    if name is not None and Path(name).is_file():
        check_build_id(profile, Path(name), ids[name])


def check_addresses(
    profile: Path, data: ProfileData, name: str, known: ObjectMap, file: Path, functions: Collection[str]
) -> None:
    """A TracemarkError if one of `functions` has cost outside of where the object `name`, now `file`, has it."""
    count = Counter(symbol.name for symbol in known.symbols)
    for frame in (event.stack[0] for event in data.events):
        symbol = known.by_name.get(frame.function)
        if frame.object != name or frame.address is None or frame.function not in functions:
            continue
        if symbol is None or not symbol.size or count[symbol.name] > 1:
            continue
        if not symbol.address <= frame.address < symbol.address + symbol.size:
            raise TracemarkError(
                f"'{file}' is another build than the one in '{profile}': expected '{symbol.name}' around "
                f"{frame.address:#x}, found it at {symbol.address:#x} to {symbol.address + symbol.size:#x}",
                HINT,
            )
