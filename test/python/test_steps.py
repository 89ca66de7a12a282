"""Running programs: log, outputs, failures."""

import errno
import io
import sys

import pytest
from rich.console import Console
from tracemark.errors import TracemarkError
from tracemark.steps import StepError, Steps, from_os_error


@pytest.fixture
def steps(tmp_path):
    return Steps(tmp_path, Console(file=io.StringIO()))


def python(code):
    return [sys.executable, "-c", code]


def test_log_has_the_whole_command_and_stderr(steps):
    result = steps.run("say", python("import sys; print('out'); print('warned', file=sys.stderr)"))
    assert result.stdout == "out\n"
    log = steps.log_path.read_text()
    assert f"# say\n$ cd {steps.folder} && {sys.executable} -c 'import sys;" in log and "warned" in log
    assert "done say" in steps.console.file.getvalue()


def test_failure_removes_outputs_and_keeps_inputs(steps):
    (steps.folder / "input").touch()
    with pytest.raises(StepError) as error:
        steps.run("break", python("open('output', 'w'); raise SystemExit('no good')"), ["output"])
    assert not (steps.folder / "output").exists() and (steps.folder / "input").exists()
    assert "no good" in str(error.value) and "break" in str(error.value) and str(steps.folder) in str(error.value)
    assert error.value.code == 1


def test_full_disk_is_said_shortly(steps):
    with pytest.raises(TracemarkError, match="no space is left") as error:
        steps.run("write", python("raise SystemExit('IO failure on output stream: No space left on device')"))
    assert len(str(error.value).splitlines()) == 2


def test_full_disk_that_a_program_does_not_mention(steps, monkeypatch):
    monkeypatch.setattr("shutil.disk_usage", lambda _: type("Usage", (), {"free": 0}))
    with pytest.raises(TracemarkError, match="no space is left"):
        steps.run("write", python("raise SystemExit(255)"))


def test_program_that_cannot_be_run(steps):
    with pytest.raises(TracemarkError, match="'/nowhere/x' cannot be run"):
        steps.run("run", ["/nowhere/x"])


def test_operating_system_errors():
    assert "no space is left" in str(from_os_error(OSError(errno.ENOSPC, "x", "/f")))
    assert str(from_os_error(PermissionError(errno.EACCES, "Permission denied", "/f"))) == (
        "'/f' cannot be used: Permission denied"
    )
