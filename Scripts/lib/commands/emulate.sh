# shellcheck shell=bash
# shellcheck disable=SC2154 # $work, $command and $project are the caller's
# Fixtures as cameras of other programs, in real time: what they get is what was recorded.

# hashes FILE: of each packet of its first stream.
hashes() { ffprobe -v error -select_streams v -show_data_hash md5 -show_packets "$1" | grep -oP 'data_hash=MD5:\K.*'; }

# told EXPRESSION: a Python expression of the objects that the probe told, o, and its frames, f.
told() {
  python3 -c '
import json, sys
o = [json.loads(line) for line in open(sys.argv[1])]
f = [one for one in o if "frame" in one]
print(eval(sys.argv[2]))' "$work/out" "$1"
}

readonly probe_program=$project/Tests/Tools/v4l2_probe.py

emulates_for_programs() {
  local fixture=$work/emulated.livecam frames
  livecam record --virtual-time --camera scene --size 640x480 --duration 1 --output "$fixture" >"$work/out" 2>"$work/err"
  hashes "$fixture/footage.mov" >"$work/wanted"
  frames=$(wc -l <"$work/wanted")

  livecam emulate "$fixture" -- ffmpeg -v quiet -f v4l2 -i /dev/video0 -c copy -y "$work/ffmpeg.mkv" </dev/null
  check "emulate, ffmpeg: exit code" 0 $?
  check "emulate, ffmpeg: every frame, to the byte" "" "$(diff <(hashes "$work/ffmpeg.mkv") "$work/wanted")"
  livecam emulate "$fixture" -- gst-launch-1.0 -q v4l2src num-buffers=20 ! image/jpeg ! filesink \
    location="$work/gstreamer.mjpg" >"$work/out" 2>&1
  check "emulate, GStreamer: exit code" 0 $?
  ffmpeg -v error -i "$fixture/footage.mov" -frames:v 20 -c copy -f mjpeg "$work/wanted.mjpg"
  check "emulate, GStreamer: to the byte" "" "$(cmp "$work/gstreamer.mjpg" "$work/wanted.mjpg" 2>&1)"
  check "emulate, OpenCV: size, rate and pictures" "640 480 30 25 480x640x3" \
    "$(livecam emulate --loop "$fixture" -- /usr/bin/python3 -c '
import cv2
camera = cv2.VideoCapture("/dev/video0", cv2.CAP_V4L2)
pictures = [camera.read()[1] for _ in range(25)]
print(*(int(camera.get(one)) for one in (3, 4, 5)), len(pictures), "x".join(map(str, pictures[-1].shape)))' 2>&1)"
  livecam emulate "$fixture" -- v4l2-ctl --all >"$work/out" 2>&1
  check "emulate, v4l2-ctl: exit code" 0 $?
  check "emulate, v4l2-ctl: the format and a control" "2" \
    "$(grep -cE "Pixel Format .*'MJPG'|exposure_time_absolute.*min=5 max=5000" "$work/out")"
  check "emulate, v4l2-ctl: the list of devices" "Simulated scene (platform:livecam-emulate): /dev/video0" \
    "$(livecam emulate "$fixture" -- v4l2-ctl --list-devices | xargs)"
  check "emulate, v4l2-compliance: nothing fails" "Failed: 0" \
    "$(livecam emulate "$fixture" -- v4l2-compliance -d /dev/video0 2>&1 | grep -o 'Failed: [0-9]*' | tail -n 1)"

  : >"$work/lateness"
  for how in poll epoll block; do
    livecam emulate "$fixture" -- python3 "$probe_program" --wait "$how" >"$work/out" 2>"$work/err"
    check "emulate, $how: every frame, then no device" "$frames ENODEV POLLERR POLLHUP" \
      "$(told 'str(len(f)) + " " + o[-1]["end"] + " " + o[-1]["poll"]')"
    told '"\n".join(str(one["late"]) for one in f)' >>"$work/lateness"
  done
  check "emulate: to the byte" "" "$(diff <(told '"\n".join(one["md5"] for one in f)') "$work/wanted")"
  # Frames are there a frame's time after they were taken: that is the scene's way. None is early; how many are late is
  # this machine's affair.
  check "emulate: in time" True "$(sort -g "$work/lateness" | head -n 1 | awk '{ print (0.033 < $1 && $1 < 0.05) ? "True" : $1 }')"
}

emulates_for_livecam() {
  livecam emulate --loop "$work/emulated.livecam" --device /dev/video5 -- "$command" shoot --live \
    --camera /dev/video5 --microphone none --preset ultrafast --pre 0.4 --post 0.4 --output "$work/emulated" >"$work/out" 2>"$work/err"
  check "emulate, shoot: exit code" 0 $?
  is_pair "emulate, shoot" "$work/emulated/IMG_0001.JPG" "$work/emulated/IMG_0001.MOV" --audio no
  check "emulate, devices" 1 \
    "$(livecam emulate "$work/emulated.livecam" -- "$command" devices | grep -c 'Simulated scene at /dev/video0')"
}

emulates_with_a_log() {
  local fixture=$work/emulated.livecam log=$work/camera.log
  livecam emulate "$fixture" --log "$log" -- python3 "$probe_program" --frames 5 >"$work/out" 2>"$work/err"
  check "emulate, log: what happened" "program open streamOn frame frame frame frame frame streamOff close" \
    "$(grep -oP '"event": "\K[a-zA-Z]*' "$log" | xargs)"
  check "emulate, log: the frames that the program took, none before it was there" "True True" "$(python3 -c '
import json, sys
log, told = ([line for line in map(json.loads, open(path)) if key in line and line.get("event", "frame") == "frame"]
             for path, key in zip(sys.argv[1:], ("sequence", "frame")))
print([(one["sequence"], one["bytes"]) for one in log] == [(one["frame"], one["bytes"]) for one in told],
      all(one["taken"] <= one["arrival"] <= one["time"] < one["arrival"] + 0.5 for one in log))' "$log" "$work/out")"
  refuses "emulate: a log that cannot be written" 73 "--log" emulate "$fixture" --log "$work/none/log" -- true
}

emulates_several() {
  local fixture=$work/emulated.livecam
  # shellcheck disable=SC2016 # for the inner shell
  check "emulate, one in the other: both are there, and stream at once" "/dev/video0 /dev/video3 81:0 81:3 8 8" \
    "$(livecam emulate "$fixture" -- "$command" emulate "$fixture" --device /dev/video3 -- bash -c '
      echo /dev/video[0-9]*
      cat /sys/class/video4linux/video0/dev /sys/class/video4linux/video3/dev
      python3 "$0" --device /dev/video0 --frames 8 >"$1.0" & first=$!
      python3 "$0" --device /dev/video3 --frames 8 >"$1.3"
      wait $first
      grep -c md5 "$1.0" "$1.3" | cut -d: -f2' "$probe_program" "$work/several" | xargs)"
  check "emulate, one in the other: the same pictures" "" \
    "$(diff <(grep -o 'md5": "[0-9a-f]*' "$work/several.0") <(grep -o 'md5": "[0-9a-f]*' "$work/several.3"))"
}

emulates_faults() {
  cat >"$work/faults.yaml" <<'END'
version: 1
steps:
  - {frame: 3, drop: 2}
  - {frame: 8, errorFlag: 1}
  - {frame: 10, truncate: 1}
  - {at: 3, unplug: camera}
  - {after: 3, replug: camera}
END
  # Seconds between these, so that a slow program meets them in their order, too. Another program watches meanwhile.
  # shellcheck disable=SC2016 # for the inner shell
  livecam emulate --loop "$work/emulated.livecam" --script "$work/faults.yaml" -- bash -c '
    exec 3< <(exec "$0" devices --watch); watch=$!
    heard() { while read -rt 60 -u 3 line && [[ $line != "$1 "*/dev/video0 ]]; do :; done; echo "$line" >>"$2"; }
    heard present "$2"
    python3 "$1" --reopen 60 --then 30
    heard disconnected "$2"
    heard connected "$2"
    kill $watch' "$command" "$probe_program" "$work/watched" >"$work/out" 2>"$work/err"
  check "emulate, faults: lost" "[3, 4]" "$(told 'sorted(set(range(12)) - {x["frame"] for x in f[:10]})')"
  check "emulate, faults: flagged, cut" "[8] [10]" \
    "$(told 'str([x["frame"] for x in f[:10] if x["error"]]) + " " + str([x["frame"] for x in f[:10] if not x["whole"]])')"
  check "emulate, unplugged: no device, hung up, no node" "ENODEV POLLERR POLLHUP False" \
    "$(told '" ".join(map(str, next([x["end"], x["poll"], x["there"]] for x in o if "end" in x)))')"
  check "emulate, unplugged, plugged in again: inotify tells, in the program that films" "DELETE CREATE ATTRIB" \
    "$(told '" ".join(next(x["told"] for x in o if "told" in x))')"
  check "emulate, unplugged, plugged in again: inotify tells, in another" "present disconnected connected" \
    "$(awk '{ print $1 }' "$work/watched" | xargs)"
  check "emulate, plugged in again: not at once, and films" "True 30" \
    "$(told '(lambda at: str(0.5 < o[at]["back"]) + " " + str(sum("frame" in x for x in o[at:])))(next(at for at, x in enumerate(o) if "back" in x))')"
  # shellcheck disable=SC2016 # for the inner shell
  check "emulate: one streams, another may look" "BUSY 250" "$(livecam emulate --loop "$work/emulated.livecam" -- bash -c '
    exec 3< <(exec python3 "$0" --wait block); first=$!
    read -ru 3
    python3 "$0" --frames 1 2>&1 | grep -q Errno.16 && echo -n "BUSY "
    v4l2-ctl --set-ctrl gain=250; v4l2-ctl --get-ctrl gain | grep -o "[0-9]*$"
    kill $first' "$probe_program")"
}

emulation_is_refused() {
  local fixture=$work/emulated.livecam
  livecam emulate "$fixture" -- bash -c 'exit 7'
  check "emulate: the program's exit code" 7 $?
  # shellcheck disable=SC2016 # for the inner shell
  livecam emulate "$fixture" -- bash -c 'kill -TERM $$'
  check "emulate: the program's signal" 143 $?
  check "emulate: the program's own input, descriptors that are handed on" "ok ffd8" \
    "$(echo ok | livecam emulate "$fixture" -- bash -c 'cat; head -c 2 </dev/video0 | od -An -tx1 | tr -d " "' | xargs)"
  refuses "emulate: no program" 64 "behind --" emulate "$fixture"
  refuses "emulate: another program" 127 "no-such-program" emulate "$fixture" -- no-such-program
  refuses "emulate: no node" 64 "--device" emulate "$fixture" --device /dev/null -- true
  refuses "emulate: no fixture" 66 "none.livecam" emulate "$work/none.livecam" -- true
  printf 'version: 1\nsteps:\n  - {at: 1, press: live}\n' >"$work/press.yaml"
  refuses "emulate: a step for others" 65 "press.yaml:3" emulate "$fixture" --script "$work/press.yaml" -- true
  refuses "emulate: no script" 66 "nowhere.yaml" emulate "$fixture" --script "$work/nowhere.yaml" -- true
  mkdir "$work/tmp"
  TMPDIR=$work/tmp livecam emulate "$fixture" -- true
  check "emulate: nothing is left" "" "$(ls "$work/tmp")"
}
