"""The pass pipeline: outline, name, lower to LLVM, put debug info on it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from tracemark.errors import TracemarkError
from tracemark.manifest import stage_label
from tracemark.templating import render

OUTLINE = "tracemark-outline-dispatches"
NAME = "tracemark-name-dispatches"
LISTING = "tracemark-source-listing"
SELECT = "tracemark-select-locations"
EMBED = "tracemark-embed-sources"
DEBUG_INFO = "ensure-debug-info-scope-on-llvm-func"

LIBRARY_FILE = "lowering.mlir"
# What one pass leaves, a later one takes. drop-equivalent-buffer-results has to follow bufferization directly:
# otherwise every dispatch gets an allocation and a copy for its result. No cse before bufferization: it would make
# one tensor.empty of two scratch arguments of a call, and bufferization does not see that the callee needs both.
DEFAULT_LOWERING = (
    "transform-interpreter{entry-point=tracemark_decompose}",
    "canonicalize",
    "one-shot-bufferize{allow-return-allocs-from-loops=1 bufferize-function-boundaries=1 "
    "function-boundary-type-conversion=identity-layout-map}",
    "drop-equivalent-buffer-results",
    "buffer-results-to-out-params{hoist-static-allocs=true}",
    "func.func(buffer-hoisting)",
    "buffer-deallocation-pipeline",
    "convert-bufferization-to-memref",
    "convert-linalg-to-loops",
    "func.func(scf-forall-to-for)",
    "canonicalize",
    "cse",
    "convert-vector-to-scf",
    "expand-strided-metadata",
    "lower-affine",
    "arith-expand",
    "convert-complex-to-libm",
    "convert-complex-to-standard",
    "convert-math-to-funcs",
    "convert-scf-to-cf",
    "convert-vector-to-llvm",
    "convert-math-to-llvm",
    "convert-math-to-libm",
    "convert-complex-to-llvm",
    "convert-arith-to-llvm",
    "convert-index-to-llvm",
    "finalize-memref-to-llvm",
    "convert-func-to-llvm",
    "convert-cf-to-llvm",
    "convert-ub-to-llvm",
    "reconcile-unrealized-casts",
)
# Comes before the lowering, whoever gave it.
REQUEST_C_INTERFACE = (
    f"transform-preload-library{{transform-library-paths={LIBRARY_FILE}}}",
    "transform-interpreter{entry-point=tracemark_entry}",
)


@dataclass(frozen=True)
class Pipeline:
    """A pipeline on the top module."""

    passes: tuple[str, ...]
    is_default: bool

    @property
    def text(self) -> str:
        """As `--pass-pipeline` takes it."""
        return f"builtin.module({','.join(self.passes)})"


def build_pipeline(given: str | None, outline: bool, stage: str, embed: bool = False) -> Pipeline:
    """The whole pipeline; `given` (a text or the name of a file) replaces the default lowering.

    Outlining, naming and debug info, and with `embed` the listings, are put around it unless it has them itself.
    """
    check_stage(stage)
    lowering = DEFAULT_LOWERING if given is None else (read_pipeline(given),)
    text = ",".join(lowering)
    front = [name for name in ((OUTLINE, NAME) if outline else (NAME,)) if not mentions(text, name)]
    back = []
    if not mentions(text, SELECT):
        back.append(SELECT if listed_stages(stage) == [stage] else f"{SELECT}{{stage={stage_label(stage)}}}")
    if not mentions(text, DEBUG_INFO):
        back.append(f"{DEBUG_INFO}{{emission-kind=LineTablesOnly}}")
    if embed and not mentions(text, EMBED):
        back.append(f"{EMBED}{{as=global}}")
    return Pipeline((*front, *REQUEST_C_INTERFACE, *lowering, *back), given is None)


def complete_stage(incomplete: str) -> list[str]:
    """Stages of the default lowering that begin so, each once."""
    names = [re.sub(r"^\w+\.\w+\(|[{)].*", "", text) for text in DEFAULT_LOWERING]
    return [name for name in dict.fromkeys((OUTLINE, NAME, *names)) if name.startswith(incomplete)]


def check_stage(stage: str) -> None:
    """A TracemarkError unless `stage` looks like one. Whether there is such a pass is for the plugin to say."""
    if not re.fullmatch(r"[^\s,#]+(#[1-9]\d{0,8})?", stage):
        raise TracemarkError(
            f"'{stage}' is not a stage", "--stage takes one pass: canonicalize, or canonicalize#2 for its second run"
        )


def listed_stages(stage: str) -> list[str]:
    """The stages that listings are written of. Before naming there are no tags, so naming's listing comes along."""
    return [stage, NAME] if stage.partition("#")[0] == OUTLINE else [stage]


def library(entry: str) -> str:
    """The transform scripts that the pipeline runs, for one entry."""
    return render("lowering.mlir.j2", entry=entry)


def mentions(pipeline: str, name: str) -> bool:
    """Whether a pass is in a pipeline's text."""
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", pipeline) is not None


def read_pipeline(given: str) -> str:
    """The passes of a pipeline, without line breaks, comments (`#`, `//`) and `builtin.module(...)`."""
    text = given
    looks_like_file = re.fullmatch(r"[^(){},\n]+", given) and (("/" in given) or ("." in given))
    path = Path(given)
    if looks_like_file or (len(given) < 256 and path.is_file()):
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else "it is not text"
            raise TracemarkError(f"the pipeline file '{given}' cannot be read: {reason}") from error
    text = "".join(re.sub(r"(^|\s)(#|//).*", "", line).strip() for line in text.splitlines())
    text = text.strip().removesuffix(",")
    if match := re.fullmatch(r"(?:builtin\.)?module\((.*)\)|any\((.*)\)", text):
        text = match[1] or match[2] or ""
    if not is_balanced(text):
        raise TracemarkError(f"the brackets of the pipeline do not match: {text[:80]}")
    if not text:
        raise TracemarkError("the pipeline is empty", "--pipeline takes passes as --pass-pipeline does, or a file")
    return text


def is_balanced(text: str) -> bool:
    """Whether brackets match; a text that closes more than it opens would end the module's pipeline."""
    closing = {")": "(", "}": "{"}
    open_brackets: list[str] = []
    for character in text:
        if character in "({":
            open_brackets.append(character)
        elif character in closing and (not open_brackets or open_brackets.pop() != closing[character]):
            return False
    return not open_brackets


def find_script(op: str) -> str:
    """A transform script that leaves a remark at every op of one name."""
    return render("find.mlir.j2", op=op)
