"""Marks of running passes, as a process leaves them."""

import fcntl

import pytest
from tracemark.errors import TracemarkError
from tracemark.in_flight import LINE, Mark, read_runs


def line(text):
    return text.encode().ljust(LINE - 1) + b"\n"


HEAD = line("tracemark-in-flight version=1 run=00000000000000ab pid=17 since=1000")
RUNNING = line("+ since=1002 thread=7f00 pass=canonicalize op=func.func symbol=@m::@a%20b%25")
EARLIER = line("+ since=1001 thread=7f00 pass=inline op=builtin.module symbol=")
DONE = line("- since=1001 thread=7f00 pass=cse op=func.func symbol=@f")
FREE = bytes(LINE)


def write(folder, data, name="00000000000000ab"):
    (folder / "in-flight").mkdir(exist_ok=True)
    path = folder / "in-flight" / name
    path.write_bytes(data)
    return path


def test_only_what_has_not_ended_is_told_the_oldest_first(tmp_path):
    write(tmp_path, HEAD + RUNNING + FREE + DONE + EARLIER + FREE)
    (run,) = read_runs(tmp_path)
    assert (run.run, run.pid, run.since, run.alive) == ("00000000000000ab", 17, 1000, False)
    assert run.marks == (
        Mark("inline", "builtin.module", "", "7f00", 1001),
        Mark("canonicalize", "func.func", "@m::@a b%", "7f00", 1002),
    )


def test_process_that_still_runs_holds_its_file(tmp_path):
    with write(tmp_path, HEAD).open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        assert read_runs(tmp_path)[0].alive
    assert not read_runs(tmp_path)[0].alive


def test_mark_that_is_cut_off(tmp_path):
    cut = ("+ since=5 thread=1 pass=p op=o symbol=@" + "x" * LINE)[: LINE - 1].encode() + b"\n"
    write(tmp_path, HEAD + cut)
    mark = read_runs(tmp_path)[0].marks[0]
    assert mark.name == "p"
    assert set(mark.symbol) == {"@", "x"}


def test_other_files_and_versions_are_not_read(tmp_path):
    write(tmp_path, b"something else")
    write(tmp_path, HEAD.replace(b"version=1", b"version=2"), "b")
    write(tmp_path, b"", "c")
    assert read_runs(tmp_path) == []


def test_folder_without_marks(tmp_path):
    assert read_runs(tmp_path) == []
    with pytest.raises(TracemarkError, match="there is no folder"):
        read_runs(tmp_path / "none")
