# shellcheck shell=bash
# shellcheck disable=SC2154 # $project is the caller's
# Tries packages on bare systems, each of them in a folder.

# test_packages LIVECAM KIOSK TARBALL: on Debian 12, for which they are made, and on Debian 13.
test_packages() {
  local suite status=0
  "$project/Scripts/install-packages" debootstrap groff-base
  if test_copyright "$@"; then echo "package: copyright: ok"; else
    echo "package: copyright: FAILED" >&2
    status=1
  fi
  if test_pages "$1"; then echo "package: manual pages: ok"; else
    echo "package: manual pages: FAILED" >&2
    status=1
  fi
  for suite in bookworm trixie; do
    if test_on "$suite" "$@"; then echo "package: $suite: ok"; else
      echo "package: $suite: FAILED" >&2
      status=1
    fi
  done
  return "$status"
}

# test_copyright LIVECAM KIOSK TARBALL: Debian's reader of the format finds a text for each licence.
test_copyright() (
  "$project/Scripts/install-packages" python3-debian || exit
  # Debian's module is found by Debian's Python alone.
  for package in "$1" "$2"; do
    dpkg-deb --fsys-tarfile "$package" | tar --extract --to-stdout --wildcards './usr/share/doc/*/copyright' |
      /usr/bin/python3 -c '
import sys
from debian.copyright import Copyright
file = Copyright(sys.stdin, strict=True)
texts = {part.license.synopsis for part in file.all_license_paragraphs() if part.license.text}
for part in file.all_files_paragraphs():
    assert part.copyright and part.license.synopsis in texts, f"{part.files}: {part.license.synopsis} has no text"
assert file.header.source, "it says nowhere where the sources are"
' || exit
  done
  # The sources that are passed on with the program are there.
  tar --list --file "${3%-*}-source.tar.xz" --wildcards '*/Package.swift' >/dev/null
)

# test_pages LIVECAM: the package's manual pages are there, are called as their files are, and refer to pages of it.
test_pages() (
  set -uo pipefail
  pages=$(mktemp -d)
  trap 'rm -rf "$pages"' EXIT
  dpkg-deb --fsys-tarfile "$1" | tar --extract --directory "$pages" --strip-components 4 ./usr/share/man || exit
  gunzip --recursive "$pages" || exit
  status=0
  as_text() { groff -mandoc -k -Tutf8 -P-cbou "$1"; }
  wrong() { echo "package: $*" >&2; status=1; }
  for page in man1/livecam.1 man1/livecam-shoot.1 man5/livecam-script.5 man5/livecam.json5.5; do
    [[ -f $pages/$page ]] || { wrong "there is no $page"; continue; }
    # What a reader sees, not the source of it.
    (($(as_text "$pages/$page" | wc -w) >= 100)) || wrong "$page says next to nothing"
  done
  for page in "$pages"/man1/*; do
    name=$(basename "$page" .1)
    grep -qix "\.Dt $name 1" "$page" || wrong "$name(1) has another title: $(grep '^\.Dt' "$page")"
    grep -q "^\.Nm \"${name//-/[- ]}\"$" "$page" || wrong "$name(1) does not show how the command is called"
    ! grep -q '^\.Ex' "$page" || wrong "$name(1) knows only two exit codes"
    while read -r other section; do
      [[ -f $pages/man$section/$other.$section ]] || wrong "$name(1) refers to $other($section), which is not there"
    done < <(sed -n 's/^\.Xr \([^ ]*\) \([0-9]\).*/\1 \2/p' "$page")
  done
  # The two formats refer to commands, and each setting and action has its words.
  while read -r word page; do
    as_text "$pages/man5/$page" | grep "^ *$word" >/dev/null || wrong "$page does not explain $word"
  done <<<'press livecam-script.5
timeline livecam-script.5
stallTimeoutSeconds livecam.json5.5
publicURL livecam.json5.5
countdown livecam.json5.5'
  exit "$status"
)

# test_on SUITE LIVECAM KIOSK TARBALL
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
  cp "$3" "$root/livecam-kiosk.deb"
  inside() { chroot "$root" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"; }
  do_inside() {
    inside "$@" >>"$root.log" 2>&1 && return
    echo "package: $1: $* failed:" >&2
    tail -5 "$root.log" >&2
    exit 1
  }
  do_inside apt-get -q -y update
  base=$(du -sk --exclude=var/cache --exclude=var/lib/apt -x "$root" | cut -f1)
  before=$SECONDS
  do_inside apt-get -q -y install /livecam.deb
  installed=$((SECONDS - before))
  do_inside livecam shoot --live --camera scene --output /photos
  do_inside livecam verify /photos
  shot=$((SECONDS - before))
  do_inside tar -C /tmp -xf /usr/share/doc/livecam/examples/scripts.tar.gz
  do_inside livecam simulate /tmp/scripts/case49-live-window.yaml
  do_inside livecam shoot --camera scene --output /photos --config /usr/share/doc/livecam/examples/livecam.json5
  rm -rf "$root/photos" "$root/tmp/scripts"
  size=$(($(du -sk --exclude=var/cache --exclude=var/lib/apt -x "$root" | cut -f1) - base))
  echo "package: $1: installed in $installed s, a Live Photo after $shot s, $((size / 1024)) MB beyond the base"
  # Over itself, as an upgrade does, then away. The kiosk's package is tried without the browser, which is not ours.
  do_inside dpkg --install /livecam.deb
  do_inside livecam --version
  ! inside systemctl is-enabled livecam-booth >/dev/null 2>&1 || { echo "package: $1: the booth is enabled" >&2; exit 1; }
  do_inside dpkg --force-depends --install /livecam-kiosk.deb
  do_inside dpkg --force-depends --install /livecam-kiosk.deb
  do_inside livecam-kiosk --at-login
  do_inside dpkg --remove livecam-kiosk
  [[ -e $root/etc/default/livecam-kiosk ]] || { echo "package: $1: removing takes settings away" >&2; exit 1; }
  do_inside dpkg --purge livecam-kiosk
  do_inside apt-get -q -y purge livecam
  left=$(find "$root/usr" "$root/etc" "$root/var/lib/dpkg/info" -xdev -iname '*livecam*')
  [[ -z $left ]] || { echo "package: $1: purging has left $left" >&2; exit 1; }
  # The tarball, which is unpacked anywhere: its libraries are those that the package has brought.
  tar --extract --file "$4" --directory "$root/opt" || exit
  unpacked=$(cd "$root/opt" && echo livecam-*)
  do_inside "/opt/$unpacked/usr/bin/livecam" shoot --live --camera scene --output /unpacked
  do_inside "/opt/$unpacked/usr/bin/livecam" verify /unpacked
)
