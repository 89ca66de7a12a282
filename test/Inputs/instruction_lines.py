"""Checks LLVM IR text: every instruction has a debug location with a line other than 0.

instruction_lines.py FILE.ll [SOURCE]: and functions with a body come from the file SOURCE."""

import re
import sys

text = open(sys.argv[1]).read().splitlines()
nodes = dict(m.groups() for m in (re.match(r"(!\d+) = (?:distinct )?(!DI\w+\(.*)", line) for line in text) if m)


def field(node, name):
    found = re.search(rf"\b{name}: (!?\w+|\"[^\"]*\")", nodes[node])
    return found.group(1).strip('"') if found else None


count, wrong, inside, switch = 0, [], False, False
for line in text:
    if line.startswith("define"):
        inside = True
        if len(sys.argv) > 2:
            file = field(re.search(r"!dbg (!\d+)", line).group(1), "file")
            name = "/".join(filter(None, (field(file, "directory"), field(file, "filename"))))
            if name != sys.argv[2]:
                wrong.append(f"{name}: {line}")
    elif line.startswith("}"):
        inside = False
    elif inside and line.startswith("  ") and not line.startswith("    "):
        dbg = re.search(r"!dbg (!\d+)", line)
        if re.match(r"  switch .*\[$", line):
            continue  # its location follows the closing bracket
        count += 1
        if not dbg or field(dbg.group(1), "line") == "0":
            wrong.append(line)
print(f"{count} instructions, {len(wrong)} wrong", *wrong[:10], sep="\n")
sys.exit(1 if wrong or not count else 0)
