# shellcheck shell=bash
# shellcheck disable=SC2154 # $work, $command and $project are the caller's
# What the command's tests are written in.

passed=0
failed=0

livecam() { "$command" "$@"; }

ok() {
  passed=$((passed + 1))
  echo "ok      $1"
}

not_ok() {
  failed=$((failed + 1))
  echo "FAILED  $1: $2"
}

# check NAME EXPECTED FOUND
check() { if [[ $2 == "$3" ]]; then ok "$1"; else not_ok "$1" "found '$3', expected '$2'"; fi; }

# until_said COUNT PATTERN FILE PROCESS: waits until so many lines of a file match that a process writes, or it has ended.
until_said() {
  head -n "$1" < <(tail --pid="$4" -n +1 -F "$3" 2>/dev/null | grep --line-buffered -E -- "$2") >"$work/said"
}

# is_pair NAME STILL MOVIE [OPTION]: the checker, which shares nothing with the command, takes them for a Live Photo.
is_pair() {
  if python3 "$project/Tests/Tools/check_pair.py" "${@:4}" "$2" "$3" >"$work/verdict" 2>&1; then
    ok "$1: the pair is a Live Photo"
  else
    not_ok "$1: the pair is a Live Photo" "$(grep -iv pass "$work/verdict")"
  fi
}

# shoots FOLDER ARGUMENT…: what `shoot` leaves in a folder, in virtual time: however busy the machine is.
shoots() { livecam shoot --virtual-time --output "$1" "${@:2}" >"$work/out" 2>"$work/err"; }

# refuses NAME EXIT-CODE WORD-IN-MESSAGE ARGUMENT…
refuses() {
  local name=$1 code=$2 word=$3 status
  shift 3
  livecam "$@" >"$work/out" 2>"$work/err"
  status=$?
  check "$name: exit code" "$code" "$status"
  grep -qF -- "$word" "$work/err" || not_ok "$name: message" "no '$word' in: $(cat "$work/err")"
}
