"""Listings inside of programs that are damaged, foreign or hostile: a message each, nothing written elsewhere."""

import json
import os
import re
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import pytest
import zstandard
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_cli import expect_error, tracemark

from tracemark import sources
from tracemark.errors import TracemarkError

OBJCOPY = next(filter(None, map(shutil.which, ("objcopy", "llvm-objcopy-22"))), None) or "/usr/lib/llvm-22/bin/llvm-objcopy"
pytestmark = pytest.mark.skipif(not Path(OBJCOPY).exists(), reason="no objcopy to make ELF files with")
TEXT = "func.func @f() {\n  return\n}\n"


def record(file="cse/f.mlir", **more):
    entry = {"symbol": "f", "tag": None, "lines": [1, 3], "root": None, "visibility": "public", "signature": None}
    return {"version": 1, "stage": "cse", "argument": "cse", "occurrence": 1, "file": file, "entries": [entry], **more}


def document(file="cse/f.mlir", text=TEXT, directory="/src", **more):
    listing = {"name": f"listings/{file}", "text": "0123456789abcdef", "records": [record(file)]}
    texts = {"0123456789abcdef": text}
    return {"version": 1, "directory": directory, "files": [listing], "texts": texts, **more}


def blob(payload, version=1, encoding=0, magic=b"TMSOURCE", length=None):
    if isinstance(payload, dict):
        payload = json.dumps(payload).encode()
    if encoding == 1:
        payload = zstandard.ZstdCompressor(write_checksum=True).compress(payload)
    return struct.pack("<8sIIQ", magic, version, encoding, len(payload) if length is None else length) + payload


def elf(folder, section, name="m.o"):
    (folder / "section").write_bytes(section)
    flags = f".data={sources.SECTION},alloc,load,readonly,data,contents"
    command = [OBJCOPY, "-I", "binary", "-O", "elf64-x86-64", "--rename-section", flags, "section", name]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return folder / name


def listed(binary):
    return [source.path for source in sources.read_sources(binary)]


def test_blobs_come_one_behind_the_other_with_zeros_between(tmp_path):
    blobs = blob(document()) + b"\0" * 9 + blob(document("cse/g.mlir"), encoding=1) + blob(document()) + b"\0"
    assert listed(elf(tmp_path, blobs)) == ["/src/listings/cse/f.mlir", "/src/listings/cse/g.mlir"]


def test_unknown_fields_are_passed_over(tmp_path):
    assert listed(elf(tmp_path, blob(document(new=[1])))) == ["/src/listings/cse/f.mlir"]


def test_a_directory_that_is_not_known(tmp_path):
    assert listed(elf(tmp_path, blob(document(directory=None)))) == ["listings/cse/f.mlir"]


HUGE_FRAME = b"\x28\xb5\x2f\xfd\xe0" + struct.pack("<Q", 1 << 50) + b"\x01\x00\x00"


@pytest.mark.parametrize(
    ("section", "message"),
    [
        (b"", "has no section .tracemark_sources"),
        (b"TMSOURCE\1\0", "is cut: 10 bytes are no header"),
        (blob(b"{}", magic=b"SOMETHIN"), "there is no blob at byte 0"),
        (blob(document()) + b"x" * 24, "where one should begin"),
        (blob(document(), version=9), "version 9 and encoding 0, which this tracemark does not know"),
        (blob(b"", encoding=7), "version 1 and encoding 7"),
        (blob(document())[:-1], "is cut: "),
        (blob(b"{}", length=1 << 63), "2 of 9223372036854775808 bytes are there"),
        (blob(document(), encoding=1)[:-9] + b"\0" * 9, "is damaged"),
        (struct.pack("<8sIIQ", b"TMSOURCE", 1, 1, len(HUGE_FRAME)) + HUGE_FRAME, "claims to hold more than"),
        (blob(b"no zstd", encoding=0), "is damaged: Expecting value"),
        (blob(document(version=2)), "its document has the version 2"),
        (blob(document(texts={})), "is damaged: '0123456789abcdef'"),
        (blob(document(text=7)), "is no text"),
        (blob(document(text="half \ud800")), "is damaged: "),
        (blob(b"[" * 100000), "is damaged"),
        (blob(document(files=[{"name": "x", "text": "0", "records": [record(version=9)]}])), "version is 9"),
    ],
)
def test_a_damaged_section_is_said(tmp_path, section, message):
    binary = elf(tmp_path, section or b"x")
    if not section:
        subprocess.run([OBJCOPY, "--remove-section", sources.SECTION, binary], check=True)
    with pytest.raises(TracemarkError) as caught:
        sources.read_sources(binary)
    assert message in str(caught.value)
    assert len(str(caught.value).splitlines()) <= 2


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is neither an ELF file nor an archive"),
        (b"module {}", "is neither an ELF file nor an archive"),
        (b"\x7fELF", "is no whole ELF file"),
        (b"!<thin>\n", "is a thin archive"),
        (b"!<arch>\nm.o/", "is no whole archive"),
        (b"!<arch>\n", "carries no listings"),
        (b"!<arch>\n" + b"x" * 60, "is no whole archive"),
    ],
)
def test_what_is_no_program_is_said(tmp_path, content, message):
    (tmp_path / "file").write_bytes(content)
    for command in (["list"], ["list", "--json"], ["extract"]):
        expect_error(tracemark("sources", *command, "file", cwd=tmp_path), message)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_what_cannot_be_read_is_said(tmp_path):
    expect_error(tracemark("sources", "list", "nothing", cwd=tmp_path), "'nothing' cannot be read: No such file")
    expect_error(tracemark("sources", "list", ".", cwd=tmp_path), "'.' cannot be read: Is a directory")


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    folder = tmp_path_factory.mktemp("whole")
    members = [elf(folder, blob(document()) + blob(document("cse/g.mlir"), encoding=1), name) for name in ("a.o", "b.o")]
    (folder / "both.a").unlink(missing_ok=True)
    archiver = shutil.which("ar") or "/usr/lib/llvm-22/bin/llvm-ar"
    subprocess.run([archiver, "rcs", folder / "both.a", *members], check=True)
    return {name: (folder / name).read_bytes() for name in ("a.o", "both.a")}


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=st.sampled_from(["a.o", "both.a"]), changes=st.data())
def test_no_bytes_make_the_reader_stumble(whole, tmp_path, name, changes):
    data = bytearray(whole[name])
    for _ in range(changes.draw(st.integers(1, 8))):
        at = changes.draw(st.integers(0, len(data) - 1))
        data[at] = changes.draw(st.integers(0, 255))
    binary = tmp_path / name
    binary.write_bytes(bytes(data[: changes.draw(st.integers(0, len(data)))] if changes.draw(st.booleans()) else data))
    try:
        assert sources.read_sources(binary)
    except TracemarkError as error:
        assert len(str(error).splitlines()) <= 2


@pytest.mark.parametrize("file", ["../f.mlir", "/f.mlir", "cse/..", "./f.mlir", "a/b/f.mlir", "f.mlir", "a\\b/f.mlir", "a/\0"])
def test_nothing_is_written_outside_of_the_folder(tmp_path, file):
    inside = tmp_path / "inside"
    inside.mkdir()
    elf(inside, blob(document(file)))
    before = sorted(path.name for path in inside.iterdir())
    expect_error(tracemark("sources", "extract", "m.o", "--to", "out", cwd=inside), "leads out of the folder")
    assert sorted(path.name for path in inside.iterdir()) == before
    assert [path.name for path in tmp_path.iterdir()] == ["inside"]


def test_a_hash_is_no_way_out_either(tmp_path):
    second = document(text="other")
    second["files"][0]["text"] = "/../../x"
    second["texts"] = {"/../../x": "other"}
    elf(tmp_path, blob(document()) + blob(second))
    expect_error(tracemark("sources", "extract", "m.o", "--to", "out", cwd=tmp_path), "leads out of the folder")
    assert not (tmp_path / "out").exists()


def test_a_folder_in_use_is_left_alone(tmp_path):
    elf(tmp_path, blob(document()))
    expect_error(tracemark("sources", "extract", "m.o", "--to", ".", cwd=tmp_path), "is there and no empty folder")
    (tmp_path / "empty").mkdir()
    result = tracemark("sources", "extract", "m.o", "--to", "empty", cwd=tmp_path)
    assert result.returncode == 0 and result.stdout == "empty/cse/f.mlir\n"
    assert (tmp_path / "empty/cse/f.mlir").read_text() == TEXT
    assert json.loads((tmp_path / "empty/manifest.jsonl").read_text()) == record()


def test_show_takes_the_end_of_a_name(tmp_path):
    elf(tmp_path, blob(document()) + blob(document("sroa/f.mlir")))
    assert tracemark("sources", "show", "m.o", "cse/f.mlir", cwd=tmp_path).stdout == TEXT
    assert tracemark("sources", "show", "m.o", "/src/listings/sroa/f.mlir", cwd=tmp_path).stdout == TEXT
    expect_error(tracemark("sources", "show", "m.o", "f.mlir", cwd=tmp_path), "may be one of 2 listings")
    expect_error(tracemark("sources", "show", "m.o", "", cwd=tmp_path), "has no listing ''")
    expect_error(tracemark("sources", "show", "m.o", "listings/cse/g.mlir", cwd=tmp_path), "did you mean 'listings/cse/f.mlir'?")


def test_list(tmp_path):
    elf(tmp_path, blob(document()))
    assert json.loads(tracemark("sources", "list", "m.o", "--json", cwd=tmp_path).stdout) == [
        {
            "name": "listings/cse/f.mlir", "directory": "/src", "hash": "0123456789abcdef", "bytes": len(TEXT),
            "lines": 3, "stages": ["cse"], "symbols": ["f"],
        }
    ]  # fmt: skip
    lines = tracemark("sources", "list", "m.o", cwd=tmp_path).stdout.splitlines()
    assert [line.split() for line in lines] == [
        ["lines", "functions", "stage", "listing"],
        ["3", "1", "cse", "/src/listings/cse/f.mlir"],
    ]


def test_annotate_wants_listings(tmp_path):
    (tmp_path / "profile").write_text("# callgrind format\n")
    expect_error(tracemark("annotate", "profile", cwd=tmp_path), "the listings are missing", "--binary")
    elf(tmp_path, b"x")
    expect_error(tracemark("annotate", "profile", "--binary", "m.o", cwd=tmp_path), "is cut")


def test_the_fields_of_the_list_are_told_of(tmp_path):
    binary = elf(tmp_path, blob(document()))
    (item,) = json.loads(tracemark("sources", "list", binary, "--json", cwd=tmp_path).stdout)
    page = (Path(__file__).resolve().parents[2] / "docs/cli.md").read_text()
    (fields,) = re.findall(r"^\| `sources list --json` \| a list: (.*) \|$", page, re.MULTILINE)
    assert list(item) == re.findall(r"`(\w+)`", fields)


def test_the_shell_completes_the_names_of_listings(tmp_path):
    elf(tmp_path, blob(document()) + blob(document("cse/g.mlir")))

    def answers(*words):
        settings = {"_TRACEMARK_COMPLETE": "complete_bash", "COMP_WORDS": " ".join(words), "COMP_CWORD": str(len(words) - 1)}
        command = [Path(sys.executable).parent / "tracemark"]
        done = subprocess.run(command, cwd=tmp_path, env=os.environ | settings, capture_output=True, text=True, check=False)
        assert done.stderr == ""
        return done.stdout.split()

    assert answers("tracemark", "sources", "show", "m.o", "") == ["listings/cse/f.mlir", "listings/cse/g.mlir"]
    assert answers("tracemark", "sources", "show", "m.o", "listings/cse/g") == ["listings/cse/g.mlir"]
