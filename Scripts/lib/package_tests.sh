# shellcheck shell=bash
# shellcheck disable=SC2154 # $project is the caller's
# Tries a package on bare systems, each of them in a folder.

# test_package PACKAGE: on Debian 12, for which it is made, and on Debian 13.
test_package() {
  local suite status=0
  "$project/Scripts/install-packages" debootstrap
  for suite in bookworm trixie; do
    if test_on "$suite" "$1"; then echo "package: $suite: ok"; else
      echo "package: $suite: FAILED" >&2
      status=1
    fi
  done
  return "$status"
}

# test_on SUITE PACKAGE
test_on() (
  set -uo pipefail
  root=$(mktemp -d)
  trap 'umount -q "$root/proc" "$root/dev" 2>/dev/null; rm -rf --one-file-system "$root" "$root.log"' EXIT
  # What was fetched is kept for the next run.
  cache=$project/.build/debootstrap-$1
  mkdir -p "$cache"
  if ! debootstrap --variant=minbase --cache-dir="$cache" "$1" "$root" >"$root.log" 2>&1; then
    tail -5 "$root.log" >&2
    exit 1
  fi
  mount --bind /proc "$root/proc" && mount --bind /dev "$root/dev" || exit
  cp "$2" "$root/livecam.deb"
  inside() { chroot "$root" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"; }
  do_inside() {
    inside "$@" >>"$root.log" 2>&1 && return
    echo "package: $1: $* failed:" >&2
    tail -5 "$root.log" >&2
    exit 1
  }
  do_inside apt-get -q -y update
  before=$SECONDS
  do_inside apt-get -q -y install /livecam.deb
  installed=$((SECONDS - before))
  do_inside livecam shoot --live --camera scene --output /photos
  do_inside livecam verify /photos
  echo "package: $1: installed in $installed s, a Live Photo after $((SECONDS - before)) s"
  # Over itself, as an upgrade does, then away.
  do_inside dpkg --install /livecam.deb
  do_inside livecam --version
  do_inside apt-get -q -y purge livecam
  left=$(find "$root/usr" "$root/etc" "$root/var/lib/dpkg/info" -xdev -iname '*livecam*')
  [[ -z $left ]] || { echo "package: $1: purging has left $left" >&2; exit 1; }
)
