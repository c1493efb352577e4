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
  booth_refuses 'nowhere.json5: the configuration file cannot be read: there is no such file' 66 "${scene[@]}" --config "$work/nowhere.json5"
  booth_refuses 'others than this machine.s users could .*--password-file' 64 "${scene[@]}" --listen 0.0.0.0:0
  booth_refuses "guests' password is that for taking pictures" 64 "${scene[@]}" --listen 0.0.0.0:0 \
    --password-file <(echo 'secret words') --guest-password-file <(echo 'secret words')
  booth_refuses 'first line must be a password of 16 characters' 64 "${scene[@]}" --metrics-token-file <(echo 'too short')
  booth_refuses 'everybody in the network could look at these pictures' 64 view "$work" --listen 0.0.0.0:0
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

# booth_lines_until DESCRIPTOR WORDS: reads what the booth says up to a line with the words, into $work/said.
booth_lines_until() {
  local line
  while read -r -t 30 -u "$1" line; do
    echo "$line" >>"$work/said"
    [[ $line != *"$2"* ]] || return 0
  done
  return 1
}

# booth_errors ADDRESS: what the operator's page says of recent errors, one a line.
booth_errors() {
  python3 -c 'import json, sys, urllib.request
opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
opener.open(urllib.request.Request(sys.argv[1] + "api/operator/login", b"{\"pin\": \"2468\"}",
    {"Content-Type": "application/json"}), timeout=20).close()
for error in json.load(opener.open(sys.argv[1] + "api/operator", timeout=20))["errors"]: print(error["message"])' "$1"
}

# booth_state ADDRESS: the booth's title and countdown, as its pages know them.
booth_state() {
  python3 -c 'import json, sys, urllib.request
state = json.load(urllib.request.urlopen(sys.argv[1] + "api/state", timeout=20))
print(state["name"], state["defaults"]["countdown"])' "$1"
}

booth_reads_its_file_again() {
  local file=$work/party.json5 out booth address
  : >"$work/said"
  printf '{preRollSeconds: 1, booth: {title: "First", settings: {countdown: 2}}}' >"$file"
  exec {out}< <(exec "$command" booth --camera scene --library "$work/again" \
    --listen 127.0.0.1:0 --no-open --pin 2468 --config "$file" 2>&1)
  booth=$!
  booth_lines_until "$out" 'Telephones do not reach it'
  address=$(grep -o 'http://[^ ]*' "$work/said" | head -1)
  check "booth: its file gives title and countdown" "First 2" "$(booth_state "$address")"
  printf '{preRollSeconds: 2, booth: {title: "Second", settings: {countdown: 5}, trustedProxies: ["127.0.0.1"]}}' >"$file"
  kill -HUP "$booth"
  booth_lines_until "$out" '--password-file'
  check "booth: a file that opens it to others without a password is told, and changes nothing" "First 2" \
    "$(booth_state "$address")"
  printf '{\n  booth: {titel: "Second"},\n}' >"$file"
  kill -HUP "$booth"
  booth_lines_until "$out" 'titel'
  check "booth: a mistake in the file is told with its place" 1 \
    "$(grep -c '^livecam: The configuration stays as it is: .*party.json5:2: titel: .*did you mean "title"?' "$work/said")"
  check "booth: the operator is told of it, too" 1 "$(booth_errors "$address" | grep -c 'party.json5:2: titel: ')"
  printf '{preRollSeconds: 2, booth: {title: "Second", printer: "ipp://127.0.0.1:9/ipp", mqttTopic: "a/b", settings: {countdown: 5}}}' >"$file"
  kill -HUP "$booth"
  booth_lines_until "$out" 'printer: takes effect'
  check "booth: the file is read again at SIGHUP" "Second 5" "$(booth_state "$address")"
  check "booth: what takes a start is named" 2 \
    "$(grep -cE '^livecam: .*party.json5: (preRollSeconds|mqttTopic): takes effect at the next start' "$work/said")"
  kill -TERM "$booth"
  cat <&"$out" >>"$work/said"
  wait "$booth"
  check "booth: it ends as before" 0 $?
  exec {out}<&-
}

# In a terminal SIGHUP reads the file again, too, until it comes of the terminal's end.
booth_ends_with_its_terminal() {
  printf '{}' >"$work/empty.json5"
  check "booth: a closed terminal ends it, SIGHUP alone does not" "read again, ended with 0" "$(python3 -c 'import os, pty, signal, sys
signal.alarm(60)
booth, terminal = pty.fork()
if booth == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
said = b""
def until(words):
    global said
    while words not in said: said += os.read(terminal, 4096)
until(b"Telephones")
os.kill(booth, signal.SIGHUP)
until(b"read again")
os.close(terminal)
print("read again, ended with", os.waitstatus_to_exitcode(os.waitpid(booth, 0)[1]))' \
    "$command" booth --camera scene --library "$work/terminal" --listen 127.0.0.1:0 --no-open --config "$work/empty.json5")"
}
