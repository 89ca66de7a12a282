"""Whatever ends the process: finished listings are whole, the manifest can be read, the marks say what was running."""

import json
import random
import signal
import subprocess
import time

import pytest
from listing_folder import check, command, files, functions, opt, records, stages, stopped
from profiling import tracemark

MODEL = functions(3)


def in_flight(listings):
    done = tracemark("in-flight", listings, "--json", cwd=listings)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGABRT, signal.SIGSEGV], ids=["kill", "abort", "crash"])
def test_end_within_a_pass(tmp_path, end):
    listings = tmp_path / "listings"
    with stopped(tmp_path, MODEL) as run:
        run.wait_for_pass(listings)
        (hanging,) = in_flight(listings)
        assert (hanging["pid"], hanging["alive"]) == (run.process.pid, True)
        run.process.send_signal(end)
        assert run.finish()[0] == -end
    assert stages(check(listings)) == [("canonicalize", f"f{number}") for number in range(3)]
    (ended,) = in_flight(listings)
    assert not ended["alive"]
    (mark,) = ended["marks"]
    assert (mark["name"], mark["op"], mark["symbol"]) == ("snapshot-op-locations", "builtin.module", "")
    assert hanging["since"] <= mark["since"] <= time.time() * 1000
    text = tracemark("in-flight", listings, cwd=tmp_path).stdout
    assert f"process {run.process.pid} (run {ended['run']}" in text
    assert "ended out of order\n  snapshot-op-locations on builtin.module since " in text
    assert {record["run"] for record in check(listings)} == {ended["run"]}


def test_entry_that_was_running(tmp_path):
    model = 'module @outer {\n  func.func @"a b"() {\n    return\n  }\n}\n'
    with stopped(tmp_path, model, pipeline="builtin.module(func.func(snapshot-op-locations{filename=pipe}))") as run:
        run.wait_for_pass(tmp_path / "listings")
        (mark,) = in_flight(tmp_path / "listings")[0]["marks"]
        assert (mark["op"], mark["symbol"]) == ("func.func", "@outer::@a b")


def test_no_mark_stays_after_an_end_in_order(tmp_path):
    assert opt(tmp_path, MODEL).returncode == 0
    failing = 'func.func @f(%a: tensor<4xf32>) {\n  "t.op"(%a) : (tensor<4xf32>) -> ()\n  return\n}\n'
    result = opt(
        tmp_path, failing, "--allow-unregistered-dialect",
        pipeline="builtin.module(func.func(canonicalize),one-shot-bufferize,cse)",
    )  # fmt: skip
    assert result.returncode != 0
    assert "op was not bufferized" in result.stderr
    assert ("canonicalize", "f") in stages(check(tmp_path / "listings"))
    assert not (tmp_path / "listings" / "in-flight").exists()
    assert "no process is running" in tracemark("in-flight", "listings", cwd=tmp_path).stdout


def kill_when(folder, reached):
    """Kills a process at the moment when `reached` says so, if it is still there."""
    process = subprocess.Popen(
        command("model.mlir"), cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    while process.poll() is None and not reached():
        time.sleep(0.001)
    process.kill()
    process.wait()


def test_kill_at_random_moments(tmp_path):
    model = functions(300)
    start = time.monotonic()
    assert opt(tmp_path, model).returncode == 0
    whole = time.monotonic() - start
    texts = {name: (tmp_path / "listings" / name).read_bytes() for name in files(tmp_path / "listings")}
    size = len(texts["manifest.jsonl"])
    seed = random.randrange(1 << 30)
    moments = random.Random(seed)
    partial = 0
    for turn in range(24):
        folder = tmp_path / f"turn{turn}"
        folder.mkdir()
        (folder / "model.mlir").write_text(model)
        listings = folder / "listings"
        manifest = listings / "manifest.jsonl"
        if turn % 2:  # within the writing, however busy the machine is
            wanted = moments.uniform(0, 0.9) * size
            kill_when(folder, lambda m=manifest, w=wanted: m.exists() and m.stat().st_size > w)
        else:
            end = time.monotonic() + moments.uniform(0.2, 1.1) * whole
            kill_when(folder, lambda e=end: time.monotonic() > e)
        if not listings.exists():
            continue
        count = len(check(listings))
        partial += 0 < count < 600
        for name in files(listings):
            if name.endswith(".mlir"):
                # With its record or not yet: whole.
                assert (listings / name).read_bytes() == texts[name], (seed, turn, name)
            else:
                assert name == "manifest.jsonl" or name.startswith("in-flight/"), (seed, turn, name)
        # The next run goes on in the same folder, and what the first one left is no harm.
        if turn % 5 == 0:
            assert opt(folder, model).returncode == 0
            found = check(listings)
            assert len(found) == count + 600
            assert len({record["run"] for record in found}) == (2 if count else 1)
    assert partial, "no process was killed while it wrote"


@pytest.mark.parametrize("rest", ['{"version":2,"run":"00', '{"version":2}', "{"], ids=["cut", "without-feed", "brace"])
def test_torn_record_does_not_swallow_the_next(tmp_path, rest):
    assert opt(tmp_path, MODEL, stages="canonicalize").returncode == 0
    manifest = tmp_path / "listings" / "manifest.jsonl"
    before = manifest.read_text()
    manifest.write_text(before + rest)
    assert opt(tmp_path, MODEL, stages="cse").returncode == 0
    lines = manifest.read_text().split("\n")
    assert lines[:3] == before.split("\n")[:3]
    assert lines[3] == rest
    assert [json.loads(line)["stage"] for line in lines[4:7]] == ["cse"] * 3
    assert lines[7:] == [""]
    if rest != '{"version":2}':
        found, torn = records(tmp_path / "listings")
        assert (len(found), torn) == (6, 1)
        done = tracemark("relocate", "listings", "--tool", "gdb", cwd=tmp_path)
        assert done.returncode == 0
        assert done.stderr == "note: line 4 of the manifest 'listings/manifest.jsonl' is cut off; it is left out\n"
