"""What a compiler's failure means for the user, in one or two lines."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from tracemark.errors import TracemarkError
from tracemark.steps import StepError

REPLACE_LOWERING = "give passes that take it with --pipeline"
# How diagnostics name the op that they are about.
OP_PATTERNS = (
    r"failed to legalize[^']*'([\w.$-]+)'",
    r"^'([\w.$-]+)' op",
    r"for (?:dialect for )?op: ([\w.$-]+)",
    r"not found for custom op '([\w.$-]+)'",
    r"LLVM Translation failed for operation: ([\w.$-]+)",
)
UNLOADABLE = r"(\S+: (?:undefined symbol: .*|cannot open shared object file.*))"
OF_ARGUMENTS = r"no pass is registered|does not refer to a registered pass|MLIR Textual PassPipeline|no such option"


@dataclass(frozen=True)
class Diagnostic:
    """An error: where (`file:line:column`, or empty), what, and the op, if it says so."""

    where: str
    text: str
    op: str | None


def errors_in(stderr: str) -> list[Diagnostic]:
    """The error diagnostics of an MLIR program, each with the note on its operation that follows."""
    found: list[Diagnostic] = []
    for line in stderr.splitlines():
        if match := re.match(r"(?:(?:<unknown>:0|(.+?:\d+:\d+)|loc\(.*?\)): )?(?:\S+: )?error: (.*)", line):
            text = match[2].strip()
            found.append(Diagnostic(match[1] or "", text, op_in(text)))
        elif found and (match := re.search(r'note: see current operation: (?:%[\w:, %]+ = )?"([\w.$-]+)"', line)):
            last = found[-1]
            found[-1] = Diagnostic(last.where, last.text, last.op or match[1])
    return found


def op_in(text: str) -> str | None:
    """The op that a diagnostic's text is about: `'tosa.add' op was not bufferized`."""
    for pattern in OP_PATTERNS:
        if match := re.search(pattern, text):
            return match[1]
    return None


def absolute(where: str, folder: Path) -> str:
    """A place of a diagnostic, with the folder that relative files are in."""
    return str(folder / where) if where and (folder / where.split(":", maxsplit=1)[0]).is_file() else where


def plugin_failure(stderr: str, plugin: Path, host: str) -> TracemarkError | None:
    """The message for a plugin that the host does not load, if this is one."""
    if re.search(r"[Ww]rong API version|API version mismatch", stderr):
        reason = "it was built for another version of MLIR's plugin interface"
    elif match := re.search(r"Could not load library '[^']*': (.*)", stderr) or re.search(UNLOADABLE, stderr):
        reason = match[1]
    elif re.search(r"Failed to load passes from|Plugin entry point not found|is this a legacy plugin", stderr):
        reason = "it is no pass plugin of this MLIR, or misses a library"
    else:
        return None
    return TracemarkError(
        f"{host} cannot load the plugin '{plugin}': {reason}",
        "build Tracemark against this MLIR, or give the folder of the right mlir-opt with --mlir-bin",
    )


def parse_failure(error: StepError, model: Path) -> TracemarkError:
    """The message for a model that the first step could not read."""
    found = errors_in(error.stderr)
    if not found:
        return error
    first = found[0]
    text = first.text.split(". If this")[0]
    hint = "the model has to be a module in MLIR 22 text or bytecode"
    if re.search(r"[Dd]ialect|unregistered", text):
        hint = "bring it to linalg, tensor, arith, math and func first: mlir-opt does not know other dialects"
    return TracemarkError(f"{first.where or model}: {text}", hint)


def lowering_failure(error: StepError, is_default: bool) -> TracemarkError:
    """The message for a pipeline that failed."""
    found = errors_in(error.stderr)
    for diagnostic in found:
        if re.search(OF_ARGUMENTS, diagnostic.text):
            text = re.sub(r"MLIR Textual PassPipeline Parser:\d+:\d+: error: ", "the pipeline: ", diagnostic.text)
            return TracemarkError(text, "see --stage and --pipeline")
    whose = "the default lowering" if is_default else "the pipeline"
    for diagnostic in found:
        where = absolute(diagnostic.where, error.folder)
        if diagnostic.op:
            return TracemarkError(
                f"{whose} cannot take the op '{diagnostic.op}' at {where or 'an unknown place'}: {diagnostic.text}",
                REPLACE_LOWERING,
            )
        if "LLVM dialect is not loaded" in diagnostic.text:
            return TracemarkError(f"{whose} makes no LLVM dialect", "its last passes have to convert to LLVM")
    return error


def never_reached(stage: str, stderr: str) -> TracemarkError:
    """The message for a stage that no listing was written of."""
    match = re.search(r"stages seen: (.*)", stderr)
    seen = match[1].split(" (")[0] if match else ""
    return TracemarkError(
        f"the pipeline never reaches the stage '{stage}'",
        f"its stages: {seen}" if seen else "choose another one with --stage",
    )


def left_over_op(error: StepError) -> str | None:
    """The op that kept mlir-translate from making LLVM IR."""
    return next((diagnostic.op for diagnostic in errors_in(error.stderr) if diagnostic.op), None)


def left_over_failure(op: str, where: str, is_default: bool) -> TracemarkError:
    """The message for an op that is left after the pipeline."""
    whose = "the default lowering" if is_default else "the pipeline"
    return TracemarkError(f"{whose} leaves the op '{op}' at {where or 'an unknown place'}", REPLACE_LOWERING)
