"""What tracemark-outline-dispatches makes of a program computes the same numbers."""

import pathlib

import pytest

numpy = pytest.importorskip("numpy", reason="numpy makes the inputs and compares the outputs")

import native  # noqa: E402

pytestmark = pytest.mark.skipif(native.missing() is not None, reason=str(native.missing()))
FUSE = ("elementwise", "none")
EXAMPLES = native.ROOT / "examples"


def text_of(path):
    return native.mlir_opt(pathlib.Path(path).read_text(), "canonicalize")


@pytest.mark.parametrize("example", ["tiny_bert", "squeezenet"])
def test_example(example, tmp_path):
    pairs = native.compare(text_of(EXAMPLES / f"{example}.mlir"), tmp_path, FUSE, integers=500)
    assert pairs
    for expected, found in pairs:
        assert numpy.isfinite(expected).all()
        assert numpy.ptp(expected) > 0, "a constant result compares nothing"
        numpy.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("path", sorted((native.ROOT / "test/Inputs/outline").glob("*.mlir")), ids=lambda path: path.stem)
def test_rule(path, tmp_path):
    pairs = native.compare(text_of(path), tmp_path, FUSE)
    assert pairs
    for expected, found in pairs:
        numpy.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-6)
