"""Several processes, runs and contexts that write into one folder; and its cleaning."""

import json
import re
import subprocess
import threading

import pytest
from listing_folder import check, command, files, functions, marks, opt, records, stages, stopped
from profiling import has

CLEAN = "--source-listing-clean"


def run_together(folder, models, *flags):
    """One process for each model, at once; each in a folder of its own, writing into one."""
    processes = []
    for number, model in enumerate(models):
        place = folder / f"place{number}"
        place.mkdir()
        (place / "model.mlir").write_text(model)
        processes.append(
            subprocess.Popen(
                command("model.mlir", "--source-listing-to=../listings", *flags), cwd=place, text=True,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            )
        )
    answers = [(*process.communicate(timeout=120), process.returncode) for process in processes]
    assert [code for _, _, code in answers] == [0] * len(models), answers
    return [errors for _, errors, _ in answers]


def test_processes_at_once(tmp_path):
    # The same names: with the same text in two of them, with other texts in the others.
    models = [functions(60), functions(60), functions(60, constant=8), functions(60, constant=9)]
    errors = run_together(tmp_path, models)
    assert errors == [""] * 4
    found = check(tmp_path / "listings")
    assert len(found) == 4 * 120
    by_run = {}
    for record in found:
        by_run.setdefault(record["run"], []).append(record)
    assert [len(run) for run in by_run.values()] == [120] * 4
    for run in by_run.values():
        assert len(stages(run)) == 120
        # All of a run's files have its constant.
        texts = {(tmp_path / "listings" / record["file"]).read_text() for record in run}
        assert len({number for text in texts for number in re.findall(r"constant (\d+)", text)}) == 1
    # Equal content is one file: three contents of each.
    assert len([name for name in files(tmp_path / "listings") if name.endswith(".mlir")]) == 3 * 120
    assert not (tmp_path / "listings" / "in-flight").exists()


def test_chunks_of_split_input_file(tmp_path):
    chunks = [functions(2), functions(2, constant=8), functions(2), functions(1, first=5)]
    assert opt(tmp_path, "// -----\n".join(chunks), "--split-input-file").returncode == 0
    found = check(tmp_path / "listings")
    assert len(found) == 2 * 7
    assert len({record["run"] for record in found}) == 1
    assert len({record["file"] for record in found if record["symbol"] == ["f0"]}) == 2 * 2


def test_units_without_a_name_of_their_own(tmp_path):
    model = "module {\n" + functions(1) + "}\nmodule {\n" + functions(1, constant=8) + "}\n"
    pipeline = "builtin.module(builtin.module(func.func(canonicalize),cse))"
    assert opt(tmp_path, model, pipeline=pipeline).returncode == 0
    found = check(tmp_path / "listings")
    assert len(found) == 4
    assert len({record["file"] for record in found}) == 4


def test_clean_removes_what_earlier_runs_left_and_nothing_else(tmp_path):
    listings = tmp_path / "listings"
    assert opt(tmp_path, functions(3)).returncode == 0
    old = set(files(listings))
    for name in ("mine.txt", "canonicalize/mine.mlir", "other/f0.mlir"):
        (listings / name).parent.mkdir(exist_ok=True)
        (listings / name).write_text("mine")
    assert opt(tmp_path, functions(2, first=7), CLEAN).returncode == 0
    assert not old & set(files(listings)) - {"manifest.jsonl"}
    assert {"mine.txt", "canonicalize/mine.mlir", "other/f0.mlir"} < set(files(listings))
    found = check(listings)
    assert stages(found) == [("canonicalize", "f7"), ("canonicalize", "f8"), ("cse", "f7"), ("cse", "f8")]
    assert len({record["run"] for record in found}) == 1


def test_clean_follows_nothing_out_of_the_folder(tmp_path):
    listings = tmp_path / "listings"
    outside = tmp_path / "outside"
    for folder in (listings / "real", outside, tmp_path / "up"):
        folder.mkdir(parents=True)
    (outside / "f.mlir").write_text("mine")
    (tmp_path / "up" / "f.mlir").write_text("mine")
    (listings / "linked").symlink_to(outside)
    (listings / "real" / "link.mlir").symlink_to(outside / "f.mlir")
    (listings / "real" / "notes.txt").write_text("mine")
    (listings / "real" / "folder.mlir").mkdir()
    names = [
        "linked/f.mlir", "../up/f.mlir", "real/../../up/f.mlir", str(outside / "f.mlir"), "real/notes.txt", "..", "",
        "real/link.mlir", "none/f.mlir", "real/none.mlir", ".hidden/f.mlir",
    ]  # fmt: skip
    lines = [json.dumps({"version": 2, "file": name}) for name in names]
    (listings / "manifest.jsonl").write_text("\n".join([*lines, "null", "[]", '"x"', '{"file": 3}', '{"torn']))
    result = opt(tmp_path, functions(1), CLEAN)
    assert result.stderr == ""
    assert result.returncode == 0
    for path in (outside / "f.mlir", tmp_path / "up" / "f.mlir", listings / "real" / "notes.txt"):
        assert path.read_text() == "mine"
    assert (listings / "linked").is_symlink()
    assert not (listings / "real" / "link.mlir").is_symlink()  # the link itself was named
    assert stages(check(listings)) == [("canonicalize", "f0"), ("cse", "f0")]


def test_clean_takes_the_marks_of_ended_processes(tmp_path):
    with stopped(tmp_path, functions(1)) as run:
        run.wait_for_pass(tmp_path / "listings")
        run.process.kill()
        run.finish()
    (tmp_path / "listings" / "in-flight" / "notes").write_text("mine")
    assert len(marks(tmp_path / "listings")) == 2
    assert opt(tmp_path, functions(1), CLEAN).returncode == 0
    assert [path.name for path in marks(tmp_path / "listings")] == ["notes"]


def test_nothing_is_cleaned_while_another_process_writes(tmp_path):
    listings = tmp_path / "listings"
    with stopped(tmp_path, functions(2)) as run:
        run.wait_for_pass(listings)
        other = tmp_path / "other"
        other.mkdir()
        before = files(listings)
        result = opt(other, functions(1, first=5), CLEAN, "--source-listing-to=../listings")
        assert result.returncode == 0
        assert "warning: the earlier listings in folder '../listings' stay: another process writes" in result.stderr
        assert set(before) <= set(files(listings))
        assert run.resume()[0] == 0
    found = check(listings)
    assert stages(found) == [(stage, name) for stage in ("canonicalize", "cse") for name in ("f0", "f1", "f5")]
    # Nobody writes any more.
    assert opt(tmp_path, functions(1), CLEAN).stderr == ""
    assert stages(check(listings)) == [("canonicalize", "f0"), ("cse", "f0")]


def test_processes_that_all_clean(tmp_path):
    assert opt(tmp_path, functions(3, first=90)).returncode == 0
    models = [functions(40, first=40 * number) for number in range(4)]
    run_together(tmp_path, models, CLEAN)
    found = check(tmp_path / "listings")
    # Who came while another one wrote cleaned nothing; who came later may have. No run has lost a part.
    by_run = {}
    for record in found:
        by_run.setdefault(record["run"], []).append(record)
    assert by_run
    assert all(len(run) == 80 for run in by_run.values())
    assert not any(record["symbol"] == ["f90"] and len(by_run[record["run"]]) == 6 for record in found)


def test_clean_that_cannot_be_done_is_said(tmp_path):
    (tmp_path / "listings" / "manifest.jsonl").mkdir(parents=True)
    result = opt(tmp_path, functions(1), CLEAN)
    assert result.returncode == 0
    assert re.findall(r"warning: (.*)", result.stderr) == [
        "cannot clean folder of listings 'listings': Is a directory; the compile goes on without"
    ]
    result = opt(tmp_path, functions(1), CLEAN, "--source-listing-strict")
    assert result.returncode != 0
    assert "error: cannot clean folder of listings 'listings': Is a directory" in result.stderr


@pytest.mark.skipif(not has("strace"), reason="strace is not installed")
def test_sync_reaches_the_disk_before_the_record(tmp_path):
    (tmp_path / "model.mlir").write_text(functions(2))
    calls = {}
    for flag in ("--source-listing-sync", "--source-listing-sync=false"):
        words = [str(word) for word in command("model.mlir", flag, f"--source-listing-to={flag}")]
        done = subprocess.run(
            ["strace", "-f", "-y", "-o", "trace", "-e", "trace=fsync,linkat,mkdir,writev", *words],
            cwd=tmp_path, capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode != 0 and "ptrace" in done.stderr.lower():
            pytest.skip("processes cannot be traced here")
        assert done.returncode == 0, done.stderr
        calls[flag] = [line for line in (tmp_path / "trace").read_text().splitlines() if " fsync(" in line]
    assert calls["--source-listing-sync=false"] == []
    synced = [re.search(r"fsync\(\d+<(.*?)>", line)[1] for line in calls["--source-listing-sync"]]
    folder = str(tmp_path / "--source-listing-sync")
    # One record for each function behind the nested pass, and both at once behind the other one.
    assert synced.count(f"{folder}/manifest.jsonl") == 3
    assert {str(tmp_path), folder, f"{folder}/canonicalize", f"{folder}/cse"} <= set(synced)
    # Files that had no name yet.
    assert len([name for name in synced if re.match(rf"{re.escape(folder)}/(canonicalize|cse)/#\d+", name)]) == 4


def test_reader_beside_a_writer_sees_whole_records(tmp_path):
    stop = threading.Event()
    seen, problems = set(), []

    def read():
        while not stop.is_set():
            try:
                seen.add(len(check(tmp_path / "listings")))
            except AssertionError as error:
                problems.append(error)

    reader = threading.Thread(target=read)
    reader.start()
    try:
        assert opt(tmp_path, functions(500)).returncode == 0
    finally:
        stop.set()
        reader.join()
    assert problems == []
    assert len(seen) > 1
    assert len(records(tmp_path / "listings")[0]) == 1000
