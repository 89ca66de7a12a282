"""Runs commands in turns and keeps the least of each: the machine's load changes over minutes. Used by the scripts beside it."""

import os
import subprocess
import sys
import time
from pathlib import Path


def timed(command, folder):
    """Wall seconds of a run in a folder, and what it used (os.wait4); stderr is kept there. Ends us if it fails."""
    stderr = Path(folder, "stderr")
    with stderr.open("wb") as file:
        start = time.perf_counter()
        process = subprocess.Popen([*map(str, command)], cwd=folder, stdout=subprocess.DEVNULL, stderr=file)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
    if status != 0:
        sys.exit(f"failed: {' '.join(map(str, command))}\n{stderr.read_text(errors='replace')[-2000:]}")
    return seconds, usage


def least(commands, repeat, measure_once):
    """The least cost of each command by its name; a cost has `least(other)`."""
    found = {}
    for _ in range(repeat):
        for name, command in commands.items():
            cost = measure_once(command)
            found[name] = cost.least(found.get(name, cost))
    return found
