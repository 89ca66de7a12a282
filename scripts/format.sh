#!/usr/bin/env bash
# Formats every C and C++ file as .clang-format says; with --check only tells what is not formatted
# (exit code 1). CLANG_FORMAT names another clang-format; versions differ, ours is 22.

. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

case ${1:-} in
"") mode=(-i) ;;
--check) mode=(--dry-run -Werror) ;;
*) fail "unknown option '$1' (there is: --check)" ;;
esac

tool=${CLANG_FORMAT:-clang-format-22}
command -v "$tool" >/dev/null || fail "no $tool (Debian: clang-format-22)"
cd "$root"
# .def files are lists of macro calls, one a line: clang-format would join them.
files=($(find . -name Inputs -prune -o -type f \( -name '*.c' -o -name '*.h' -o -name '*.cpp' \) -print |
  grep -E '^./(include|lib|passes|tools|test)/' | sort))
[ ${#files[@]} -gt 0 ] || fail "no C or C++ file in $root"
"$tool" "${mode[@]}" "${files[@]}"
