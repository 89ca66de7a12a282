"""Costs to functions and lines, and the report that is made of them."""

import io
import json

import pytest
from rich.console import Console
from tracemark.attribution import Attributor
from tracemark.callgrind import CallgrindParser
from tracemark.manifest import read_manifest
from tracemark.profile_data import Call, Event, Frame, ProfileData
from tracemark.report import make_report
from tracemark.symbols import ObjectMap, Row, Symbol
from tracemark.views import duration, print_report, quantity

FILE = "listings/name/module.mlir"
SO = "/out/model.so"


@pytest.fixture
def manifest(tmp_path):
    folder = tmp_path / "listings"
    (folder / "name").mkdir(parents=True)
    (folder / "name" / "module.mlir").write_text("".join(f"line {i} [x]\n" for i in range(1, 31)))
    entries = [
        {"symbol": "main", "tag": None, "lines": [2, 9], "root": None},
        {"symbol": "d0", "tag": "root=matmul flops=1000 from=fc1,fc2,fc3,fc4", "lines": [10, 14], "root": None},
        {"symbol": "d1", "tag": "root=exp flops=10", "lines": [15, 20], "root": None},
    ]
    record = {
        "version": 1, "stage": "name", "argument": "name", "occurrence": 1, "file": "name/module.mlir",
        "entries": entries,
    }  # fmt: skip
    (folder / "manifest.jsonl").write_text(json.dumps(record) + "\n")
    return read_manifest(folder)


@pytest.fixture
def objects():
    rows = [
        Row(0x100, FILE, 3, False), Row(0x110, FILE, 11, False), Row(0x114, FILE, 0, False),
        Row(0x118, FILE, 12, False), Row(0x120, FILE, 16, False), Row(0x130, "helper.c", 1, False),
        Row(0x140, "helper.c", 1, True),
    ]  # fmt: skip
    symbols = [Symbol("main", 0x100, 0x10), Symbol("d0", 0x110, 0x10), Symbol("d1", 0x120, 0x10)]
    return {SO: ObjectMap(symbols, rows)}


def frame(function, address, obj=SO):
    return Frame(obj, function, address)


def test_costs_of_lines_and_of_line_zero(manifest, objects):
    events = [Event(50, (frame("d0", 0x110),)), Event(30, (frame("d0", 0x114),)), Event(5, (frame("main", 0x100),))]
    result = Attributor(manifest, objects).attribute(ProfileData("instructions", events))
    d0, main = result.functions
    assert (d0.symbol, d0.cost, d0.lines, d0.line_zero_cost) == ("d0", 80, {11: 50}, 30)
    assert (main.cost, main.lines) == (5, {3: 5})
    assert result.line_zero_share == pytest.approx(30 / 85)


def test_the_offset_in_the_function_counts_where_the_profiler_tells_it(manifest, objects):
    """perf tells where code is in the file or was in memory, which need not be its address in the symbol table."""
    known, unknown = Frame(SO, "d0", 0x5555_0118, offset=8), Frame(SO, "stub", 0x118, offset=8)
    result = Attributor(manifest, objects).attribute(ProfileData("ns", [Event(1, (known,)), Event(2, (unknown,))]))
    assert [(f.symbol, f.lines) for f in result.functions] == [("d0", {12: 1})]
    assert dict(result.outside) == {"stub": 2}


def test_callee_outside_counts_at_the_line_of_the_call(manifest, objects):
    libm = frame("expf", 0x900, "/lib/libm.so")
    deeper = frame("helper", 0x950, "/lib/libm.so")
    events = [Event(10, (frame("d1", 0x120),)), Event(40, (libm,)), Event(7, (deeper,))]
    calls = [Call(frame("d1", 0x120), libm, 3, 47), Call(libm, deeper, 3, 7)]
    result = Attributor(manifest, objects).attribute(ProfileData("instructions", events, calls, has_calls=True))
    assert [(f.symbol, f.cost, f.lines) for f in result.functions] == [("d1", 57, {16: 57})]
    assert not result.outside


def test_calls_between_listed_functions_are_counted_but_not_their_cost(manifest, objects):
    events = [Event(1, (frame("main", 0x100),)), Event(9, (frame("d0", 0x118),))]
    calls = [Call(frame("main", 0x100), frame("d0", 0x110), 4, 9), Call(frame("main", 0x104), frame("d0", 0x110), 1, 0)]
    result = Attributor(manifest, objects).attribute(ProfileData("instructions", events, calls, has_calls=True))
    assert [(f.symbol, f.cost, f.calls) for f in result.functions] == [("d0", 9, 5), ("main", 1, None)]


def test_innermost_listed_frame_of_a_stack_pays(manifest, objects):
    libm = frame("expf", 0x900, "/lib/libm.so")
    stack = (libm, frame("d1", 0x124), frame("main", 0x100))
    result = Attributor(manifest, objects).attribute(ProfileData("ns", [Event(3, stack)]))
    assert [(f.symbol, f.cost) for f in result.functions] == [("d1", 3)]


def test_c_interface_is_the_function_itself(manifest, objects):
    events = [Event(1, (frame("_mlir_ciface_main", 0x100),)), Event(2, (frame("main", 0x104),))]
    result = Attributor(manifest, objects).attribute(ProfileData("ns", events))
    assert [(f.symbol, f.cost) for f in result.functions] == [("main", 3)]


def test_harness_and_loader_are_left_out_but_the_rest_is_told(manifest, objects):
    events = [
        Event(1, (frame("d0", 0x110),)),
        Event(10, (frame("memcpy", 1, "/lib/libc.so"), frame("main", 2, "/out/run"))),
        Event(20, (frame("dl", 1, "/lib64/ld-linux-x86-64.so.2"),)),
        Event(30, (frame("memcpy", 1, "/lib/libc.so"),)),
    ]
    result = Attributor(manifest, objects, {"/out/run"}).attribute(ProfileData("ns", events))
    assert dict(result.outside) == {"memcpy": 30}


def test_lines_of_the_profile_do_where_the_object_is_gone(manifest):
    text = f"events: Ir\nob={SO}\nfl=/moved/{FILE}\nfn=d0\n11 5\n0 2\n"
    result = Attributor(manifest, {}).attribute(CallgrindParser().parse(text.splitlines()))
    assert [(f.symbol, f.lines) for f in result.functions] == [("d0", {11: 5})]
    assert dict(result.outside) == {"d0": 2}


def test_function_of_another_name_is_found_by_its_lines(manifest, objects):
    result = Attributor(manifest, objects).attribute(ProfileData("ns", [Event(1, (frame("renamed", 0x118),))]))
    assert result.functions[0].entry.symbol == "d0"
    assert result.functions[0].tag.root == "matmul"


def make(manifest, objects, unit="ns", seconds=2.0, calls=None):
    events = [Event(75, (frame("d0", 0x110),)), Event(25, (frame("d1", 0x120),))]
    attribution = Attributor(manifest, objects).attribute(ProfileData(unit, events))
    return make_report(attribution, manifest, seconds, calls)


def test_rates_need_time_and_calls(manifest, objects):
    d0, d1 = make(manifest, objects, calls={"d0": 30}).dispatches
    assert (d0.share, d0.seconds, d0.calls) == (0.75, 1.5, 30)
    assert d0.flops_per_second == pytest.approx(30 * 1000 / 1.5)
    assert d1.flops_per_second is None and d1.calls is None


def test_instructions_have_no_time(manifest, objects):
    d0 = make(manifest, objects, "instructions", 2.0, {"d0": 3}).dispatches[0]
    assert d0.seconds is None and d0.flops_per_second is None
    assert d0.flops_per_instruction == pytest.approx(3000 / 75)


def test_json_is_whole(manifest, objects):
    data = json.loads(json.dumps(make(manifest, objects).to_json()))
    assert data["version"] == 1 and data["line_zero_share"] == 0
    assert data["dispatches"][0]["hot_lines"] == [{"number": 11, "text": "line 11 [x]", "share": 0.75}]
    assert data["dispatches"][0]["layers"] == ["fc1", "fc2", "fc3", "fc4"]


def test_what_no_line_has_is_a_row_of_its_own(manifest, objects):
    """Whatever line it were given to, that line would look hotter than it is."""
    events = [Event(50, (frame("d0", 0x110),)), Event(30, (frame("d0", 0x114),)), Event(20, (frame("d1", 0x120),))]
    attribution = Attributor(manifest, objects).attribute(ProfileData("instructions", events))
    report = make_report(attribution, manifest, None, None)
    d0, d1 = report.dispatches
    assert ([line.share for line in d0.hot_lines], d0.line_zero_share, d0.share) == ([0.5], 0.3, 0.8)
    assert (d1.line_zero_share, report.line_zero_share) == (0, 0.3)
    console = Console(file=io.StringIO(), width=120)
    print_report(console, report, manifest, 5, 2)
    assert console.file.getvalue().count("  30.0 %     -  at no line") == 1


def test_a_dispatch_without_any_line_is_known_by_its_function(manifest, objects):
    attribution = Attributor(manifest, objects).attribute(ProfileData("ns", [Event(7, (frame("d0", 0x114),))]))
    (d0,) = make_report(attribution, manifest, None, None).dispatches
    assert (d0.name, d0.share, d0.hot_lines, d0.hottest_line, d0.line_zero_share) == ("d0", 1, [], None, 1)
    assert d0.listing == "name/module.mlir" and d0.lines is not None


def test_views(manifest, objects):
    console = Console(file=io.StringIO(), width=120)
    print_report(console, make(manifest, objects, calls={"d0": 30}), manifest, 1, 1)
    text = console.file.getvalue()
    assert "75.0 %" in text and "20 kFLOP/s" in text and "fc1, fc2, fc3, +1" in text
    assert "1 more with 25.0 % together" in text
    assert "75.0 %    11  line 11 [x]" in text and "   10  line 10 [x]" in text
    assert "line 15" not in text


def test_a_narrow_terminal_leaves_names_whole(manifest, objects):
    console = Console(file=io.StringIO(), width=44)
    print_report(console, make(manifest, objects, calls={"d0": 30}), manifest, 2, 0)
    header, numbers, name, *_ = console.file.getvalue().splitlines()
    assert header.split() == ["share", "time", "calls", "rate", "layer"]
    assert numbers.startswith("75.0 %") and "20 kFLOP/s" in numbers and numbers.endswith("…") and len(numbers) <= 44
    assert name == "  d0"


def test_numbers():
    assert quantity(12.34e9, "FLOP/s") == "12.3 GFLOP/s"
    assert quantity(5, "x") == "5 x"
    assert duration(0.00123) == "1.23 ms"
    assert duration(2e-9) == "2 ns"
