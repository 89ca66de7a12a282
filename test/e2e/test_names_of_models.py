"""Every name that the pass gives in cases and models is taken apart into what its tag says, by both parsers."""

import ctypes
import re
import subprocess

import pytest
from profiling import EXAMPLES, INPUTS, LLVM, PROJECT, plugin
from tracemark import name_words, names
from tracemark.tag import parse_tag

MODELS = [
    *sorted((INPUTS / "cases").glob("*.mlir")),
    *sorted((PROJECT / "test/passes/name-dispatches").glob("*.mlir")),
    INPUTS / "squeezenet_head.mlir",
    *sorted(EXAMPLES.glob("*.mlir")),
]
WORDS_OF_A_TAIL = 4


class Text(ctypes.Structure):
    """TracemarkNameText."""

    _fields_ = [("data", ctypes.c_void_p), ("length", ctypes.c_size_t)]

    def text(self):
        return ctypes.string_at(self.data, self.length).decode()


class CName(ctypes.Structure):
    """TracemarkName."""

    _fields_ = [
        *((field, Text) for field in ("base", "root", "root_word")),
        ("root_count", ctypes.c_uint),
        *((field, Text) for field in ("dims", "types", "modifiers", "tail")),
        ("has_hash", ctypes.c_bool),
        ("hash", ctypes.c_uint32),
        ("instance", ctypes.c_uint),
        ("ambiguous", ctypes.c_bool),
        ("readings", ctypes.c_uint),
    ]


def load():
    library = ctypes.CDLL(str(plugin()))
    library.tracemarkNameParse.restype = ctypes.c_bool
    library.tracemarkNameParse.argtypes = [
        ctypes.c_char_p, ctypes.c_size_t, ctypes.POINTER(Text), ctypes.POINTER(CName)
    ]  # fmt: skip
    return library


LIBRARY = load() if plugin().exists() else None


def parse_in_c(name, base=None):
    """The C parser's answer as the Python parser's."""
    raw, result = name.encode(), CName()
    kept = base.encode() if base is not None else b""
    given = Text(ctypes.cast(kept, ctypes.c_void_p), len(kept))
    if not LIBRARY.tracemarkNameParse(raw, len(raw), None if base is None else ctypes.byref(given), result):
        return None
    modifiers = result.modifiers.text()
    return names.Name(
        result.base.text(), result.root.text(), result.root_word.text(), result.root_count, result.dims.text(),
        result.types.text(), tuple(modifiers.split("_")) if modifiers else (), tuple(names.words(result.tail.text())),
        f"{result.hash:08x}" if result.has_hash else None, result.instance, result.ambiguous, result.readings,
    )  # fmt: skip


def unescape(text):
    """A string attribute's bytes."""
    raw = re.sub(rb"\\([0-9A-Fa-f]{2}|.)", lambda m: bytes.fromhex(m[1].decode()) if len(m[1]) == 2 else m[1], text)
    return raw.decode()


def named(path, options):
    """(name, tag) of each entry that the pass named."""
    pipeline = f"any(tracemark-name-dispatches{{{options}}})"
    command = [
        LLVM / "mlir-opt", path, f"--load-pass-plugin={plugin()}", "--allow-unregistered-dialect", "--split-input-file",
        "--mlir-print-op-generic", "--mlir-elide-elementsattrs-if-larger=4", f"--pass-pipeline={pipeline}",
    ]  # fmt: skip
    run = subprocess.run(command, capture_output=True, check=True)
    found = []
    for line in run.stdout.splitlines():
        texts = [re.search(rb'\btracemark\.%s = "((?:[^"\\]|\\.)*)"' % key, line) for key in (b"name", b"tag")]
        if all(texts):
            found.append(tuple(unescape(text[1]) for text in texts))
    return found


def check(name, tag_text):
    tag = parse_tag(tag_text)
    base = tag.fields["base"]
    found = names.parse(name, base)
    assert found is not None, name
    assert parse_in_c(name, base) == found
    bare = names.parse(name)
    assert parse_in_c(name) == bare
    assert bare is None or bare.ambiguous
    assert found.instance == int(tag.fields.get("instance", 0)) and not found.ambiguous
    assert found.hash in (None, tag.fields["hash"])
    tail = tag.fields.get("tail", "").split(",") if "tail" in tag.fields else []
    shown = [*tail[:WORDS_OF_A_TAIL], "etc"] if len(tail) > WORDS_OF_A_TAIL else tail
    want = (tag.root, tag.fields.get("dims", ""), tag.fields.get("types", ""),
            tag.fields.get("mods", "").replace(",", "_"), "_".join(shown))  # fmt: skip
    have = found.root, found.dims, found.types, "_".join(found.modifiers), "_".join(found.tail)
    if found.hash is None:
        assert have == want
        return
    # A cut name has the first tokens of the whole one, its root perhaps less than a token.
    whole, cut = "_".join(filter(None, want)), "_".join(filter(None, have))
    assert whole.startswith(cut)
    if cut != whole and whole[len(cut)] != "_":
        assert "_" not in cut


@pytest.mark.skipif(LIBRARY is None, reason="no plugin")
@pytest.mark.parametrize("options", ["rename=all", "rename=all max-length=1", "rename=all max-length=48"])
@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.stem)
def test_names_say_what_tags_say(path, options):
    for name, tag in named(path, options):
        check(name, tag)


@pytest.mark.skipif(LIBRARY is None, reason="no plugin")
def test_most_names_are_read_without_their_base():
    """Of the models' and the cases' names, which have known roots but for those of foreign ops."""
    found = [pair for path in MODELS if path.parent.name != "name-dispatches" for pair in named(path, "rename=all")]
    right = [name for name, tag in found if (bare := names.parse(name)) and bare.base == parse_tag(tag).fields["base"]]
    assert len(found) > 20
    assert {name for name, _ in found} - set(right) <= {
        "mlir_dot_add_dot_add_1x384x2304_f16", "mlir_dot_tanh_dot_tanh_1x384x2304_f16"
    }  # fmt: skip


# Words that are no op's name: spelled by lib/ir (test/python/test_names.py) or of several ops.
@pytest.mark.skipif(LIBRARY is None, reason="no plugin")
def test_every_known_word_can_be_produced():
    """Each is spelled in lib/ir, or is the name of an op of MLIR."""
    sources = "".join(path.read_text() for path in (PROJECT / "lib/ir").glob("*.c"))
    dialects = ("arith", "math", "complex", "linalg", "llvm", "vector", "memref", "gpu", "tensor")
    compounds = re.compile(r"(quantized_)?(batch_)?(matmul|matvec|vecmat|dot)(_nt|_tn|_tt|_t)?")
    open_words = {
        word
        for word in name_words.ROOTS | name_words.STEPS | name_words.TAILS
        if not re.search(rf'"(reduce_|\w+\.)?{word}"', sources) and not compounds.fullmatch(word)
    }
    ops = [f'"{dialect}.{word}"() : () -> ()' for word in sorted(open_words) for dialect in dialects]
    command = [LLVM / "mlir-opt", "--split-input-file"]
    run = subprocess.run(command, input="\n// -----\n".join(ops), capture_output=True, text=True, check=False)
    known = {
        word for word in open_words for dialect in dialects
        if re.search(rf"'{dialect}\.{word}' op (?!created with unregistered)", run.stderr)
    }  # fmt: skip
    assert open_words and open_words - known == set()
