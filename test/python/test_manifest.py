"""The manifest and the tag."""

import json

import pytest
from tracemark.errors import TracemarkError
from tracemark.manifest import Entry, Manifest, Signature, read_manifest
from tracemark.tag import parse_tag


def record(**changes):
    base = {
        "version": 1, "stage": "cse", "argument": "cse", "occurrence": 1, "op": "builtin.module", "symbol": [],
        "file": "cse/module.mlir", "file_hash": "0" * 16, "bytes": 10, "lines": 3, "elided": 0, "verifies": True,
        "tag": None, "entries": [],
    }  # fmt: skip
    return base | changes


def write(tmp_path, *records):
    path = tmp_path / "manifest.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in records))
    return path


def test_entries(tmp_path):
    first = {
        "symbol": "main", "tag": None, "lines": [2, 9], "root": None, "visibility": "public",
        "signature": {"arguments": ["tensor<4xf32>"], "results": []},
    }  # fmt: skip
    second = {"symbol": "d0", "tag": "flops=8", "lines": [10, 12], "root": [11, 11], "visibility": "private"}
    manifest = read_manifest(write(tmp_path, record(entries=[first, second])))
    assert manifest.entries() == [
        Entry("main", None, (2, 9), None, Signature(("tensor<4xf32>",), ()), True),
        Entry("d0", "flops=8", (10, 12), (11, 11), None, False),
    ]


def test_unknown_fields_are_allowed_and_the_folder_will_do(tmp_path):
    write(tmp_path, record(more=1))
    assert len(read_manifest(tmp_path).records) == 1


def unchanged(*files, **changes):
    base = {
        "version": 3, "run": "0" * 16, "stage": "cse", "argument": "cse", "occurrence": 1, "options": "", "scope": "entry",
        "unchanged": list(files),
    }  # fmt: skip
    return base | changes


def test_what_a_stage_left_unchanged_has_a_record_of_it(tmp_path):
    entry = {"symbol": "f", "tag": None, "lines": [1, 3], "root": None, "visibility": "private"}
    listed = record(version=3, run="0" * 16, stage="sccp", argument="sccp", file="sccp/f.mlir", entries=[entry])
    other = record(version=3, run="1" * 16, stage="sccp", argument="sccp", file="sccp/f.mlir", entries=[])
    write(
        tmp_path, listed, other, unchanged("sccp/f.mlir"),
        unchanged("sccp/f.mlir", stage="cse#2", occurrence=2, run="1" * 16),
    )  # fmt: skip
    manifest = read_manifest(tmp_path)
    assert [found.stage for found in manifest.records] == ["sccp", "sccp", "cse", "cse#2"]
    first, second = manifest.of_stage("cse"), manifest.of_stage("cse#2")
    assert (first[0].argument, first[0].occurrence, first[0].file) == ("cse", 1, "sccp/f.mlir")
    assert first[0].entries == manifest.records[0].entries and len(first[0].entries) == 1
    assert (second[0].occurrence, second[0].run, second[0].entries) == (2, "1" * 16, ())
    assert manifest.record_of_path("listings/sccp/f.mlir") == second[0]


def test_what_was_left_unchanged_has_to_be_known(tmp_path):
    write(tmp_path, record(version=3, run="1" * 16, file="sccp/f.mlir"), unchanged("sccp/f.mlir"))
    with pytest.raises(TracemarkError, match=r"line 2 .* no record of 'sccp/f.mlir' is before it"):
        read_manifest(tmp_path)


def test_stage_with_and_without_occurrence(tmp_path):
    write(tmp_path, record(), record(stage="cse#2", occurrence=2, file="cse#2/module.mlir"))
    manifest = read_manifest(tmp_path)
    assert [found.stage for found in manifest.of_stage("cse#2")] == ["cse#2"]
    assert [found.stage for found in manifest.of_stage("cse")] == ["cse"]
    assert manifest.of_stage("sccp") == []


def test_stage_of_which_only_later_occurrences_are_there(tmp_path):
    write(tmp_path, record(stage="cse#2", occurrence=2))
    assert len(read_manifest(tmp_path).of_stage("cse")) == 1


def test_record_of_a_debuggers_path(tmp_path):
    write(tmp_path, record(file="cse/f.mlir"), record(file="csex/f.mlir"))
    manifest = read_manifest(tmp_path)
    assert manifest.record_of_path("/elsewhere/listings/cse/f.mlir").file == "cse/f.mlir"
    assert manifest.record_of_path("cse/f.mlir").file == "cse/f.mlir"
    assert manifest.record_of_path("/a/cse/g.mlir") is None
    assert manifest.record_of_path("xcse/f.mlir") is None


def test_a_line_that_a_profiler_shows(tmp_path):
    inner = {"symbol": "d0", "tag": "flops=8", "lines": [2, 4], "root": [3, 3], "visibility": "private"}
    write(tmp_path, record(file="cse/f.mlir", entries=[inner]))
    (tmp_path / "cse").mkdir()
    (tmp_path / "cse/f.mlir").write_text("module {\nfunc\nmatmul\nreturn\n}\n")
    manifest = Manifest.load(tmp_path)
    found = manifest.resolve("/elsewhere/cse/f.mlir", 3)
    assert (found.record.file, found.line, found.text, found.entry.symbol, found.is_root) == ("cse/f.mlir", 3, "matmul", "d0", True)
    assert not manifest.resolve("cse/f.mlir", 4).is_root
    outside = manifest.resolve("cse/f.mlir", 5)
    assert (outside.text, outside.entry, outside.is_root) == ("}", None, False)
    with pytest.raises(TracemarkError, match=r"'cse/f.mlir' has lines 1 to 5, none with the number 6"):
        manifest.resolve("cse/f.mlir", 6)
    with pytest.raises(TracemarkError, match=r"no listing of '.*' is called 'cse/g.mlir'"):
        manifest.resolve("cse/g.mlir", 1)


def test_a_newer_version_is_named(tmp_path):
    path = write(tmp_path, record(), record(version=4))
    with pytest.raises(TracemarkError) as error:
        read_manifest(path)
    assert error.value.message == f"line 2 of the manifest '{path}' has version 4: expected version 1 to 3"


@pytest.mark.parametrize("text", [b"{", b'{"version": 2, "stage": "cs', b"\x7fELF\x00\xff\n\n\x00"])
def test_a_manifest_of_which_nothing_is_whole(tmp_path, capsys, text):
    path = tmp_path / "manifest.jsonl"
    path.write_bytes(text)
    with pytest.raises(TracemarkError) as error:
        read_manifest(path)
    assert str(error.value) == f"the manifest '{path}' is cut off: expected lines of JSON, found no whole one"
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("text", ["[]", '{"version": 2}', '{"version": 1}', "null"])
def test_bad_record_is_named_by_its_line(tmp_path, text):
    path = write(tmp_path, record())
    path.write_text(path.read_text() + text + "\n")
    with pytest.raises(TracemarkError, match="line 2 of the manifest"):
        read_manifest(path)


@pytest.mark.parametrize("torn", [b'{"version": 1, "sta', b'{"stage": "\xc3'])
def test_record_of_a_killed_writer_is_left_out(tmp_path, capsys, torn):
    path = write(tmp_path, record())
    whole = path.read_bytes()
    path.write_bytes(whole + torn)
    assert len(read_manifest(path).records) == 1
    path.write_bytes(whole + torn + b"\n\n" + whole)
    assert len(read_manifest(path).records) == 2
    assert capsys.readouterr().err.count(f"note: line 2 of the manifest '{path}' is cut off") == 2


def test_input_files_are_found_through_earlier_listings(tmp_path):
    def later(name, *inputs):
        return record(version=2, run="0" * 16, file=f"{name}.mlir", path=f"l/{name}.mlir", inputs=list(inputs))

    write(
        tmp_path,
        later("a/f", "model.py"), later("a/g", "lib.py", "model.py"),
        later("b/m", "l/a/g.mlir", "l/a/f.mlir", "rest.py"),
        later("b/m", "l/b/m.mlir"),  # unchanged by a later stage
    )  # fmt: skip
    manifest = read_manifest(tmp_path)
    assert manifest.input_files(manifest.records[2]) == ["lib.py", "model.py", "rest.py"]
    assert manifest.input_files(manifest.records[3]) == ["lib.py", "model.py", "rest.py"]
    assert manifest.input_files(manifest.records[0]) == ["model.py"]


def test_missing_manifest(tmp_path):
    with pytest.raises(TracemarkError, match="cannot be read: No such file"):
        read_manifest(tmp_path)


def test_tag():
    tag = parse_tag("grammar=1 root=matmul flops=256 bytes=80 from=fire2/conv,a%20b dyn=arg0.d0 junk")
    assert (tag.root, tag.flops, tag.bytes) == ("matmul", 256, 80)
    assert tag.layers == ["fire2/conv", "a b"]
    assert tag.fields["dyn"] == "arg0.d0"


@pytest.mark.parametrize("text", [None, "", "flops=?", "flops="])
def test_tag_without_numbers(text):
    assert parse_tag(text).flops is None
    assert parse_tag(text).layers == []


def test_a_comma_of_a_layers_name_is_no_separator():
    tag = parse_tag("root=batch_matmul from=bhqd%2Cbhkd->bhqk/dot_general,add")
    assert tag.layers == ["bhqd,bhkd->bhqk/dot_general", "add"]
