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
