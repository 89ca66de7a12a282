#!/usr/bin/env python3
"""Checks that no file names a folder of the machine that it was made on.

    check_paths.py [FOLDER]      FOLDER: the project (default: the one this script is in)

Looked for: the project's own absolute path, home folders, and the places where build machines keep
their work. Test inputs may name made-up folders like /home/user. Prints one line per place,
`path:line: message`; exit code 1 if there is any. In a clone only what git tracks counts: the README's
commands leave listings and logs there, which name it.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

# In pieces, so that this file does not name them.
ROOTS = ["home", "Users", "root", "work", "farm", "builds", "workspace"]
ABSOLUTE = re.compile(r"(?<![\w./$%}*-])/(" + "|".join(ROOTS) + r")/[A-Za-z_.][\w.-]*")
MADE_UP = re.compile(r"/(home|Users)/(user|me|you|alice|bob)\b")
SKIPPED_FOLDERS = re.compile(r"^(\..*|build.*|__pycache__|.*\.egg-info|node_modules|.*\.tracemark)$")
KEPT_HIDDEN = {".ci"}


def tracked_files(root):
    """What git tracks in the clone; nothing if this is none, or git is not there or refuses."""
    if not (root / ".git").exists():
        return []
    try:
        done = subprocess.run(["git", "-C", root, "ls-files", "-z"], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return []
    return [path for path in (root / name for name in done.stdout.split("\0") if name) if path.is_file()]


def files_below(root):
    for folder, names, files in os.walk(root):
        names[:] = sorted(n for n in names if n in KEPT_HIDDEN or not SKIPPED_FOLDERS.match(n))
        for name in sorted(set(files) - {".git"}):  # a file in a worktree
            yield Path(folder, name)


def text_files(root):
    for path in tracked_files(root) or files_below(root):
        try:
            yield path, path.read_text()
        except UnicodeDecodeError:
            continue  # not text


def check_line(line, root):
    """What is wrong with the line, or None."""
    # A checkout directly under / or /src says nothing about a machine.
    if len(root.parts) > 3 and str(root) in line:
        return "names the folder of this checkout"
    for match in ABSOLUTE.finditer(line):
        if not MADE_UP.match(match.group(0)):
            return f"names '{match.group(0)}', a folder of one machine"
    return None


def main(arguments):
    root = Path(arguments[0] if arguments else Path(__file__).parent.parent).resolve()
    count = files = 0
    for path, text in text_files(root):
        files += 1
        for number, line in enumerate(text.splitlines(), 1):
            message = check_line(line, root)
            if message:
                print(f"{path.relative_to(root).as_posix()}:{number}: {message}")
                count += 1
    if files == 0:
        print(f"no file under {root}")
        return 1
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
