#!/usr/bin/env bash
# Runs the quick start and the tests where nothing is installed: in a chroot of a bare Debian 12.
#
#   scripts/fresh_root_test.sh FOLDER [COMMAND...]
#
# FOLDER becomes the root (debootstrap makes it unless it exists; about 4 GB afterwards), the committed
# HEAD is cloned into it, then COMMAND runs in the clone (default: scripts/quickstart.sh twice and
# scripts/test.sh). Needs root and debootstrap. Proxy, certificate and pip settings of the environment
# go along. Remove FOLDER afterwards.

. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

[ $# -ge 1 ] || fail "give the folder that becomes the root (see the head of this script)"
[ "$(id -u)" -eq 0 ] || fail "chroot needs root"
fresh=$(realpath -m "$1")
shift
[ $# -gt 0 ] || set -- bash -c 'scripts/quickstart.sh && time scripts/quickstart.sh && scripts/test.sh'

if [ ! -e "$fresh/etc/debian_version" ]; then
  say "Making $fresh"
  debootstrap --variant=minbase bookworm "$fresh"
fi
cp -L /etc/resolv.conf /etc/hosts "$fresh/etc/"
[ ! -e /etc/pip.conf ] || cp -L /etc/pip.conf "$fresh/etc/"

mounted=()
trap 'for folder in "${mounted[@]}"; do umount -l "$folder"; done' EXIT
mount -t proc proc "$fresh/proc" && mounted+=("$fresh/proc")
mount --bind /dev "$fresh/dev" && mounted+=("$fresh/dev")
# Of its own file system; the tests of output on a terminal open one.
mount --bind /dev/pts "$fresh/dev/pts" && mounted=("$fresh/dev/pts" "${mounted[@]}")

# Cloned from outside: a bare root has no git.
rm -rf "$fresh/src/tracemark"
git clone -q "$root" "$fresh/src/tracemark"
settings=()
while IFS= read -r setting; do
  settings+=("$setting")
done <<<"$(env | grep -iE '^(https?_proxy|no_proxy|PIP_[A-Z_]*|CI)=' || echo LANGUAGE=)"
# Under a name of its own: installing ca-certificates there makes the usual bundle anew.
if [ -n "${SSL_CERT_FILE:-}" ]; then
  cp -L "$SSL_CERT_FILE" "$fresh/etc/host-certificates.crt"
  settings+=(SSL_CERT_FILE=/etc/host-certificates.crt PIP_CERT=/etc/host-certificates.crt)
fi
say "In $fresh: $*"
env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 TERM="${TERM:-dumb}" "${settings[@]}" \
  chroot "$fresh" bash -c 'cd /src/tracemark && "$@"' bash "$@"
