"""Listings inside of programs: they survive the linker and strip, and a profile is read with nothing else."""

import json
import re
import shutil
import subprocess

import pytest
from profiling import INPUTS, LLVM, has, perf_works, plugin, profile, tracemark

LOWER = (
    "convert-arith-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts,tracemark-select-locations,"
    "ensure-debug-info-scope-on-llvm-func{emission-kind=LineTablesOnly}"
)
MODULE = """
func.func @{name}(%a: f32) -> f32 {{
  %0 = arith.{op} %a, %a : f32
  return %0 : f32
}}
"""
MAIN = """
float one(float), two(float);
int main(void) {{ return {body}; }}
"""
pytestmark = pytest.mark.skipif(not has("clang-22"), reason="no C compiler to link with")


def run(*command, cwd, **more):
    done = subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, text=True, check=False, **more)
    assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stderr}"
    return done.stdout


def compile_module(folder, name, op, embed="tracemark-embed-sources{as=global}"):
    """An object file with one function, made in a folder of its own."""
    folder.mkdir()
    (folder / "m.mlir").write_text(MODULE.format(name=name, op=op))
    listing = "tracemark-source-listing{stage=late scope=module}"
    pipeline = f"builtin.module(func.func(tracemark-source-listing{{stage=early}}),canonicalize,{listing},{LOWER},{embed})"
    run(LLVM / "mlir-opt", "m.mlir", f"--load-pass-plugin={plugin()}", f"--pass-pipeline={pipeline}",
        "--mlir-print-debuginfo", "-o", "lowered.mlir", cwd=folder)  # fmt: skip
    run(LLVM / "mlir-translate", "--mlir-to-llvmir", "lowered.mlir", "-o", "m.ll", cwd=folder)
    run(LLVM / "opt", "-O2", "m.ll", "-o", "m.bc", cwd=folder)
    run(LLVM / "llc", "-filetype=obj", "-relocation-model=pic", "-function-sections", "m.bc", "-o", "m.o", cwd=folder)
    return folder / "m.o"


def listed(binary, folder):
    result = tracemark("sources", "list", binary, "--json", cwd=folder)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


@pytest.fixture(scope="module")
def objects(tmp_path_factory):
    """Two modules, one of them compressed, compiled in folders where their listings have the same names."""
    folder = tmp_path_factory.mktemp("objects")
    zstd = "tracemark-embed-sources{as=global compress=zstd}"
    one, two = compile_module(folder / "one", "one", "addf"), compile_module(folder / "two", "two", "mulf", zstd)
    (folder / "main.c").write_text(MAIN.format(body="one(1) + two(1)"))
    # Nothing calls `two`: its code goes, what it was made of stays.
    (folder / "half.c").write_text(MAIN.format(body="one(1)"))
    run("clang-22", "-shared", one, two, "-Wl,--gc-sections", "-o", "both.so", cwd=folder)
    run("clang-22", "-O1", "main.c", one, two, "-Wl,--gc-sections", "-o", "both", cwd=folder)
    run("clang-22", "-O1", "half.c", one, two, "-Wl,--gc-sections", "-o", "half", cwd=folder)
    run("clang-22", "-r", one, two, "-o", "both.o", "-nostdlib", cwd=folder)
    shutil.copy(one, folder / "long_enough_for_the_table_of_names.o")
    run("ar", "rcs", "both.a", "long_enough_for_the_table_of_names.o", two, "main.c", cwd=folder)
    for name, strip in (("all", ["strip"]), ("debug", ["strip", "--strip-debug"]), ("llvm", [LLVM / "llvm-strip"])):
        run(*strip, "both", "-o", f"both.{name}", cwd=folder)
    return folder


@pytest.mark.parametrize(
    "name", ["both.so", "both", "half", "both.o", "both.a", "both.all", "both.debug", "both.llvm"]
)
def test_every_form_of_a_program_carries_the_listings(objects, name):
    found = listed(objects / name, objects)
    assert [(item["name"], item["stages"], item["symbols"]) for item in found] == [
        ("listings/early/one.mlir", ["early"], ["one"]),
        ("listings/late/module.mlir", ["late"], ["one"]),
        ("listings/early/two.mlir", ["early"], ["two"]),
        ("listings/late/module.mlir", ["late"], ["two"]),
    ]
    for item in found:
        text = tracemark("sources", "show", objects / name, f"{item['directory']}/{item['name']}", cwd=objects).stdout
        assert text == (objects / item["symbols"][0] / item["name"]).read_text()


def test_the_code_of_what_is_not_called_is_gone(objects):
    """So --gc-sections did its work, and `half` is a test of what it leaves."""
    names = run("nm", "half", cwd=objects)
    assert re.search(r" T one$", names, re.MULTILINE) and not re.search(r" T two$", names, re.MULTILINE)


def test_no_symbol_of_ours_is_global(objects):
    assert "tracemark" not in run("nm", "--extern-only", "--defined-only", "both.o", cwd=objects)


def test_the_section_is_read_only_and_nothing_refers_to_it(objects):
    sections = run(LLVM / "llvm-readelf", "--sections", "--wide", "both.so", cwd=objects)
    flags = re.search(r"\.tracemark_sources\s+PROGBITS(?:\s+[0-9a-f]+){4}\s+(\w+)", sections)[1]
    assert "A" in flags and not set(flags) & {"W", "X"}
    assert "tracemark" not in run(LLVM / "llvm-readelf", "--relocations", objects / "one" / "m.o", cwd=objects)


def test_extracted_is_what_was_written(objects, tmp_path):
    result = tracemark("sources", "extract", objects / "one" / "m.o", "--to", "out", cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    assert result.stdout.splitlines() == ["out/early/one.mlir", "out/late/module.mlir"]
    made = objects / "one" / "listings"
    for name in ("early/one.mlir", "late/module.mlir"):
        assert (tmp_path / "out" / name).read_bytes() == (made / name).read_bytes()
    records = [json.loads(line) for line in (made / "manifest.jsonl").read_text().splitlines()]
    lines = (tmp_path / "out" / "manifest.jsonl").read_text().splitlines()
    assert [json.loads(line) for line in lines] == records


def test_equal_names_of_two_modules_are_kept_apart(objects, tmp_path):
    result = tracemark("sources", "extract", objects / "both.so", "--to", "out", cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    files = sorted(path.relative_to(tmp_path / "out").as_posix() for path in (tmp_path / "out").rglob("*.mlir"))
    assert [re.sub(r"[0-9a-f]{16}", "HASH", name) for name in files] == [
        "early/one.mlir", "early/two.mlir", "late/module.HASH.mlir", "late/module.mlir",
    ]  # fmt: skip
    records = [json.loads(line) for line in (tmp_path / "out" / "manifest.jsonl").read_text().splitlines()]
    for record in records:
        assert f"@{record['entries'][0]['symbol']}(" in (tmp_path / "out" / record["file"]).read_text()
    ambiguous = tracemark("sources", "show", objects / "both.so", "module.mlir", cwd=tmp_path)
    assert ambiguous.returncode == 1 and "may be one of 2 listings" in ambiguous.stderr


def same_report(first, second):
    """Equal but for where the listings are."""
    for report in (first, second):
        for key in ("model", "entry", "stage", "profiler", "note", "entry_calls", "entry_seconds", "paths"):
            report.pop(key, None)
        for dispatch in report["dispatches"]:
            dispatch["listing"] = dispatch["listing"] and dispatch["listing"].removeprefix("listings/")
    return first == second


def profiled_and_moved(profiler, profile_file, tmp_path):
    """The profile, its report with the listings there, and the program alone, elsewhere, the listings hidden."""
    made = profile(INPUTS / "squeezenet_head.mlir", tmp_path, "--profiler", profiler, "--embed")
    found = made.folder / profile_file
    report = json.loads(tracemark("annotate", found, made.folder / "listings", "--json", cwd=tmp_path).stdout)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    shutil.move(made.folder / "model.so", elsewhere / "model.so")
    shutil.move(made.folder / "listings", elsewhere / "hidden")
    return found, report, elsewhere / "model.so"


@pytest.mark.skipif(not has("valgrind"), reason="valgrind is not installed")
def test_a_callgrind_profile_is_annotated_elsewhere_without_listings(tmp_path):
    counts, before, binary = profiled_and_moved("callgrind", "callgrind.out", tmp_path)
    elsewhere = binary.parent
    result = tracemark("annotate", counts, "--binary", binary, "--json", cwd=elsewhere)
    assert result.returncode == 0 and result.stderr == "", result.stderr
    after = json.loads(result.stdout)
    assert after["dispatches"][0]["hot_lines"] and same_report(before, after)

    text = tracemark("annotate", counts, "--binary", binary, "--listings", "1", cwd=elsewhere).stdout
    assert "model.so: listings/tracemark-name-dispatches/" in text and "linalg.conv_2d" in text

    run("strip", "model.so", "-o", "stripped.so", cwd=elsewhere)
    result = tracemark("annotate", counts, "--binary", "stripped.so", "--json", cwd=elsewhere)
    assert "note: the object 'stripped.so' has no line table" in result.stderr
    stripped = json.loads(result.stdout)
    names = [{item["name"] for item in report["dispatches"]} for report in (stripped, after)]
    assert names[0] == names[1] and stripped["dispatches"][0]["hot_lines"]

    extracted = tracemark("sources", "extract", binary, "--to", "back", cwd=elsewhere)
    assert extracted.returncode == 0, extracted.stderr
    result = tracemark("annotate", counts, "back", "--binary", binary, "--json", cwd=elsewhere)
    assert same_report(json.loads(result.stdout), after)


@pytest.mark.skipif(not perf_works(), reason="perf may not sample here")
def test_a_perf_profile_is_annotated_elsewhere_without_listings(tmp_path):
    samples, before, binary = profiled_and_moved("perf", "perf.data", tmp_path)
    elsewhere = binary.parent
    # As on another machine: perf's own cache of programs is not there.
    environment = {"HOME": str(elsewhere)}
    result = tracemark("annotate", samples, "--binary", binary, "--json", cwd=elsewhere, environment=environment)
    assert result.returncode == 0, result.stderr
    after = json.loads(result.stdout)
    # What the kernel maps (vdso) has names in perf's cache only.
    del before["outside"], after["outside"]
    assert after["dispatches"][0]["hot_lines"] and same_report(before, after)
    assert not (elsewhere / ".debug").exists()
