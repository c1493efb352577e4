# shellcheck shell=bash
# S3 servers for tests: moto's, from PyPI.

# shellcheck source=Scripts/lib/python.sh
source "$(dirname "${BASH_SOURCE[0]}")/python.sh"

# s3_start PROJECT FOLDER [PORT]: starts a server with an empty bucket, which keeps everything in memory, and sets what
# clients need: LIVECAM_S3 and the keys. The folder, which is there, has its log.
s3_start() {
  local environment line
  environment=$(python_environment "$1" s3) || return
  [[ -p $2/s3.in ]] || mkfifo "$2/s3.in" "$2/s3.out" || return
  "$environment/bin/python" "$1/Scripts/lib/s3_server.py" "${@:3}" <"$2/s3.in" >"$2/s3.out" 2>"$2/s3.log" &
  s3_server=$!
  # It serves until the first of these is closed.
  exec {s3_input}>"$2/s3.in" {s3_output}<"$2/s3.out"
  read -r -u "$s3_output" line || { tail -3 "$2/s3.log" >&2; return 1; }
  eval "$line"
}

# s3_order pause|resume: has the server go away, or come back with all that it kept.
s3_order() {
  echo "$1" >&"$s3_input" && read -r -u "$s3_output" _
}

# s3_stop: ends the server that was started last; all that it kept is gone.
s3_stop() {
  exec {s3_input}>&- {s3_output}<&-
  wait "$s3_server"
}
