# shellcheck shell=bash
# shellcheck disable=SC2154 # $work, $command and $project are the caller's
# Where the time of captures went: what is told of it is held against itself and against the files.

# timed NAME SHOOT-OPTION… -- CHECK-OPTION…: takes Live Photos that pass the checker of timings.
timed() {
  local name=$1 folder=$work/timed-$1
  local -a shoot=() check=()
  shift
  while [[ $1 != -- ]]; do
    shoot+=("$1")
    shift
  done
  check=("${@:2}")
  mkdir "$folder"
  "${timed_by[@]}" shoot --live --timings --json --output "$folder" "${shoot[@]}" >"$work/timed.events" 2>"$work/err"
  check "timings, $name: exit code" 0 $?
  if python3 "$project/Tests/Tools/check_timings.py" "$work/timed.events" "${check[@]}" >"$work/verdict" 2>&1; then
    ok "timings, $name: they agree with themselves and with the files"
  else
    not_ok "timings, $name: they agree with themselves and with the files" "$(cat "$work/verdict")"
  fi
}

# Nothing is missing where libavcodec is, for VisualOn's library makes the sound unless somebody asks for another: a file
# that is no library is found before the one that is.
without_libavcodec() {
  local name
  name=$(/sbin/ldconfig -p | sed -nE 's/^\s*(libavcodec\.so\.[0-9]+) .*/\1/p' | head -n 1)
  mkdir "$work/hiding" && : >"$work/hiding/${name:?is installed}"
  timed_by=(env "LD_LIBRARY_PATH=$work/hiding" "$command")
  timed visualon --camera scene --size 640x480 --pre 0.7 --post 0.7 --count 3 --interval 0.3 -- --sync
  check "without libavcodec: sound is AAC, by an encoder that describes it in two bytes" "aac,2" "$(ffprobe -v error \
    -select_streams a -show_entries stream=codec_name,extradata_size -of csv=p=0 "$work/timed-visualon/IMG_0001.MOV")"
  is_pair "without libavcodec" "$work/timed-visualon/IMG_0001.JPG" "$work/timed-visualon/IMG_0001.MOV"
  timed_by=(livecam)
}

timings_are_told() {
  local -a timed_by=(livecam)
  timed overlapping --camera scene --size 640x480 --pre 0.7 --post 0.7 --count 3 --interval 0.3 -- --sync
  timed silent --camera scene --microphone none --size 640x480 --pre 0.4 --post 0.4 --
  timed raw --camera scene --size 640x480 --pixel-format YUYV --pre 0.4 --post 0.4 --audio-codec lpcm --
  without_libavcodec
  livecam record --virtual-time --camera scene --size 640x480 --duration 2 --output "$work/timed.livecam" >"$work/out" 2>"$work/err"
  timed_by=(livecam emulate "$work/timed.livecam" --loop -- "$command")
  timed node --camera /dev/video0 --microphone none --pre 0.4 --post 0.4 -- --dequeue

  # For people: a row for each stage, whose shares are a whole, and a line for each error.
  mkdir "$work/table"
  livecam shoot --live --timings --camera scene --size 640x480 --pre 0.4 --post 0.4 --output "$work/table" \
    >"$work/out" 2>"$work/err"
  check "shoot --timings: stages" "copy,decode,encode video,encode sound,still,thumbnail,mux,write,delegate" \
    "$(sed -nE 's/^IMG_0001  ([a-z ]*[a-z]) +[0-9]+ .* %$/\1/p' "$work/out" | paste -sd,)"
  check "shoot --timings: shares are a whole" True "$(python3 -c '
import re, sys
print(abs(sum(float(x) for x in re.findall(r"([0-9.]+) %$", open(sys.argv[1]).read(), re.M)) - 100) < 1)' "$work/out")"
  check "shoot --timings: pictures" \
    "$(ffprobe -v error -ignore_editlist 1 -select_streams v -count_packets -show_entries stream=nb_read_packets \
      -of csv=p=0 "$work/table/IMG_0001.MOV")" \
    "$(sed -nE 's/^IMG_0001  encode video +([0-9]+) .*/\1/p' "$work/out")"
  check "shoot --timings: errors" 4 "$(grep -cE '^IMG_0001  error: .* ms' "$work/out")"

  mkdir "$work/untimed"
  livecam shoot --virtual-time --camera scene --json --output "$work/untimed" >"$work/out" 2>"$work/err"
  check "shoot --json: no timings unless asked for" 0 "$(grep -c timings "$work/out")"
  rm -r "$work/untimed"/*
  livecam shoot --camera scene --timings --json --output "$work/untimed" >"$work/out" 2>"$work/err"
  check "shoot --timings --json of a still" "copy delegate still thumbnail write, no errors but the shutter's" "$(python3 -c '
import json, sys
told = [json.loads(line) for line in open(sys.argv[1])]
told = [one["timings"] for one in told if one["event"] == "timings"]
assert len(told) == 1
print(*sorted(told[0]["stages"]), end=", ")
print("no errors but the shutter\x27s" if list(told[0]["errors"]) == ["shutter"] else told[0]["errors"])' "$work/out")"
}
