"""Tracemark: profiles of MLIR models by dispatch and by listing line.

`Manifest` reads a folder of listings and tells what a line of one stands for, `Profile` reads what perf and callgrind
write and tells what each dispatch costs, `names` takes names of dispatches apart. Each raises `TracemarkError`, whose
text is for the user.
"""

from tracemark import names
from tracemark.errors import TracemarkError
from tracemark.manifest import Manifest
from tracemark.profile import Profile

__version__ = "0.1.0"
__all__ = ["Manifest", "Profile", "TracemarkError", "__version__", "names"]
