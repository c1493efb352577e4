# shellcheck shell=bash
# shellcheck disable=SC2154 # $work, $command and $project are the caller's
# An archive that several processes verify, by the recipes of the article ManyMachines as they stand there: what their
# journals come to is the report of one process.

# recipe BEGINNING: the first block of code in the article that has a line with this beginning.
recipe() {
  awk -v beginning="$1" '
    /^```/ { if (inside && found) exit; inside = !inside; found = 0; text = ""; next }
    inside { text = text $0 "\n"; if (index($0, beginning) == 1) found = 1 }
    END { printf "%s", text }' "$project/Sources/livecam/livecam.docc/ManyMachines.md"
}

# An archive with all that a report tells of, in folders that different lots get.
cluster_archive() {
  local archive=$1 number folder
  for number in {1..12}; do
    folder=$archive/2026/$(printf '%02d' "$number")
    mkdir -p "$folder"
    livecam assemble --photo "$work/first/IMG_0001.JPG" --movie "$work/first/IMG_0001.MOV" --output "$folder" \
      --name "IMG_$number" >"$work/out" 2>"$work/err" || not_ok "clusters: a pair for the archive" "$(cat "$work/err")"
  done
  # The same identifier twice, a partner in another folder, damage, a bundle, a link, and names of any bytes.
  mkdir "$archive/again" "$archive/apart" "$archive/IMG_5.pvt" "$archive/"$'caf\xe9' "$archive/"$'two\nlines'
  ln "$archive/2026/03/"* "$archive/again"
  mv "$archive/2026/04/"*.MOV "$archive/apart"
  mv "$archive/2026/05/"* "$archive/IMG_5.pvt"
  head -c 4096 /dev/zero >"$archive/2026/06/IMG_0.JPG"
  : >"$archive/2026/07/empty.heic"
  ln -s ../08/IMG_8.JPG "$archive/2026/09/IMG_80.JPG"
  mv "$archive/2026/10/"* "$archive/"$'caf\xe9'
  mv "$archive/2026/11/"* "$archive/"$'two\nlines'
}

# same_report NAME REPORT JOURNAL…: merged, the journals are the report of one process.
same_report() {
  livecam verify --merge --json --null --folders-from <(livecam verify --list-folders --null "$work/cluster-archive") \
    "${@:3}" >"$work/merged" 2>"$work/err"
  check "$1: exit code of what is merged" 1 $?
  if cmp -s "$2" "$work/merged"; then
    ok "$1: the report of one process"
  else
    not_ok "$1: the report of one process" "$(diff "$2" "$work/merged" | head -5) $(cat "$work/err")"
  fi
}

clusters_verify() {
  local archive=$work/cluster-archive one=$work/one.jsonl
  mkdir -p "$work/bin" "$work/cluster"
  printf '#!/bin/sh\nexec "%s" "$@"\n' "$command" >"$work/bin/livecam"
  chmod +x "$work/bin/livecam"
  cluster_archive "$archive"
  livecam verify --json "$archive" >"$one" 2>"$work/err"
  check "clusters: one process finds what is broken" 1 $?
  check "clusters: one process tells of all" "13 2" \
    "$(grep -c '"kind":"\(pair\|bundle\)"' "$one") $(grep -c '"status":"broken"' "$one")"
  parallel_verifies "$archive" "$one"
  dask_verifies "$archive" "$one"
}

parallel_verifies() {
  local -x PATH=$work/bin:$PATH
  # Two folders a lot, in place of 200.
  recipe 'parallel ' | sed "s|^archive=.*|archive=$1|; s/--lines=200/--lines=2/" >"$work/cluster/recipe"
  (cd "$work/cluster" && bash recipe) >"$work/out" 2>"$work/err" || :
  same_report "GNU parallel" "$2" "$work/cluster/journals/"*.jsonl
  local -a rest=("$work/cluster/journals/"*.jsonl)
  livecam verify --merge --null --folders-from "$work/cluster/folders" "${rest[@]:1}" >"$work/out" 2>"$work/err"
  check "verify --merge: a report that is missing is told" "1 1 1" \
    "$? $(grep -c ': a report is missing$' "$work/err") $(grep -c '^Not complete; so far: ' "$work/out")"
  livecam verify "$1" --null --folders-from "$work/cluster/lots/000001" --resume "${rest[0]}" >"$work/out" 2>"$work/err"
  check "verify --resume: a journal of another lot is refused" "64 1" "$? $(grep -c 'This journal is of: ' "$work/err")"
}

# Three workers of a real cluster, one of which is killed in the middle.
dask_verifies() {
  local archive=$1 one=$2 cluster=$work/dask environment workers=() address
  environment=$(python_environment "$project" dask 2>"$work/err") ||
    { not_ok "Dask: it is installed" "$(tail -3 "$work/err")"; return; }
  mkdir "$cluster"
  recipe '"""verify_on_dask.py' >"$cluster/verify_on_dask.py"
  local -x PATH=$work/bin:$environment/bin:$PATH
  # Without workers, or without an end, nothing of it waits for ever.
  timeout 300 dask scheduler --host 127.0.0.1 --port 0 --no-dashboard --scheduler-file "$cluster/scheduler.json" \
    2>"$cluster/scheduler.log" &
  local scheduler=$!
  for _ in 1 2 3; do
    dask worker --scheduler-file "$cluster/scheduler.json" --host 127.0.0.1 --nthreads 1 --no-nanny --no-dashboard \
      --death-timeout 60 --local-directory "$cluster" 2>>"$cluster/workers.log" &
    workers+=($!)
  done
  until_said 3 'Register worker' "$cluster/scheduler.log" "$scheduler"
  address=$(sed -n 's/.*"address": "\(tcp:[^"]*\)".*/\1/p' "$cluster/scheduler.json" | head -1)
  # As soon as the first lot is done.
  timeout 300 python3 "$cluster/verify_on_dask.py" "$address" "$archive" "$cluster/journals" 1 2>"$cluster/err" | {
    IFS= read -r _ && kill -KILL "${workers[1]}"
    cat
  } >"$cluster/out"
  check "Dask: all lots are done" 0 "${PIPESTATUS[0]}" || cat "$cluster/err"
  check "Dask: one worker was missed meanwhile" 1 "$(grep -c 'Remove worker' "$cluster/scheduler.log")"
  same_report "Dask" "$one" "$cluster/journals/"*.jsonl
  # They have nothing to save, and one that is asked to end may wait for others that have ended.
  kill -KILL "${workers[@]}" 2>/dev/null
  kill "$scheduler" 2>/dev/null
  wait "${workers[@]}" "$scheduler" 2>/dev/null
}
