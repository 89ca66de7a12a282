"""Tracemark: profiles of MLIR models by dispatch and by listing line."""

__version__ = "0.1.0"
