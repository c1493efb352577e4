# shellcheck shell=bash
# shellcheck disable=SC2154 # $work, $command and $project are the caller's
# Scripts of captures and faults: carried out in virtual time, alike on each run.

simulates() {
  local script
  for script in "$project"/Configs/scripts/*.yaml; do
    livecam simulate "$script" >"$work/out" 2>"$work/err"
    check "simulate $(basename "$script")" 0 $?
  done
  livecam simulate "$project/Configs/scripts/case49-live-window.yaml" >"$work/out"
  check "simulate: the timeline" "timeline  B1 W1 C1 P1 R1 M1 F1" "$(grep ^timeline "$work/out")"
  sed 's/duration: 3.0/duration: 2.0/' "$project/Configs/scripts/case49-live-window.yaml" >"$work/wrong.yaml"
  livecam simulate "$work/wrong.yaml" >"$work/out" 2>"$work/err"
  check "simulate: exit code where something did not hold" 1 $?
  check "simulate: what did not hold" "FAILED    capture 1: 2.000 s long: found 3.000 s" "$(grep FAILED "$work/out")"
}

simulates_alike() {
  local script=$project/Configs/scripts/case42-shuffled.yaml
  livecam simulate --json --seed 5 "$script" >"$work/a-run"
  livecam simulate --json --seed 5 "$script" >"$work/another"
  check "simulate --json: two runs are one" "" "$(diff "$work/a-run" "$work/another")"
  check "simulate --json: every line is an object" True "$(python3 -c '
import json, sys
print(all("event" in json.loads(line) for line in open(sys.argv[1])))' "$work/a-run")"
  livecam simulate --json --seed 6 "$script" >"$work/another"
  check "simulate --seed: another one is another run" True "$(python3 -c '
import sys
print(open(sys.argv[1]).read() != open(sys.argv[2]).read())' "$work/a-run" "$work/another" 2>&1)"
}

simulation_writes() {
  mkdir "$work/simulated"
  livecam simulate --output "$work/simulated" "$project/Configs/scripts/case55-pair.yaml" >"$work/out" 2>"$work/err"
  check "simulate --output: exit code" 0 $?
  check "simulate --output: files" "1.JPG 1.mov 2.HEIC 2.mov" "$(cd "$work/simulated" && echo *)"
  is_pair "simulate --output" "$work/simulated/1.JPG" "$work/simulated/1.mov"
  livecam simulate --output "$work/simulated" "$project/Configs/scripts/case66-disk-full.yaml" >"$work/out" 2>"$work/err"
  check "simulate --output: nothing is written over, nothing is left half" "1.JPG 1.mov 2.HEIC 2.mov" \
    "$(cd "$work/simulated" && echo * .livecam-* | sed 's/ \.livecam-\*$//')"
}

simulation_is_refused() {
  refuses "simulate: no file" 66 "nowhere.yaml" simulate "$work/nowhere.yaml"
  printf 'version: 1\nsteps:\n  - {at: 1, pres: live}\n' >"$work/bad.yaml"
  refuses "simulate: an unknown key" 65 "bad.yaml:3: steps[0].pres" simulate "$work/bad.yaml"
  printf 'version: 2\n' >"$work/new.yaml"
  refuses "simulate: another version" 65 "new.yaml:1: version" simulate "$work/new.yaml"
  refuses "simulate: no folder" 73 "$work/missing" simulate --output "$work/missing" \
    "$project/Configs/scripts/case49-live-window.yaml"
  refuses "simulate: no script" 64 "script" simulate
}
