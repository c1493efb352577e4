# shellcheck shell=bash
# shellcheck disable=SC2154 # $work, $command and $project are the caller's
# An evening at the booth, in a real browser: Tests/Browser/booth_tests.py has the parts. While pages are written,
#   python3 Tests/Browser/booth_tests.py --pages --screenshots FOLDER .build/debug/livecam
# tries those of the sources, and nothing needs to be built.

# booth_in_browser [OPTION…]: goes through it.
booth_in_browser() {
  local status line
  python3 "$project/Tests/Browser/booth_tests.py" "$@" "$command" >"$work/out" 2>"$work/err"
  status=$?
  while read -r line; do ok "booth: ${line#ok }"; done < <(grep '^ok ' "$work/out")
  check "booth: the evening goes well" 0 "$status"
  ((status == 0)) || grep -v '^ok ' "$work/out" "$work/err"
}

# booth_refuses WORDS CODE COMMAND OPTION…: it does not start, and says why in one sentence.
booth_refuses() {
  local words=$1 code=$2
  timeout 30 "$command" "${@:3}" --no-open >"$work/out" 2>"$work/err"
  check "booth: '$words': exit code" "$code" $?
  check "booth: '$words': one sentence" 1 "$(grep -c '^livecam: ' "$work/err")"
  check "booth: '$words' is said" 1 "$(grep -c "^livecam: .*$words" "$work/err")"
}

booth_says_what_to_do() {
  local scene=(booth --camera scene --library "$work/booth") port
  printf '{\n  preRollSecond: 1,\n}\n' >"$work/typo.json5"
  booth_refuses 'typo.json5:2: preRollSecond: .*did you mean "preRollSeconds"?' 64 "${scene[@]}" --config "$work/typo.json5"
  printf '{\n  booth: {\n    publicURl: "http://x",\n  },\n}\n' >"$work/typo.json5"
  booth_refuses 'typo.json5:3: publicURl: .*did you mean "publicURL"?' 64 "${scene[@]}" --config "$work/typo.json5"
  printf '{\n  make: "x"\n  software: "y",\n}\n' >"$work/typo.json5"
  booth_refuses 'typo.json5:3: this is not valid JSON5' 64 "${scene[@]}" --config "$work/typo.json5"
  booth_refuses 'nowhere.json5: the configuration file cannot be read: there is no such file' 64 "${scene[@]}" --config "$work/nowhere.json5"
  booth_refuses 'others than this machine.s users could .*--password-file' 64 "${scene[@]}" --listen 0.0.0.0:0
  booth_refuses '192.0.2.77 is no address of this machine' 69 "${scene[@]}" --listen 192.0.2.77:0 --password-file <(echo 'secret words')
  booth_refuses '/dev/video77: ' 69 booth --camera /dev/video77 --library "$work/booth"
  exec {port}< <(exec python3 -c 'import signal, socket
with socket.create_server(("127.0.0.1", 0)) as server:
    print(server.getsockname()[1], flush=True)
    signal.pause()')
  read -r number <&"$port"
  booth_refuses "another program has port $number" 69 "${scene[@]}" --listen "127.0.0.1:$number"
  kill $!
  python3 -c 'import sqlite3, sys
with sqlite3.connect(sys.argv[1]) as library: library.execute("UPDATE schemaVersion SET version = version + 1")' \
    "$work/booth/library.sqlite"
  booth_refuses "$work/booth: .*newer version" 73 "${scene[@]}"
  mkfifo "$work/pipe"
  booth_refuses 'a pipe or a device is nothing to look at' 66 view "$work/pipe"
  booth_refuses 'there is no such file or folder' 66 view "$work/nowhere"
}
