"""Symbols and the line table: what a profile's addresses mean."""

from tracemark.symbols import ObjectMap, Place, Row, Symbol, parse_line_table, parse_symbols

LINE_TABLE = """\
debug_line[0x00000000]
include_directories[  1] = "listings/name"
file_names[  1]:
           name: "main.mlir"
      dir_index: 1
       mod_time: 0x00000000
file_names[  2]:
           name: "/abs/other.mlir"
      dir_index: 0

Address            Line   Column File   ISA Discriminator OpIndex Flags
------------------ ------ ------ ------ --- ------------- ------- -------------
0x0000000000001000     10      3      1   0             0       0  is_stmt
0x0000000000001008      0      0      1   0             0       0  prologue_end
0x0000000000001010     12      3      2   0             0       0  is_stmt prologue_end
0x0000000000001020     12      3      2   0             0       0  is_stmt end_sequence
"""


def make_map():
    rows = [
        Row(0x100, "a.mlir", 5, False),
        Row(0x108, "a.mlir", 0, False),
        Row(0x110, "a.mlir", 0, False),
        Row(0x110, "a.mlir", 7, False),
        Row(0x120, "b.mlir", 0, False),
        Row(0x124, "b.mlir", 9, False),
        Row(0x130, "b.mlir", 9, True),
    ]
    return ObjectMap([Symbol("second", 0x120, 0x10), Symbol("first", 0x100, 0x20)], rows)


def test_line_table_joins_folders_and_marks_ends():
    assert parse_line_table(LINE_TABLE) == [
        Row(0x1000, "listings/name/main.mlir", 10, False),
        Row(0x1008, "listings/name/main.mlir", 0, False),
        Row(0x1010, "/abs/other.mlir", 12, False),
        Row(0x1020, "/abs/other.mlir", 12, True),
    ]


def test_folder_0_is_the_one_that_the_compiler_ran_in():
    """Until DWARF 4 the line table does not name it; each table has its own."""
    text = LINE_TABLE.replace("dir_index: 1", "dir_index: 0")
    second = text.replace("debug_line[0x00000000]", "debug_line[0x0000004f]")
    rows = parse_line_table(text + second, {0: "/one/name", 0x4F: "/two/name"})
    assert [row.file for row in rows] == [
        "/one/name/main.mlir", "/one/name/main.mlir", "/abs/other.mlir", "/abs/other.mlir",
        "/two/name/main.mlir", "/two/name/main.mlir", "/abs/other.mlir", "/abs/other.mlir",
    ]  # fmt: skip


def test_a_place_in_a_function_has_an_address_if_it_is_clear_which_function():
    known = make_map()
    assert known.address_of("second", 3, 0x55555123) == 0x123
    assert known.address_of("third", 3, 0x123) is None
    both = ObjectMap([Symbol("f", 0x10, 4), Symbol("f", 0x20, 4)], [])
    assert both.address_of("f", 1, 0x7F0021) == 0x21
    assert both.address_of("f", 1, 0x7F0031) is None


def test_symbols_may_have_spaces_and_no_size():
    text = "a name T 10 20\nundefined U \ndata D 40 8\nlocal t 30 4\nstart T 50 \n"
    assert parse_symbols(text) == [Symbol("a name", 0x10, 0x20), Symbol("local", 0x30, 4), Symbol("start", 0x50, 0)]


def test_address_between_rows():
    assert make_map().place_at(0x104) == Place("a.mlir", 5, False)


def test_later_row_at_the_same_address_wins():
    assert make_map().place_at(0x110) == Place("a.mlir", 7, False)


def test_line_zero_takes_the_row_before():
    assert make_map().place_at(0x10C) == Place("a.mlir", 5, True)


def test_line_zero_at_the_start_of_a_function_never_takes_another_functions_line():
    assert make_map().place_at(0x121) == Place("b.mlir", 9, True)


def test_nothing_outside_of_the_table():
    known = make_map()
    assert known.place_at(0x0FF) is None
    assert known.place_at(0x130) is None


def test_symbol_lookup():
    known = make_map()
    assert known.symbol_at(0x11F).name == "first"
    assert known.symbol_at(0x120).name == "second"
    assert known.symbol_at(0x130) is None
    assert known.symbol_at(0) is None


def test_files_of_a_function():
    known = make_map()
    assert known.files_of(known.by_name["first"]) == [("a.mlir", 5), ("a.mlir", 7)]
    assert known.files_of(known.by_name["second"]) == [("b.mlir", 9)]
