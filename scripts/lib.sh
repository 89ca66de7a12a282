# Shared by the scripts of this folder; sourced by bash, runs nothing by itself.
#
# root          the project's folder
# say, fail     progress on stdout; a message on stderr and exit code 1
# install_packages SECTION...   what packages.txt lists there and the machine lacks
# build_preset PRESET           configure and build
# make_venv NAME REQUIREMENT... python/ and more into build/venv

set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
venv=$root/build/venv

say() { printf '\n==> %s\n' "$*"; }

fail() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

# packages_of SECTION...: the packages of these sections, one a line.
packages_of() {
  local section
  for section in "$@"; do
    awk -v wanted="[$section]" '
      /^\[/ { inside = ($0 == wanted); next }
      inside && /^[a-z0-9]/' "$root/scripts/packages.txt"
  done
}

# missing_of PACKAGE...: those that dpkg does not have installed.
missing_of() {
  local package
  for package in "$@"; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] ||
      echo "$package"
  done
}

# unknown_of PACKAGE...: those that no configured archive has.
unknown_of() {
  local package known
  known=$(LC_ALL=C apt-cache policy "$@" |
    awk '/^[^ ]/ { name = $1 } /Candidate: [^(]/ { sub(":$", "", name); print name }')
  for package in "$@"; do
    grep -qxF -e "$package" <<<"$known" || echo "$package"
  done
}

# Debian's security archive holds LLVM 22 for Debian 12; a debootstrapped root has only the main
# archive. A mirror keeps the one beside the other, so it is taken from where apt gets the main one.
security_list=/etc/apt/sources.list.d/tracemark-bookworm-security.list

# The line for apt's list, or nothing if the main archive is somewhere unusual.
security_source() {
  apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Codename: bookworm' |
    sed -n '\|/debian/*$|{s|^\(.*\)/debian/*$|deb \1/debian-security bookworm-security main|p;q}'
}

# Debian 12 without its security archive in apt? Named twice, apt may refuse to work at all.
lacks_security_archive() {
  grep -qs '^VERSION_CODENAME=bookworm$' /etc/os-release &&
    ! grep -q bookworm-security <<<"$(LC_ALL=C apt-cache policy)"
}

install_packages() {
  local -a missing as_root=()
  local install unknown add_source
  if ! command -v dpkg-query >/dev/null; then
    say "No dpkg on this machine: nothing is installed, these (Debian names) must be there"
    packages_of "$@" | paste -sd ' '
    return
  fi
  # No process substitution in these scripts: a bare chroot may lack /dev/fd.
  missing=($(missing_of $(packages_of "$@")))
  [ ${#missing[@]} -gt 0 ] || return 0

  install="apt-get install -y --no-install-recommends ${missing[*]}"
  if [ "$(id -u)" -ne 0 ]; then
    # Without a terminal sudo cannot ask for a password.
    if command -v sudo >/dev/null && { [ -t 0 ] || sudo -n true 2>/dev/null; }; then
      as_root=(sudo)
    else
      add_source=
      if [ -n "$(unknown_of "${missing[@]}")" ] && lacks_security_archive; then
        add_source=$(security_source)
      fi
      printf 'error: packages are missing and this user may not install them; as root, run:\n  %s\n' \
        "${add_source:+echo '$add_source' >$security_list && }apt-get update && $install" >&2
      exit 1
    fi
  fi
  say "Installing ${missing[*]}"
  as_root+=(env DEBIAN_FRONTEND=noninteractive)
  "${as_root[@]}" apt-get update -q || fail "apt-get update failed; its messages are above"
  if [ -n "$(unknown_of "${missing[@]}")" ] && lacks_security_archive; then
    say "Adding Debian's security archive to apt, in $security_list"
    security_source | "${as_root[@]}" tee "$security_list"
    "${as_root[@]}" apt-get update -q || {
      "${as_root[@]}" rm -f "$security_list"
      fail "apt-get update failed with Debian's security archive, $security_list is removed again"
    }
  fi
  unknown=$(unknown_of "${missing[@]}" | paste -sd ' ')
  [ -z "$unknown" ] ||
    fail "no archive that apt knows has: $unknown (Debian 12 has them, in main and in bookworm-security)"
  "${as_root[@]}" $install || fail "this failed; its messages are above: $install"
}

build_preset() {
  say "Building (cmake --preset $1 && cmake --build --preset $1)"
  (cd "$root" && cmake --preset "$1" >/dev/null) || fail "configuring failed: cmake --preset $1"
  (cd "$root" && cmake --build --preset "$1") || fail "the build failed: cmake --build --preset $1"
}

# make_venv NAME REQUIREMENT...: build/venv with the requirements, python/ among them as "./python",
# which takes the libraries of the build folder and builds none. Skipped when NAME was made from the
# same python/ and the same interpreter before.
make_venv() {
  local name=$1 stamp
  shift
  [ -f "$root/python/pyproject.toml" ] || fail "no Python package in $root/python"
  stamp=$(
    cd "$root"
    python3 -VV
    printf '%s\n' "$root" "$@"
    find python -type f ! -path '*/__pycache__/*' ! -path '*.egg-info/*' ! -path '*/.*' \
      ! -path 'python/build/*' -print0 | LC_ALL=C sort -z | xargs -0 cksum
  )
  if [ -x "$venv/bin/python" ] && [ "$stamp" = "$(cat "$venv/.tracemark-$name" 2>/dev/null)" ]; then
    return 0
  fi
  say "Installing the Python package into build/venv"
  [ -x "$venv/bin/pip" ] || python3 -m venv --clear "$venv" ||
    fail "python3 -m venv failed (Debian: python3-venv)"
  (cd "$root" && SKBUILD_WHEEL_CMAKE=false "$venv/bin/pip" install -q --disable-pip-version-check "$@") ||
    fail "pip install $* failed; its messages are above"
  printf '%s\n' "$stamp" >"$venv/.tracemark-$name"
}
