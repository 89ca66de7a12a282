"""Checks that a listing of every stage says of each of them what a run says that lists this stage alone.

    check_stages.py MODEL PIPELINE MLIR_OPT [OPTION...]

Runs MLIR_OPT on MODEL with `--source-listing-after=input,all`, and once for each stage with that one. At a stage that has
changed nothing the first run relies on an earlier listing, the second has none. Compares texts and records, and, once
tracemark-select-locations has selected the stage, the line that each operation and block argument shows. Works in the
folders `every` and `one` of the current one. Prints one line with the counts.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2] / "scripts"))
from check_manifest import read_listings  # noqa: E402

PRINT = ["--mlir-print-op-generic", "--mlir-print-debuginfo", "--mlir-print-local-scope"]
# The shown line of an operation, at the end of a text line, or of an argument.
SHOWN = re.compile(r'(?:\["|loc\(")((?:[^"\\]|\\.)+)":(\d+):(\d+)\]?\)(?=$|, %|\):)')
# What depends on the run, or on whether there are earlier listings.
APART = ("run", "file", "path", "inputs", "entries")


def run(command, folder, stages):
    shutil.rmtree(folder, ignore_errors=True)
    flags = [f"--source-listing-after={stages}", f"--source-listing-to={folder}", "-o", f"{folder}.mlir"]
    subprocess.run([*command, *flags], check=True, stderr=subprocess.PIPE)
    return read_listings(folder)


def facts(records, folder):
    """Of each part: its text, and what the record says of it."""
    found = {}
    for record in records:
        what = {key: value for key, value in record.items() if key not in APART}
        text = Path(folder, record["file"]).read_text()
        found[tuple(record["symbol"]), record["op"]] = (what, record["entries"], text)
    assert len(found) == len(records), f"a part has two records in {folder}"
    return found


def shown(mlir_opt, options, stage, folder):
    """The text line that each operation and argument shows when a stage is selected: file, number, column. None if no
    location has recorded it, or no longer."""
    passes = f"builtin.module(tracemark-select-locations{{stage={stage}}})"
    command = [*mlir_opt, *options, f"{folder}.mlir", f"--pass-pipeline={passes}", *PRINT]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if f"no location has recorded the stage '{stage}'" in done.stderr:
        return None
    assert done.returncode == 0, done.stderr
    texts, found = {}, []
    for line in done.stdout.splitlines():
        for file, number, column in SHOWN.findall(line):
            if file not in texts:
                texts[file] = Path(file).read_text() if file.startswith(folder + "/") else file
            found.append((texts[file], int(number), int(column)))
    return found


def main(model, pipeline, *mlir_opt):
    options = [word for word in mlir_opt if word.startswith("--") and not word.startswith("--load-pass-plugin")]
    mlir_opt = [word for word in mlir_opt if word not in options]
    command = [*mlir_opt, model, f"--pass-pipeline={pipeline}", *options, *PRINT]
    every = run(command, "every", "input,all")
    lines = 0
    for stage in dict.fromkeys(record["stage"] for record in every):
        one = run(command, "one", stage if "#" in stage or stage == "input" else stage + "#1")
        expected = facts(one, "one")
        found = facts([record for record in every if record["stage"] == stage], "every")
        for part in expected.keys() | found.keys():
            if expected.get(part) != found.get(part):
                print(f"{stage}: {part}: expected {expected.get(part)}, found {found.get(part)}")
                return 1
        expected, found = (shown(mlir_opt, options, stage, folder) for folder in ("one", "every"))
        if (expected is None) != (found is None):
            print(f"{stage}: the stage is recorded in {'every' if expected is None else 'one'} only")
            return 1
        if expected != found:
            number, (first, second) = next(
                (i, pair) for i, pair in enumerate(zip([*expected, None], [*found, None])) if pair[0] != pair[1]
            )
            print(f"{stage}: location {number}: expected {first}, found {second}")
            return 1
        lines += len(found or ())
    files = len({record["file"] for record in every})
    print(f"{len(every)} listings, {files} files, {lines} lines")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
