"""Where tools are told to look for listings that were moved, and what says so."""

import json
import subprocess
import sys

import pytest
from tracemark import relocate
from tracemark.cli import RelocateTool
from tracemark.errors import TracemarkError
from tracemark.manifest import read_manifest


def manifest(folder, *records):
    folder.mkdir(parents=True)
    lines = [
        {
            "version": 2, "run": "0" * 16, "stage": "cse", "argument": "cse", "occurrence": 1, "options": "",
            "op": "builtin.module", "symbol": [], "file": "cse/m.mlir", "entries": [],
        } | record
        for record in records
    ]  # fmt: skip
    (folder / "manifest.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    return read_manifest(folder)


def test_every_tool_can_be_named():
    assert [tool.value for tool in RelocateTool] == list(relocate.TOOLS)


def test_each_folder_is_named_once(tmp_path):
    known = manifest(
        tmp_path / "new",
        {"path": "out/cse/m.mlir", "directory": "/old"},
        {"path": "out/cse/n.mlir", "file": "cse/n.mlir", "directory": "/old"},
        {"path": "/else/where/cse/m.mlir", "directory": "/old"},
    )
    new = str(tmp_path / "new")
    assert relocate.find_moves(known) == [
        relocate.Move("out", "/old/out", new), relocate.Move("/else/where", "/else/where", new),
    ]  # fmt: skip
    assert relocate.commands(known, "gdb") == [
        f"set substitute-path out {new}", f"set substitute-path /old/out {new}",
        f"set substitute-path /else/where {new}",
    ]  # fmt: skip
    assert relocate.commands(known, "perf")[0] == f"--prefix={new} --prefix-strip=2"
    assert relocate.commands(known, "vtune") == [f"-source-search-dir={new}"]


def test_folder_that_was_not_moved(tmp_path):
    known = manifest(tmp_path / "out", {"path": "out/cse/m.mlir", "directory": str(tmp_path)})
    # Tools that look a relative name up from another folder need to be told; a link onto itself would fail.
    told = {tool: relocate.commands(known, tool) for tool in relocate.TOOLS}
    new = str(tmp_path / "out")
    assert told == {
        "gdb": [f"set substitute-path out {new}"], "perf": [], "objdump": [], "callgrind": [],
        "vtune": [f"-source-search-dir={new}"], "ncu": [f"--source-folders={new}"], "link": [],
    }  # fmt: skip
    run = subprocess.run(
        [sys.executable, "-m", "tracemark", "relocate", "out"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert "# link: nothing, the listings are where it looks for them\n" in run.stdout


def test_blanks_and_quotes(tmp_path):
    known = manifest(tmp_path / "it's \"new\"", {"path": "a b/cse/m.mlir", "directory": "/old"})
    new = str(tmp_path / "it's \\\"new\\\"")
    assert relocate.commands(known, "gdb")[0] == f'set substitute-path "a b" "{new}"'
    assert relocate.commands(known, "link")[0].startswith("mkdir -p /old && ln -sT '")


def test_path_that_the_prefix_map_changed_within_the_file(tmp_path):
    known = manifest(tmp_path / "new", {"path": "x/m.mlir", "directory": "/old"})
    with pytest.raises(TracemarkError, match="have nothing in common with those below"):
        relocate.find_moves(known)


def test_version_1_does_not_say(tmp_path):
    known = manifest(tmp_path / "new", {"version": 1})
    with pytest.raises(TracemarkError, match="says where the listings were"):
        relocate.find_moves(known)


def test_callgrind_files_are_rewritten(tmp_path):
    known = manifest(tmp_path / "n#w & [x]", {"path": "/o.d|#/l/cse/m.mlir", "directory": "/"})
    profile = tmp_path / "callgrind.out.1"
    profile.write_text("fl=(1) /o.d|#/l/cse/m.mlir\ncfi=(2) /oxd|#/l/cse/m.mlir\nfe=(3) /o.d|#/lx/m.mlir\nfi=(1)\n")
    (command,) = relocate.commands(known, "callgrind")
    subprocess.run(["bash", "-ec", command], cwd=tmp_path, check=True)
    assert profile.read_text() == (
        f"fl=(1) {tmp_path}/n#w & [x]/cse/m.mlir\ncfi=(2) /oxd|#/l/cse/m.mlir\nfe=(3) /o.d|#/lx/m.mlir\nfi=(1)\n"
    )
