#!/usr/bin/env bash
# From a clone to a profile that shows a model's layers: installs what is missing (Debian 12),
# builds, installs the Python package into build/venv and profiles examples/squeezenet.mlir.
# Everything it makes is under build/. Run again, it does only what changed, then profiles.

. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

model=examples/squeezenet.mlir
out=build/quickstart

install_packages build run
build_preset release
make_venv quickstart ./python

cd "$root"
say "Profiling (build/venv/bin/tracemark profile $model --out $out)"
"$venv/bin/tracemark" profile "$model" --out "$out"
