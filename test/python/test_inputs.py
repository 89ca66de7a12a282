"""Inputs: which file goes to which argument, and ranges of seeded numbers."""

from pathlib import Path

import numpy as np
import pytest
from tracemark.errors import TracemarkError
from tracemark.inputs import assign_files, plan_inputs, read_array, with_files, write_arrays
from tracemark.mlir_types import parse_type
from tracemark.signature import EntrySignature


def signature(*arguments):
    return EntrySignature("main", tuple(parse_type(text) for text in arguments), ())


def test_files_in_order_and_by_number():
    assert assign_files(["a.npy", "arg3=b.npy", "c.npy"], 5) == {0: Path("a.npy"), 3: Path("b.npy"), 4: Path("c.npy")}


@pytest.mark.parametrize(
    ("given", "message"),
    [(["arg2=a.npy"], "has 2 arguments"), (["a", "b", "c"], "has 2 arguments"), (["a", "arg0=b"], "given twice")],
)
def test_files_that_fit_no_argument(given, message):
    with pytest.raises(TracemarkError, match=message):
        assign_files(given, 2)


def test_array_settles_dynamic_dimensions(tmp_path):
    np.save(tmp_path / "x.npy", np.ones((2, 17), np.int64))
    found, arrays = with_files(signature("tensor<?x?xi64>", "f32"), [str(tmp_path / "x.npy")])
    assert found.arguments[0].shape == (2, 17)
    assert write_arrays(arrays, tmp_path) == {0: "inputs/arg0.bin"}
    assert (tmp_path / "inputs" / "arg0.bin").read_bytes() == np.ones((2, 17), "<i8").tobytes()


def test_column_major_and_big_endian_arrays_become_plain_bytes(tmp_path):
    values = np.asfortranarray(np.arange(6, dtype=">f4").reshape(2, 3))
    np.save(tmp_path / "x.npy", values)
    array = read_array(tmp_path / "x.npy", parse_type("tensor<2x3xf32>"), 0)
    assert array.tobytes() == np.arange(6, dtype="<f4").tobytes()


@pytest.mark.parametrize("kind", ["f32", "tensor<f32>"])
def test_an_array_of_rank_0(tmp_path, kind):
    np.save(tmp_path / "x.npy", np.float32(3))
    found, arrays = with_files(signature(kind), [str(tmp_path / "x.npy")])
    assert found == signature(kind) and arrays[0].tobytes() == np.float32(3).tobytes()


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (np.ones((2, 3), np.float64), "float64"),
        (np.ones(6, np.float32), r"\[6\]"),
        (np.ones((3, 2), "f4"), r"\[3, 2\]"),
    ],
)
def test_array_of_another_type_or_shape(tmp_path, array, message):
    np.save(tmp_path / "x.npy", array)
    with pytest.raises(TracemarkError, match=message + r".* but arg4 is 'tensor<2x3xf32>'"):
        read_array(tmp_path / "x.npy", parse_type("tensor<2x3xf32>"), 4)


def test_files_that_are_no_arrays(tmp_path):
    (tmp_path / "x.npy").write_text("hello")
    with pytest.raises(TracemarkError, match=r"not an \.npy file"):
        read_array(tmp_path / "x.npy", parse_type("f32"), 0)
    np.save(tmp_path / "o.npy", np.array([{}], dtype=object), allow_pickle=True)
    with pytest.raises(TracemarkError, match=r"not an \.npy file"):
        read_array(tmp_path / "o.npy", parse_type("f32"), 0)
    with pytest.raises(TracemarkError, match="No such file"):
        read_array(tmp_path / "missing.npy", parse_type("f32"), 0)


def test_integers_stay_inside_the_smallest_table():
    planned = plan_inputs(signature("tensor<1x32xi64>", "tensor<512x64xf32>", "tensor<2x64xf32>", "tensor<8xf32>"), {})
    assert planned[0].limit == 2


def test_ranges_of_floats():
    batch, weight, bias, scalar = plan_inputs(
        signature("tensor<1x3x8x8xf32>", "tensor<64x3x3x3xf32>", "tensor<64xf32>", "f32"), {2: "inputs/arg2.bin"}
    )
    assert (batch.scale, batch.positive) == (1.0, False)
    assert weight.scale == pytest.approx((3 / 27) ** 0.5)
    assert (bias.scale, bias.positive, bias.file) == (1.0, True, "inputs/arg2.bin")
    assert not scalar.positive
