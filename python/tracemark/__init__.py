"""Tracemark: profiles of MLIR models by dispatch and by listing line.

`Manifest` reads a folder of listings and tells what a line of one stands for, `Profile` reads what perf, callgrind and
IREE's runtime write and tells what each dispatch costs, `names` takes names of dispatches apart. What is wrong with a
file is a `TracemarkError`, whose text is for the user.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tracemark import names
    from tracemark.errors import TracemarkError
    from tracemark.manifest import Manifest
    from tracemark.profile import Profile
else:
    # Imported when they are used: tracemark-iree-compile starts without the readers of profiles.
    _MODULES = {"Manifest": "manifest", "Profile": "profile", "TracemarkError": "errors"}

    def __getattr__(name):  # noqa: ANN001, ANN202
        if name == "names":
            return import_module("tracemark.names")
        if name in _MODULES:
            return getattr(import_module(f"tracemark.{_MODULES[name]}"), name)
        raise AttributeError(f"module 'tracemark' has no attribute '{name}'")


__version__ = "0.1.0"
__all__ = ["Manifest", "Profile", "TracemarkError", "__version__", "names"]
