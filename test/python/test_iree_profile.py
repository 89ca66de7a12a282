"""The reader of IREE's profiles, and what they say of listings."""

import io
import json
import sys

import pytest
from rich.console import Console
from tracemark import iree_programs
from tracemark.errors import TracemarkError
from tracemark.iree_profile import Capture, DispatchTime, ExportParser, looks_like_iree_profile, read_capture
from tracemark.manifest import read_manifest
from tracemark.profile import Profile, QuietSteps
from tracemark.profile_data import Frame
from tracemark.views import print_report

SCHEMA = {"schema_version": 15, "record_type": "schema", "format": "ireeperf-jsonl", "source_format": "ireeprof"}
MATMUL, EXP, OTHER = "m_dispatch_0_matmul_4x4x4_f32", "m_dispatch_1_exp_4_f32", "m_dispatch_1_exp_4_f32_add"


def function(name, ordinal, executable=1):
    return {"record_type": "executable_function", "executable_id": executable, "function_ordinal": ordinal, "name": name}


def on_host(ordinal, nanoseconds, *, op="dispatch", valid=True, key=None, executable=1):
    return {
        "record_type": "host_execution_event", "op": op, "key": key, "executable_id": executable, "function_ordinal": ordinal,
        "duration_ns": nanoseconds, "valid": valid, "tile_duration_sum_ns": 3 * nanoseconds,
    }  # fmt: skip


def on_device(ordinal, ticks, nanoseconds):
    return {
        "record_type": "dispatch_event", "key": None, "executable_id": 1, "function_ordinal": ordinal, "valid": True,
        "duration_ticks": ticks, "derived_time_available": nanoseconds is not None, "duration_ns": nanoseconds or 0,
    }  # fmt: skip


def text_of(*records):
    return "".join(json.dumps({"schema_version": 15, **record}) + "\n" for record in records)


def parse(*records, cut=""):
    return ExportParser().parse(io.StringIO(text_of(SCHEMA, *records) + cut))


def steps():
    return QuietSteps(Console(stderr=True))


def test_runs_of_a_dispatch_are_summed_and_others_events_left_out():
    queue_event = {"record_type": "queue_event", "op": "execute", "host_time_ns": 1}
    operation = {"record_type": "command_operation", "op": "dispatch", "key": MATMUL, "executable_id": 1, "function_ordinal": 0}
    capture = parse(
        function(MATMUL, 0), function(EXP, 1), queue_event, operation, on_host(4294967295, 900, op="execute"),
        on_host(0, 100), on_host(1, 7), on_host(0, 50),
    )  # fmt: skip
    assert capture == Capture("ns", (MATMUL, EXP), (DispatchTime(MATMUL, 2, 150), DispatchTime(EXP, 1, 7)), 0)


def test_as_a_profile_costs_have_a_name_and_calls_and_no_place():
    data = parse(function(MATMUL, 0), on_host(0, 100), on_host(0, 50)).profile()
    assert (data.unit, data.has_calls) == ("ns", True)
    assert [(event.cost, event.stack) for event in data.events] == [(150, (Frame("", MATMUL, None),))]
    assert [(call.callee.function, call.count, call.cost) for call in data.calls] == [(MATMUL, 2, 150)]


def test_equal_names_of_two_executables_are_one_dispatch():
    capture = parse(function(EXP, 0), function(EXP, 0, executable=2), on_host(0, 1), on_host(0, 2, executable=2))
    assert capture.dispatches == (DispatchTime(EXP, 2, 3),)


def test_a_name_comes_from_the_event_where_the_executable_has_none():
    assert parse(on_host(3, 5, key="late")).dispatches == (DispatchTime("late", 1, 5),)
    assert parse(on_host(3, 5)).dispatches == (DispatchTime("executable 1, function 3", 1, 5),)


def test_the_clock_of_a_device_counts_before_that_of_its_host():
    capture = parse(function(EXP, 0), on_host(0, 999), on_device(0, 40, 100), on_device(0, 40, 110))
    assert (capture.unit, capture.dispatches) == ("ns", (DispatchTime(EXP, 2, 210),))


def test_ticks_stay_ticks_without_a_clock():
    capture = parse(function(EXP, 0), on_device(0, 40, 100), on_device(0, 44, None))
    assert (capture.unit, capture.dispatches) == ("ticks", (DispatchTime(EXP, 2, 84),))


def test_what_is_lost_is_counted():
    lost = {"record_type": "diagnostic", "category": "truncated_chunk", "dropped_records": 5}
    assert parse(on_host(0, 5), on_host(0, 0, valid=False), lost, cut='{"schema_ver').lost == 7


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "does not begin with the schema"),
        (text_of({**SCHEMA, "format": "other"}), "line 1 is not in the format ireeperf-jsonl: "),
        (text_of(SCHEMA) + "[]\n", "line 2 is not in the format ireeperf-jsonl, schema version 15: \\[\\]"),
        (text_of(SCHEMA, {"record_type": "dispatch_event", "executable_id": 1}), "line 2 is not in the format"),
        (text_of(SCHEMA, on_host(0, "x")), "line 2 is not in the format"),
    ],
)
def test_what_is_no_export_is_refused(text, message):
    with pytest.raises(ValueError, match=message):
        ExportParser().parse(io.StringIO(text))


def test_files_are_told_by_how_they_begin(tmp_path):
    path = tmp_path / "file"
    for head, expected in (
        (b"IRPF\1\0", True), (text_of(SCHEMA).encode(), True), (b"PERFILE2", False), (b'{"record_type":"schema"}\n', False),
        (b"", False), (b"[]\n", False),
    ):  # fmt: skip
        path.write_bytes(head)
        assert looks_like_iree_profile(path) == expected
    assert not looks_like_iree_profile(tmp_path)


def test_a_profile_without_dispatches_tells_how_to_take_one(tmp_path):
    path = tmp_path / "p.jsonl"
    path.write_text(text_of(SCHEMA, function(EXP, 0)))
    with pytest.raises(TracemarkError, match="holds no dispatch\ntake it with --device_profiling_mode="):
        read_capture(steps(), path)


class TestListings:
    """A profile and the listings of a module."""

    @pytest.fixture
    def manifest(self, tmp_path):
        folder = tmp_path / "listings"
        records = []
        for stage in ("flow", "stream"):
            for symbol, tag, lines in ((MATMUL, "root=matmul flops=128 from=fc1", 3), (EXP, "root=exp flops=4", 90)):
                file = folder / stage / f"{symbol}.mlir"
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text("".join(f"{stage} {line}\n" for line in range(1, lines + 1)))
                entry = {"symbol": ["m", symbol], "tag": tag, "lines": [1, lines], "root": None}
                record = {"version": 2, "stage": stage, "argument": "l", "occurrence": 1, "file": f"{stage}/{symbol}.mlir"}
                records.append({**record, "entries": [entry]})
        (folder / "manifest.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
        return read_manifest(folder)

    def profile(self, tmp_path, *records):
        path = tmp_path / "p.jsonl"
        path.write_text(text_of(SCHEMA, *records))
        return path

    def test_report_has_times_calls_rates_and_the_last_listing(self, manifest, tmp_path):
        path = self.profile(tmp_path, function(MATMUL, 0), function(EXP, 1), on_host(0, 400), on_host(1, 50), on_host(1, 50))
        report = Profile.load(path).report(manifest)
        matmul, exp = report.dispatches
        assert (matmul.name, matmul.share, matmul.calls, matmul.layers) == (MATMUL, 0.8, 1, ["fc1"])
        assert matmul.seconds == pytest.approx(400e-9) and matmul.flops_per_second == pytest.approx(128 / 400e-9)
        assert (exp.calls, exp.listing, exp.hot_lines, exp.hottest_line) == (2, f"stream/{EXP}.mlir", [], None)
        assert report.outside == []

    def test_listings_are_shown_without_shares_and_long_ones_from_their_start(self, manifest, tmp_path):
        path = self.profile(tmp_path, function(EXP, 1), function(MATMUL, 0), on_host(0, 1), on_host(1, 9))
        console = Console(file=io.StringIO(), width=200, highlight=False)
        print_report(console, Profile.load(path).report(manifest), manifest, limit=20, listings=1)
        text = console.file.getvalue()
        assert "Times are of whole dispatches: no lines are known." in text and "had no line" not in text
        assert f"{'':8} {40:>5}  stream 40\n         ... 50 more\n" in text

    def test_listings_of_another_build_are_refused(self, manifest, tmp_path):
        expected = f"expected dispatches such as '{EXP}', found '{OTHER}'$"
        path = self.profile(tmp_path, function(MATMUL, 0), function(OTHER, 1), on_host(0, 1), on_host(1, 1))
        with pytest.raises(TracemarkError, match=expected):
            Profile.load(path).report(manifest)

    def test_listings_of_a_part_leave_the_rest_outside(self, manifest, tmp_path, capsys):
        names = [function(MATMUL, 0), function(EXP, 1), function("m_dispatch_2_fill_4_f32", 2)]
        report = Profile.load(self.profile(tmp_path, *names, on_host(0, 3), on_host(2, 1))).report(manifest)
        assert report.outside == [("m_dispatch_2_fill_4_f32", 0.25)]
        assert "note: no listing of" in capsys.readouterr().err

    def test_a_module_of_another_build_is_refused(self, manifest, tmp_path):
        path = self.profile(tmp_path, function(EXP, 0), on_host(0, 1))
        module = tmp_path / "m.vmfb"
        module.write_bytes(b"\0" + OTHER.encode() + b"\0")
        expected = f"'{module}' is of another build than the profile '{path}': expected the dispatch '{EXP}', found '{OTHER}'"
        with pytest.raises(TracemarkError) as caught:
            Profile.load(path, module).report(manifest)
        assert str(caught.value) == expected
        module.write_bytes(b"\0" + EXP.encode() + b"\0")
        assert Profile.load(path, module).report(manifest).dispatches


class TestPrograms:
    """Where IREE's programs are."""

    def test_a_package_that_lacks_one_is_said_to(self, tmp_path, monkeypatch):
        (tmp_path / "iree-dump-module").write_text("#!/bin/sh\n")
        (tmp_path / "iree-dump-module").chmod(0o755)
        monkeypatch.setattr(iree_programs, "runtime_folder", lambda: tmp_path)
        with pytest.raises(TracemarkError) as caught:
            iree_programs.find_program("iree-profile")
        assert str(caught.value) == (
            f"expected the program 'iree-profile' in '{tmp_path}', found iree-dump-module (pip install iree-base-runtime "
            "brings it)"
        )

    def test_without_the_package_path_is_searched(self, tmp_path, monkeypatch):
        monkeypatch.setitem(sys.modules, "iree", None)
        monkeypatch.setenv("PATH", str(tmp_path))
        with pytest.raises(TracemarkError, match="found no iree-profile, in this Python environment or on PATH"):
            iree_programs.find_program("iree-profile")
        (tmp_path / "iree-profile").write_text("#!/bin/sh\n")
        (tmp_path / "iree-profile").chmod(0o755)
        assert iree_programs.find_program("iree-profile") == tmp_path / "iree-profile"
