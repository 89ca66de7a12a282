"""What tracemark-outline-dispatches makes of a program computes the same numbers."""

import pytest

numpy = pytest.importorskip("numpy", reason="numpy makes the inputs and compares the outputs")

import native  # noqa: E402

pytestmark = pytest.mark.skipif(native.missing() is not None, reason=str(native.missing()))
FUSE = ("elementwise", "none")
RULES = sorted((native.ROOT / "test/Inputs/outline").glob("*.mlir"))


def check(pairs):
    assert pairs
    for expected, found in pairs:
        assert numpy.isfinite(expected).all()
        numpy.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("example", ["tiny_bert", "squeezenet"])
def test_example(example, tmp_path):
    text = native.inline_aliases(native.ROOT / f"examples/{example}.mlir")
    pairs = native.Comparison(text, tmp_path, FUSE).run(text, integers=500)
    check(pairs)
    assert all(numpy.ptp(expected) > 0 for expected, found in pairs), "a constant result compares nothing"


@pytest.fixture(scope="module")
def rules(tmp_path_factory):
    """All the small programs, compiled as one module."""
    texts = {path.stem: native.inline_aliases(path) for path in RULES}
    return texts, native.Comparison("".join(texts.values()), tmp_path_factory.mktemp("rules"), FUSE)


@pytest.mark.parametrize("name", [path.stem for path in RULES])
def test_rule(name, rules):
    texts, comparison = rules
    check(comparison.run(texts[name]))
