# shellcheck shell=bash
# shellcheck disable=SC2154 # $work, $command and $project are the caller's
# A library of several machines: its catalogue on a PostgreSQL server, its originals in an S3 store, and either of them away.

# one COMMAND…, other COMMAND…: of a machine that has the library, and of another one.
one() { livecam library "$1" --library "$shared?originals=$work/machines/one" "${@:2}"; }
other() { livecam library "$1" --library "$shared?originals=$work/machines/other" "${@:2}"; }
one_shoots() {
  livecam shoot --virtual-time --camera scene --live --library "$shared?originals=$work/machines/one" >"$work/out" 2>"$work/err"
}

shares_a_library() {
  local shared servers
  # The server's user must reach it.
  if ! { servers=$(mktemp -d) && chmod 755 "$servers" && mkdir "$work/s3" && s3_start "$project" "$work/s3" &&
    shared=$(postgres_start "$servers/postgres"); }; then
    not_ok "shared: servers start" "see above"
    return
  fi
  shared_through_store
  shared_while_store_is_away
  shared_while_server_is_away
  postgres_stop "$servers/postgres"
  s3_stop
  rm -rf "$servers"
}

shared_through_store() {
  refuses "shared: a fresh database has no library" 66 "no library here" library list --library "$shared?originals=$work/machines/one"
  one init --store "$LIVECAM_S3" >"$work/out" 2>"$work/err"
  check "shared: init --store" 0 $?
  one_shoots
  check "shared: shoot: exit code" 0 $?
  check "shared: shoot: nothing waits" "0" "$(find "$work/machines/one/uploads" -type f | wc -l)"
  other export IMG_0001 --output "$work/shared" >"$work/out" 2>"$work/err"
  check "shared: another machine exports it" 0 $?
  is_pair "shared: what it got" "$work/shared/IMG_0001.JPG" "$work/shared/IMG_0001.MOV"
  other edit IMG_0001 --rotate 90 >"$work/out" 2>"$work/err"
  check "shared: another machine edits it" 0 $?
  check "shared: which the first one sees" 1 "$(one list | grep -c 'IMG_0001.JPG  Live Photo  720x1280')"
  check "shared: upload --free: copies go" "5 0" \
    "$(other upload --free --json | field freed) $(find "$work/machines/other/resources" -type f | wc -l)"
  other link "$work/shared-tree" >"$work/out" 2>"$work/err"
  check "shared: link tells what only the store has" "1 1" "$? $(grep -c 'not linked, as only s3://' "$work/err")"
  env -u AWS_ACCESS_KEY_ID HOME=/nowhere "$command" library list --library "$shared?originals=$work/machines/other" >"$work/out" 2>"$work/err"
  check "shared: a list needs no keys" "0 1" "$? $(wc -l <"$work/out")"
  one check >"$work/out" 2>"$work/err"
  check "shared: check reads all, wherever it is" "0 1" "$? $(grep -c '^5 files, .*: all is well' "$work/out")"
  env AWS_SECRET_ACCESS_KEY=wrong "$command" library upload --library "$shared?originals=$work/machines/third" >"$work/out" 2>"$work/err"
  check "shared: wrong keys do not matter to who sends nothing" 0 $?
  env AWS_SECRET_ACCESS_KEY=wrong "$command" library export IMG_0001 --output "$work/machines/third-out" \
    --library "$shared?originals=$work/machines/third" >"$work/out" 2>"$work/err"
  check "shared: and are told to who reads" 1 "$(grep -c 'the server refuses; check the keys' "$work/err")"
  check "shared: nothing half is left" "" "$(find "$work/machines/third" "$work/machines/third-out" -type f 2>/dev/null)"
}

shared_while_store_is_away() {
  s3_order pause
  livecam library import "$work/first" --library "$shared?originals=$work/machines/one" >"$work/out" 2>"$work/err"
  check "shared: without the store: import" 0 $?
  check "shared: without the store: it says what waits" 1 "$(grep -c 'waits on this machine, and nothing is lost' "$work/err")"
  one upload >"$work/out" 2>"$work/err"
  check "shared: without the store: upload tells so" "69 1" "$? $(grep -c 'the server does not answer' "$work/err")"
  other export --kind live --output "$work/away" >"$work/out" 2>"$work/err"
  check "shared: without the store: export of what it alone has" "69 1" \
    "$? $(grep -m1 -c 'not exported: .*the server does not answer' "$work/err")"
  local began=$SECONDS
  other check >"$work/out" 2>"$work/err"
  check "shared: without the store: check says so" "69 1" "$? $(grep -c 'the server does not answer' "$work/err")"
  check "shared: without the store: check says so soon" 1 "$((SECONDS - began <= 15))"
  s3_order resume
  one upload >"$work/out" 2>"$work/err"
  check "shared: with it again: upload" "0 1" "$? $(grep -c ' 2 files sent' "$work/out")"
}

shared_while_server_is_away() {
  local before
  before=$(one list --count)
  postgres_pause "$servers/postgres"
  one_shoots
  check "shared: without the server: shoot" "0 1" "$? $(grep -c "Photos wait in $work/machines/one/offline" "$work/err")"
  other list >"$work/out" 2>"$work/err"
  check "shared: without the server: others are told so" "69 1" "$? $(grep -c 'server cannot be reached' "$work/err")"
  postgres_resume "$servers/postgres"
  check "shared: with it again: it is not there yet" "$before" "$(one list --count)"
  one upload >"$work/out" 2>"$work/err"
  check "shared: with it again: upload moves it, and sends its files" "0 1" \
    "$? $(grep -c '^1 captures moved; 2 files sent' "$work/out")"
  check "shared: it is there, once" "" "$(one upload | grep -v '^0 captures moved; 0 files sent')"
  other check >"$work/out" 2>"$work/err"
  check "shared: all is well in the end" 0 $?
}
