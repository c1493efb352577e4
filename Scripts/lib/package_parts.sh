# shellcheck shell=bash
# shellcheck disable=SC2154 # $work, $output, $version, $SOURCE_DATE_EPOCH are the caller's
# What packages have in common, and the parts that are no program.

# write_documentation TREE PACKAGE: copyright and changelog.
write_documentation() {
  local folder=$1/usr/share/doc/$2
  mkdir -p "$folder"
  cat >"$folder/copyright" <<'COPYRIGHT'
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: livecam
Comment: The sources are under the MIT licence. This program is linked to x264 and x265, and is passed on under the
 licence of these, the GNU General Public License. Swift's runtime and ArgumentParser, which are linked in, are under
 the Apache License 2.0, which version 3 of the GNU General Public License permits.

Files: *
Copyright: 2026 The livecam developers
License: GPL-3+

License: GPL-3+
 On Debian systems the complete text of the GNU General Public License, version 3, is in
 /usr/share/common-licenses/GPL-3.

License: MIT
COPYRIGHT
  sed -n '3,$p' LICENSE | sed 's/^$/./; s/^/ /' >>"$folder/copyright"
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
    echo " -- The livecam developers <livecam@packages.debian.org>  $(date -u -R -d "@$SOURCE_DATE_EPOCH")"
  } | gzip -9 -n >"$folder/changelog.gz"
}

# write_examples TREE: what the command's help calls Configs/livecam.json5 and Configs/scripts.
write_examples() {
  local folder=$1/usr/share/doc/livecam/examples
  install -D -m 644 -t "$folder" Configs/livecam.json5
  install -D -m 644 -t "$folder/scripts" Configs/scripts/*.yaml
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
Maintainer: The livecam developers <livecam@packages.debian.org>
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
