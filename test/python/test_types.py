"""Type strings, the entry and its dimensions."""

import pytest
from tracemark.errors import TracemarkError
from tracemark.manifest import Entry, Signature
from tracemark.mlir_types import parse_type
from tracemark.signature import choose_entry, missing_dims, read_signature, require_dims, set_dims


@pytest.mark.parametrize(
    ("text", "element", "dims"),
    [
        ("tensor<1x?x4xf32>", "f32", (1, None, 4)),
        ("tensor<f32>", "f32", ()),
        ("tensor<0x3xi1>", "i1", (0, 3)),
        ("memref<2 x 3 x bf16>", "bf16", (2, 3)),
        ("tensor<4xcomplex<f64>>", "complex<f64>", (4,)),
        ("tensor<4xindex>", "index", (4,)),
        ("i64", "i64", None),
        (" index ", "index", None),
    ],
)
def test_supported(text, element, dims):
    parsed = parse_type(text)
    assert (parsed.element.name, parsed.dims) == (element, dims)


@pytest.mark.parametrize(
    "text",
    [
        "tensor<*xf32>", "tensor<4xf32, #sparse>", "memref<4x4xf32, strided<[1, 4]>>", "memref<4xf32, 1 : i32>",
        "vector<4xf32>", "tensor<4xi3>", "tensor<4x!quant.any<i8:f32>>", "!llvm.ptr", "tensor<4xf8E4M3FN>", "f80", "",
        "tensor<4xvector<4xf32>>", "tuple<f32>",
    ],
)  # fmt: skip
def test_unsupported(text):
    with pytest.raises(TracemarkError, match="not supported"):
        parse_type(text)


def entry(symbol="main", arguments=(), results=(), public=True):
    return Entry(symbol, None, (1, 2), None, Signature(tuple(arguments), tuple(results)), public)


def test_only_public_entry_is_the_default():
    entries = [entry("d0", public=False), entry("net")]
    assert choose_entry(entries, None, "m.mlir").symbol == "net"


def test_usual_name_breaks_the_tie():
    assert choose_entry([entry("init"), entry("forward")], None, "m.mlir").symbol == "forward"


def test_several_entries_have_to_be_chosen_from():
    with pytest.raises(TracemarkError, match=r"2 functions: a, b") as error:
        choose_entry([entry("a"), entry("b")], None, "m.mlir")
    assert "--entry" in error.value.hint


def test_nearest_name():
    with pytest.raises(TracemarkError, match="did you mean 'squeezenet'"):
        choose_entry([entry("squeezenet"), entry("init")], "squeznet", "m.mlir")


def test_far_name_lists_what_there_is():
    with pytest.raises(TracemarkError, match="its functions: a, b"):
        choose_entry([entry("b"), entry("a")], "zzzzzz", "m.mlir")


def test_a_private_function_is_no_entry():
    with pytest.raises(TracemarkError, match="'helper' of 'm.mlir' is private"):
        choose_entry([entry("main"), entry("helper", public=False)], "helper", "m.mlir")


def test_no_function():
    with pytest.raises(TracemarkError, match="no function with a body"):
        choose_entry([], None, "m.mlir")


def test_unsupported_argument_is_named():
    with pytest.raises(TracemarkError, match=r"argument 1 of 'main': the type 'vector<4xf32>'"):
        read_signature(entry(arguments=["f32", "vector<4xf32>"]))


def test_scalar_complex_is_unsupported():
    with pytest.raises(TracemarkError, match="result 0"):
        read_signature(entry(results=["complex<f32>"]))


def test_dims():
    signature = read_signature(entry(arguments=["tensor<?x?xi64>", "tensor<4xf32>"]))
    assert missing_dims(signature) == ["arg0.0", "arg0.1"]
    with pytest.raises(TracemarkError) as error:
        require_dims(set_dims(signature, ["arg0.1=17"]))
    assert error.value.hint == "give each an extent: --dim arg0.0=N"
    done = set_dims(signature, ["arg0.1=17", "arg0.0=2"])
    require_dims(done)
    assert done.arguments[0].shape == (2, 17)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("arg0=4", "is not a dimension"),
        ("arg0.0=-1", "is not a dimension"),
        ("arg2.0=4", "has 2 arguments"),
        ("arg0.5=4", "is 'tensor"),
        ("arg1.0=5", "of 'tensor<4xf32>' is 4"),
    ],
)
def test_bad_dims(text, message):
    signature = read_signature(entry(arguments=["tensor<?xi64>", "tensor<4xf32>"]))
    with pytest.raises(TracemarkError, match=message):
        set_dims(signature, [text])


def test_a_dim_that_an_input_settled():
    signature = set_dims(read_signature(entry(arguments=["tensor<?xi64>"])), ["arg0.0=7"])
    with pytest.raises(TracemarkError, match=r"this dimension of 'tensor<\?xi64>' is 7"):
        set_dims(signature, ["arg0.0=8"])
