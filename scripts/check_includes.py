#!/usr/bin/env python3
"""Checks which room includes what.

    check_includes.py [FOLDER]      FOLDER: the project (default: the one this script is in)

Directions: passes -> lib/ir -> lib/base; lib/bridge -> MLIR C++; lib/plugin and lib/external ->
everything they put together. Never: pass -> pass, lib/base -> mlir-c, MLIR or LLVM C++ outside
lib/bridge and lib/plugin, a .cpp outside those two. Every C file ends its includes with
lib/base/banned.h. Prints one line per violation, `path:line: message`; exit code 1 if there is any.
"""

import re
import sys
from pathlib import Path

INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')
BANNED = "lib/base/banned.h"
CPP_ROOMS = ("lib/bridge", "lib/plugin")
SUFFIXES = {".c", ".h", ".def", ".cpp", ".cc", ".cxx", ".hpp"}
# What comes before the first slash (or, for our own rooms, the room) of an include that is not of
# the system or of a small library.
MLIR_C, MLIR_CPP, LLVM_CPP, PUBLIC = "mlir-c", "mlir", "llvm", "tracemark"
TEST_HEADERS = ("testing.h", "folders.h", "parsing.h")

# Longest prefix wins. What a room may include beside its own files, the system and small libraries:
# rooms, or single headers.
ROOMS = {
    "include/tracemark": {PUBLIC, MLIR_C},
    "lib/base": {"tracemark/names.h"},
    "lib/ir": {"lib/base", PUBLIC, MLIR_C},
    "passes": {"lib/ir", "lib/base", PUBLIC, MLIR_C},
    "lib/bridge": {PUBLIC, "lib/base", MLIR_C, MLIR_CPP, LLVM_CPP},
    "lib/plugin": {"lib/base", "lib/ir", "lib/bridge", PUBLIC, MLIR_C, MLIR_CPP, LLVM_CPP},
    "lib/external": {"lib/base", "lib/ir", "lib/plugin", PUBLIC, MLIR_C},
    "lib/iree": {"lib/base", "lib/ir", "lib/external", PUBLIC, MLIR_C},
    "tools": {"lib/base", "lib/ir", "lib/external", "lib/iree", PUBLIC, MLIR_C},
    "test": {"lib/base", "lib/ir", PUBLIC, MLIR_C, *TEST_HEADERS},
}


def room_of(path):
    """The room that a path (as text, from the project's folder) is in, or None."""
    rooms = [room for room in ROOMS if path == room or path.startswith(room + "/")]
    return max(rooms, key=len, default=None)


def part_of(target):
    """What an include names, in the terms of ROOMS; None: the system or a small library."""
    room = room_of(target)
    if room and room != "include/tracemark":
        return room
    first = target.split("/")[0]
    if first in (MLIR_C, MLIR_CPP, LLVM_CPP, PUBLIC, "llvm-c", "clang", "lib", "include") or target in TEST_HEADERS:
        return first
    return None


def check_include(room, quote, target):
    """Why the room may not include the target, or None."""
    if target.startswith(".") or "/../" in target:
        return "relative include; write the path from the project's folder"
    part = part_of(target)
    if part is None:
        return f"'{target}' is not a path from the project's folder" if quote == '"' else None
    if part == room:
        return "a pass includes no other pass" if room == "passes" else None
    if part not in ROOMS[room] and target not in ROOMS[room]:
        return f"{room}/ must not include {part}{'' if '.' in part else '/'}"
    return None


def check_file(path, text):
    """Yields (line number, message) for each violation of one file."""
    room = room_of(path)
    if not path.endswith((".c", ".h", ".def")) and room not in CPP_ROOMS:
        yield 1, "C++ is for " + " and ".join(CPP_ROOMS) + " only"
    last = None
    for number, line in enumerate(text.splitlines(), 1):
        match = INCLUDE.match(line)
        if not match:
            continue
        if not match.group(2).endswith(".def"):  # a list, included where it is spelled out
            last = number, match.group(2)
        message = check_include(room, *match.groups())
        if message:
            yield number, message
    if path.endswith(".c") and room != "test" and (last is None or last[1] != BANNED):
        yield last[0] if last else 1, f'the last include of a C file is "{BANNED}"'


def source_files(root):
    for room in sorted({room.split("/")[0] for room in ROOMS}):
        for path in sorted((root / room).rglob("*")):
            if path.suffix in SUFFIXES and path.is_file():
                yield path


def main(arguments):
    root = Path(arguments[0] if arguments else Path(__file__).parent.parent).resolve()
    count = files = 0
    for path in source_files(root):
        files += 1
        name = path.relative_to(root).as_posix()
        if room_of(name) is None:
            print(f"{name}:1: in no room that check_includes.py knows")
            count += 1
            continue
        for number, message in check_file(name, path.read_text()):
            print(f"{name}:{number}: {message}")
            count += 1
    if files == 0:
        print(f"no source file under {root}")
        return 1
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
