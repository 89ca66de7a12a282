#!/usr/bin/env python3
"""Writes the words of lib/base/name_words.def into docs/names.md and python/tracemark/name_words.py.

    name_words.py            after a change of name_words.def
    name_words.py --check    only tells what would change; exit code 1 if anything would
"""

import re
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
KINDS = {
    "ROOT": "Roots alone, or words of a tail; convolutions and pools are patterns beside them.",
    "STEP": "Words of chains (`add_relu`), or of a tail.",
    "TAIL": "Words that only stand behind a root.",
}


def read_words(kind):
    text = (ROOT / "lib/base/name_words.def").read_text()
    return sorted(set(re.findall(rf"^TRACEMARK_NAME_{kind}\((\w+)\)$", text, re.MULTILINE)))


def document():
    path = ROOT / "docs/names.md"
    text = path.read_text()
    for kind in KINDS:
        words = textwrap.fill(" ".join(f"`{word}`" for word in read_words(kind)), 120)
        marker = f"<!-- words: {kind.lower()} -->\n"
        text = re.sub(f"{marker}.*?<!-- end -->", f"{marker}{words}\n<!-- end -->", text, flags=re.DOTALL)
    return path, text


def module():
    text = '"""The words of the name grammar, written by scripts/name_words.py."""\n'
    for kind, comment in KINDS.items():
        quoted = " ".join(f'"{word}",' for word in read_words(kind))
        words = textwrap.fill(quoted, 110, initial_indent="        ", subsequent_indent="        ")
        text += f"\n# {comment}\n{kind}S = frozenset(\n    (\n{words}\n    )\n)\n"
    return ROOT / "python/tracemark/name_words.py", text


def main(arguments):
    changed = False
    for path, text in (document(), module()):
        if path.exists() and path.read_text() == text:
            continue
        changed = True
        if "--check" in arguments:
            print(f"{path.relative_to(ROOT)}: run scripts/name_words.py")
        else:
            path.write_text(text)
    return 1 if changed and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
