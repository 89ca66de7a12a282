"""Names are taken apart as docs/names.md says; the vectors are those of the C parser."""

import dataclasses
import json
import re
from pathlib import Path

import pytest
from tracemark import name_words, names

ROOT = Path(__file__).resolve().parents[2]
VECTORS = [json.loads(line) for line in (ROOT / "test/Inputs/names/vectors.jsonl").read_text().splitlines()]
EMPTY = {
    "root_count": 1, "dims": "", "types": "", "modifiers": [], "tail": [], "hash": None, "instance": 0,
    "ambiguous": False,
}  # fmt: skip


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: f"{vector['name']}|{vector.get('base')}")
def test_vector(vector):
    found = names.parse(vector["name"], vector.get("base"))
    want = vector["want"]
    if want is None:
        assert found is None
        return
    assert found is not None
    fields = json.loads(json.dumps(dataclasses.asdict(found)))
    want = EMPTY | {"base": vector.get("base"), "root_word": want["root"], "readings": fields["readings"]} | want
    assert fields == want


def test_readings_are_counted():
    assert names.parse("main_3_matmul_8x8x8_f32").readings == 1
    assert names.parse("a_matmul_4x4x4_f32_matmul_8x8x8_f32").readings == 1
    assert names.parse("a_add_4_f32_relu_8_f32").readings == 1
    assert names.parse("a_matmul_8x8x8_f32_relu", base="a").readings == 1


def test_shape():
    assert names.parse("f_matmul_Dx4xD_f32").shape == (None, 4, None)
    assert names.parse("f_exp_f32").shape == ()


@pytest.mark.parametrize("kind", ["ROOT", "STEP", "TAIL"])
def test_words_are_those_of_the_plugin(kind):
    text = (ROOT / "lib/base/name_words.def").read_text()
    words = re.findall(rf"^TRACEMARK_NAME_{kind}\((\w+)\)$", text, re.MULTILINE)
    assert words == sorted(set(words))
    assert set(words) == getattr(name_words, f"{kind}S")
    assert not [word for word in words for token in word.split("_") if names.is_reserved(token)]


@pytest.mark.parametrize("kind", ["ROOT", "STEP", "TAIL"])
def test_words_are_those_of_the_document(kind):
    text = (ROOT / "docs/names.md").read_text()
    table = re.search(rf"<!-- words: {kind.lower()} -->\n(.*?)<!-- end -->", text, re.DOTALL).group(1)
    assert re.findall(r"`(\w+)`", table) == sorted(getattr(name_words, f"{kind}S"))


def test_words_do_not_overlap():
    assert not name_words.ROOTS & name_words.STEPS
    assert not name_words.ROOTS & name_words.TAILS
    assert not name_words.STEPS & name_words.TAILS


# String literals of the sources below that are no words: attributes; ops without a word of their own, parts of words.
OTHER_LITERALS = set(
    re.findall(
        r"\w+",
        """
        value strides dilations staticLowerBound staticUpperBound staticStep lowerBoundMap upperBoundMap step
        steps lowerBoundsMap upperBoundsMap
        dilation dimension_numbers dot_dimension_numbers feature_group_count indexing_maps kernel max_val min_val
        stride lhs_batching_dimensions lhs_contracting_dimensions rhs_batching_dimensions rhs_contracting_dimensions
        rhs_dilation window_strides

        generic map elementwise batch_ quantized_ depthwise_ grouped_ pooling_ reduce_ conv_
        nt tn tt t w hw dhw n c m f g etc _etc
        """,
    )
)
FOLDER = ROOT / "lib/ir"
SOURCES = [FOLDER / "generic_body.c", *sorted(FOLDER.glob("op_*.c"))]
TABLES = ("op_kinds.c", "op_tables.c", "op_dialects.c", "op_spelling.c", "op_cost.c")
ROW = re.compile(r'\{"([\w.]+)",\s*TRACEMARK_OP_(\w+),\s*(?:TRACEMARK_FORM_\w+,\s*)?(NULL|"\w+")\}')


def spelled_words():
    """Words that lib/ir spells itself: of its tables of ops, and literals."""
    for table in ("op_tables.c", "op_dialects.c"):
        for name, role, word in ROW.findall((FOLDER / table).read_text()):
            if role in ("PLUMBING", "CALL", "LOOP", "CONTROL") or (word == "NULL" and name.endswith(".")):
                continue
            of_name = name.rpartition(".")[2] if table == "op_tables.c" else name.partition(".")[2].replace(".", "_")
            yield of_name if word == "NULL" else word.strip('"')
    for source in SOURCES:
        if source.name not in TABLES:
            text = re.sub(r"//.*", "", source.read_text())
            yield from set(re.findall(r'"([a-z]\w*)"', text)) - OTHER_LITERALS


def test_every_word_that_is_spelled_is_known():
    spelled = set(spelled_words())
    assert len(spelled) > 60
    assert {word for word in spelled if not names.is_word(word)} == set()
