"""Compares what the passes do through the plugin and through libTracemarkC.so.

    compare.py OPT-WITH-PLUGIN C-HOST FOLDER INPUT...

The two commands are texts that take mlir-opt's arguments. Each runs every input through two pipelines in
a folder of its own; output and everything written have to be equal. Prints one line, or one per difference.
"""

import filecmp
import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

LISTING = "tracemark-source-listing{stage=%s to=listings}"
PIPELINES = [
    f"tracemark-name-dispatches{{rename=all}},{LISTING % 'named'},tracemark-select-locations",
    f"tracemark-outline-dispatches,tracemark-name-dispatches,{LISTING % 'module'},func.func({LISTING % 'function'})",
]
FLAGS = ["--mlir-print-debuginfo", "--mlir-print-local-scope", "--allow-unregistered-dialect", "--mlir-disable-threading"]
# Hosts locate the module that the parser adds in ways of their own.
MODULE_LOCATION = re.compile(r"^} loc\(.*\)$", re.MULTILINE)


def run(command, folder, source, pipeline):
    """Output of one run, or None if it was refused. Both run at one path: manifests hold it."""
    here = folder.parent / "run"
    for stale in (here, folder):
        shutil.rmtree(stale, ignore_errors=True)
    here.mkdir(parents=True)
    arguments = [str(source), f"--pass-pipeline=builtin.module({pipeline})", *FLAGS]
    done = subprocess.run([*command, *arguments], cwd=here, capture_output=True, text=True, check=False)
    here.rename(folder)
    return MODULE_LOCATION.sub("}", done.stdout) if done.returncode == 0 else None


def files_of(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def records_of(path):
    """Records of a manifest without what is different from run to run."""
    records = [json.loads(line) for line in path.read_text().splitlines()]
    for record in records:
        record.pop("run", None)
    return records


def same_files(first, second):
    names = files_of(first)
    return names == files_of(second) and all(
        records_of(first / name) == records_of(second / name)
        if name.endswith("manifest.jsonl")
        else filecmp.cmp(first / name, second / name, shallow=False)
        for name in names
    )


def main():
    commands = [shlex.split(text) for text in sys.argv[1:3]]
    folder = Path(sys.argv[3])
    compared = different = 0
    for source in map(Path, sys.argv[4:]):
        for pipeline in PIPELINES:
            folders = [folder / "plugin", folder / "c"]
            outputs = [run(command, at, source.resolve(), pipeline) for command, at in zip(commands, folders, strict=True)]
            if outputs[0] is None and outputs[1] is None:
                continue
            compared += 1
            if outputs[0] != outputs[1] or not same_files(*folders):
                different += 1
                print(f"{source.name} through {pipeline}: differ")
    print(f"{compared} inputs, {'all alike' if not different else f'{different} differ'}")


if __name__ == "__main__":
    main()
