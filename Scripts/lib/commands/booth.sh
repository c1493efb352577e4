# shellcheck shell=bash
# shellcheck disable=SC2154 # $work, $command and $project are the caller's
# An evening at the booth, in a real browser: Tests/Browser/booth_tests.py has the parts. While pages are written,
#   python3 Tests/Browser/booth_tests.py --pages --screenshots FOLDER .build/debug/livecam-booth
# tries those of the sources, and nothing needs to be built.

# booth_in_browser [OPTION…]: goes through it with the program that lies beside the command.
booth_in_browser() {
  local program=$project/.build/release/livecam-booth status line
  python3 "$project/Tests/Browser/booth_tests.py" --livecam "$command" "$@" "$program" >"$work/out" 2>"$work/err"
  status=$?
  while read -r line; do ok "booth: ${line#ok }"; done < <(grep '^ok ' "$work/out")
  check "booth: the evening goes well" 0 "$status"
  ((status == 0)) || grep -v '^ok ' "$work/out" "$work/err"
}
