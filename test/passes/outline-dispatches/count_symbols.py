"""Checks that dispatches stay functions that are called.

    count_symbols.py OUTLINED INLINED LLVM

All three must define the same dispatches, and call each once; one function more has the C interface.
"""

import collections
import re
import sys

NAME = r"@([\w.]+_dispatch_\d+)\("
DEFINED = {"mlir": r"func\.func private " + NAME, "ll": r"^define .*?" + NAME}
CALLED = {"mlir": r"\bcall " + NAME, "ll": r"\bcall .*?" + NAME}


def dispatches(path):
    kind = path.rsplit(".", 1)[1]
    text = open(path).read()
    if kind == "ll":
        assert len(re.findall(r"^define .*@_mlir_ciface_", text, re.M)) == 1, "one entry has a C interface"
    return (
        collections.Counter(re.findall(DEFINED[kind], text, re.M)),
        collections.Counter(re.findall(CALLED[kind], text, re.M)),
    )


first = dispatches(sys.argv[1])
assert len(first[0]) > 20, f"only {len(first[0])} dispatches"
assert first[0] == first[1], "every dispatch is called once"
for path in sys.argv[2:]:
    assert dispatches(path) == first, f"{path}: {dispatches(path)}\n{sys.argv[1]}: {first}"
print(len(first[0]), "dispatches")
