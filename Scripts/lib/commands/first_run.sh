# shellcheck shell=bash
# shellcheck disable=SC2154 # $work and $project are the caller's
# The first run from source, on a machine that is made up: its package lists are missing, and its compiler is slow.

# fake NAME: a program of that name, from standard input, before all others in PATH of the made-up machine.
fake() {
  cat >"$work/machine/bin/$1"
  chmod +x "$work/machine/bin/$1"
}

first_run_is_told() {
  local machine=$work/machine status
  mkdir -p "$machine/bin" "$machine/Sources"
  cp -r "$project/Scripts" "$project/Package.swift" "$machine"
  echo 'exit 1' | fake dpkg-query
  # Knows no package before its lists have come.
  fake apt-get <<'APT'
#!/bin/bash
cd "$(dirname "$0")" || exit
echo "$*" >>asked
[[ $* != *update* ]] || touch lists
[[ $* == *update* || -e lists ]] || { echo "E: Unable to locate package $*" >&2; exit 100; }
APT
  # Says something, then nothing for a while, as the compiler does at a large module; the last product is wanted.
  fake swift <<'SWIFT'
#!/bin/bash
echo "[3/7] Compiling LiveCapture CaptureSession.swift"
product=$(sed 's/.*--product \([^ ]*\).*/\1/' <<<"$*")
[[ $product != Broken ]] || { echo "error: it is broken"; exit 1; }
[[ $product != livecam ]] || read -r -t 3 < <(tail -f /dev/null --pid=$$)
mkdir -p "$(dirname "$0")/../.build/release"
printf '#!/bin/sh\necho ran "$@"\n' >"$(dirname "$0")/../.build/release/$product"
chmod +x "$(dirname "$0")/../.build/release/$product"
SWIFT
  PATH=$machine/bin:$PATH LIVECAM_PROGRESS_SECONDS=1 "$machine/Scripts/livecam" shoot --live >"$work/out" 2>"$work/err"
  status=$?
  check "first run: it builds and runs" "0 ran shoot --live" "$status $(cat "$work/out")"
  check "first run: no package is asked for before there are lists" "-s update install" \
    "$(grep -o -e '-s' -e update -e '-y.*install' "$machine/bin/asked" | sed 's/-y.*/install/' | paste -sd ' ')"
  check "first run: nobody reads of errors" "" "$(grep '^E:' "$work/err")"
  check "first run: how far it is, is told while nothing is said" yes "$(
    (($(grep -cx 'Building for [0-9]* s, step 3 of 7: Compiling LiveCapture CaptureSession.swift' "$work/err") >= 2)) &&
      echo yes)"
  check "first run: there is a package instead" 1 "$(grep -c 'apt install ./livecam' "$work/err")"
  PATH=$machine/bin:$PATH "$machine/Scripts/livecam" devices >"$work/out" 2>"$work/err"
  check "second run: it starts at once" "ran devices " "$(cat "$work/out") $(cat "$work/err")"
  sed -i 's/in CaptureShim PictureTracking livecam; do/in Broken; do/' "$machine/Scripts/livecam"
  touch "$machine/Package.swift"
  PATH=$machine/bin:$PATH "$machine/Scripts/livecam" devices >"$work/out" 2>"$work/err"
  check "a build that fails: its words, and the code" "70 1" "$? $(grep -c 'error: it is broken' "$work/err")"
}
