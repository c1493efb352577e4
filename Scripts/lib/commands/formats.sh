# shellcheck shell=bash
# shellcheck disable=SC2154 # $work, $command and $project are the caller's
# Files of every released version, and the doctor.

# Whatever version has written them, scripts, configurations, fixtures and libraries are read, and events have what they
# had; what a later version may write is refused by name.
formats_are_kept() {
  local folder version files=$work/formats
  for folder in "$project"/Tests/Fixtures/Formats/*/; do
    version=$(basename "$folder")
    rm -rf "$files"
    cp -r "$folder" "$files"
    livecam simulate "$files/script.yaml" >"$work/out" 2>&1
    check "formats $version: the script holds" 0 $?
    shoots "$files/shot" --delay 0.1 --loop --camera "fixture:$files/door.livecam" --config "$files/livecam.json5"
    check "formats $version: the fixture films, and the configuration is taken" "0 IMG_0001.JPG" "$? $(ls "$files/shot")"
    livecam library check --library "$files/library" >"$work/out" 2>&1
    check "formats $version: the library is sound" 0 $?
    check "formats $version: the library has its photo" "1 assets: 1 Live Photos, 0 photos, 0 videos" "$(
      livecam library list --count --library "$files/library")"
    shoots "$files/events" --live --camera scene --microphone scene --size 64x48 --rate 15 --json
    check "formats $version: events have the keys that they had" "" "$(
      python3 "$project/Tests/Tools/event_keys.py" "$files/events.jsonl" "$work/out")"
  done
  sed -i 's/^version: .*/version: 999/' "$files/script.yaml"
  refuses "formats: a later script" 65 "reads version" simulate "$files/script.yaml"
  echo '{ version: 999 }' >"$files/livecam.json5"
  refuses "formats: a later configuration" 64 "reads version" shoot --camera scene --config "$files/livecam.json5"
  sed -i 's/"version": [0-9]*/"version": 999/' "$files/door.livecam/manifest.json"
  refuses "formats: a later fixture" 69 "of version 999" shoot --camera "fixture:$files/door.livecam"
}

# What the machine of the tests has is not known; each area is told, and the code is that of what is lacking.
doctor_tells() {
  local status
  livecam doctor --json --output "$work" >"$work/out" 2>"$work/err"
  status=$?
  check "doctor: each area has its line, and nothing else" \
    "browser camera clock disk encoder library microphone printer " \
    "$(python3 -c 'import json, sys; print(*sorted({json.loads(line)["area"] for line in sys.stdin}), end=" ")' <"$work/out")"
  check "doctor: the code is that of the cameras" \
    "$(grep -q '"area":"camera".*"verdict":"ok"' "$work/out" && echo 0 || echo 69)" "$status"
  check "doctor: H.264 has a pace" 1 "$(grep -c '"area":"encoder","figures":{"pace":[0-9.]*},.*H.264' "$work/out")"
  check "doctor: nothing is left on the disk" "" "$(find "$work" -maxdepth 1 -name '.livecam-doctor*')"
  livecam doctor --output "$work/none" >"$work/out" 2>&1
  check "doctor: a folder that is not there" 73 $?
  grep -q "^lacking  disk .*$work/none" "$work/out" || not_ok "doctor: names the folder" "$(cat "$work/out")"
}
