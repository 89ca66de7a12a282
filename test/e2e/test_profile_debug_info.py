"""Debug info of a profiled model: every dispatch is a symbol, and every instruction has a line of the listing."""

import re

import pytest
from machine import LlvmIr, output
from profiling import LLVM, has

pytestmark = pytest.mark.skipif(not has("valgrind"), reason="valgrind is not installed")


def test_before_opt_every_instruction_of_a_dispatch_has_a_line(any_profile):
    ir = LlvmIr((any_profile.folder / "model.ll").read_text())
    for symbol in any_profile.dispatches:
        lines = {row: [line for _, line in ir.places(row)] for row in ir.functions[symbol]}
        without = [row for row, found in lines.items() if not found or 0 in found]
        assert lines and without == [], symbol


def test_each_dispatch_is_a_symbol_after_opt(any_profile):
    names = output(LLVM / "llvm-nm", "--defined-only", "--format=just-symbols", "model.so", cwd=any_profile.folder)
    assert set(any_profile.dispatches) <= set(names.splitlines())


@pytest.mark.skipif(not has("gdb"), reason="gdb is not installed")
def test_gdb_finds_each_dispatch_in_the_listing_from_elsewhere(any_profile, tmp_path):
    commands = []
    for symbol in any_profile.dispatches:
        commands += ["-ex", f"info line '{symbol}'", "-ex", f"list '{symbol}'"]
    text = output("gdb", "-batch", "-nx", *commands, any_profile.folder / "model.so", cwd=tmp_path)
    for symbol in any_profile.dispatches:
        match = re.search(rf'Line (\d+) of "(\S+)" starts at address \S+ <{re.escape(symbol)}', text)
        assert match, symbol
        first, last = any_profile.entries[symbol]["lines"]
        assert first <= int(match[1]) <= last
        assert match[2].endswith(any_profile.data_of(symbol)["listing"])
        # `list` printed the text, so the file was found.
        assert any(symbol in line for line in text.splitlines() if re.match(r"\d+\t", line)), symbol


def test_dwarfdump_shows_listing_lines_for_each_dispatch(any_profile, tmp_path):
    text = output(LLVM / "llvm-dwarfdump", "--debug-line", any_profile.folder / "model.so", cwd=tmp_path)
    lines = {int(line) for line in re.findall(r"^0x[0-9a-f]{16}\s+(\d+)", text, re.MULTILINE)}
    for symbol in any_profile.dispatches:
        first, last = any_profile.entries[symbol]["lines"]
        assert lines & set(range(first + 1, last + 1)), symbol


def test_the_c_interface_is_the_entrys_alone(any_profile):
    names = output(LLVM / "llvm-nm", "--defined-only", "--format=just-symbols", "model.so", cwd=any_profile.folder)
    wrappers = [name for name in names.splitlines() if name.startswith("_mlir_ciface_")]
    assert wrappers == ["_mlir_ciface_" + any_profile.data["entry"]]
