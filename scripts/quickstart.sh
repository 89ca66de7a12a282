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

profile=$(ls "$out/perf.data" "$out"/callgrind.out* 2>/dev/null | head -n 1 || true)
cat <<END

Next, pick another stage, or look at a profile that is already there:
  build/venv/bin/tracemark profile $model --stage convert-linalg-to-loops --out build/loops
  build/venv/bin/tracemark annotate $profile $out/listings/manifest.jsonl
END
