# shellcheck shell=bash
# shellcheck disable=SC2154 # $work, $output, $version, $maintainer, $SOURCE_DATE_EPOCH are the caller's
# What packages have in common, and the parts that are no program.

# license_text PACKAGE NAME: the text of a licence, from the copyright file of a package that is linked in.
license_text() {
  awk -v RS= -v name="$2" '$0 ~ "^License: " name "\n "' "/usr/share/doc/$1/copyright" | grep . ||
    { echo "package: $1's copyright file has no text of $2" >&2; return 1; }
}

# write_copyright FILE PACKAGE: who holds which rights in what the package contains, in Debian's format for programs.
write_copyright() {
  local parser log server yuv xxhash
  # Each on its own, as an error within the text would be passed over.
  parser=$(linked_version swift-argument-parser)
  log=$(linked_version swift-log)
  server=$(linked_version FlyingFox)
  yuv=$(license_text libyuv-dev BSD-3-Clause)
  xxhash=$(license_text libxxhash-dev BSD-2-clause)
  {
    cat <<COPYRIGHT
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: livecam
Source: livecam-$version-source.tar.xz
Comment: Scripts/package writes this archive of the sources beside the packages; it is passed on with them.

Files: *
Copyright: 2026 The livecam developers
License: MIT
COPYRIGHT
    [[ $2 == livecam-kiosk ]] || cat <<COPYRIGHT
Comment: These are the sources. The program is linked to x264 and opens x265, and what is linked in is under the
 licences below. Therefore the program as a whole is under the GNU General Public License, version 3 or later, whose
 text is in /usr/share/common-licenses/GPL-3.

Files: swift/*
Copyright: 2014-2026 Apple Inc. and the Swift project authors
License: Apache-2.0-with-Swift-exception
Comment: Runtime, standard library, Foundation and Dispatch of https://github.com/swiftlang, linked in.

Files: swift-argument-parser/*
Copyright: 2020-2025 Apple Inc. and the Swift project authors
License: Apache-2.0-with-Swift-exception
Comment: $parser

Files: swift-log/*
Copyright: 2018-2026 Apple Inc. and the Swift Logging API project authors
License: Apache-2.0
Comment: $log It contains a derivation of the
 lock implementation of SwiftNIO (https://github.com/apple/swift-nio), which is under the same licence.

Files: FlyingFox/*
Copyright: 2022-2026 Simon Whitty
License: MIT
Comment: $server

Files: libyuv/*
Copyright: 2011 The LibYuv Project Authors
License: BSD-3-Clause
Comment: Debian's libyuv-dev, linked in.

Files: xxhash/*
Copyright: 2012-2014 Yann Collet
License: BSD-2-clause
Comment: Debian's libxxhash-dev, linked in.

License: Apache-2.0
 On Debian systems the complete text of the Apache License, version 2.0, is in
 /usr/share/common-licenses/Apache-2.0.

License: Apache-2.0-with-Swift-exception
 The Apache License, version 2.0, which on Debian systems is in
 /usr/share/common-licenses/Apache-2.0, with this Runtime Library Exception:
 .
 As an exception, if you use this Software to compile your source code and
 portions of this Software are embedded into the binary product as a result,
 you may redistribute such product without providing attribution as would
 otherwise be required by Sections 4(a), 4(b) and 4(d) of the License.

$yuv

$xxhash
COPYRIGHT
    # The one of LICENSE, whose third line is the copyright.
    printf '\nLicense: MIT\n'
    sed -n '5,$p' LICENSE | sed 's/^$/./; s/^/ /'
  } >"$1"
}

# linked_version PACKAGE: the address and version of a Swift package that is linked in.
linked_version() {
  python3 - "$1" <<'PYTHON'
import json, sys
pins = {pin['identity']: pin for pin in json.load(open('Package.resolved'))['pins']}
pin = pins[sys.argv[1].lower()]
print(f"Version {pin['state']['version']} of {pin['location']}, linked in.")
PYTHON
}

# write_documentation TREE PACKAGE: copyright and changelog.
write_documentation() {
  local folder=$1/usr/share/doc/$2
  mkdir -p "$folder"
  write_copyright "$folder/copyright" "$2"
  {
    echo "livecam ($version) unstable; urgency=medium"
    echo
    # The release notes' points about this version, one on a line, without links, and broken as changelogs are.
    awk -v heading="## Version $version" '
      $0 == heading { on = 1; next }
      /^## / { on = 0 }
      on && /^- / { if (point) print point; point = substr($0, 3); next }
      on && /^  / { point = point substr($0, 2) }
      END { print point }' Sources/livecam/livecam.docc/ReleaseNotes.md |
      sed 's/`//g; s/: <doc:[A-Za-z]*>//g' | while IFS= read -r point; do
      fold -s -w 74 <<<"$point" | sed '1s/^/  * /; 2,$s/^/    /; s/ *$//'
    done
    echo
    echo " -- $maintainer  $(date -u -R -d "@$SOURCE_DATE_EPOCH")"
  } | gzip -9 -n >"$folder/changelog.gz"
}

# write_examples TREE: what the command's help calls Configs/livecam.json5 and Configs/scripts, which are packed: of 120
# small files, each takes a block of the disk.
write_examples() {
  local folder=$1/usr/share/doc/livecam/examples
  install -D -m 644 -t "$folder" Configs/livecam.json5
  tar --sort=name --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --mtime="@$SOURCE_DATE_EPOCH" \
    -C Configs -c scripts | gzip -9 -n >"$folder/scripts.tar.gz"
  chmod 644 "$folder/scripts.tar.gz"
}

# write_service TREE: the booth as a service, which is neither enabled nor started, and udev's rule for cameras.
write_service() {
  install -D -m 644 -t "$1/usr/lib/systemd/system" Configs/livecam-booth.service Configs/kiosk/livecam-camera.target
  install -D -m 644 -t "$1/usr/lib/udev/rules.d" Configs/kiosk/60-livecam.rules
  # The target that udev reaches when a camera appears is the package's own.
  mkdir -p "$1/usr/share/lintian/overrides"
  echo "livecam: systemd-service-file-refers-to-unusual-wantedby-target livecam-camera.target *" \
    >"$1/usr/share/lintian/overrides/livecam"
  mkdir -p "$1/DEBIAN"
  cat >"$1/DEBIAN/postinst" <<'POSTINST'
#!/bin/sh
set -e
if [ "$1" = configure ] && [ -d /run/systemd/system ]; then
  systemctl daemon-reload
  # A booth that runs goes on with the new version.
  [ -z "$2" ] || deb-systemd-invoke try-restart livecam-booth.service || true
fi
POSTINST
  cat >"$1/DEBIAN/prerm" <<'PRERM'
#!/bin/sh
set -e
if [ "$1" = remove ]; then
  [ ! -d /run/systemd/system ] || deb-systemd-invoke stop livecam-booth.service || true
  # What `systemctl enable` has made would lead to nothing.
  rm -f /etc/systemd/system/multi-user.target.wants/livecam-booth.service \
    /etc/systemd/system/livecam-camera.target.wants/livecam-booth.service
  rmdir --ignore-fail-on-non-empty /etc/systemd/system/livecam-camera.target.wants 2>/dev/null || true
fi
PRERM
  cat >"$1/DEBIAN/postrm" <<'POSTRM'
#!/bin/sh
set -e
[ ! -d /run/systemd/system ] || systemctl daemon-reload
POSTRM
  chmod 755 "$1"/DEBIAN/p{ostinst,rerm,ostrm}
}

# make_kiosk TREE: the package of the booth's screen.
make_kiosk() {
  install -D -t "$1/usr/bin" Configs/kiosk/livecam-kiosk
  install -D -m 644 -t "$1/usr/share/livecam-kiosk" Configs/kiosk/waiting.html
  install -D -m 644 Configs/kiosk/livecam-kiosk.default "$1/etc/default/livecam-kiosk"
  install -D -m 644 Configs/kiosk/autostart.desktop "$1/etc/xdg/autostart/livecam-kiosk.desktop"
  install -D -m 644 Configs/kiosk/session.desktop "$1/usr/share/wayland-sessions/livecam-kiosk.desktop"
  mkdir -p "$1/usr/share/man/man1" "$1/DEBIAN"
  sed "s/@DATE@/$(date -u -d "@$SOURCE_DATE_EPOCH" '+%B %-d, %Y')/" Configs/kiosk/livecam-kiosk.1 |
    gzip -9 -n >"$1/usr/share/man/man1/livecam-kiosk.1.gz"
  write_documentation "$1" livecam-kiosk
  printf '/etc/%s\n' default/livecam-kiosk xdg/autostart/livecam-kiosk.desktop >"$1/DEBIAN/conffiles"
  cat >"$1/DEBIAN/control" <<CONTROL
Package: livecam-kiosk
Source: livecam
Version: $version
Architecture: all
Maintainer: $maintainer
Installed-Size: $(installed_size "$1")
Depends: livecam (>= $version), chromium
Recommends: cage, fonts-noto-cjk
Section: video
Priority: optional
Description: Screen of livecam's photo booth
 livecam-kiosk shows the pages of livecam's booth in Chromium, on the whole
 screen: at a user's login to a desktop, or as a session of its own without
 any desktop. Nothing starts before it is configured.
CONTROL
}

installed_size() { du -sk --apparent-size --exclude DEBIAN "$1" | cut -f1; }

# build_package TREE PACKAGE ARCHITECTURE: writes its file into the output folder, unless lintian finds an error.
build_package() {
  local file=$2_${version}_$3.deb
  (cd "$1" && find usr -type f -printf 'usr/%P\0' | sort -z | xargs -0 md5sum) >"$1/DEBIAN/md5sums"
  # Every date is the same, and whoever made it, all belongs to root.
  find "$1" -exec touch --no-dereference --date "@$SOURCE_DATE_EPOCH" {} +
  dpkg-deb --root-owner-group -Zxz -z6 --build "$1" "$work/$file" >&2
  lintian --fail-on error "$work/$file" >&2
  mv "$work/$file" "$output/$file"
}
