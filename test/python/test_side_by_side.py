"""Which dispatches of two hosts are shown in one row, and which options belong to which host."""

import io
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console
from tracemark import hosts, profile_views, side_by_side
from tracemark.errors import TracemarkError
from tracemark.manifest import Entry, Manifest, Record
from tracemark.profilers import Run
from tracemark.report import Dispatch, Report
from tracemark.tag import parse_tag
from tracemark.workflow import ProfileResult

CALLS = 10  # of the model, in every run here


def problem(tag):
    return side_by_side.problem_of(parse_tag(tag))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        # Unit dimensions, layouts, the order of loops.
        ("root=conv_2d_nchw_fchw dims=1x64x55x55x16x3x3 types=f32", "root=conv_2d_chw_fchw dims=64x55x55x16x3x3 types=f32"),
        ("root=conv_2d_nchw_fchw dims=1x64x55x55x16x3x3 types=f32", "root=conv_2d_nhwc_hwcf dims=1x55x55x64x3x3x16 types=f32"),
        ("root=pooling_nchw_max dims=1x64x55x55x3x3 types=f32 mods=s2", "root=pooling_chw_max dims=64x55x55x3x3 types=f32 mods=s2"),
        ("root=add dims=1x32x64 types=f32", "root=add dims=32x64 types=f32"),
        # Contractions: a batch of one, operands that change places.
        (
            "root=batch_matmul dims=1x32x512x64 types=f32 batch=1 m=32 n=512 k=64",
            "root=matmul_nt dims=512x32x64 types=f32 m=512 n=32 k=64",
        ),
        # A window of one element.
        ("root=conv_2d_nchw_fchw dims=1x1000x13x13x512x1x1 types=f32", "root=matmul dims=1000x169x512 types=f32 m=1000 n=169 k=512"),
        ("root=conv_2d_nhwc_hwcf dims=1x13x13x1000x1x1x512 types=f32", "root=matmul dims=169x1000x512 types=f32 m=169 n=1000 k=512"),
    ],
)  # fmt: skip
def test_the_same_problem_in_another_form(first, second):
    assert problem(first) == problem(second) is not None


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("root=conv_2d_nchw_fchw dims=1x64x55x55x16x3x3 types=f32 mods=s2", "root=conv_2d_nchw_fchw dims=1x64x55x55x16x3x3 types=f32"),
        ("root=conv_2d_nchw_fchw dims=1x8x13x13x4x1x1 types=f32 mods=s2", "root=matmul dims=8x169x4 types=f32 m=8 n=169 k=4"),
        ("root=conv_2d_nchw_fchw dims=1xDx13x13x4x1x1 types=f32", "root=matmul dims=8x169x4 types=f32 m=8 n=169 k=4"),
        ("root=depthwise_conv_2d_nchw_chw dims=1x8x13x13x1x1 types=f32", "root=matmul dims=8x169x1 types=f32 m=8 n=169 k=1"),
        ("root=matmul dims=8x4x16 types=f32 m=8 n=4 k=16", "root=matmul dims=8x16x4 types=f32 m=8 n=16 k=4"),
        ("root=matmul dims=8x4x16 types=f32 m=8 n=4 k=16", "root=matmul dims=8x4x16 types=f16xf16xf32 m=8 n=4 k=16"),
        ("root=reduce_sum dims=4x8 types=f32", "root=reduce_max dims=4x8 types=f32"),
    ],
)  # fmt: skip
def test_other_problems(first, second):
    assert problem(first) != problem(second)


def test_without_a_tag_nothing_is_known():
    assert problem(None) is None


def result_of(host, *dispatches, unit="ns", unsampled=None):
    """A profile with these dispatches: (name, tag, calls in all, seconds in all)."""
    unsampled = unsampled or {}
    tags = {name: tag for name, tag, _, _ in dispatches} | {name: tag for name, (tag, _) in unsampled.items()}
    entries = tuple(Entry(name, tag, (1, 2), None, None, False) for name, tag in tags.items())
    record = Record("s", "s", 1, f"s/{host}.mlir", entries)
    total = sum(seconds for *_, seconds in dispatches)
    report = Report(
        unit, 1000,
        [
            Dispatch(
                name, seconds / total, int(seconds * 1e9), calls, seconds if unit == "ns" else None, parse_tag(tag).root,
                parse_tag(tag).layers, None, None, None, record.file, (1, 2), None, [],
            )
            for name, tag, calls, seconds in dispatches
        ],
        0.0, [],
    )  # fmt: skip
    texts = {record.file: f"{host} one\n{host} two\n"}
    manifest = Manifest(Path("/out") / host, (record,), texts)
    counts = {name: calls for name, _, calls, _ in dispatches} | {name: calls for name, (_, calls) in unsampled.items()}
    run = Run(Path("/out/p"), CALLS, total * 1.25)
    return ProfileResult(Path("/out") / host, "main", "perf", "", run, manifest, report, host=host, calls=counts)


def compare(native, iree):
    return side_by_side.compare({"native": native, "iree": iree})


def names_of(comparison):
    return [
        tuple(sorted(dispatch.name for dispatch in side.dispatches) if side else None for side in (row.first, row.second))
        for row in comparison.rows
    ]


MATMUL = "root=matmul dims=4x4x4 types=f32 m=4 n=4 k=4"


def test_one_layer_is_one_row():
    native = result_of("native", ("n0", f"{MATMUL} from=a", 10, 3.0), ("n1", f"{MATMUL} from=b", 10, 1.0))
    iree = result_of("iree", ("i0", f"{MATMUL} from=b,bias", 10, 0.5), ("i1", f"{MATMUL} from=a tail=relu", 10, 1.5))
    comparison = compare(native, iree)
    assert names_of(comparison) == [(["n0"], ["i1"]), (["n1"], ["i0"])]
    assert [row.ratio for row in comparison.rows] == [2.0, 2.0]
    assert [(row.first.seconds, row.first.calls, row.second.seconds) for row in comparison.rows] == [(0.3, 1, 0.15), (0.1, 1, 0.05)]


def test_layers_that_one_host_makes_one_dispatch_of():
    native = result_of("native", ("n0", f"{MATMUL} from=a", 10, 3.0), ("n1", f"{MATMUL} from=b", 10, 1.0))
    comparison = compare(native, result_of("iree", ("i0", f"{MATMUL} from=a", 20, 1.0)))
    assert names_of(comparison) == [(["n0", "n1"], ["i0"])]
    assert comparison.rows[0].ratio == 4.0
    assert comparison.rows[0].first.layers == ["a", "b"]


def test_what_is_fused_takes_a_row_apart_if_calls_are_equal():
    native = result_of(
        "native", ("n0", f"{MATMUL} tail=bias from=a", 10, 1.0), ("n1", f"{MATMUL} tail=bias from=b", 10, 1.0),
        ("n2", f"{MATMUL} tail=add from=o", 10, 1.0),
    )  # fmt: skip
    iree = result_of("iree", ("i0", f"{MATMUL} tail=bias from=a", 20, 1.0), ("i1", f"{MATMUL} tail=add from=o", 10, 1.0))
    assert sorted(names_of(compare(native, iree))) == [(["n0", "n1"], ["i0"]), (["n2"], ["i1"])]


def test_unequal_calls_are_a_row_without_a_ratio():
    native = result_of("native", ("n0", f"{MATMUL} from=a", 10, 3.0), ("n1", f"{MATMUL} from=b", 10, 1.0))
    comparison = compare(native, result_of("iree", ("i0", f"{MATMUL} from=a", 30, 1.0)))
    assert names_of(comparison) == [(["n0", "n1"], ["i0"])]
    assert comparison.rows[0].ratio is None


def test_equal_problems_of_other_layers_are_not_paired():
    native = result_of("native", ("n0", f"{MATMUL} from=a", 10, 3.0))
    iree = result_of("iree", ("i0", f"{MATMUL} from=b", 10, 1.0))
    rows = names_of(compare(native, iree))
    assert len(rows) == 2 and (["n0"], None) in rows and (None, ["i0"]) in rows


def test_without_names_of_layers_the_problem_decides():
    native = result_of("native", ("n0", MATMUL, 10, 3.0), ("entry", None, 10, 1.0))
    iree = result_of("iree", ("i0", MATMUL, 10, 1.0))
    assert names_of(compare(native, iree)) == [(["n0"], ["i0"]), (["entry"], None)]


def test_dispatches_without_a_sample_count_with_the_others_and_never_alone():
    native = result_of("native", ("n0", f"{MATMUL} from=a", 10, 3.0), unsampled={"n1": (f"{MATMUL} from=b", 10), "n2": ("root=add", 10)})
    comparison = compare(native, result_of("iree", ("i0", f"{MATMUL} from=a", 20, 1.0)))
    assert names_of(comparison) == [(["n0", "n1"], ["i0"])]
    assert comparison.rows[0].first.calls == 2


def test_instructions_have_shares_and_no_ratio():
    native = result_of("native", ("n0", f"{MATMUL} from=a", 10, 3.0), unit="instructions")
    row = compare(native, result_of("iree", ("i0", f"{MATMUL} from=a", 10, 1.0))).rows[0]
    assert (row.first.seconds, row.first.share, row.ratio) == (None, 1.0, None)
    assert profile_views.side_cells(row.first) == ("100.0 %", "1")


@pytest.fixture
def both():
    native = result_of(
        "native", ("n0", f"{MATMUL} from=a", 10, 3.0), ("n1", f"{MATMUL} from=b", 10, 1.0), ("n2", "root=pad", 10, 1.0)
    )
    return {"native": native, "iree": result_of("iree", ("i0", f"{MATMUL} from=a", 20, 1.0))}


def test_json_has_both_profiles_rows_and_totals(both):
    data = json.loads(json.dumps(profile_views.to_json(Path("m.mlir"), both)))
    assert {host: one["dispatches"][0]["name"] for host, one in data["hosts"].items()} == {"native": "n0", "iree": "i0"}
    pair, alone = data["rows"]
    assert pair["paired"] and pair["ratio"] == 4.0
    assert pair["native"] == {"dispatches": ["n0", "n1"], "calls": 2, "seconds": 0.4, "share": 0.8, "layers": ["a", "b"]}
    assert not alone["paired"] and alone["iree"] is None and alone["native"]["dispatches"] == ["n2"]
    assert data["totals"] == {
        "native": {"seconds": 0.625, "dispatch_seconds": 0.5}, "iree": {"seconds": 0.125, "dispatch_seconds": 0.1}
    }  # fmt: skip


def test_the_fields_are_those_that_the_document_tells_of(both):
    document = (Path(__file__).resolve().parents[2] / "docs/iree.md").read_text()
    (told,) = re.findall(r"^`--json` prints `\{.*?(?=\n\n)", document, re.MULTILINE | re.DOTALL)
    data = profile_views.to_json(Path("m.mlir"), both)
    pair = data["rows"][0]
    fields = {*data, *pair, *pair["native"], *data["totals"]["native"]} - {"native", "iree"}
    assert fields == {*re.findall(r'[`"](\w+)[`"]', told)} - {"native", "iree"}


def test_table_shows_both_names_what_is_alone_and_totals(both):
    console = Console(file=io.StringIO(), width=200, highlight=False)
    profile_views.print_results(console, both, limit=1, listings=1)
    lines = [line.split() for line in console.file.getvalue().splitlines()]
    assert ["400", "ms", "2", "50", "ms", "2", "8", "native", "n0", "+1", "a,", "b"] not in lines
    assert ["400", "ms", "2", "100", "ms", "2", "4", "native", "n0", "+1", "a,", "b"] in lines
    assert ["iree", "i0"] in lines
    assert ["100", "ms", "-", "1", "more", "rows", "(--limit)"] in lines
    assert ["500", "ms", "100", "ms", "5", "all", "dispatches"] in lines
    assert ["625", "ms", "125", "ms", "5", "a", "call"] in lines
    assert ["2", "native", "two"] in lines and ["2", "iree", "two"] in lines


class TestHosts:
    """--host and the options that go with it."""

    @pytest.mark.parametrize("text", ["", "mlir", "native,native", "native,cuda"])
    def test_unknown_hosts_are_refused(self, text):
        with pytest.raises(TracemarkError, match="expected native, iree, or native,iree"):
            hosts.parse_hosts(text)

    def test_each_host_has_its_stage(self):
        both = hosts.parse_hosts("native, iree")
        assert hosts.stages_of(both, None) == {"native": "tracemark-name-dispatches", "iree": "flow"}
        assert hosts.stages_of(both, "canonicalize#2,stream") == {"native": "canonicalize#2", "iree": "stream"}
        assert hosts.stages_of(both, "stream") == {"native": "tracemark-name-dispatches", "iree": "stream"}
        assert hosts.stages_of(("iree",), "cse") == {"iree": "cse"}
        with pytest.raises(TracemarkError, match="expected one stage for each host"):
            hosts.stages_of(both, "cse,canonicalize")

    @pytest.mark.parametrize(
        ("chosen", "changed", "message"),
        [
            ("iree", {"pipeline": "x"}, "--pipeline is of the native host"),
            ("iree", {"opt_level": 3}, "--opt-level is of the native host"),
            ("iree", {"outline": False}, "--no-outline is of the native host"),
            ("native", {"iree_flags": ["-x"]}, "--iree-flag is of --host iree"),
            ("native", {"device": "cuda"}, "--device is of --host iree"),
            ("native", {"profiler": "iree"}, "--profiler iree is of --host iree"),
            ("native,iree", {"profiler": "callgrind"}, "--profiler callgrind counts instructions"),
        ],
    )
    def test_options_of_another_host_are_refused(self, chosen, changed, message):
        options = replace(hosts.DEFAULTS, **changed)
        with pytest.raises(TracemarkError, match=message):
            hosts.check_options(hosts.parse_hosts(chosen), options)

    def test_options_of_either_do_for_both(self):
        options = replace(hosts.DEFAULTS, pipeline="x", iree_flags=["-x"], profiler="iree")
        hosts.check_options(("native", "iree"), options)
