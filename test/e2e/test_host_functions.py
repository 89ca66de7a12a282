"""lib/external/host_functions.txt, what libTracemarkC.so may take from its host, is what its hosts have."""

import importlib.metadata
import re
import subprocess
from pathlib import Path

import iree_host
import pytest

LIST = Path(__file__).resolve().parents[2] / "lib/external/host_functions.txt"
LLVM = Path("/usr/lib/llvm-22")
ARCHIVES = sorted(LLVM.glob("lib/libMLIRCAPI*.a"))


def functions_of(*files, dynamic=False):
    """The functions of MLIR's C API that libraries define for others."""
    kind = "--dynamic" if dynamic else "--extern-only"
    command = [LLVM / "bin/llvm-nm", kind, "--defined-only", "--format=just-symbols", "--quiet", *files]
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=True)
    return set(re.findall(r"^mlir\w+", done.stdout, re.MULTILINE))


@pytest.fixture(scope="module")
def listed():
    lines = [line for line in LIST.read_text().splitlines() if not line.startswith("#")]
    assert lines == sorted(set(lines))
    return set(lines)


@pytest.mark.skipif(not ARCHIVES, reason=f"no libMLIRCAPI*.a in {LLVM}/lib (libmlir-22-dev)")
def test_the_archives_have_each(listed):
    assert sorted(listed - functions_of(*ARCHIVES)) == []


@pytest.mark.skipif(bool(iree_host.missing()), reason=str(iree_host.missing()))
def test_iree_has_each(listed):
    assert sorted(listed - functions_of(iree_host.library(), dynamic=True)) == []


@pytest.mark.skipif(not ARCHIVES or bool(iree_host.missing()), reason=iree_host.missing() or "no archives of MLIR's C API")
def test_nothing_that_both_have_is_missing(listed):
    (version,) = re.findall(r"IREE (\d+\.\d+)", LIST.read_text())
    if not importlib.metadata.version("iree-base-compiler").startswith(version + "."):
        pytest.skip(f"the list is of IREE {version}, here is {importlib.metadata.version('iree-base-compiler')}")
    assert functions_of(*ARCHIVES) & functions_of(iree_host.library(), dynamic=True) == listed
