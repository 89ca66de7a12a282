"""Pipelines, and what a compiler's failure means."""

from pathlib import Path

import pytest
from tracemark import failures, lowering
from tracemark.errors import TracemarkError, first_lines, nearest
from tracemark.steps import StepError


def step_error(stderr, folder="/out"):
    return StepError("lower", ["mlir-opt", "a b"], Path(folder), 1, stderr)


def test_default_pipeline_in_order():
    passes = lowering.build_pipeline(None, True, "cse").passes
    assert passes[:2] == (lowering.OUTLINE, lowering.NAME)
    assert passes[-2:] == (lowering.SELECT, f"{lowering.DEBUG_INFO}{{emission-kind=LineTablesOnly}}")
    bufferize = next(i for i, name in enumerate(passes) if name.startswith("one-shot-bufferize"))
    assert passes[bufferize + 1] == "drop-equivalent-buffer-results"
    assert "cse" not in passes[:bufferize]


def test_a_stage_before_naming_is_selected_by_its_label():
    assert lowering.listed_stages(lowering.OUTLINE) == [lowering.OUTLINE, lowering.NAME]
    passes = lowering.build_pipeline(None, True, lowering.OUTLINE).passes
    assert passes[-2] == f"{lowering.SELECT}{{stage={lowering.OUTLINE}}}"


def test_without_outlining():
    passes = lowering.build_pipeline(None, False, "cse").passes
    assert lowering.OUTLINE not in passes
    assert passes[:3] == (lowering.NAME, *lowering.REQUEST_C_INTERFACE)


@pytest.mark.parametrize("stage", ["", "cse,sccp", "cse#0", "cse#", "cse#x", "cse#1#2", "a cse"])
def test_text_that_is_no_stage(stage):
    with pytest.raises(TracemarkError, match="is not a stage"):
        lowering.build_pipeline(None, True, stage)


def test_the_first_occurrence_has_no_number_in_locations():
    passes = lowering.build_pipeline(None, True, f"{lowering.OUTLINE}#1").passes
    assert passes[-2] == f"{lowering.SELECT}{{stage={lowering.OUTLINE}}}"


def test_given_pipeline_replaces_the_lowering_only():
    pipeline = lowering.build_pipeline("builtin.module(func.func(cse),canonicalize)", True, "cse")
    assert not pipeline.is_default
    assert pipeline.passes[:2] == (lowering.OUTLINE, lowering.NAME)
    assert "func.func(cse),canonicalize" in pipeline.passes
    assert not any("bufferize" in name for name in pipeline.passes)


def test_passes_that_the_given_pipeline_has_are_not_added():
    given = f"{lowering.OUTLINE}{{fuse=none}},{lowering.NAME},{lowering.SELECT},{lowering.DEBUG_INFO}"
    text = lowering.build_pipeline(given, True, "cse").text
    for name in (lowering.OUTLINE, lowering.NAME, lowering.SELECT, lowering.DEBUG_INFO):
        assert text.count(name) == 1


def test_pipeline_file_with_comments(tmp_path):
    path = tmp_path / "passes.txt"
    path.write_text("# first\nbuiltin.module(\n  canonicalize, // twice\n  func.func(cse)\n)\n")
    assert lowering.read_pipeline(str(path)) == "canonicalize,func.func(cse)"


def test_two_anchors_are_not_taken_for_one():
    assert lowering.read_pipeline("func.func(cse),func.func(cse)") == "func.func(cse),func.func(cse)"


@pytest.mark.parametrize(
    ("given", "message"),
    [("", "empty"), ("cse)", "brackets"), ("cse{a=(}", "brackets"), ("missing/file.txt", "cannot be read")],
)
def test_bad_pipelines(given, message):
    with pytest.raises(TracemarkError, match=message):
        lowering.read_pipeline(given)


def test_mentions_whole_names_only():
    assert lowering.mentions("func.func(cse)", "cse")
    assert not lowering.mentions("my-cse,cse2", "cse")


def test_op_that_was_not_bufferized():
    stderr = (
        'm.mlir:3:5: error: op was not bufferized\n  ^\nm.mlir:3:5: note: see current operation: %1:2 = "tosa.exp"(%0)'
    )
    message = str(failures.lowering_failure(step_error(stderr), True))
    assert (
        message.splitlines()[0]
        == "the default lowering cannot take the op 'tosa.exp' at m.mlir:3:5: op was not bufferized"
    )
    assert "--pipeline" in message
    assert len(message.splitlines()) == 2


def test_op_named_by_the_diagnostic_itself():
    stderr = "a.mlir:1:2: error: failed to legalize operation 'tensor.empty' that was explicitly marked illegal"
    assert "'tensor.empty' at a.mlir:1:2" in str(failures.lowering_failure(step_error(stderr), False))


def test_wrong_stage_is_forwarded():
    stderr = "tracemark: error: no pass is registered as 'csee'; did you mean 'cse'?"
    message = str(failures.lowering_failure(step_error(stderr), True))
    assert message.startswith("no pass is registered as 'csee'; did you mean 'cse'?")


def test_pipeline_that_does_not_parse():
    stderr = "<unknown>:0: error: MLIR Textual PassPipeline Parser:1:5: error: expected pass name"
    assert str(failures.lowering_failure(step_error(stderr), False)).startswith("the pipeline: expected pass name")


def test_unknown_failure_shows_command_and_a_trimmed_stderr():
    error = failures.lowering_failure(step_error("\n".join(f"line {i}" for i in range(40))), True)
    assert "$ mlir-opt 'a b'" in str(error) and "... 28 more lines" in str(error) and "/out" in str(error)


def test_left_over_op():
    stderr = "<unknown>:0: error: LLVM Translation failed for operation: builtin.unrealized_conversion_cast"
    assert failures.left_over_op(step_error(stderr)) == "builtin.unrealized_conversion_cast"
    stderr = "l.mlir:4:10: error: Dialect `gpu' not found for custom op 'gpu.thread_id' "
    assert failures.left_over_op(step_error(stderr)) == "gpu.thread_id"


def test_model_that_does_not_parse():
    error = failures.parse_failure(step_error("m.mlir:1:42: error: expected ')'\nfunc\n   ^"), Path("m.mlir"))
    assert str(error).splitlines()[0] == "m.mlir:1:42: expected ')'"
    stderr = "m.mlir:1:1: error: operation being parsed with an unregistered dialect. If this is intended, use -x"
    error = failures.parse_failure(step_error(stderr), Path("m.mlir"))
    assert str(error).splitlines()[0].endswith("with an unregistered dialect")


@pytest.mark.parametrize(
    ("stderr", "reason"),
    [
        ("Failed to load passes from 'x.so'. Request ignored.", "no pass plugin of this MLIR"),
        ("Wrong API version on plugin 'x.so'. Got version 3, supported version is 1.", "another version"),
        ("Could not load library 'x.so': libMLIR.so.21: cannot open shared object file: No such file", "libMLIR.so.21"),
        ("mlir-opt: symbol lookup error: x.so: undefined symbol: _ZN4mlir", "undefined symbol: _ZN4mlir"),
    ],
)
def test_plugin_that_does_not_load(stderr, reason):
    error = failures.plugin_failure(stderr, Path("x.so"), "mlir-opt")
    assert reason in error.message and "--mlir-bin" in error.hint


def test_other_errors_are_not_the_plugins():
    assert failures.plugin_failure("m.mlir:1:1: error: expected", Path("x.so"), "mlir-opt") is None


def test_stage_never_reached_lists_the_stages():
    error = failures.never_reached(
        "sccp", "tracemark: warning: no such stage was reached; stages seen: cse, inline (x)"
    )
    assert error.hint == "its stages: cse, inline"


def test_small_helpers():
    assert nearest("squeznet", ["squeezenet", "x"]) == "squeezenet"
    assert nearest("qqq", ["squeezenet"]) is None
    assert first_lines("a\nb\nc\n", 2) == "a\nb\n... 1 more lines"
