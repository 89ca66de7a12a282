"""The examples of docs/python.md run, on what the recipes of the README leave."""

import doctest
import re
import subprocess

import pytest
from profiling import PROJECT, has, plugin

pytestmark = [
    pytest.mark.skipif(not has("clang-22"), reason="no C compiler to link with"),
    pytest.mark.skipif(not has("valgrind"), reason="valgrind is not installed"),
]
PAGE = PROJECT / "docs" / "python.md"


def recipe(*wanted):
    """The commands of the README's section on profilers whose program is one of these, in order."""
    section = (PROJECT / "README.md").read_text().split("## In your profiler")[1].split("\n## ")[0]
    commands = [line for block in re.findall(r"```sh\n(.*?)```", section, re.DOTALL) for line in re.split(r"(?<!\\)(?<!\|)\n", block)]
    return [next(command for command in commands if command.startswith(f"{program} ")) for program in wanted]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "examples").symlink_to(PROJECT / "examples")
    (tmp_path / "build").mkdir()
    (tmp_path / "build/lib").symlink_to(plugin().parent)
    script = "\n".join(recipe("mlir-opt-22", "clang-22", "valgrind"))
    subprocess.run(["bash", "-e", "-o", "pipefail", "-c", script], cwd=tmp_path, capture_output=True, check=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_examples(folder):
    result = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8", report=True)
    assert result.attempted > 12
    assert result.failed == 0


def test_each_part_of_the_package_is_told_of():
    import tracemark

    text = PAGE.read_text()
    for name in tracemark.__all__:
        assert name == "__version__" or re.search(rf"\b{name}\b", text), name
