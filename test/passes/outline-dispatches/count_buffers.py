"""Compares allocations and copies of bufferized programs with those of the same programs outlined.

    count_buffers.py WHOLE OUTLINED

Both are output of `--split-input-file`. Prints the counts; exits with 1 if an outlined program has
more of either than the whole one, or if a dispatch allocates.
"""

import re
import sys


def count(text):
    total = {"alloc": 0, "copy": 0, "alloc in dispatches": 0}
    in_dispatch = False
    for line in text.splitlines():
        function = re.match(r"\s*func\.func (private )?@(\w+)", line)
        if function:
            in_dispatch = bool(re.search(r"_dispatch_\d+$", function.group(2)))
        if re.search(r"\bmemref\.alloca?\b", line):
            total["alloc"] += 1
            total["alloc in dispatches"] += in_dispatch
        if re.search(r"\bmemref\.copy\b", line):
            total["copy"] += 1
    return total


def programs(path):
    """Name and text of each program."""
    texts = open(path).read().split("// -----")
    return [(re.search(r"func\.func @(\w+)", text).group(1), text) for text in texts]


def show(kind, name, total):
    print(f"{kind}: {name}:", ", ".join(f"{count} {what}" for what, count in total.items()))


worse = []
pairs = list(zip(programs(sys.argv[1]), programs(sys.argv[2]), strict=True))
for (name, whole), (same_name, outlined) in pairs:
    assert name == same_name, f"{name} is compared with {same_name}"
    assert "_dispatch_0" in outlined, f"{name} was not outlined"
    before, after = count(whole), count(outlined)
    show("whole", name, before)
    show("outlined", name, after)
    if any(after[kind] > before[kind] for kind in before):
        worse.append(name)
if worse:
    sys.exit(f"more than before: {', '.join(worse)}")
