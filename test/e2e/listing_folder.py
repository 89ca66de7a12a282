"""Runs mlir-opt with listings for tests of what stays in the folder, whatever happens to the process or the disk."""

import contextlib
import json
import os
import re
import subprocess
import time
from pathlib import Path

from profiling import LLVM, check_manifest, plugin

SCHEMA = json.loads(check_manifest.SCHEMA.read_text())

PIPELINE = "builtin.module(func.func(canonicalize),cse)"


def functions(count, first=0, constant=7):
    """A module of functions that canonicalize and cse change."""
    return "".join(
        f"func.func @f{number}(%a: i32) -> i32 {{\n"
        f"  %c = arith.constant {constant} : i32\n"
        "  %0 = arith.addi %a, %c : i32\n"
        "  %1 = arith.addi %a, %c : i32\n"
        "  %2 = arith.muli %0, %1 : i32\n"
        "  return %2 : i32\n"
        "}\n"
        for number in range(first, first + count)
    )


def command(model, *flags, stages="canonicalize,cse", pipeline=PIPELINE, library=None):
    """One listing for each function after canonicalize, one for each after cse."""
    return [
        LLVM / "mlir-opt", model, f"--load-pass-plugin={library or plugin()}", f"--source-listing-after={stages}",
        f"--pass-pipeline={pipeline}", "--mlir-print-debuginfo", "-o", "out.mlir", *flags,
    ]  # fmt: skip


def opt(folder, model, *flags, **more):
    """One run in a folder; `model` is text."""
    settings = {name: more.pop(name) for name in ("stages", "pipeline", "library") if name in more}
    (folder / "model.mlir").write_text(model)
    (folder / "out.mlir").unlink(missing_ok=True)
    return subprocess.run(
        command("model.mlir", *flags, **settings), cwd=folder, capture_output=True, text=True, check=False, **more
    )


def records(listings):
    """The whole records of a manifest, and how many lines are none."""
    path = listings / "manifest.jsonl"
    found, torn = [], 0
    for line in path.read_bytes().split(b"\n") if path.exists() else ():
        if line:
            try:
                found.append(json.loads(line))
            except ValueError:
                torn += 1
    return found, torn


def check(listings):
    """Every record fits the schema and its file; returns those of the listings."""
    found, torn = records(listings)
    for number, record in enumerate(found):
        problems = list(check_manifest.check(record, SCHEMA, SCHEMA, f"record {number}"))
        if "unchanged" not in record:
            problems = problems or list(check_manifest.check_file(record, listings, f"record {number}"))
        assert not problems, problems
    assert torn <= 1
    return list(check_manifest.listings(found))


def files(folder):
    """Every file below a folder."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir())


def stages(found):
    """Which functions and modules were listed at which stages."""
    return sorted({(record["stage"], ".".join(record["symbol"])) for record in check_manifest.listings(found)})


class Stopped:
    """mlir-opt in the midst of a pass: its output is a pipe that no one reads yet."""

    PIPELINE = "builtin.module(func.func(canonicalize),snapshot-op-locations{filename=pipe},cse)"

    def __init__(self, folder, model, *flags, pipeline=PIPELINE):
        self.folder = folder
        (folder / "model.mlir").write_text(model)
        os.mkfifo(folder / "pipe")
        self.process = subprocess.Popen(
            command("model.mlir", *flags, pipeline=pipeline), cwd=folder, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip

    def wait_for(self, condition):
        """Until it is there."""
        deadline = time.monotonic() + 60
        while not condition():
            assert self.process.poll() is None, self.process.communicate()
            assert time.monotonic() < deadline, "the pass was not reached"
            time.sleep(0.01)

    def wait_for_pass(self, listings):
        """Until the pass that opens the pipe runs."""
        running = re.compile(rb"\+ since=\d+ thread=\w+ pass=snapshot-op-locations ")
        self.wait_for(lambda: any(running.search(path.read_bytes()) for path in marks(listings)))

    def resume(self):
        """Lets the pass go on, and waits for the end."""
        # The pass names the pipe in locations, and diagnostics would read it: it has another name from now on. What
        # the pass writes is less than a pipe holds.
        end = os.open((self.folder / "pipe").rename(self.folder / "resumed"), os.O_RDONLY | os.O_NONBLOCK)
        try:
            return self.finish()
        finally:
            os.close(end)

    def finish(self):
        """Exit code and stderr."""
        _, errors = self.process.communicate(timeout=60)
        return self.process.returncode, errors


@contextlib.contextmanager
def stopped(folder, model, *flags, **more):
    """A process that is stopped in a pass, and ends with the test."""
    run = Stopped(folder, model, *flags, **more)
    try:
        yield run
    finally:
        if run.process.poll() is None:
            run.process.kill()
            run.process.communicate()


def marks(listings):
    """Files of running processes, and of those that ended out of order."""
    return sorted(Path(listings, "in-flight").glob("*"))
