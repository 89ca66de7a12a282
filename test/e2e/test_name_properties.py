"""Properties of tracemark-name-dispatches on random programs (programs.py)."""

import re
import subprocess

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from profiling import LLVM, plugin
from programs import programs
from test_names_of_models import unescape
from tracemark.tag import parse_tag

LEAST_SUFFIX = 24
STRING = rb'"((?:[^"\\]|\\.)*)"'
MARKED = re.compile(rb"test\.id = (\d+) : i64(?:, tracemark\.name = %s)?(?:, tracemark\.tag = %s)?" % (STRING, STRING))
PRINTED = re.compile(rb", tracemark\.(?:name|tag) = %s" % STRING)

pytestmark = pytest.mark.skipif(not plugin().exists(), reason="no plugin")


def opt(text, *flags, pipeline=None, generic=True):
    """What mlir-opt prints."""
    command = [LLVM / "mlir-opt", "--allow-unregistered-dialect", *flags]
    if generic:
        command.append("--mlir-print-op-generic")
    if pipeline is not None:
        command += [f"--load-pass-plugin={plugin()}", f"--pass-pipeline=builtin.module({pipeline})"]
    run = subprocess.run(command, input=text, capture_output=True, check=False)
    assert run.returncode == 0, run.stderr.decode()
    return run.stdout


def answers(output):
    """(name, tag) by marker; None where there is none."""
    found = {}
    for number, name, tag in MARKED.findall(output):
        found[int(number)] = (unescape(name) if name else None, unescape(tag) if tag else None)
    return found


def new_names(program, output):
    found = answers(output)
    assert set(found) == set(range(len(program.names)))
    return [found[number][0] or name for number, name in enumerate(program.names)]


OPTIONS = st.tuples(st.sampled_from(["internal", "all"]), st.sampled_from([120, 120, 40, 1]))
FEW = settings(
    max_examples=25, derandomize=True, deadline=None, database=None, report_multiple_bugs=False,
    phases=(Phase.explicit, Phase.generate),  # to shrink takes minutes
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)  # fmt: skip


@FEW
@given(programs(), OPTIONS)
def test_a_named_program_is_the_program_with_other_names(program, options):
    """References lead where they led, nothing else changes, and a second run changes nothing."""
    rename, length = options
    naming = f"tracemark-name-dispatches{{rename={rename} max-length={length}}}"
    before = opt(program.text().encode())
    output = opt(program.text().encode(), pipeline=naming)
    names = new_names(program, output)
    # With the names that it gave, the program reads as the pass left it; with the former ones, as it was.
    assert PRINTED.sub(b"", output) == opt(program.text(names).encode())
    assert opt(program.text(program.names).encode()) == before
    assert opt(output, pipeline=naming) == output
    assert opt(program.text().encode(), pipeline=f"{naming},{naming}") == output
    for name, tag in filter(all, answers(output).values()):
        base = parse_tag(tag).fields["base"]
        assert name.startswith(base) and re.fullmatch(r"\w+", name[len(base) :], re.ASCII)
        assert len(name.encode()) <= max(length, len(base.encode()) + LEAST_SUFFIX)


@FEW
@given(programs(), OPTIONS, st.integers(0, 1000))
def test_names_do_not_depend_on_how_the_program_is_written(program, options, seed):
    rename, length = options
    naming = f"tracemark-name-dispatches{{rename={rename} max-length={length}}}"
    text = program.text().encode()
    want = answers(opt(text, pipeline=naming))
    other = program.text(value="other", location='loc("elsewhere":3:4)').encode()
    shuffled = program.text(seed=seed).encode()
    variants = {
        "values and locations": opt(other, pipeline=naming),
        "generic": opt(opt(text), pipeline=naming),
        "bytecode": opt(opt(text, "--emit-bytecode", generic=False), pipeline=naming),
        "flags": opt(
            text, "--mlir-print-debuginfo", "--mlir-print-local-scope", "--mlir-print-value-users", pipeline=naming
        ),
        "no threads": opt(text, "--mlir-disable-threading", pipeline=naming),
        "custom": opt(text, pipeline=naming, generic=False),
    }
    for what, output in variants.items():
        found = answers(output)
        assert found == want, what
    found = answers(opt(shuffled, pipeline=naming))
    for number, (name, tag) in want.items():
        if "instance=" not in f"{tag}{found[number][1]}":
            assert found[number] == (name, tag), number
