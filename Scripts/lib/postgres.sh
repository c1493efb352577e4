# shellcheck shell=bash
# PostgreSQL servers for tests, each with all its files in a folder, reached by a socket there and by nothing else.
# Debian's package is `postgresql`.

# The folder of the newest version's programs, which Debian does not put on the path.
postgres_programs() {
  local -a found
  mapfile -t found < <(printf '%s\n' /usr/lib/postgresql/*/bin | sort -V)
  [[ -x ${found[-1]}/initdb ]] || {
    echo "postgres: there is no server on this machine. Install the Debian package postgresql." >&2
    return 1
  }
  echo "${found[-1]}"
}

# A server does not run as root, and neither do its programs. It outlives whoever has it started, and so keeps none of
# their descriptors open, by whose end they may be told of its starter's.
as_postgres() (
  cd / || exit
  local descriptor
  for descriptor in /proc/self/fd/*; do
    descriptor=${descriptor##*/}
    ((descriptor <= 2)) || exec {descriptor}>&-
  done
  if ((EUID == 0)); then
    exec setpriv --reuid postgres --regid postgres --init-groups env -u TMPDIR "$@"
  fi
  exec "$@"
)

# postgres_start FOLDER: makes a server in a folder that is not there yet, starts it, and prints the URL of its database.
postgres_start() {
  local folder=$1 programs
  programs=$(postgres_programs) && mkdir -p "$folder" || return
  echo livecam-secret >"$folder/password" || return
  ((EUID != 0)) || chown -R postgres "$folder" || return
  # What becomes of a machine that loses power is not tried: nothing is synced. A password is asked for, so that tests
  # find out where it is written.
  {
    as_postgres "$programs/initdb" --no-sync --encoding UTF8 --locale C.UTF-8 --username livecam --auth scram-sha-256 \
      --pwfile "$folder/password" --data-checksums "$folder/data" &&
      cat >>"$folder/data/postgresql.conf" <<SETTINGS
listen_addresses = ''
unix_socket_directories = '$folder'
max_connections = 200
shared_buffers = 32MB
fsync = off
SETTINGS
  } >"$folder/initdb.log" 2>&1 || {
    cat "$folder/initdb.log" >&2
    return 1
  }
  as_postgres "$programs/pg_ctl" start --wait --silent --pgdata "$folder/data" --log "$folder/log" || {
    cat "$folder/log" >&2
    return 1
  }
  postgres_url "$folder"
}

# postgres_url FOLDER: the URL of its database.
postgres_url() { echo "postgres://livecam:livecam-secret@${1//\//%2F}/postgres"; }

# postgres_restart FOLDER MODE: as an administrator does, by `fast`, or as a crash does, by `immediate`.
postgres_restart() {
  as_postgres "$(postgres_programs)/pg_ctl" restart --wait --silent --mode "$2" --pgdata "$1/data" --log "$1/log"
}

# postgres_pause FOLDER: has a server go away; postgres_resume FOLDER: and come back.
postgres_pause() {
  as_postgres "$(postgres_programs)/pg_ctl" stop --wait --silent --mode fast --pgdata "$1/data"
}
postgres_resume() {
  as_postgres "$(postgres_programs)/pg_ctl" start --wait --silent --pgdata "$1/data" --log "$1/log"
}

# postgres_stop FOLDER: ends a server, and removes its files.
postgres_stop() {
  [[ -d $1/data ]] || return 0
  as_postgres "$(postgres_programs)/pg_ctl" stop --wait --silent --mode immediate --pgdata "$1/data"
  rm -rf "$1"
}
