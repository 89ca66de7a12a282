#!/usr/bin/env bash
# Builds the project and runs every test: lit, the C unit tests, pytest. The last line is
# `N passed, N failed` (`, N skipped` may follow), summed over all runners; the exit code is 0 only
# if nothing failed and every runner ran tests.
#
#   scripts/test.sh                the release build
#   scripts/test.sh --sanitize     then the asan and tsan builds too: lit and the C unit tests
#   scripts/test.sh --all          and the gcc build
#
# Packages that are missing are installed first (scripts/packages.txt).

. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

presets=(release)
sections=(build run test)
for argument in "$@"; do
  case $argument in
  --sanitize) presets+=(asan tsan) ;;
  --all)
    presets+=(asan tsan gcc)
    sections+=(gcc)
    ;;
  -h | --help)
    sed -n '2,10s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
    exit 0
    ;;
  *) fail "unknown option '$argument' (there are: --sanitize, --all)" ;;
  esac
done

build_folder() {
  case $1 in
  release) echo "$root/build" ;;
  *) echo "$root/build-$1" ;;
  esac
}

results=$root/build/test-results
runs=()

# run_suite NAME REPORT COMMAND...: runs it and notes how it ended; the count comes last.
run_suite() {
  local name=$1 report=$2 code=0
  shift 2
  say "$name"
  "$@" || code=$?
  runs+=("$name=$code=$report")
}

install_packages "${sections[@]}"
for preset in "${presets[@]}"; do
  build_preset "$preset"
done
rm -rf "$results"
mkdir -p "$results"
# The end-to-end tests use the package as a user has it.
make_venv test "./python[test]" pytest

lit=$(sed -n 's/^config.llvm_tools_dir = "\(.*\)"$/\1/p' "$root/build/test/lit.site.cfg.py")/lit
[ -x "$lit" ] || lit=lit
for preset in "${presets[@]}"; do
  folder=$(build_folder "$preset")
  run_suite "lit ($preset)" "$results/lit-$preset.xml" \
    "$lit" -sv --xunit-xml-output "$results/lit-$preset.xml" "$folder/test" "$folder/test-c"
  run_suite "C unit tests ($preset)" "$results/ctest-$preset.xml" \
    ctest --test-dir "$folder" --output-on-failure --no-tests=error \
    --output-junit "$results/ctest-$preset.xml"
done
run_suite "pytest" "$results/pytest.xml" \
  "$venv/bin/python" -m pytest -q -rs --junitxml "$results/pytest.xml" "$root/test/python" "$root/test/e2e"

say "Results"
python3 "$root/scripts/count_results.py" "${runs[@]}"
