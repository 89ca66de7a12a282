"""The reader of `perf script`."""

from tracemark.perf import looks_like_perf, parse_frame, parse_script
from tracemark.profile_data import Event, Frame

CHAINS = """\
    500250 cpu-clock:u:
\t           3fc15 __erff+0x3b5 (/usr/lib/libm.so.6)
\t            a16c main_dispatch_3_erf+0x900c (/out dir/model.so)
\tffffffffffffffff [unknown] ([unknown])

    500250 cpu-clock:u:
\t            2000 main+0x0 (/out dir/model.so (deleted))
"""


def test_call_chain_is_innermost_first_and_callers_point_into_the_call():
    data = parse_script(CHAINS.splitlines())
    assert data.events[0] == Event(
        500250,
        (
            Frame("/usr/lib/libm.so.6", "__erff", 0x3FC15, offset=0x3B5),
            Frame("/out dir/model.so", "main_dispatch_3_erf", 0xA16B, offset=0x900B),
            Frame("[unknown]", "[unknown]", None),
        ),
    )


def test_deleted_object_and_last_sample():
    data = parse_script(CHAINS.splitlines())
    assert len(data.events) == 2
    assert data.events[1].stack == (Frame("/out dir/model.so", "main", 0x2000, offset=0),)


def test_a_symbol_with_colons_behind_a_decimal_looking_address_is_a_frame():
    lines = [
        " 10 cpu-clock:u: ",
        "\t 108664 __gnu_cxx::stdio_sync_filebuf<char, std::char_traits<char> >::sync+0x4 (/libstdc++.so.6)",
        "\t 2000 main+0x0 (/m.so)",
    ]
    data = parse_script(lines)
    assert data.unit == "ns" and [event.cost for event in data.events] == [10]
    assert [frame.address for frame in data.events[0].stack] == [0x108664, 0x1FFF]


def test_samples_without_chains_are_one_line_each():
    text = "   1 cycles:u:   a16c f+0x4 (/m.so)\n   2 cycles:u:   a170 f+0x8 (/m.so)\n"
    data = parse_script(text.splitlines())
    assert [(event.cost, event.stack[0].address) for event in data.events] == [(1, 0xA16C), (2, 0xA170)]
    assert data.unit == "cycles"


def test_software_clock_counts_nanoseconds():
    assert parse_script(CHAINS.splitlines()).unit == "ns"
    assert not parse_script(CHAINS.splitlines()).has_calls


def test_symbols_with_odd_characters():
    frame = parse_frame("     10 ns::f(int, (anon))+0x1f (/lib/a (b).so)")
    assert frame == Frame("/lib/a (b).so", "ns::f(int, (anon))", 0x10, offset=0x1F)
    assert parse_frame("no frame") is None


def test_recognises_its_files(tmp_path):
    path = tmp_path / "perf.data"
    path.write_bytes(b"PERFILE2\0\0")
    assert looks_like_perf(path)
    path.write_bytes(b"# callgrind format")
    assert not looks_like_perf(path)
