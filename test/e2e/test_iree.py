"""tracemark-iree-compile and tracemark.iree on the released packages of IREE."""

import json
import os
import re
import shutil
import subprocess
import sys

import iree_host
import numpy
import pytest
from iree_host import DENSE, DENSE_INPUTS, DENSE_NAME, DRIVER, LOCAL, ROOT, compile_ours, run, runtime

import tracemark.iree
from tracemark.errors import TracemarkError
from tracemark.manifest import read_manifest

pytestmark = pytest.mark.skipif(bool(iree_host.missing()), reason=str(iree_host.missing()))

MODELS = ROOT / "test/Inputs/models"
EXAMPLES = ROOT / "examples"
PHASES = ["input", "abi", "preprocessing", "global-optimization", "dispatch-creation", "flow", "stream"]
PHASES += ["executable-sources", "executable-configurations", "executable-targets"]


def names_in(module):
    """Names of the exports of an artefact's executables."""
    dump = run(runtime("iree-dump-module"), "--output=flatbuffer-binary", module)
    return set(re.findall(r"\w+_dispatch_\d+\w*", dump))


def test_off_is_plain_iree_compile(dense, tmp_path):
    plain, ours = tmp_path / "plain.vmfb", tmp_path / "ours.vmfb"
    run(iree_host.plain_compiler(), dense, *LOCAL, "-o", plain)
    compile_ours(dense, *LOCAL, "--dispatch-names=off", "-o", ours)
    assert plain.read_bytes() == ours.read_bytes()


def test_stopping_between_phases_changes_nothing_but_names(dense, tmp_path):
    """With IREE's own names set by our pass at the end of flow, the program is the one of plain iree-compile."""
    flags = [*LOCAL, "--compile-to=stream", "--mlir-print-debuginfo=false"]
    plain, ours = tmp_path / "plain.mlir", tmp_path / "ours.mlir"
    run(iree_host.plain_compiler(), dense, *flags, "-o", plain)
    compile_ours(dense, *flags, "--dispatch-names=iree", "-o", ours)
    attribute = re.compile(r'(attributes )?\{?(, )?tracemark\.(name|tag|hash) = "[^"]*"\}?')
    assert "tracemark.name" in ours.read_text() or ours.read_text() == plain.read_text()
    assert attribute.sub("", ours.read_text()).split() == attribute.sub("", plain.read_text()).split()


@pytest.mark.parametrize(
    ("model", "dim", "name"),
    [
        (EXAMPLES / "squeezenet.mlir", 0, r"_conv_2d_chw_fchw_64x111x111x3x3x3_f32_s2_bias_relu$"),
        (EXAMPLES / "tiny_bert.mlir", 0, r"_batch_matmul_1x32x256x64_f32_bias_gelu$"),
        (MODELS / "tiny_bert_dyn.mlir", 5, r"_matmul_Dx256x64_f32_bias_gelu$"),
        (MODELS / "jax_gpt.mlir", 0, r"_matmul_\w+_f32"),
    ],
    ids=["squeezenet", "tiny_bert", "tiny_bert_dyn", "jax_gpt"],
)
def test_models_compute_the_same_under_their_new_names(model, dim, name, tmp_path):
    arguments = iree_host.arguments_of(model, tmp_path, dim)
    plain, ours = tmp_path / "plain.vmfb", tmp_path / "ours.vmfb"
    run(iree_host.plain_compiler(), model, *LOCAL, "-o", plain)
    compile_ours(model, *LOCAL, "--source-listing-after=flow", "-o", ours, cwd=tmp_path)
    expected = iree_host.outputs_of(plain, arguments, tmp_path)
    assert expected.size and numpy.isfinite(expected).all()
    assert numpy.array_equal(iree_host.outputs_of(ours, arguments, tmp_path), expected)
    found = set(re.findall(r"\w+_dispatch_\d+\w*", ours.read_bytes().decode(errors="replace")))
    assert any(re.search(name, one) for one in found), sorted(found)


def test_names_reach_the_tools_of_the_runtime(dense, tmp_path):
    module, capture = tmp_path / "dense.vmfb", tmp_path / "dense.ireeprof"
    compile_ours(dense, *LOCAL, "-o", module)
    start = [runtime("iree-run-module"), f"--module={module}", "--device=local-sync", *DENSE_INPUTS]
    said = run(*start, "--print_device_statistics")
    assert re.search(rf"host_execute {DENSE_NAME} .*count=1 ", said), said
    modes = "--device_profiling_mode=queue-events,host-execution,executable-metadata"
    run(*start, modes, f"--device_profiling_output={capture}")
    rows = [json.loads(line) for line in run(runtime("iree-profile"), "export", "--format=ireeperf-jsonl", capture).splitlines()]
    assert [row["name"] for row in rows if row.get("record_type") == "executable_function"] == [DENSE_NAME]


def test_the_program_is_found_on_path_and_through_a_link(dense, tmp_path, monkeypatch):
    (tmp_path / "link").symlink_to(DRIVER)
    monkeypatch.setenv("PATH", f"{DRIVER.parent}:{os.environ['PATH']}")
    for number, program in enumerate((DRIVER.name, tmp_path / "link")):
        out = tmp_path / f"{number}.mlir"
        run(program, f"--iree-compiler-library={iree_host.library()}", dense, "--compile-to=flow", "-o", out)
        assert DENSE_NAME in out.read_text()


@pytest.mark.skipif(shutil.which("gdb") is None, reason="no gdb")
def test_gdb_stops_in_a_dispatch_at_a_line_of_its_listing(dense, tmp_path):
    """With a shared object of the system's linker, from another folder than the compiler ran in."""
    system = ["--iree-llvmcpu-link-embedded=false", "--iree-llvmcpu-debug-symbols=true"]
    module = tmp_path / "dense.vmfb"
    compile_ours(dense, *LOCAL, *system, "--source-listing-after=flow", "-o", module, cwd=tmp_path)
    (listing,) = (tmp_path / "listings/flow").glob(f"*{DENSE_NAME}*.mlir")
    lines = listing.read_text().splitlines()
    wanted = next(number for number, line in enumerate(lines, 1) if "arith.addf" in line)
    commands = ["set breakpoint pending on", "set debuginfod enabled off", f"break {listing.name}:{wanted}", "run", "bt 1", "info source"]
    flags = [flag for command in commands for flag in ("-ex", command)]
    said = run("gdb", "-q", "-batch", *flags, "--args", runtime("iree-run-module"), f"--module={module}", "--device=local-sync", *DENSE_INPUTS, cwd="/")
    assert re.search(rf"^#0 .*{DENSE_NAME} \(\) at .*{re.escape(listing.name)}:{wanted}$", said, re.MULTILINE), said
    assert f"{wanted}\t{lines[wanted - 1]}" in said
    assert f"Located in {listing}" in said


@pytest.mark.parametrize("phase", PHASES)
def test_every_phase_can_be_listed(phase, dense, tmp_path):
    compile_ours(dense, *LOCAL, f"--source-listing-after={phase}", "-o", tmp_path / "dense.vmfb", cwd=tmp_path)
    manifest = read_manifest(tmp_path / "listings/manifest.jsonl")
    assert {listing.stage for listing in manifest.records} == {phase}
    text = "".join((tmp_path / "listings" / listing.file).read_text() for listing in manifest.records)
    assert "matmul" in text or phase in ("executable-configurations", "executable-targets")
    assert "dense" in text


@pytest.mark.parametrize("phase", ["flow", "executable-configurations"])
def test_listings_are_in_the_artefact(phase, dense, tmp_path):
    module = tmp_path / "dense.vmfb"
    compile_ours(dense, *LOCAL, f"--source-listing-after={phase}", "-o", module, cwd=tmp_path)
    (listing,) = (tmp_path / "listings" / phase).glob(f"*{DENSE_NAME}*.mlir")
    held = module.read_bytes()
    assert listing.read_bytes() in held
    assert f"listings/{phase}/{listing.name}".encode() in held


def test_several_phases_in_one_run(dense, tmp_path):
    compile_ours(dense, *LOCAL, "--source-listing-after=input,flow", "--source-listing-after=stream", "--source-listing-to=lists", "-o", "d.vmfb", cwd=tmp_path)
    stages = [listing.stage for listing in read_manifest(tmp_path / "lists/manifest.jsonl").records]
    assert list(dict.fromkeys(stages)) == ["input", "flow", "stream"]


def test_phases_outside_of_compile_to_are_not_run(dense, tmp_path):
    compile_ours(dense, *LOCAL, "--compile-to=flow", "--source-listing-after=flow,stream", "-o", "flow.mlir", cwd=tmp_path)
    assert DENSE_NAME in (tmp_path / "flow.mlir").read_text()
    assert {one.name for one in (tmp_path / "listings").iterdir() if one.is_dir()} == {"flow"}
    compile_ours("flow.mlir", *LOCAL, "--compile-from=flow", "--dispatch-names=off", "--source-listing-after=stream", "-o", "d.vmfb", cwd=tmp_path)
    assert (tmp_path / "listings/stream").is_dir()


@pytest.mark.parametrize(
    "flags",
    [
        ["--iree-hal-target-device=cuda", "--iree-cuda-target=sm_80"],
        ["--iree-hal-target-device=vulkan"],
        ["--iree-hal-target-device=hip", "--iree-rocm-target=gfx942"],
    ],
    ids=["cuda", "vulkan", "hip"],
)
def test_names_reach_the_artefacts_of_gpus(flags, dense, tmp_path):
    module = tmp_path / "dense.vmfb"
    compile_ours(dense, *flags, "-o", module)
    assert DENSE_NAME.encode() in module.read_bytes()


def test_the_compiler_is_found_by_variable_and_beside_iree_compile(dense, tmp_path, monkeypatch):
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)
    monkeypatch.delenv("CONDA_PREFIX", raising=False)
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    said = run(DRIVER, dense, code=1)
    assert said == (
        "tracemark-iree-compile: error: found no libIREECompiler.so; give --iree-compiler-library=FILE or set "
        "TRACEMARK_IREE_COMPILER_LIBRARY (the package iree-base-compiler has it)\n"
    )
    monkeypatch.setenv("TRACEMARK_IREE_COMPILER_LIBRARY", str(iree_host.library()))
    run(DRIVER, dense, "--compile-to=input", "-o", tmp_path / "a.mlir")
    monkeypatch.delenv("TRACEMARK_IREE_COMPILER_LIBRARY")
    monkeypatch.setenv("PATH", f"{iree_host.plain_compiler().parent}:/usr/bin")
    run(DRIVER, dense, "--compile-to=input", "-o", tmp_path / "b.mlir")
    assert (tmp_path / "a.mlir").read_bytes() == (tmp_path / "b.mlir").read_bytes()


def make_library(folder, code):
    source, library = folder / "fake.c", folder / "libIREECompiler.so"
    source.write_text(code)
    subprocess.run(["clang-22", "-shared", "-fPIC", source, "-o", library], check=True)
    return library


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("int ireeCompilerGetAPIVersion(void) { return 0x20001; }", "is of version 2.1 of IREE's embedding API; expected 1.4 or a later 1.x"),
        ("int ireeCompilerGetAPIVersion(void) { return 0x10003; }", "is of version 1.3 of IREE's embedding API; expected 1.4 or a later 1.x"),
        ("int ireeCompilerGetAPIVersion(void) { return 0x10004; }", "has no function 'ireeCompilerRunMain'"),
        ("int something;", "has no function 'ireeCompilerGetAPIVersion'"),
    ],
)
def test_another_library_is_refused_by_what_it_lacks(code, message, dense, tmp_path):
    library = make_library(tmp_path, code)
    said = run(DRIVER, f"--iree-compiler-library={library}", dense, code=1)
    assert said == f"tracemark-iree-compile: error: '{library}' {message}\n"


def test_a_file_that_is_no_library(dense, tmp_path):
    said = run(DRIVER, f"--iree-compiler-library={dense}", dense, code=1)
    assert said.startswith("tracemark-iree-compile: error: cannot load IREE's compiler: ")
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("flag", "message"),
    [
        ("--source-listing-after=flo", "no listing can be made after the phase 'flo'; did you mean 'flow'? (there are: input, abi, "),
        ("--source-listing-after=hal", "no listing can be made after the phase 'hal'"),
        ("--dispatch-names=short", "--dispatch-names expects 'descriptive', 'iree' or 'off', found 'short'"),
    ],
)
def test_flags_that_are_refused(flag, message, dense, tmp_path):
    output = tmp_path / "dense.vmfb"
    said = compile_ours(dense, flag, "-o", output, code=1)
    assert said.startswith(f"tracemark-iree-compile: error: {message}")
    assert not output.exists()


def test_a_wrong_option_of_a_listing_is_found_before_anything_runs(dense, tmp_path):
    said = compile_ours(dense, *LOCAL, "--source-listing-after=flow", "--source-listing-location=keep", "-o", "d.vmfb", cwd=tmp_path, code=1)
    assert said == "tracemark-iree-compile: error: 'tracemark-source-listing' has no option 'location'; did you mean 'locations'?\n"
    assert not (tmp_path / "listings").exists()


def test_errors_of_a_program_are_those_of_iree_compile(tmp_path):
    (tmp_path / "bad.mlir").write_text("func.func @f() { %0 = frob }\n")
    said = compile_ours("bad.mlir", *LOCAL, "-o", "bad.vmfb", cwd=tmp_path, code=1)
    assert "bad.mlir:1:23: error: custom op 'frob' is unknown" in said
    assert not (tmp_path / "bad.vmfb").exists()


def test_help_shows_both(tmp_path):
    said = compile_ours("--help")
    assert "--dispatch-names=descriptive|iree|off" in said
    assert "--iree-hal-target-device" in said


def test_the_level_that_the_runtime_shows_wrong_is_warned_of(dense, tmp_path):
    level = "--iree-hal-executable-debug-level=3"
    said = compile_ours(dense, *LOCAL, level, "--source-listing-after=flow", "-o", "d.vmfb", cwd=tmp_path)
    assert "shows the file of the first export for every dispatch" in said
    assert "warning" not in compile_ours(dense, *LOCAL, level, "-o", "d.vmfb", cwd=tmp_path)


class TestPython:
    """The module tracemark.iree."""

    def test_compile_gives_what_the_program_writes(self, dense, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        compile_ours(dense, *LOCAL, "-o", tmp_path / "d.vmfb")
        assert tracemark.iree.compile(dense, LOCAL) == (tmp_path / "d.vmfb").read_bytes()
        made = tracemark.iree.compile(DENSE, LOCAL, source_listing_after=["flow"], source_listing={"to": "here"})
        assert DENSE_NAME.encode() in made
        assert DENSE_NAME in next((tmp_path / "here/flow").rglob("*.mlir")).read_text()

    def test_what_the_compiler_said_is_in_the_error(self):
        with pytest.raises(TracemarkError, match="custom op 'frob' is unknown"):
            tracemark.iree.compile("func.func @f() { %0 = frob }")

    def test_passes_in_a_pass_manager_of_iree(self, tmp_path):
        """In a process of its own: libraries that are loaded for all to see stay."""
        script = f"""
import tracemark.iree
from iree.compiler import ir, passmanager
from tracemark.errors import TracemarkError

with ir.Context():
    module = ir.Module.parse({DENSE!r})
    manager = passmanager.PassManager("builtin.module")
    listing = ("tracemark-source-listing", {{"to": {str(tmp_path / "l")!r}, "stage": "here"}})
    tracemark.iree.add_passes(manager, [("tracemark-name-dispatches", {{"rename": "all"}}), listing])
    for bad in ["tracemark-name-dispatch"], [listing, ("tracemark-source-listing", {{"t": 1}})]:
        try:
            tracemark.iree.add_passes(manager, bad)
        except TracemarkError as error:
            print(error)
    manager.run(module.operation)
    print(module)
try:
    tracemark.iree.add_passes(object(), [])
except TracemarkError as error:
    print(error)
"""
        said = run(sys.executable, "-c", script)
        assert "func.func @dense_matmul_64x32x128_f32_bias_relu(" in said
        assert "no pass is called 'tracemark-name-dispatch'; did you mean 'tracemark-name-dispatches'?\n" in said
        assert "'tracemark-source-listing' has no option 't'" in said
        assert "expected a PassManager of iree.compiler.passmanager, found 'object'\n" in said
        assert [path.name for path in (tmp_path / "l").glob("here/*.mlir")]
