"""What callers of the command can rely on: exit codes, data, colours, completion. docs/cli.md tells of it."""

import json
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tracemark import cli

PAGE = Path(__file__).resolve().parents[2] / "docs" / "cli.md"
COMMAND = [sys.executable, "-m", "tracemark"]
NAME = "f_3_matmul_nt_x2_8x8xD_f32_relu"
COLOUR = re.compile(r"\x1b\[(?:\d+;)*(?:3\d|4\d|9\d)[;m]")
# Commands that print a table or a list, with arguments.
TABLES = {
    "annotate": ["annotate", "callgrind.out", "listings"],
    "names parse": ["names", "parse", NAME],
    "relocate": ["relocate", "listings"],
    "in-flight": ["in-flight", "listings"],
    "doctor": ["doctor"],
}


def run(*arguments, cwd, **environment):
    return subprocess.run(
        [*COMMAND, *arguments], cwd=cwd, env=dict(os.environ) | environment, capture_output=True, text=True, check=False
    )


@pytest.fixture
def folder(tmp_path):
    """Listings with a manifest, and a profile that belongs to them."""
    listings = tmp_path / "listings"
    (listings / "cse").mkdir(parents=True)
    (listings / "cse/f.mlir").write_text("func.func @f() {\n  return\n}\n")
    entry = {"symbol": "f", "tag": None, "lines": [1, 3], "root": None, "visibility": "public"}
    record = {
        "version": 2, "run": "0" * 16, "stage": "cse", "argument": "cse", "occurrence": 1, "file": "cse/f.mlir",
        "path": "listings/cse/f.mlir", "directory": "/old", "entries": [entry],
    }  # fmt: skip
    (listings / "manifest.jsonl").write_text(json.dumps(record) + "\n")
    (tmp_path / "callgrind.out").write_text("# callgrind format\nevents: Ir\nfl=listings/cse/f.mlir\nfn=f\n2 5\n")
    return tmp_path


def described(heading):
    """The rows of a table of the page: first cell -> second."""
    section = PAGE.read_text().split(f"## {heading}\n")[1].split("\n## ")[0]
    return dict(re.findall(r"^\| `?([^`|]*?)`? \| (.*) \|$", section, re.MULTILINE))


def test_the_page_and_help_have_the_same_codes(tmp_path):
    assert [row for row in described("Exit codes") if row.isdigit()] == ["0", "1", "2", "130", "141"]
    said = " ".join(run("--help", cwd=tmp_path).stdout.split())
    assert " ".join(cli.EXIT_CODES.split()) in said
    assert re.findall(r"(?<!\S)\d+(?= )", cli.EXIT_CODES) == ["0", "1", "2", "130", "141"]


@pytest.mark.parametrize(
    ("code", "arguments"),
    [
        (0, ["--version"]),
        (0, ["names", "parse", NAME]),
        (0, ["annotate", "callgrind.out", "listings"]),
        (1, ["names", "parse", "memcpy"]),
        (1, ["annotate", "missing", "listings"]),
        (1, ["relocate", "missing"]),
        (1, ["sources", "list", "callgrind.out"]),
        (1, ["profile", "missing.mlir"]),
        (2, []),
        (2, ["nothing"]),
        (2, ["names", "parse"]),
        (2, ["profile", "model.mlir", "--opt-level", "9"]),
        (2, ["relocate", "listings", "--tool", "lldb"]),
        (2, ["doctor", "--nothing"]),
    ],
)
def test_exit_codes(folder, code, arguments):
    done = run(*arguments, cwd=folder)
    assert done.returncode == code, done.stderr
    assert (done.stdout == "") == (code != 0)
    assert bool(done.stderr) == (code != 0)
    assert done.stderr.startswith("tracemark: error: ") == (code == 1)
    assert "Traceback" not in done.stderr


def test_an_interrupted_command_ends_with_130(folder):
    started = folder / "started"
    (folder / "bin").mkdir()
    slow = folder / "bin" / "perf"
    slow.write_text(f"#!/bin/sh\ntouch {started}\nexec sleep 60\n")
    slow.chmod(0o755)
    (folder / "perf.data").write_bytes(b"PERFILE2")
    environment = dict(os.environ, PATH=f"{slow.parent}:{os.environ['PATH']}")
    command = [*COMMAND, "annotate", "perf.data", "listings"]
    with subprocess.Popen(command, cwd=folder, env=environment, stdout=-1, stderr=-1, text=True) as process:
        while not started.exists() and process.poll() is None:
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert out == "" and "Traceback" not in err


@pytest.mark.parametrize("arguments", [*TABLES.values(), ["doctor", "--json"]], ids=" ".join)
def test_a_closed_pipe_is_no_error_to_speak_of(folder, arguments):
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([*COMMAND, *arguments], cwd=folder, stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, b"")


def test_a_full_disk_is_an_error():
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([*COMMAND, "names", "parse", NAME], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("tracemark: error: no space is left on the disk")


@pytest.mark.parametrize("command", TABLES)
def test_every_table_is_there_as_data(folder, command):
    done = run(*TABLES[command], "--json", cwd=folder)
    assert done.stderr == "" and done.returncode in (0, 1 if command == "doctor" else 0)
    data = json.loads(done.stdout)
    promised = re.findall(r"`(\w+)`", described("Output for programs")[f"{command} --json"].split(", each with")[0].split(";")[0])
    for item in data if isinstance(data, list) else [data]:
        assert set(item) == set(promised)


def test_in_flight_marks_have_the_fields_that_are_told_of(folder):
    from tracemark.in_flight import Mark

    promised = described("Output for programs")["in-flight --json"].split(", each with")[1]
    assert re.findall(r"`(\w+)`", promised) == list(Mark.__dataclass_fields__)


def test_relocate_has_the_same_lines_as_data_and_as_text(folder):
    items = json.loads(run("relocate", "listings", "--json", cwd=folder).stdout)
    text = run("relocate", "listings", cwd=folder).stdout
    assert text == "".join("\n".join([f"# {item['tool']}: {item['use']}", *item["lines"]]) + "\n" for item in items)
    (one,) = json.loads(run("relocate", "listings", "--tool", "gdb", "--json", cwd=folder).stdout)
    assert one == next(item for item in items if item["tool"] == "gdb")


def on_terminal(arguments, folder, **environment):
    """What a command prints where stdout and stderr are a terminal."""
    settings = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR", "TERM", "COLUMNS")}
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, *arguments], cwd=folder, env=settings | environment, stdin=theirs, stdout=theirs, stderr=theirs
    )
    os.close(theirs)
    text = b""
    while select.select([ours], [], [], 60)[0]:
        try:
            text += os.read(ours, 65536)
        except OSError:  # the end, on Linux
            break
    os.close(ours)
    assert process.wait() in (0, 1)
    return text.decode()


@pytest.mark.parametrize("command", ["annotate", "doctor"])
def test_colours_are_for_terminals_that_want_them(folder, command):
    arguments = TABLES[command]
    coloured = on_terminal(arguments, folder, TERM="xterm-256color")
    assert COLOUR.search(coloured)
    assert "…" not in coloured  # nothing is lost on 80 columns
    assert not COLOUR.search(on_terminal(arguments, folder, TERM="xterm-256color", NO_COLOR="1"))
    assert "\x1b" not in on_terminal(arguments, folder, TERM="dumb")
    assert "\x1b" not in run(*arguments, cwd=folder, TERM="xterm-256color").stdout


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash")
def test_bash_completes(folder):
    program = Path(sys.executable).parent / "tracemark"
    script = subprocess.run([program, "--show-completion", "bash"], capture_output=True, text=True, check=True).stdout

    def complete(*words):
        lines = [
            script, "COMP_WORDS=(" + " ".join(f"'{word}'" for word in words) + ")", f"COMP_CWORD={len(words) - 1}",
            f"_tracemark_completion {program}", 'printf "%s\\n" "${COMPREPLY[@]}"',
        ]  # fmt: skip
        done = subprocess.run(["bash", "-c", "\n".join(lines)], cwd=folder, capture_output=True, text=True, check=True)
        assert done.stderr == ""
        return done.stdout.split()

    assert complete("tracemark", "pro") == ["profile"]
    assert complete("tracemark", "profile", "--profiler", "") == ["auto", "perf", "callgrind", "iree"]
    assert complete("tracemark", "profile", "--stage", "convert-l") == ["convert-linalg-to-loops"]
    assert complete("tracemark", "profile", "--stage", "buffer-h") == ["buffer-hoisting"]
    assert complete("tracemark", "profile", "--stage", "strea") == ["stream"]
    assert complete("tracemark", "relocate", "listings", "--tool", "v") == ["vtune"]
    assert complete("tracemark", "sources", "show", "callgrind.out", "f") == []
