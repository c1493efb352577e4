# shellcheck shell=bash
# shellcheck disable=SC2154 # $work, $command and $project are the caller's
# Fixtures: made of the simulated scene, replayed as devices, cut off in every way; and movies as cameras.

# manifest FIXTURE EXPRESSION: a Python expression of its manifest m and its frames' number n.
manifest() {
  python3 -c '
import json, sys
m = json.load(open(sys.argv[1] + "/manifest.json"))
n = sum(e.get("frames", 0) for e in m["video"]["events"])
print(eval(sys.argv[2]))' "$1" "$2"
}

records() {
  livecam record --virtual-time --camera scene --size 640x480 --duration 4 --output "$work/scene.livecam" >"$work/out" 2>"$work/err"
  check "record: exit code" 0 $?
  check "record: files" "footage.mov manifest.json" "$(cd "$work/scene.livecam" && echo *)"
  check "record: what the files take" "$(cat "$work/scene.livecam"/* | wc -c) bytes" "$(grep -o '[0-9]* bytes' "$work/out")"
  check "record: the movie has every frame of the manifest" "jpeg,$(manifest "$work/scene.livecam" n)" \
    "$(ffprobe -v error -select_streams v -count_packets -show_entries stream=codec_tag_string,nb_read_packets \
      -of csv=p=0 "$work/scene.livecam/footage.mov")"
  check "record: a player plays all of it" "" "$(ffmpeg -v error -i "$work/scene.livecam/footage.mov" -f null - 2>&1)"
  # However late the end was noticed, there is no more sound than there was time.
  check "record: four seconds of sound" True "$(manifest "$work/scene.livecam" \
    "3.9e9 < $(grep -oP '\d+(?= frames of sound)' "$work/out") / 48e-6 <= m['audio']['events'][-1]['arrival']")"
  livecam record --virtual-time --camera scene --microphone none --size 320x240 --pixel-format NV12 --duration 0.5 --json \
    --output "$work/raw.livecam/" >"$work/out" 2>"$work/err"
  check "record --json: exit code" 0 $?
  check "record --json: events" "notice didStartRecording didFinishRecording" "$(python3 -c '
import json, sys
print(*(json.loads(line)["event"] for line in open(sys.argv[1])))' "$work/out")"
}

replays() {
  shoots "$work/replayed" --live --camera "fixture:$work/scene.livecam" --loop --pre 0.5 --post 0.5 \
    --count 2 --interval 0.7
  check "shoot from a fixture: exit code" 0 $?
  check "shoot from a fixture: files" "IMG_0001.JPG IMG_0001.MOV IMG_0002.JPG IMG_0002.MOV" "$(cd "$work/replayed" && echo *)"
  is_pair "shoot from a fixture" "$work/replayed/IMG_0001.JPG" "$work/replayed/IMG_0001.MOV"
  livecam record --virtual-time --camera "fixture:$work/raw.livecam" --output "$work/again.livecam" >"$work/out" 2>"$work/err"
  check "record from a fixture: to its end" 0 $?
  check "record from a fixture: no frame is lost on the way" "$(manifest "$work/raw.livecam" n)" \
    "$(manifest "$work/again.livecam" n)"
  livecam record --virtual-time --camera "fixture:$work/scene.livecam" --duration 9 --output "$work/longer.livecam" \
    >"$work/out" 2>"$work/err"
  check "record from a fixture: longer than it is" 1 $?
  check "record from a fixture: its end is told once, of camera and microphone" 1 "$(grep -c 'has ended' "$work/err")"
}

records_until_interrupted() {
  "$command" record --camera scene --size 320x240 --output "$work/open.livecam" --json >"$work/record.events" 2>"$work/err" &
  local process=$!
  until_said 1 didStartRecording "$work/record.events" "$process"
  until_said 11 video "$work/open.livecam/manifest.partial.jsonl" "$process"
  kill -INT "$process"
  wait "$process"
  check "record, Ctrl-C: exit code" 0 $?
  check "record, Ctrl-C: the fixture is whole" "footage.mov manifest.json" "$(cd "$work/open.livecam" && echo *)"
}

# A camera that is pulled and plugged in again: an emulated one, of which inotify tells and no uevent.
records_through_a_gap() {
  local bundle=$work/gap.livecam
  printf 'version: 1\nsteps:\n  - {at: 1, unplug: camera}\n  - {after: 1, replug: {device: camera, node: /dev/video1}}\n' \
    >"$work/gap.yaml"
  livecam emulate --loop "$work/raw.livecam" --script "$work/gap.yaml" -- "$command" record --camera /dev/video0 \
    --microphone none --duration 5 --json --output "$bundle" >"$work/out" 2>"$work/err"
  check "record, unplugged: exit code" 0 $?
  check "record, unplugged: said so" "notice didStartRecording wasDisconnected wasConnected didFinishRecording" "$(python3 -c '
import json, sys
print(*(json.loads(line)["event"] for line in open(sys.argv[1])))' "$work/out")"
  check "record, unplugged: both are in the manifest, the new node too" "2 False True /dev/video1" "$(manifest "$bundle" \
    "' '.join(map(str, (m['version'], *(d['connected'] for d in m['devices']), m['devices'][-1]['node'])))")"
  check "record, unplugged: two streams" "failed,start 1,stopped" "$(manifest "$bundle" \
    "','.join(e['end'] if 'end' in e else f'start {e[\"start\"]}' for e in m['video']['events'] if 'end' in e or 'start' in e)")"
  check "record, unplugged: five seconds, gap included" True "$(manifest "$bundle" \
    "4.9e9 < m['video']['events'][-1]['arrival'] < 8e9")"
  livecam record --virtual-time --camera "fixture:$bundle" --output "$work/gap-again.livecam" >"$work/out" 2>"$work/err"
  check "record what had a gap: to its end" 0 $?
  check "record what had a gap: the same payloads and times" "" "$(diff \
    <(manifest "$bundle" "[[e.get(k) for k in ('time', 'steps', 'sequence', 'bytes', 'hash')] for e in m['video']['events']]") \
    <(manifest "$work/gap-again.livecam" "[[e.get(k) for k in ('time', 'steps', 'sequence', 'bytes', 'hash')] for e in m['video']['events']]"))"
  printf 'version: 1\nsteps:\n  - {at: 0.4, press: still}\n  - {at: 3.5, press: still}\nend: 4.5\n' >"$bundle/script.yaml"
  livecam simulate "$bundle" >"$work/out" 2>"$work/err"
  check "simulate what had a gap: exit code" 0 $?
  check "simulate what had a gap: a still before, interrupted and back, a still behind" \
    "file wasInterrupted(100) interruptionEnded file" \
    "$(grep -oE '  file  |wasInterrupted\(100\)|interruptionEnded' "$work/out" | xargs)"
  refuses "repeat what had a gap" 69 "Do not repeat it" shoot --camera "fixture:$bundle" --loop
  # Another program's camera goes and comes as that one did.
  livecam emulate "$bundle" -- python3 "$project/Tests/Tools/v4l2_probe.py" --reopen 60 --then 5 >"$work/out" 2>"$work/err"
  check "emulate what had a gap: gone, back, and on with what came then" "ENODEV True" "$(python3 - "$work/out" "$bundle" <<'END'
import json, sys
told = [json.loads(line) for line in open(sys.argv[1])]
events = json.load(open(sys.argv[2] + "/manifest.json"))["video"]["events"]
start = next(at for at, e in enumerate(events) if "start" in e)
count = sum(e.get("frames", 0) for e in events[start:])
back = next(at for at, one in enumerate(told) if "back" in one)
numbers = [one["frame"] for one in told[back:] if "frame" in one]
print(next(one["end"] for one in told if "end" in one), len(numbers) == 5 and all(0 <= one < count * 2 for one in numbers))
END
)"
}

recorder_is_killed() {
  "$command" record --camera scene --size 320x240 --output "$work/killed.livecam" --json >"$work/record.events" 2>"$work/err" &
  local process=$! frames
  until_said 1 didStartRecording "$work/record.events" "$process"
  until_said 61 '"video"' "$work/killed.livecam/manifest.partial.jsonl" "$process"
  kill -KILL "$process"
  wait "$process" 2>/dev/null
  check "record, kill -9: the partial form is left" "footage.mov manifest.partial.jsonl" "$(cd "$work/killed.livecam" && echo *)"
  frames=$(grep -c '"video": {"frames": 1' "$work/killed.livecam/manifest.partial.jsonl")
  shoots "$work/afterlife" --live --camera "fixture:$work/killed.livecam" --loop --pre 0.3 --post 0.3
  check "shoot from what was killed: exit code" 0 $?
  check "shoot from what was killed: said to be cut" 1 "$(grep -c 'the fixture was cut' "$work/out")"
  is_pair "shoot from what was killed" "$work/afterlife/IMG_0001.JPG" "$work/afterlife/IMG_0001.MOV"
  livecam record --virtual-time --camera "fixture:$work/killed.livecam" --output "$work/saved.livecam" >"$work/out" 2>"$work/err"
  check "record from what was killed: whole again" 0 $?
  check "record from what was killed: all its frames" True "$(manifest "$work/saved.livecam" "n >= $frames - 1")"
}

# A recorder that was killed before anything came: what it had on disk when it began.
nothing_is_recorded() {
  local empty=$work/empty.livecam
  mkdir "$empty"
  cp "$work/killed.livecam/footage.mov" "$empty"
  head -1 "$work/killed.livecam/manifest.partial.jsonl" >"$empty/manifest.partial.jsonl"
  refuses "record from what never began" 1 "No picture and no sound" record --camera "fixture:$empty" \
    --output "$work/nothing.livecam"
  refuses "repair what never began" 1 "No picture and no sound" repair "$empty" --output "$work/nothing.livecam"
  check "record from what never began: nothing is left" no "$([[ -e $work/nothing.livecam ]] && echo yes || echo no)"
}

# A limit for files stands for a full disk.
disk_is_full() {
  (
    trap '' XFSZ
    ulimit -f 1000
    exec "$command" record --virtual-time --camera scene --size 640x480 --pixel-format NV12 --duration 20 --output "$work/full.livecam"
  ) >"$work/out" 2>"$work/err"
  check "record on a full disk: exit code" 73 $?
  check "record on a full disk: said so" 1 "$(grep -c 'is kept' "$work/err")"
  check "record on a full disk: the partial form is left" "footage.mov manifest.partial.jsonl" "$(cd "$work/full.livecam" && echo *)"
  livecam record --virtual-time --camera "fixture:$work/full.livecam" --microphone none --output "$work/rest.livecam" >"$work/out" 2>"$work/err"
  check "record on a full disk: what was kept is replayed" "0 True" "$? $(manifest "$work/rest.livecam" "n >= 1")"
}

shoots_movies() {
  # Long enough for a slow start, and short enough to be recorded whole.
  ffmpeg -v error -f lavfi -i testsrc2=s=640x360:r=25:d=40 -f lavfi -i sine=d=40 -c:v libx264 -preset ultrafast \
    "$work/long.mp4"
  ffmpeg -v error -i "$work/long.mp4" -t 4 -c copy "$work/any.mp4"
  shoots "$work/from-movie" --live --camera "movie:$work/long.mp4" --pre 0.5 --post 0.5
  check "shoot from a movie: exit code" 0 $?
  is_pair "shoot from a movie" "$work/from-movie/IMG_0001.JPG" "$work/from-movie/IMG_0001.MOV"
  check "shoot from a movie: its size, its rate, its sound" "640,360,25/1 aac" "$(ffprobe -v error \
    -show_entries stream=width,height,r_frame_rate -select_streams v -of csv=p=0 "$work/from-movie/IMG_0001.MOV") $(ffprobe \
    -v error -show_entries stream=codec_name -select_streams a -of csv=p=0 "$work/from-movie/IMG_0001.MOV")"
  livecam record --virtual-time --camera "movie:$work/any.mp4" --output "$work/movie.livecam" >"$work/out" 2>"$work/err"
  check "record of a movie: to its end" 0 $?
  check "record of a movie: its pictures" 100 "$(manifest "$work/movie.livecam" n)"
}

fixtures_are_refused() {
  local damaged=$work/damaged.livecam
  cp -r "$work/raw.livecam" "$damaged"
  printf 'x' | dd of="$damaged/footage.mov" bs=1 seek=200000 conv=notrunc status=none
  refuses "record: no name" 64 "--output" record --camera scene
  refuses "record: a name that is taken" 73 "exists already" record --camera scene --output "$work/raw.livecam"
  refuses "record: a missing folder" 73 "/nowhere" record --camera scene --duration 1 --output /nowhere/x.livecam
  refuses "record: no camera" 69 "A camera is needed" record --camera none --output "$work/no.livecam"
  refuses "record: no time" 64 "--duration" record --camera scene --duration 0 --output "$work/no.livecam"
  refuses "record: no coding" 64 "--pixel-format" record --pixel-format motion --output "$work/no.livecam"
  refuses "record: unknown camera" 69 "/dev/video77" record --camera /dev/video77 --output "$work/no.livecam"
  check "record: nothing is left of what was refused" no "$([[ -e $work/no.livecam ]] && echo yes || echo no)"
  refuses "a fixture that is missing" 69 "none.livecam" shoot --camera "fixture:$work/none.livecam"
  refuses "a fixture that is damaged" 69 "not those that were recorded" shoot --camera "fixture:$damaged"
  refuses "a fixture in another mode" 69 "320x240" shoot --camera "fixture:$work/raw.livecam" --size 640x480
  refuses "a movie that is missing" 69 "none.mp4" shoot --camera "movie:$work/none.mp4"
  refuses "a movie that is none" 69 "README.md" shoot --camera "movie:$project/README.md"
  check "a movie that is none: named once" 1 "$(grep -o README.md "$work/err" | wc -l)"
  ffmpeg -v error -f lavfi -i sine=d=1 "$work/sound.wav"
  refuses "a movie without pictures" 69 "sound.wav: This file has no pictures" shoot --camera "movie:$work/sound.wav"
}
