"""The callgrind reader, on files small enough to add up by hand."""

import pytest
from tracemark.callgrind import CallgrindParser, looks_like_callgrind, plain, read_callgrind
from tracemark.errors import TracemarkError
from tracemark.profile_data import Frame

WITH_ADDRESSES = """\
# callgrind format
version: 1
creator: callgrind-3.19.0
positions: instr line
events: Ir
summary: 60

ob=(1) /out/model.so
fl=(1) listings/name/module.mlir
fn=(1) main
0x1000 10 3
+4 * 2
cob=(2) /lib/libm.so.6
cfi=(2) ./math/w_exp.c
cfn=(2) expf
calls=7 0x900 5
* * 40
+3 +1 1
jump=5 0x1000 10
+2 -1
+1 * 4
cfn=(3) helper
calls=2 0x2000 30
* * 10
fn=(3)
0x2000 30 10

ob=(2)
fl=(2)
fn=(2)
0x900 5 40

totals: 60
"""


def parse(text):
    return CallgrindParser().parse(text.splitlines())


def self_costs(data):
    return {(event.stack[0].function, event.stack[0].address, event.stack[0].line): event.cost for event in data.events}


def test_self_cost_by_address_and_line():
    assert self_costs(parse(WITH_ADDRESSES)) == {
        ("main", 0x1000, 10): 3,
        ("main", 0x1004, 10): 2,
        ("main", 0x1007, 11): 1,
        ("main", 0x100A, 10): 4,
        ("helper", 0x2000, 30): 10,
        ("expf", 0x900, 5): 40,
    }


def test_inclusive_cost_is_kept_apart_from_self_cost():
    data = parse(WITH_ADDRESSES)
    assert sum(event.cost for event in data.events) == 60
    calls = {call.callee.function: call for call in data.calls}
    assert (calls["expf"].count, calls["expf"].cost) == (7, 40)
    assert calls["expf"].caller == Frame("/out/model.so", "main", 0x1004, "listings/name/module.mlir", 10)
    assert calls["expf"].callee == Frame("/lib/libm.so.6", "expf", 0x900, "./math/w_exp.c", 5)


def test_callee_without_object_is_in_the_callers():
    calls = {call.callee.function: call for call in parse(WITH_ADDRESSES).calls}
    assert calls["helper"].callee == Frame("/out/model.so", "helper", 0x2000, "listings/name/module.mlir", 30)
    assert calls["helper"].count == 2


def test_lines_of_inlined_files_and_lines_only():
    data = parse("events: Ir Dr\nfl=a.c\nfn=f\n10 5 1\nfi=b.h\n3 2\nfe=a.c\n+8 1\n* 1 9\n12\n")
    places = {(event.stack[0].file, event.stack[0].line): event.cost for event in data.events}
    assert places == {("a.c", 10): 5, ("b.h", 3): 2, ("a.c", 11): 2, ("a.c", 12): 0}
    assert data.events[0].stack[0].address is None
    assert data.unit == "instructions"


def test_conditional_jump_moves_the_position_but_costs_nothing():
    data = parse("positions: line\nevents: Ir\nfn=f\n5 1\njcnd=3/9 20\n8\n+1 2\n")
    assert self_costs(data) == {("f", None, 5): 1, ("f", None, 9): 2}


def test_recursion_levels_are_one_function():
    assert plain("f'2") == "f"
    assert plain("operator'") == "operator'"
    data = parse("events: Ir\nfn=f\n1 1\nfn=f'2\n1 4\n")
    assert self_costs(data) == {("f", None, 1): 5}


def test_several_parts_add_up():
    part = "part: 1\npositions: line\nevents: Ir\nfn=(1) f\n+5 2\n"
    assert self_costs(parse(part + part.replace("part: 1", "part: 2"))) == {("f", None, 5): 4}


@pytest.mark.parametrize("bad", ["fn=(9)\n1 1\n", "calls=x 1\n", "no sense\n", "fn=f\n0xzz 1\n"])
def test_bad_line_is_named(tmp_path, bad):
    path = tmp_path / "callgrind.out"
    path.write_text("events: Ir\n" + bad)
    with pytest.raises(TracemarkError, match="line 2|line 3"):
        read_callgrind(path)


def test_profile_without_cost_is_an_error(tmp_path):
    path = tmp_path / "callgrind.out"
    path.write_text("# callgrind format\nevents: Ir\n")
    with pytest.raises(TracemarkError, match="holds no cost"):
        read_callgrind(path)


def test_recognises_its_files(tmp_path):
    path = tmp_path / "x"
    path.write_text(WITH_ADDRESSES)
    assert looks_like_callgrind(path)
    path.write_text("PERFILE2")
    assert not looks_like_callgrind(path)
    assert not looks_like_callgrind(tmp_path / "missing")


def test_a_file_that_is_cut_off(tmp_path):
    path = tmp_path / "callgrind.out"
    path.write_text(WITH_ADDRESSES)
    assert read_callgrind(path).events
    path.write_text(WITH_ADDRESSES[: WITH_ADDRESSES.index("ob=(2)\nfl=(2)")])
    with pytest.raises(TracemarkError) as error:
        read_callgrind(path)
    assert str(error.value) == f"the profile '{path}' is cut off: expected a line 'totals:' at its end, found none"
