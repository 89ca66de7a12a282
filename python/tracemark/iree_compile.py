"""The program tracemark-iree-compile, as pip puts it on PATH."""

from __future__ import annotations

import contextlib
import os
import sys

from tracemark.errors import TracemarkError
from tracemark.iree import COMPILER_VARIABLE, find_compiler
from tracemark.tools import find_own


def main() -> None:
    """Becomes the program itself. The compiler of this Python environment goes before what else it would find."""
    environment = dict(os.environ)
    try:
        program = find_own("tracemark-iree-compile")
    except TracemarkError as error:
        sys.stderr.write(f"tracemark-iree-compile: error: {error}\n")
        sys.exit(1)
    if not environment.get(COMPILER_VARIABLE):
        # Without one an option may name it; the program says what else it tried.
        with contextlib.suppress(TracemarkError):
            environment[COMPILER_VARIABLE] = str(find_compiler())
    os.execve(program, [str(program), *sys.argv[1:]], environment)


if __name__ == "__main__":
    main()
