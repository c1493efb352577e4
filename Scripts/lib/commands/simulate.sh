# shellcheck shell=bash
# shellcheck disable=SC2154 # $work, $command and $project are the caller's
# Scripts of captures and faults: carried out in virtual time, alike on each run.

# simulated FOLDER SCRIPT: one run in a process of its own; what it tells and what it writes go into a new folder.
simulated() {
  mkdir -p "$1/files"
  livecam simulate --json --output "$1/files" --svg "$1/course.svg" "$2" >"$1/told" 2>"$1/complaints"
}

# files_told LOG: size, checksum and name of each file as the log's last word on it has them.
files_told() {
  sed -nE 's/.*"bytes":([0-9]+),.*"event":"file","file":"([^"]+)","hash":"([0-9a-f]+)".*/\1 \3 \2/p' "$1" |
    awk '{ last[$3] = $0 } END { for (name in last) print last[name] }' | sort
}

# files_there FOLDER: the same of the files that are there.
files_there() (cd "$1" && find . -type f -printf '%P\0' | xargs -0 -r "$work/checksums" | sort)

# Every script of the library holds, and another process has the same log and the same files, to the byte: the one that
# made the logs that are checked in, which tell the checksum of each file.
simulates() {
  local script name run=$work/first-run
  mkdir "$work/courses"
  cc -O2 -o "$work/checksums" "$project/Tests/Tools/checksums.c"
  for script in "$project"/Configs/scripts/*.yaml; do
    name=$(basename "$script")
    simulated "$run" "$script"
    check "simulate $name" 0 $?
    check "simulate $name: two processes, one log, and no complaint" "" "$(grep -v '"event":"expectation"' "$run/told" |
      diff - "$project/Tests/LiveCaptureTestingTests/Golden/Scripts/${name%.yaml}.txt" && cat "$run/complaints")"
    files_told "$run/told" >"$work/wanted"
    files_there "$run/files" >"$work/found"
    # No log tells of stills that are still to be finished: those are compared with another run's.
    if grep -q 'livecam-deferred$' "$work/found"; then
      simulated "$work/second-run" "$script"
      files_there "$work/second-run/files" | grep 'livecam-deferred$' >>"$work/wanted"
      sort -o "$work/wanted" "$work/wanted"
      rm -r "$work/second-run"
    fi
    check "simulate $name: the files are those of the log" "" "$(diff "$work/found" "$work/wanted" 2>&1)"
    mv "$run/course.svg" "$work/courses/$name.svg"
    rm -r "$run"
  done
  check "simulate --svg: each is XML with a lane for the steps, the session and the counter" "" "$(
    python3 "$project/Tests/Tools/course_lanes.py" "$work"/courses/*.svg)"
  livecam simulate "$project/Configs/scripts/case49-live-window.yaml" >"$work/out"
  check "simulate: the timeline" "timeline  B1 W1 C1 P1 R1 M1 F1" "$(grep ^timeline "$work/out")"
  livecam simulate "$project/Configs/scripts/cameras-one-instant.yaml" >"$work/out"
  check "simulate: of several outputs, whose timeline it is" \
    "timeline  main: B1 W1 C1 P1 R1 M1 F1 timeline  selfie: B2 W2 C2 P2 R2 M2 F2 B3 W3 C3 P3 F3" \
    "$(grep ^timeline "$work/out" | paste -sd ' ')"
  sed 's/within: 0.033/within: 0.005/' "$project/Configs/scripts/cameras-one-instant.yaml" >"$work/wrong.yaml"
  livecam simulate "$work/wrong.yaml" >"$work/out" 2>"$work/err"
  check "simulate: stills that are further apart" \
    "FAILED    captures [1, 2]: stills within 0.005 s: found 0.007 s apart" "$(grep FAILED "$work/out")"
  sed 's/duration: 3.0/duration: 2.0/' "$project/Configs/scripts/case49-live-window.yaml" >"$work/wrong.yaml"
  livecam simulate "$work/wrong.yaml" >"$work/out" 2>"$work/err"
  check "simulate: exit code where something did not hold" 1 $?
  check "simulate: what did not hold" "FAILED    capture 1: 2.000 s long: found 3.000 s" "$(grep FAILED "$work/out")"
}

# A picture of a run, of one that fails, too.
simulation_is_drawn() {
  local script=$project/Configs/scripts/case67-unplugged.yaml
  livecam simulate --svg "$work/one.svg" "$script" >"$work/out"
  check "simulate --svg: exit code" 0 $?
  livecam simulate --svg "$work/another.svg" "$script" >"$work/another"
  check "simulate --svg: two runs are drawn alike" "" "$(diff "$work/one.svg" "$work/another.svg" && diff "$work/out" "$work/another")"
  sed 's/B1 W1 C1 P1 R1 M1 F1/B1 W1 C1 P1 M1 R1 F1/' "$project/Configs/scripts/case49-live-window.yaml" >"$work/wrong.yaml"
  livecam simulate --svg "$work/wrong.svg" "$work/wrong.yaml" >"$work/out" 2>"$work/err"
  check "simulate --svg: exit code where something did not hold" 1 $?
  check "simulate --svg: where it parts from what was expected" 2 "$(
    python3 "$project/Tests/Tools/course_lanes.py" --list "$work/wrong.svg" | awk -F '\t' '{ n += $3 } END { print n }')"
  cp "$work/wrong.svg" "$work/before.svg"
  refuses "simulate --svg: a file that is there" 73 "wrong.svg" simulate --svg "$work/wrong.svg" "$script"
  check "simulate --svg: it stays as it was" "" "$(diff "$work/before.svg" "$work/wrong.svg")"
  refuses "simulate --svg: no folder" 73 "$work/missing" simulate --svg "$work/missing/a.svg" "$script"
  refuses "simulate --svg: no script" 66 "nowhere.yaml" simulate --svg "$work/none.svg" "$work/nowhere.yaml"
  check "simulate --svg: what is refused leaves nothing" "" "$(find "$work" -name 'none.svg*' -o -name '.livecam-*svg*')"
}

simulates_alike() {
  local script=$project/Configs/scripts/case42-shuffled.yaml
  livecam simulate --json --seed 5 "$script" >"$work/a-run"
  livecam simulate --json --seed 5 "$script" >"$work/another"
  check "simulate --json: two runs are one" "" "$(diff "$work/a-run" "$work/another")"
  livecam simulate --json --output "$work/one" "$project/Configs/scripts/case66-disk-full.yaml" >"$work/a-run"
  livecam simulate --json --output "$work/two.folder" "$project/Configs/scripts/case66-disk-full.yaml" >"$work/another"
  check "simulate --json: into two folders, one log" "" "$(diff "$work/a-run" "$work/another")"
  check "simulate --json: no path of the folder" "" "$(grep -F "$work" "$work/a-run")"
  printf 'version: 1\nsteps:\n  - disk: unwritable\n  - {at: 3, press: live}\n' >"$work/unwritable.yaml"
  livecam simulate --json --output "$work/three" "$work/unwritable.yaml" >"$work/a-run" 2>"$work/err"
  livecam simulate --json --output "$work/four" "$work/unwritable.yaml" >"$work/another" 2>"$work/another-err"
  check "simulate --json: into two folders, one account of what was refused" 1 "$(grep -c '"violation"' "$work/a-run")"
  check "simulate --json: which is the same" "" "$(diff "$work/a-run" "$work/another" && diff "$work/err" "$work/another-err")"
  livecam simulate --json "$project/Configs/scripts/case49-live-window.yaml" >"$work/a-run"
  check "simulate --json: fields" "didFinishProcessingMovie 1 3.0 1.5" "$(python3 -c '
import json, sys
for line in map(json.loads, open(sys.argv[1])):
    if "duration" in line: print(line["callback"], line["capture"], float(line["duration"]), line["photoDisplayTime"])
' "$work/a-run")"
  check "simulate --json: every line is an object" True "$(python3 -c '
import json, sys
print(all("event" in json.loads(line) for line in open(sys.argv[1])))' "$work/a-run")"
  livecam simulate --json --seed 6 "$script" >"$work/another"
  check "simulate --seed: another one is another run" True "$(python3 -c '
import sys
print(open(sys.argv[1]).read() != open(sys.argv[2]).read())' "$work/a-run" "$work/another" 2>&1)"
}

simulation_writes() {
  livecam simulate --output "$work/simulated" "$project/Configs/scripts/case55-pair.yaml" >"$work/out" 2>"$work/err"
  check "simulate --output: exit code" 0 $?
  check "simulate --output: files" "1.JPG 1.mov 2.HEIC 2.mov" "$(cd "$work/simulated" && echo *)"
  is_pair "simulate --output" "$work/simulated/1.JPG" "$work/simulated/1.mov"
  livecam simulate --output "$work/simulated" "$project/Configs/scripts/case66-disk-full.yaml" >"$work/out" 2>"$work/err"
  check "simulate --output: exit code where a file was not written" 1 $?
  grep -q "1.JPG was not written: a file of this name was there" "$work/err" ||
    not_ok "simulate --output: what was not written" "$(cat "$work/err")"
  check "simulate --output: nothing is written over, nothing is left half" "1.JPG 1.mov 2.HEIC 2.mov" \
    "$(cd "$work/simulated" && echo * .livecam-* | sed 's/ \.livecam-\*$//')"
  mkdir "$work/scripted"
  livecam simulate --output "$work/scripted" "$project/Configs/scripts/case66-disk-full.yaml" >"$work/out" 2>"$work/err"
  check "simulate --output: a disk that the script fills is no failure" 0 $?
}

# A fixture with a script beside its manifest.
simulates_fixtures() {
  local bundle=$work/beside.livecam
  livecam record --virtual-time --camera scene --size 320x240 --microphone none --duration 4 --output "$bundle" >"$work/out" 2>"$work/err"
  check "simulate a fixture: recorded" 0 $?
  refuses "simulate a fixture: without a script" 66 "script.yaml" simulate "$bundle"
  printf 'version: 1\nsteps:\n  - {at: 2, press: still}\nend: 3\nexpect: {timeline: "B1 W1 C1 P1 F1", files: [1.JPG]}\n' \
    >"$bundle/script.yaml"
  livecam simulate "$bundle" >"$work/out" 2>"$work/err"
  check "simulate a fixture: the script beside its manifest" 0 $?
  check "simulate a fixture: the timeline" "timeline  B1 W1 C1 P1 F1" "$(grep ^timeline "$work/out")"
  printf 'version: 1\nworld: {fixture: beside.livecam}\nsteps:\n  - {at: 2, press: still}\nend: 3\n' >"$work/relative.yaml"
  (cd / && livecam simulate "$work/relative.yaml") >"$work/out" 2>"$work/err"
  check "simulate: a fixture beside the script, wherever it is run" 0 $?
  printf 'version: 1\ncameras: [{name: front}]\nsteps:\n  - {at: 6, press: still}\n' >"$bundle/script.yaml"
  livecam simulate "$bundle" >"$work/out" 2>"$work/err"
  check "simulate a fixture: its end is told of the script's camera" 1 \
    "$(grep -c 'front: The fixture .* has ended.*loops: true' "$work/out")"
  printf 'version: 1\nworld: {loops: true}\nencoder: null\nsteps:\n  - {at: 9, press: live}\n' >"$bundle/script.yaml"
  livecam simulate "$bundle/" >"$work/out" 2>"$work/err"
  check "simulate a fixture: again and again" "timeline  B1 W1 C1 P1 R1 M1 F1" "$(grep ^timeline "$work/out")"
}

simulation_is_refused() {
  refuses "simulate: no file" 66 "nowhere.yaml" simulate "$work/nowhere.yaml"
  printf 'version: 1\nsteps:\n  - {at: 1, pres: live}\n' >"$work/bad.yaml"
  refuses "simulate: an unknown key" 65 "bad.yaml:3: steps[0].pres" simulate "$work/bad.yaml"
  check "simulate: the place of an unknown key" "    - {at: 1, pres: live}|              ^" \
    "$(tail -n 2 "$work/err" | paste -sd '|')"
  printf 'version: 1\ntitle: caf\351\n' >"$work/latin.yaml"
  refuses "simulate: a title that is no UTF-8" 65 "latin.yaml:2: this line is no UTF-8" simulate "$work/latin.yaml"
  printf 'version: 2\n' >"$work/new.yaml"
  refuses "simulate: another version" 65 "new.yaml:1: version" simulate "$work/new.yaml"
  refuses "simulate: no folder" 73 "$work/missing" simulate --output "$work/missing/out" \
    "$project/Configs/scripts/case49-live-window.yaml"
  refuses "simulate: a file for a folder" 73 "[access: errno 20]" simulate --output "$project/README.md" \
    "$project/Configs/scripts/case49-live-window.yaml"
  printf 'version: 1\nsteps:\n  - {at: 4, press: live}\n  - {at: 3, press: still}\n' >"$work/order.yaml"
  refuses "simulate: steps out of order" 65 "order.yaml:4: steps[1].at" simulate "$work/order.yaml"
  printf 'version: 1\nsteps:\n  - press: live\n  - release: 9\n' >"$work/release.yaml"
  refuses "simulate: a capture that never is" 65 "release.yaml:4: steps[1].release" simulate "$work/release.yaml"
  printf 'version: 1\nsteps:\n  - {press: live, output: selfie}\n' >"$work/output.yaml"
  refuses "simulate: an output that is not there" 65 "output.yaml:3: steps[0].output" simulate "$work/output.yaml"
  printf 'version: 1\nsession: {starts: false}\nsteps:\n  - busy: camera\n  - session: start\n' >"$work/busy.yaml"
  refuses "simulate: a camera that cannot start, and nothing says so" 1 "Another program" simulate "$work/busy.yaml"
  printf 'version: 1\ncameras: [{name: camera, rate: 5}]\nsession: {live: true}\nsteps: [{at: 3, press: still}]\n' \
    >"$work/slow.yaml"
  refuses "simulate: Live Photos of a camera that is too slow" 65 "slow.yaml:3: session.live" simulate "$work/slow.yaml"
  printf 'version: 1\nsteps:\n  - {at: 3, press: {kind: still, flash: "on"}}\n' >"$work/press.yaml"
  refuses "simulate: a press that is refused, and nothing says so" 1 "press 1 was refused" simulate "$work/press.yaml"
  check "simulate: what is refused leaves no folder" no "$([[ -e $work/missing ]] && echo yes || echo no)"
  refuses "simulate: no script" 64 "script" simulate
}
