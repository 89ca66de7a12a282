"""Running programs: progress on stderr, every command in a log, no half-written output."""

from __future__ import annotations

import contextlib
import errno
import shlex
import shutil
import subprocess
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from tracemark.errors import TracemarkError, first_lines

STDERR_LINES = 12
# A step that fails with fewer free bytes than this failed for want of them.
DISK_RESERVE = 1 << 16


@dataclass
class Result:
    """What a finished program printed; `stderr` may hold warnings."""

    stdout: str
    stderr: str


class StepError(TracemarkError):
    """A program failed. `stderr` is complete, the message is trimmed."""

    def __init__(self, title: str, command: Sequence[str], folder: Path, code: int, stderr: str) -> None:
        shown = first_lines(stderr, STDERR_LINES) or f"it printed nothing and ended with code {code}"
        super().__init__(
            f"this step failed: {title}\n$ {shlex.join(command)}\n{shown}",
            f"its inputs and the log are in {folder}",
        )
        self.title = title
        self.command = list(command)
        self.folder = folder
        self.code = code
        self.stderr = stderr


class Steps:
    """Runs programs inside one output folder and keeps a log of them there."""

    def __init__(self, folder: Path, console: Console) -> None:
        self.folder = folder
        self.console = console
        self.log_path = folder / "log"

    def log(self, text: str) -> None:
        """Appends to the log."""
        with self.log_path.open("a", encoding="utf-8") as log:
            log.write(text.rstrip("\n") + "\n")

    @contextlib.contextmanager
    def progress(self, title: str) -> Iterator[None]:
        """Shows a step as running, then as done with its time."""
        start = time.monotonic()
        with self.console.status(escape(title)):
            yield
        self.console.print(f"[green]done[/] {escape(title)} [dim]{time.monotonic() - start:.1f} s[/]")

    def run(
        self, title: str, command: Sequence[str | Path], outputs: Sequence[str] = (), quiet: bool = False
    ) -> Result:
        """Runs a command with the output folder as working directory; `quiet`: without progress of its own.

        `outputs` are the files it makes there; they are removed if it fails. Raises StepError.
        """
        words = [str(word) for word in command]
        self.log(f"# {title}\n$ cd {shlex.quote(str(self.folder))} && {shlex.join(words)}")
        succeeded = False
        try:
            with contextlib.nullcontext() if quiet else self.progress(title):
                result = self._execute(title, words)
            succeeded = True
        finally:
            if not succeeded:
                for output in outputs:
                    (self.folder / output).unlink(missing_ok=True)
        return result

    def _execute(self, title: str, words: list[str]) -> Result:
        try:
            finished = subprocess.run(
                words,
                cwd=self.folder,
                capture_output=True,
                text=True,
                errors="replace",
                stdin=subprocess.DEVNULL,
                check=False,
            )
        except OSError as error:
            raise TracemarkError(f"'{words[0]}' cannot be run: {error.strerror}") from error
        if finished.stderr:
            self.log(finished.stderr)
        if finished.returncode != 0:
            if "No space left on device" in finished.stderr or self._is_disk_full():
                raise disk_full(self.folder)
            raise StepError(title, words, self.folder, finished.returncode, finished.stderr)
        return Result(finished.stdout, finished.stderr)


    def _is_disk_full(self) -> bool:
        """Not every program says why it failed: perf prints nothing at all."""
        try:
            return shutil.disk_usage(self.folder).free < DISK_RESERVE
        except OSError:
            return False


def disk_full(folder: Path) -> TracemarkError:
    """The message for a full disk."""
    return TracemarkError(
        f"no space is left on the disk of '{folder}'", "make room, or choose another folder with --out"
    )


def from_os_error(error: OSError) -> TracemarkError:
    """An operating system error as a message."""
    where = f"'{error.filename}'" if error.filename else "a file"
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return TracemarkError(f"no space is left on the disk for {where}", "make room, or choose another --out")
    return TracemarkError(f"{where} cannot be used: {error.strerror or error}")
