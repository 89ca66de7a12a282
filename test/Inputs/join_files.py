"""Prints files one behind the other, as `--split-input-file` takes them: join_files.py FILE..."""

import sys

print("\n// -----\n".join(open(path).read() for path in sys.argv[1:]))
