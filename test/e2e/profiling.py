"""Runs the command `tracemark` for the end-to-end tests."""

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent.parent
INPUTS = PROJECT / "test" / "Inputs"
EXAMPLES = PROJECT / "examples"
LLVM = Path("/usr/lib/llvm-22/bin")

sources = importlib.util.spec_from_file_location("check_manifest", PROJECT / "scripts" / "check_manifest.py")
check_manifest = importlib.util.module_from_spec(sources)
sources.loader.exec_module(check_manifest)


def has(program):
    return shutil.which(program) is not None


def perf_works():
    """Whether perf is there and may sample."""
    command = ["perf", "record", "-q", "-e", "cpu-clock:u", "-o", "/dev/null", "--", "true"]
    return has("perf") and subprocess.run(command, capture_output=True, check=False).returncode == 0


def plugin():
    if named := os.environ.get("TRACEMARK_PLUGIN"):
        return Path(named)
    return PROJECT / "build" / "lib" / "libTracemark.so"


def tracemark(*arguments, cwd, environment=None):
    settings = dict(os.environ, TRACEMARK_PLUGIN=str(plugin())) | (environment or {})
    return subprocess.run(
        [sys.executable, "-m", "tracemark", *map(str, arguments)],
        cwd=cwd, env=settings, capture_output=True, text=True, check=False,
    )  # fmt: skip


@dataclass
class Profile:
    """What `tracemark profile --json` left."""

    data: dict
    folder: Path
    stderr: str

    @property
    def dispatches(self):
        """All functions but the entry itself."""
        return {item["name"]: item for item in self.data["dispatches"] if item["name"] != self.data["entry"]}

    @property
    def records(self):
        return check_manifest.read_listings(self.folder / "listings")

    @property
    def entries(self):
        return {entry["symbol"]: entry for record in self.records for entry in record["entries"]}

    def flops(self, symbol):
        """Flops of all calls, from the tag in the manifest."""
        match = re.search(r"\bflops=(\d+)", self.entries[symbol]["tag"] or "")
        calls = self.data_of(symbol)["calls"] or 0
        return int(match[1]) * calls if match else 0

    def data_of(self, symbol):
        return next(item for item in self.data["dispatches"] if item["name"] == symbol)

    def listing(self, symbol):
        """Lines of the listing that a function is in."""
        name = self.data_of(symbol)["listing"]
        return (self.folder / "listings" / name).read_text().splitlines()


def profile(model, folder, *arguments, environment=None):
    result = tracemark(
        "profile", model, "--out", folder / "out", "--json", *arguments, cwd=folder, environment=environment
    )
    assert result.returncode == 0, result.stderr
    return Profile(json.loads(result.stdout), folder / "out", result.stderr)
