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
  shared_by_a_booth
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
  shared_object_is_lost
  env AWS_SECRET_ACCESS_KEY=wrong "$command" library upload --library "$shared?originals=$work/machines/third" >"$work/out" 2>"$work/err"
  check "shared: wrong keys do not matter to who sends nothing" 0 $?
  env AWS_SECRET_ACCESS_KEY=wrong "$command" library export IMG_0001 --output "$work/machines/third-out" \
    --library "$shared?originals=$work/machines/third" >"$work/out" 2>"$work/err"
  check "shared: and are told to who reads" 1 "$(grep -c 'the server refuses; check the keys' "$work/err")"
  check "shared: nothing half is left" "" "$(find "$work/machines/third" "$work/machines/third-out" -type f 2>/dev/null)"
}

# The store has lost an object: an import of what it was puts it back.
shared_object_is_lost() {
  local copies=$work/shared-copies endpoint=${LIVECAM_S3#*endpoint=} file object=
  one export IMG_0001 --original --output "$copies" >"$work/out" 2>"$work/err"
  for file in "$work/machines/one/resources"/*/*; do
    ! cmp -s "$file" "$copies/IMG_0001.JPG" || object=${file#"$work/machines/one/"}
  done
  one upload --free >"$work/out" 2>"$work/err"
  curl -sf -X DELETE --aws-sigv4 aws:amz:eu-central-1:s3 --user "$AWS_ACCESS_KEY_ID:$AWS_SECRET_ACCESS_KEY" \
    --header "x-amz-content-sha256: $(sha256sum </dev/null | cut -d' ' -f1)" "${endpoint%%&*}/photos/booths/$object" || not_ok "shared: an object is removed" "curl ended with $?"
  one export IMG_0001 --original --output "$work/lost" >"$work/out" 2>"$work/err"
  check "shared: an object that is lost: export says so" "66 1" "$? $(grep -c "is gone. Import another copy" "$work/err")"
  livecam library import "$copies" --library "$shared?originals=$work/machines/one" >"$work/out" 2>"$work/err"
  check "shared: an object that is lost: import puts it back" "0 1" "$? $(grep -c '^mended ' "$work/out")"
  one check >"$work/out" 2>"$work/err"
  check "shared: an object that is lost: all is well again" 0 $?
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

# shared_booth: starts a booth on the library, and waits until it serves.
shared_booth() {
  rm -f "$work/booth.out"
  "$command" booth --camera scene --library "$shared?originals=$work/machines/booth" --listen 127.0.0.1:0 --no-open \
    >"$work/booth.out" 2>"$work/booth.err" &
  booth=$!
  until_said 1 '^http://' "$work/booth.out" "$booth"
  address=$(cat "$work/said")
}

# shared_booth_shoots: takes a photo; prints the last step but one, and whether the picture can be seen then.
shared_booth_shoots() {
  timeout 60 python3 - "${address%/}" <<'PYTHON'
import json, sys, urllib.request as web
address, last = sys.argv[1], None
events = web.urlopen(address + "/api/events", timeout=50)
# A booth that has just been started says so until its camera delivers.
for line in events:
    if line.startswith(b"data:") and json.loads(line[5:]).get("phase") == "ready": break
order = web.Request(address + "/api/shoot", b'{"mode": "photo", "countdown": 0}', {"Content-Type": "application/json"})
while True:
    try:
        shot = json.load(web.urlopen(order, timeout=30))["shot"]
        break
    except web.HTTPError as failure:
        # Two a second are taken, and one at a time.
        if failure.code not in (409, 429): raise
for line in events:
    event = json.loads(line[5:]) if line.startswith(b"data:") else {}
    if event.get("shot") != shot or "step" not in event or "mode" not in event: continue
    if event["step"] == "done": break
    last = event
seen = len(web.urlopen(address + last["asset"]["files"]["still"], timeout=30).read()) if "asset" in last else 0
print(last["step"], seen > 1000)
PYTHON
}

# shared_comes COUNT [WAITING]: waits until another machine finds so many pictures, and no originals wait with the booth, or
# as many as a pattern says.
shared_comes() {
  local end=$((SECONDS + 40)) count waiting
  # shellcheck disable=SC2053 # the second one is a pattern
  until read -r count _ < <(other list --count) && waiting=$(find "$work/machines/booth/uploads" -type f | wc -l) &&
    [[ $count == "$1" && $waiting == ${2:-0} ]]; do
    ((SECONDS < end)) || break
  done
  echo "$count"
}

shared_by_a_booth() {
  local booth address before
  read -r before _ < <(other list --count)
  shared_booth
  check "shared: a booth takes a picture" "saved True" "$(shared_booth_shoots)"
  check "shared: which comes to the server and the store" "$((before + 1))" "$(shared_comes $((before + 1)))"
  s3_order pause
  check "shared: without the store a booth takes pictures" "saved True" "$(shared_booth_shoots)"
  s3_order resume
  postgres_pause "$servers/postgres"
  check "shared: without the server a booth takes pictures" "saved True" "$(shared_booth_shoots)"
  check "shared: and another" "saved True" "$(shared_booth_shoots)"
  postgres_resume "$servers/postgres"
  # Files of which the server may have heard before it went are looked at by the next start.
  check "shared: with them again all come" "$((before + 4))" "$(shared_comes $((before + 4)) '*')"
  postgres_pause "$servers/postgres"
  kill -9 "$booth"
  wait "$booth" 2>/dev/null
  shared_booth
  check "shared: a booth that starts without the server says so" 1 \
    "$(grep -c "Photos wait in $work/machines/booth/offline" "$work/booth.err")"
  check "shared: and takes pictures" "saved True" "$(shared_booth_shoots)"
  kill "$booth"
  wait "$booth"
  check "shared: it ends well" 0 $?
  postgres_resume "$servers/postgres"
  shared_booth
  check "shared: started again, it brings them" "$((before + 5))" "$(shared_comes $((before + 5)))"
  kill "$booth"
  wait "$booth"
}
