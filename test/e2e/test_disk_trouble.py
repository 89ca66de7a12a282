"""Listings that cannot be written: one diagnostic with path and reason, nothing half-written, the compile unchanged."""

import os
import re
import resource
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest
from listing_folder import check, command, files, functions, opt, records, stages, stopped
from machine import output
from profiling import LLVM, plugin

MODEL = functions(3)


def program(folder):
    """What was compiled, without locations."""
    return output(LLVM / "mlir-opt", "out.mlir", cwd=folder)


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    """The compile's output without any listing."""
    folder = tmp_path_factory.mktemp("expected")
    assert opt(folder, MODEL, stages="").returncode == 0
    return program(folder)


def check_trouble(result, folder, path, reason, expected):
    """One diagnostic, and the program all the same."""
    assert result.returncode == 0, result.stderr
    said = [line for line in result.stderr.splitlines() if re.search(r"\b(warning|error):", line)]
    assert len(said) == 1, result.stderr
    assert str(path) in said[0]
    assert said[0].split("warning: ")[1].startswith("cannot write ")
    assert reason in said[0]
    assert result.stdout == ""
    assert program(folder) == expected


def check_refused(result, folder, reason):
    """With --source-listing-strict: an error, and no output."""
    assert result.returncode != 0
    assert len(re.findall(r"\berror:", result.stderr)) == 1, result.stderr
    assert reason in result.stderr
    assert not (folder / "out.mlir").exists()


CASES = {
    "file-in-the-way": ("blocked/listings", "Not a directory"),
    "file-in-place": ("blocked", "Not a directory"),
    "name-too-long": ("x" * 256, "File name too long"),
    "path-too-long": ("/".join(["y" * 200] * 21), "File name too long"),
    "no-such-device": ("/proc/none/listings", "No such file or directory"),
    "loop": ("loop/listings", "Too many levels of symbolic links"),
}


@pytest.mark.parametrize("case", CASES)
def test_folder_that_cannot_be_made(case, tmp_path, expected):
    to, reason = CASES[case]
    (tmp_path / "blocked").write_text("mine")
    (tmp_path / "loop").symlink_to("loop")
    before = files(tmp_path)
    result = opt(tmp_path, MODEL, f"--source-listing-to={to}")
    check_trouble(result, tmp_path, to, reason, expected)
    assert [name for name in files(tmp_path) if name not in ("model.mlir", "out.mlir")] == before
    check_refused(opt(tmp_path, MODEL, f"--source-listing-to={to}", "--source-listing-strict"), tmp_path, reason)
    assert (tmp_path / "blocked").read_text() == "mine"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_folder_of_another_user(expected):
    # Not below pytest's folders: those are closed to others.
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o777)
        (folder / "closed").mkdir(mode=0o755)
        library = folder / "plugin.so"
        shutil.copyfile(plugin(), library)
        library.chmod(0o644)
        (folder / "model.mlir").write_text(MODEL)
        (folder / "model.mlir").chmod(0o666)
        more = {"library": library, "user": 65534, "group": 65534, "extra_groups": ()}
        result = opt(folder, MODEL, "--source-listing-to=closed", **more)
        check_trouble(result, folder, "closed", "Permission denied", expected)
        result = opt(folder, MODEL, "--source-listing-to=closed/inner", **more)
        check_trouble(result, folder, "closed/inner", "Permission denied", expected)
        assert files(folder / "closed") == []


@pytest.fixture
def mounted(tmp_path):
    """Mounts a small file system; ends with the test."""
    places = []

    def mount(options):
        place = tmp_path / "disk"
        place.mkdir()
        done = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", options, "tracemark", place], capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            pytest.skip(f"nothing can be mounted here: {done.stderr.strip()}")
        places.append(place)
        return place

    yield mount
    for place in places:
        subprocess.run(["umount", place], check=True)


def test_read_only_disk(mounted, tmp_path, expected):
    disk = mounted("ro")
    check_trouble(
        opt(tmp_path, MODEL, f"--source-listing-to={disk}/l"), tmp_path, f"{disk}/l", "Read-only file system", expected
    )
    result = opt(tmp_path, MODEL, f"--source-listing-to={disk}")
    check_trouble(result, tmp_path, disk, "Read-only file system", expected)


# Enough for the folders and the marks of running passes, for a part of the listings, or not even for those.
@pytest.mark.parametrize("pages", [3, 20, 40])
def test_disk_that_runs_full(mounted, tmp_path, pages):
    disk = mounted(f"size={pages * 4096}")
    model = functions(200)
    result = opt(tmp_path, model, f"--source-listing-to={disk}/l")
    got = program(tmp_path)
    assert opt(tmp_path, model, stages="").returncode == 0
    without = program(tmp_path)
    assert got == without
    check_trouble(result, tmp_path, disk, "No space left on device", without)
    again = opt(tmp_path, model, f"--source-listing-to={disk}/l")
    check_trouble(again, tmp_path, disk, "No space left on device", without)
    assert records(disk / "l")[1] == 0
    named = {record["file"] for record in check(disk / "l")}
    # A file without a record is whole too; nothing else is there.
    for name in files(disk / "l"):
        if name != "manifest.jsonl":
            assert re.fullmatch(r"(canonicalize|cse)/f\d+(\.[0-9a-f]{8})?\.mlir", name), name
            assert name in named or (disk / "l" / name).read_text().rstrip().endswith("}")


def limit_files(size):
    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return limit


def test_file_larger_than_allowed(tmp_path):
    """No mount needed: the manifest does not fit, the listings do."""
    model = functions(2000)
    (tmp_path / "model.mlir").write_text(model)
    # SIGXFSZ is not ignored by mlir-opt: the shell's `ulimit` users ignore it themselves.
    result = subprocess.run(
        ["bash", "-c", "trap '' XFSZ; exec \"$@\"", "bash", *opt_words("--source-listing-to=l")],
        cwd=tmp_path, capture_output=True, text=True, check=False, preexec_fn=limit_files(1 << 18),
    )  # fmt: skip
    said = [line for line in result.stderr.splitlines() if "warning: cannot write" in line]
    assert len(said) == 1, result.stderr
    assert re.search(r"File too large|No space left on device", said[0])
    assert records(tmp_path / "l")[1] == 0
    found = check(tmp_path / "l")
    assert found
    assert {record["stage"] for record in found} == {"canonicalize"}
    assert all(record["file"] in files(tmp_path / "l") for record in found)
    assert not [name for name in files(tmp_path / "l") if ".tmp" in name]


def opt_words(*flags):
    words = command("model.mlir", *flags)
    words[words.index("out.mlir")] = os.devnull
    return [str(word) for word in words]


@pytest.mark.parametrize("what", ["folder", "stage", "replaced"])
def test_folder_that_is_removed_while_passes_run(tmp_path, expected, what):
    with stopped(tmp_path, MODEL) as run:
        listings = tmp_path / "listings"
        run.wait_for_pass(listings)
        shutil.rmtree(listings if what != "stage" else listings / "canonicalize")
        if what == "replaced":
            listings.write_text("mine")
        code, errors = run.resume()
    assert code == 0, errors
    if what == "replaced":
        assert len(re.findall("warning: cannot write listing .*: Not a directory", errors)) == 1, errors
        assert listings.read_text() == "mine"
    else:
        # What is missing is made again, and what is listed from then on is there.
        assert "cannot" not in errors
        assert ("cse", "f0") in stages(records(listings)[0])
        assert (listings / "cse" / "f0.mlir").is_file()
    assert program(tmp_path) == expected
