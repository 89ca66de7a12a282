"""The Python sources pass their own linter and type checker."""

import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "python"


@pytest.mark.parametrize("checker", [["ruff", "check", "."], ["mypy"]], ids=["ruff", "mypy"])
def test_package_is_clean(checker, tmp_path):
    found = subprocess.run(
        [sys.executable, "-m", *checker, "--cache-dir", tmp_path], cwd=PACKAGE, capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, found.stdout + found.stderr


CALLER = """
from pathlib import Path
import tracemark
from tracemark import Manifest, Profile, TracemarkError, names

manifest: Manifest = tracemark.Manifest.load(Path("listings"))
try:
    line: int = manifest.resolve("cse/f.mlir", 3).line
except TracemarkError as error:
    hint: str = error.hint
name = names.parse("f_3_matmul_8x8x8_f32", base="f_3")
shape: tuple[int | None, ...] = name.shape if name else ()
share: float = tracemark.Profile.load("perf.data").report(manifest).dispatches[0].share
costs: dict[str, int] = Profile.load("perf.data", "model").functions()
print(tracemark.nothing)
"""


def test_callers_are_checked_by_their_own_mypy(tmp_path):
    """py.typed is in the package, and its names have types: the one that is not there is the only error."""
    (tmp_path / "caller.py").write_text(CALLER)
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", tmp_path / "cache", "caller.py"]
    found = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    errors = [line for line in found.stdout.splitlines() if ": error:" in line]
    assert errors == ['caller.py:15: error: Module has no attribute "nothing"  [attr-defined]'], found.stdout


def test_what_is_imported_late_is_there():
    import tracemark

    for name in tracemark.__all__:
        assert getattr(tracemark, name)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = tracemark.nothing
