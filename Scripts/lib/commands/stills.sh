# shellcheck shell=bash
# shellcheck disable=SC2154 # $work, $command and $project are the caller's
# Stills that are more than one JPEG: RAW, brackets, and those that are finished later.

# stills NAME FILES ARGUMENT…: what a shoot of those options leaves in $work/NAME.
stills() {
  local name=$1 files=$2
  shift 2
  shoots "$work/$name" --camera scene --size 640x480 --delay 1.5 "$@"
  check "shoot $*: exit code" 0 $?
  check "shoot $*: files" "$files" "$(cd "$work/$name" && echo *)"
}

# tag FILE NAME: what exiftool says.
tag() { exiftool -s3 -n "-$2" "$1"; }

# is_raw FILE: a DNG of a sensor's samples that dcraw develops.
is_raw() {
  check "$(basename "$1"): exiftool says what it is" "DNG 32803" "$(tag "$1" FileType) $(exiftool -s3 -n -a \
    -PhotometricInterpretation "$1" | grep -x 32803 | head -1)"
  check "$(basename "$1"): dcraw develops it" "640 480" "$(dcraw -c -w "$1" 2>"$work/err" | head -c 15 | sed -n 2p)"
}

# mean FILE: how bright a JPEG is, 0 to 255.
mean() { ffmpeg -v error -i "$1" -vf scale=1:1:flags=area,format=gray -f rawvideo - </dev/null | od -An -tu1 | tr -d ' '; }

takes_raw() {
  stills raw IMG_0001.DNG --raw --verbose
  check "--raw: the size of what is taken" "shutter: RAW, 640x480" "$(grep -o 'shutter: .*' "$work/out")"
  is_raw "$work/raw/IMG_0001.DNG"
  stills raw-jpeg "IMG_0001.DNG IMG_0001.JPG" --raw --codec jpeg
  is_raw "$work/raw-jpeg/IMG_0001.DNG"
  check "--raw --codec jpeg: the still" "JPEG 640" "$(tag "$work/raw-jpeg/IMG_0001.JPG" FileType) $(tag "$work/raw-jpeg/IMG_0001.JPG" ImageWidth)"
  stills raw-heic "IMG_0001.DNG IMG_0001.HEIC" --raw --codec heic --pixel-format RGGB
  is_raw "$work/raw-heic/IMG_0001.DNG"
  stills raw-live "IMG_0001.DNG IMG_0001.JPG IMG_0001.MOV" --raw --codec jpeg --live --pre 0.3 --post 0.3
  is_pair "--raw --live" "$work/raw-live/IMG_0001.JPG" "$work/raw-live/IMG_0001.MOV"
}

takes_brackets() {
  stills bias "IMG_0001_1.JPG IMG_0001_2.JPG IMG_0001_3.JPG" --bracket=bias:-1,0,1
  local one two three
  one=$(mean "$work/bias/IMG_0001_1.JPG") two=$(mean "$work/bias/IMG_0001_2.JPG") three=$(mean "$work/bias/IMG_0001_3.JPG")
  if ((one * 3 < two * 2 && two * 4 < three * 3)); then ok "--bracket bias: each is brighter"; else
    not_ok "--bracket bias: each is brighter" "$one $two $three"; fi
  stills exposure "IMG_0001_1.JPG IMG_0001_2.JPG" --bracket exposure:1/100@50,1/50@100
  one=$(mean "$work/exposure/IMG_0001_1.JPG") two=$(mean "$work/exposure/IMG_0001_2.JPG")
  if ((one * 3 < two * 2)); then ok "--bracket exposure: the longer one is brighter"; else
    not_ok "--bracket exposure: the longer one is brighter" "$one $two"; fi
  stills raw-bracket "IMG_0001_1.DNG IMG_0001_1.JPG IMG_0001_2.DNG IMG_0001_2.JPG" --raw --codec jpeg --bracket bias:0,1
  is_raw "$work/raw-bracket/IMG_0001_2.DNG"
  shoots "$work/raw-bracket" --camera scene --size 640x480 --delay 0
  check "the next shot has the next number" 1 "$(find "$work/raw-bracket" -name IMG_0002.JPG | wc -l)"
}

finishes_later() {
  stills later "IMG_0001.livecam-deferred IMG_0001_PROXY.JPG" --defer --quality quality
  check "--defer: the proxy is a small picture" "JPEG 640" "$(tag "$work/later/IMG_0001_PROXY.JPG" FileType) $(tag "$work/later/IMG_0001_PROXY.JPG" ImageWidth)"
  livecam finish "$work/later" >"$work/out" 2>"$work/err"
  check "finish: exit code" 0 $?
  check "finish: the still in place of what it was made of" IMG_0001.JPG "$(cd "$work/later" && echo *)"
  check "finish: the still" "JPEG 640 480" "$(tag "$work/later/IMG_0001.JPG" FileType) $(tag "$work/later/IMG_0001.JPG" ImageWidth) $(tag "$work/later/IMG_0001.JPG" ImageHeight)"
  livecam finish "$work/later" >"$work/out" 2>"$work/err"
  check "finish with nothing to do: exit code" 0 $?
  stills later-live "IMG_0001.MOV IMG_0001.livecam-deferred IMG_0001_PROXY.JPG" --defer --codec heic --live --pre 0.3 --post 0.3
  livecam finish "$work/later-live" --json >"$work/out" 2>"$work/err"
  check "finish --json: exit code" 0 $?
  is_pair "finish of a Live Photo" "$work/later-live/IMG_0001.HEIC" "$work/later-live/IMG_0001.MOV"
}

# A shoot that is killed leaves its stills to finish; what is damaged is told of and stays.
finishes_after_a_crash() {
  mkdir "$work/crash"
  "$command" shoot --camera scene --size 640x480 --count 50 --interval 0.3 --defer --quality quality --output "$work/crash" --json \
    >"$work/crash.events" 2>"$work/err" &
  local process=$! waiting
  until_said 1 proxySaved "$work/crash.events" "$process"
  kill -KILL "$process"
  wait "$process" 2>/dev/null
  waiting=$(find "$work/crash" -name '*.livecam-deferred' | wc -l)
  if ((waiting > 0)); then ok "killed: stills wait"; else not_ok "killed: stills wait" "$(ls -A "$work/crash")"; fi
  echo nonsense >"$work/crash/IMG_0900.livecam-deferred"
  livecam finish "$work/crash" >"$work/out" 2>"$work/err"
  check "finish after a crash: exit code tells of the damaged one" 1 $?
  check "finish after a crash: what the dead had reserved is free" "" "$(find "$work/crash" -name '.livecam-*')"
  check "finish after a crash: every other still is there" "$waiting" "$(find "$work/crash" -name '*.JPG' -not -name '*_PROXY*' | wc -l)"
  check "finish after a crash: the damaged one stays" IMG_0900.livecam-deferred "$(cd "$work/crash" && echo *.livecam-deferred)"
  check "finish after a crash: no proxy without its source" "" "$(find "$work/crash" -name '*_PROXY.JPG')"
  grep -q "IMG_0900" "$work/err" || not_ok "finish after a crash: message" "$(cat "$work/err")"
}

stills_are_refused() {
  refuses "RAW of a camera without" 69 "Simulated scene" shoot --camera scene --raw --pixel-format MJPG --output "$work"
  refuses "RAW in a Live Photo's place" 64 "--codec" shoot --raw --live
  refuses "RAW of several frames" 64 "--quality" shoot --raw --quality quality
  refuses "a nonsense bracket" 64 "--bracket" shoot --bracket brighter
  refuses "a bracket of a Live Photo" 64 "--live" shoot --bracket bias:0,1 --live
  refuses "a bias beyond the camera" 69 "can set a bias of" shoot --camera scene --bracket bias:0,9 --output "$work"
  refuses "a time beyond the camera" 69 "exposure time of" shoot --camera scene --bracket exposure:60 --output "$work"
  refuses "nothing to finish later" 64 "--quality quality" shoot --camera scene --defer --output "$work"
  refuses "RAW that is finished later" 64 "--raw" shoot --defer --raw --codec heic
  refuses "finish: a missing folder" 73 "/nowhere" finish /nowhere
}

# Who may use devices: the configuration, and the user's remembered answer.
access_is_asked() {
  local state=$work/state
  mkdir "$work/access"
  echo '{access: "deny"}' >"$work/deny.json5"
  echo '{access: "ask"}' >"$work/ask.json5"
  refuses "access: deny" 69 "access: deny" shoot --camera scene --config "$work/deny.json5" --output "$work/access"
  refuses "record, access: deny" 69 "access: deny" record --camera scene --duration 1 --config "$work/deny.json5" \
    --output "$work/denied.livecam"
  check "record, access: deny: nothing is made" no "$([[ -e $work/denied.livecam ]] && echo yes || echo no)"
  XDG_STATE_HOME=$state refuses "access: ask without a terminal" 69 "no terminal" \
    shoot --camera scene --config "$work/ask.json5" --output "$work/access"
  check "nobody asked is nothing remembered" "" "$(find "$state" -type f 2>/dev/null)"
  SHELL=/bin/sh XDG_STATE_HOME=$state script -qec "'$command' shoot --camera scene --delay 0 --config '$work/ask.json5' --output '$work/access'" \
    /dev/null <<<y >"$work/out" 2>&1
  check "access: ask, the answer is remembered" '{"access":"authorized","version":1}' "$(cat "$state/livecam/access/camera.json")"
  XDG_STATE_HOME=$state livecam shoot --camera scene --delay 0 --config "$work/ask.json5" --output "$work/access" \
    >"$work/out" 2>"$work/err" </dev/null
  check "access: ask, the next run asks nobody" 0 $?
  XDG_STATE_HOME=$state livecam shoot --live --camera scene --delay 0 --post 0.3 --config "$work/ask.json5" --output "$work/access" \
    >"$work/out" 2>"$work/err" </dev/null
  check "access: ask, a microphone that nobody allows leaves the movie silent" "0 silent" \
    "$? $(grep -o silent "$work/out" | head -1)"
}
