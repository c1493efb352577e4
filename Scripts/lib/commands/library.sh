# shellcheck shell=bash
# shellcheck disable=SC2154 # $work, $command and $project are the caller's
# The photo library: captures and files go in, are found, edited and given away, and outlive whoever is killed.

library() { livecam library "$1" --library "$work/library" "${@:2}"; }

# field NAME: the values of a field in lines of JSON.
field() { python3 -c '
import json, sys
for line in sys.stdin:
    value = json.loads(line).get(sys.argv[1])
    print(value if not isinstance(value, list) else " ".join(map(str, value)))' "$1"; }

library_takes_captures() {
  livecam shoot --virtual-time --camera scene --live --count 2 --library "$work/library" >"$work/out" 2>"$work/err"
  check "library: shoot: exit code" 0 $?
  check "library: shoot: no file lies where it was taken" "" "$(ls "$work"/IMG_* 2>/dev/null)"
  library list >"$work/out" 2>"$work/err"
  check "library: list: two Live Photos" 2 "$(grep -c '  IMG_000[12].JPG  Live Photo  1280x720  ' "$work/out")"
  check "library: list --count" "2 assets: 2 Live Photos, 0 photos, 0 videos" "$(library list --count)"
  check "library: show: a still and a movie, with hashes" 2 \
    "$(library show IMG_0001 | grep -cE '^  (photo|pairedVideo)  .* sha256 [0-9a-f]{16}')"
  library export IMG_0001 --output "$work/exported" >"$work/out" 2>"$work/err"
  check "library: export: exit code" 0 $?
  is_pair "library: export" "$work/exported/IMG_0001.JPG" "$work/exported/IMG_0001.MOV"
  livecam verify "$work/exported" >"$work/out" 2>"$work/err"
  check "library: verify takes the export" 0 $?
  library export IMG_0001 --format motionphoto --output "$work/exported" >"$work/out" 2>"$work/err"
  check "library: export as a Motion Photo" "$work/exported/IMG_0001.MP.jpg" "$(cat "$work/out")"
  library export IMG_0001 --format zip --output "$work/exported" >"$work/out" 2>"$work/err"
  check "library: export as an archive that others read" 2 \
    "$(python3 -m zipfile -l "$work/exported/IMG_0001.zip" | grep -c IMG_0001)"
}

library_finishes() {
  livecam shoot --virtual-time --camera scene --live --codec heic --defer --library "$work/library" \
    >"$work/out" 2>"$work/err"
  check "library: shoot --defer: exit code" 0 $?
  check "library: a proxy is unfinished" 1 "$(library list --kind unfinished | grep -c 'unfinished')"
  library export IMG_0003 --json --output "$work/proxy" >"$work/out" 2>"$work/err"
  check "library: export: a proxy is told" "True 1" "$(head -1 "$work/out" | field unfinished) $(grep -c 'this is a proxy' "$work/err")"
  livecam finish --library "$work/library" >"$work/out" 2>"$work/err"
  check "library: finish: exit code" 0 $?
  check "library: the still has taken its place" 0 "$(library list --kind unfinished | wc -l)"
  check "library: and is an HEIC" 1 "$(library show IMG_0003 | grep -c '^  photo  IMG_0003.HEIC  public.heic')"
  # What was deleted before it was finished, and what a capture has left that was cut off.
  livecam shoot --virtual-time --camera scene --codec heic --defer --library "$work/deleted" >"$work/out" 2>"$work/err"
  cp -r "$work/deleted/deferred" "$work/cut-off"
  livecam library delete --now IMG_0001 --library "$work/deleted" >"$work/out" 2>"$work/err"
  livecam finish "$work/deleted/deferred" >"$work/out" 2>"$work/err"
  check "library: delete: nothing is left to be finished" "" "$(ls "$work/deleted/deferred")"
  cp "$work/cut-off"/* "$work/deleted/deferred"
  livecam library check --repair --library "$work/deleted" >"$work/out" 2>"$work/err"
  check "library: check --repair: frames that nobody waits for are put aside" "0 1 1" \
    "$? $(grep -c "no asset waits for.*finish $work/deleted/deferred" "$work/out") $(
      find "$work/deleted/recovered" -name '*.livecam-deferred' | wc -l)"
}

library_imports() {
  local phone=$work/phone
  mkdir -p "$phone/2026"
  cp "$work/first/IMG_0001.JPG" "$phone/2026/photo.JPG"
  cp "$work/first/IMG_0001.MOV" "$phone/2026/clip.mp4"
  cp "$work/exported/IMG_0001.MP.jpg" "$phone/PXL_0009.MP.jpg"
  head -c 5000 /dev/zero >"$phone/zeros.HEIC"
  echo text >"$phone/notes.txt"
  library import "$phone" --json >"$work/out" 2>"$work/err"
  check "library: import: what is broken gives exit code 1" 1 $?
  check "library: import: the sum" "2 2 0 1 1" "$(tail -1 "$work/out" | python3 -c '
import json, sys
s = json.loads(sys.stdin.read())
print(s["added"], s["livePhotos"], s["duplicates"], s["leftOut"], s["failed"])')"
  check "library: import: a pair of other names is joined, with the reason" 1 \
    "$(grep 'photo.JPG' "$work/out" | grep -c 'identifier')"
  library import "$phone" --verbose >"$work/out" 2>"$work/err"
  check "library: import --verbose: what is left out has a line" 1 "$(grep -c '^leftOut .*notes.txt: ' "$work/out")"
  check "library: import again: nothing is there twice" 1 "$(tail -1 "$work/out" | grep -c '^0 added.* 2 there already')"
  cmp -s "$phone/2026/photo.JPG" "$work/first/IMG_0001.JPG"
  check "library: import leaves originals as they are" 0 $?
}

# Files as they came are given back; what was named is joined, or told; links and pipes are not followed; and all that an
# import has to say is an object a line.
library_keeps_what_came() {
  local place=$work/given
  local photos=$place/photos
  into() { livecam library "$@" --library "$place/library"; }
  # told WORD: how many findings of the last import have that outcome.
  told() { field outcome <"$work/out" | grep -cx "$1"; }
  mkdir -p "$photos"
  cp "$work/exported/IMG_0001.MP.jpg" "$photos/PXL_1.MP.jpg"
  into import "$photos" >"$work/out" 2>"$work/err"
  check "library: import: a new library is told of first" "made a new library at $place/library" "$(head -1 "$work/out")"
  into export PXL_1 --original --output "$place/back" >"$work/out" 2>"$work/err"
  check "library: export --original: a Motion Photo as it came" 0 \
    "$(cmp -s "$photos/PXL_1.MP.jpg" "$place/back/PXL_1.MP.jpg"; echo $?)"
  cp "$work/first/IMG_0001.JPG" "$place/A.JPG"
  cp "$work/first/IMG_0001.MOV" "$place/B.MOV"
  into import "$place/A.JPG" "$place/B.MOV" >"$work/out" 2>"$work/err"
  check "library: import: named files are joined" "0 1" "$? $(grep -c 'A.JPG + .*B.MOV: Live Photo' "$work/out")"
  : >"$place/empty.jpg"
  echo text >"$place/notes.txt"
  into import --json "$place"/*.* >"$work/out" 2>"$work/err"
  check "library: import: what was named and is no photo" "1 2 1" "$? $(told failed) $(told duplicate)"
  ln -s "$work/first" "$photos/link"
  mkfifo "$photos/pipe"
  find "$place/library/resources" -name '*.mov' -delete
  into import --json "$place/A.JPG" "$place/B.MOV" "$photos" >"$work/out" 2>"$work/err"
  check "library: import: links and pipes are skipped, and lost files put back" "0 2 2" \
    "$? $(told skipped) $(told mended)"
  check "library: check: all is well again" 0 "$(into check >/dev/null 2>&1; echo $?)"
  into trash --json A.JPG >"$work/out" 2>"$work/err"
  check "library: trash --json" trashed "$(field change <"$work/out")"
  into export A.JPG --output "$place/trashed" >"$work/out" 2>"$work/err"
  check "library: export: what is in the trash says so" "0 1" "$? $(grep -c 'A.JPG: it is in the trash' "$work/err")"
  into import --json "$place/A.JPG" "$place/B.MOV" >"$work/out" 2>"$work/err"
  check "library: import: out of the trash" 1 "$(told restored)"
  check "library: favourite --json" favourite "$(into favourite --json A.JPG | field change)"
  into album create Trip --json >"$work/out" 2>"$work/err"
  {
    into album add Trip A.JPG --json
    into album rename Trip Journey --json
    into album remove Journey A.JPG --json
    into album delete Journey --json
  } >>"$work/out" 2>"$work/err"
  check "library: album --json" "created added renamed removed deleted" "$(field change <"$work/out" | xargs)"
  refuses "library: an album without a title" 65 "no title" library album create ' ' --library "$place/library"
  cp "$work/first/IMG_0001.JPG" "$place/"$'\e]0;title\a.jpg'
  script -qec "'$command' library import '$place/'*title*.jpg --library '$place/library'" /dev/null >"$work/out"
  check "library: import: a terminal gets no orders from names" "1 0" \
    "$(grep -cF '\u{1B}]0;title\u{07}.jpg' "$work/out") $(grep -cF $'\e]0' "$work/out")"
}

# Two programs take photos into one library at once.
library_numbers_captures() {
  local place=$work/numbers shooter
  livecam library init --library "$place" >"$work/out"
  livecam shoot --virtual-time --camera scene --count 5 --library "$place" >"$work/out" 2>&1 &
  shooter=$!
  livecam shoot --virtual-time --camera scene --count 5 --library "$place" >"$work/err" 2>&1
  wait "$shooter"
  check "library: two programs' captures have ten names" "$(seq -f 'IMG_%04g.JPG' 10)" \
    "$(livecam library list --json --library "$place" | field name | sort)"
}

library_is_kept() {
  library edit IMG_0001 --rotate 90 --mute >"$work/out" 2>"$work/err"
  check "library: edit: exit code" 0 $?
  check "library: edit: it is shown turned" 1 "$(library list | grep -c 'IMG_0001.JPG  Live Photo  720x1280')"
  library export IMG_0001 --original --output "$work/originals" >"$work/out" 2>"$work/err"
  cmp -s "$work/originals/IMG_0001.JPG" "$work/exported/IMG_0001.JPG"
  check "library: export --original: as it was taken" 0 $?
  library edit IMG_0001 --revert >"$work/out" 2>"$work/err"
  check "library: edit --revert" 1 "$(library list | grep -c 'IMG_0001.JPG  Live Photo  1280x720')"
  library edit IMG_0002 --date 2020-02-29T12:00:00+01:00 --place 52.5,13.4 >"$work/out" 2>"$work/err"
  check "library: edit --date --place" "2020-02-29T12:00:00+01:00 52.5" \
    "$(library list --json --until 2020-03-01 | python3 -c '
import json, sys
a = json.loads(sys.stdin.read())
print(a["created"], a["latitude"])')"
  livecam library album create Trip --library "$work/library" >"$work/out" 2>"$work/err"
  livecam library album add Trip IMG_0002 --library "$work/library" >"$work/out" 2>"$work/err"
  check "library: album" "Trip  1" "$(livecam library album list --library "$work/library")"
  library favourite IMG_0002
  check "library: favourite" 1 "$(library list --kind favourites | wc -l)"
  library trash IMG_0002
  check "library: trash: it is in no list" 0 "$(library list --album Trip | wc -l)"
  check "library: trash: but in its own" 1 "$(library list --kind trash | wc -l)"
  library restore IMG_0002
  check "library: restore" 1 "$(library list --album Trip --kind all | grep -c favourite)"
  library link "$work/tree" >"$work/out" 2>"$work/err"
  check "library: link: a tree by date" 1 "$(find "$work/tree/2020/2020-02-29" -name IMG_0002.MOV -links 3 | wc -l)"
  library check >"$work/out" 2>"$work/err"
  check "library: check: all is well" 0 $?
  check "library: check: says so" 1 "$(tail -1 "$work/out" | grep -c 'all is well')"
}

library_is_refused() {
  local words
  refuses "library: none there" 66 "There is no library here" library list --library "$work/nowhere"
  refuses "library: in a folder of something else" 73 "something else" library init --library "$work/first"
  refuses "library: in another library" 73 "lies in the library" library init --library "$work/library/more/photos"
  refuses "library: --place out of range" 64 "from -90 to 90" library edit IMG_0001 --place 95,500 --library "$work/library"
  refuses "library: a parameter with a slip" 64 "'orignals' is unknown; there are originals=FOLDER" \
    library list --library "postgres://localhost/photos?orignals=$work/slip"
  refuses "library: a parameter that PostgreSQL has not" 64 "'sslmod' is unknown" \
    library list --library "postgres://localhost/photos?originals=$work/slip&sslmod=disable"
  refuses "library: originals at a URL" 64 "s4:// leads to no folder" \
    library init --library "postgres://localhost/photos?originals=s4://photos/x"
  check "library: and no folder was made" "" "$(ls -d "$work/slip" s4: 2>/dev/null)"
  refuses "library: at the address of a store" 64 "--store s3://photos/x" library init --library s3://photos/x
  refuses "library: an asset that is not there" 66 "No asset has this name" library show nothing --library "$work/library"
  refuses "library: delete what is not in the trash" 66 "not in the trash" \
    library delete IMG_0002 --library "$work/library"
  refuses "library: a file that is not there" 66 "no such file" library import "$work/none" --library "$work/library"
  # As of a variable that is not set: the usual library is not what was meant.
  local usual=$work/usual
  for words in "shoot --camera scene" finish "library list" "library delete --trash" "library init" "library access list"; do
    # shellcheck disable=SC2086 # several words
    LIVECAM_LIBRARY=$usual refuses "library: an empty path for $words" 64 "path is empty" $words --library ""
  done
  LIVECAM_LIBRARY=$usual refuses "library: an empty path behind =" 64 "Missing value" library list --library=
  check "library: an empty path makes no library" no "$([[ -e $usual ]] && echo yes || echo no)"
  LIVECAM_LIBRARY=$usual livecam library init --library >"$work/out" 2>"$work/err"
  check "library: --library alone is the usual one" "library: $usual|trash: deleted for good after 30 days" \
    "$(paste -sd '|' "$work/out")"
  refuses "library: an export to an empty path" 64 "path is empty" library export --output "" --library "$work/library"
  refuses "library: a tree at an empty path" 64 "path is empty" library link "" --library "$work/library"
  refuses "library: a choice to an empty path" 64 "path is empty" library pick --output "" --library "$work/library"
  refuses "library: a Motion Photo at once" 64 "keeps pairs" shoot --live --library "$work/library" --format motionphoto
  check "library: access deny: says so" "livecam may not use the library" \
    "$(livecam library access deny livecam --library "$work/library")"
  refuses "library: when it is not allowed" 73 "may not use this library" library list --library "$work/library"
  livecam library access reset livecam --library "$work/library" >"$work/out"
  refuses "library: when nobody can be asked" 73 "no terminal to ask in" library list --library "$work/library"
  livecam library access allow livecam --library "$work/library" >"$work/out"
  check "library: when it is allowed again" 0 "$(library list >/dev/null 2>&1; echo $?)"
}

# What a disk has damaged is told, by exit codes, too, and keeps nothing else from being given away.
library_tells_losses() {
  local place=$work/losses movie
  kept() { livecam library "$1" --library "$place/library" "${@:2}" >"$work/out" 2>"$work/err"; }
  livecam shoot --virtual-time --camera scene --live --count 2 --library "$place/library" >"$work/out" 2>&1
  echo mine >"$place/library/notes.txt"
  kept check
  check "library: check: a file that is none of its own" "1 1" "$? $(grep -c '^strayFile .*notes.txt is no part' "$work/out")"
  kept check --repair
  check "library: check --repair: it is kept elsewhere" "0 mine" "$? $(cat "$place/library/recovered/notes.txt")"
  movie=$(find "$place/library/resources" -name '*.mov' | head -1)
  printf '\xff\x00\xff\x00' | dd of="$movie" bs=1 seek=1000 conv=notrunc status=none
  kept export --output "$place/out"
  check "library: export: damaged files are not written, others are" "65 2" "$? $(find "$place/out" -type f | wc -l)"
  check "library: export: it is told at the end" 1 "$(tail -1 "$work/err" | grep -c '1 of 2 assets were not exported')"
  kept export --damaged-too --output "$place/all"
  check "library: export --damaged-too" "65 4" "$? $(find "$place/all" -type f | wc -l)"
  kept export IMG_0001 nothing IMG_0002 --original --damaged-too --output "$place/named"
  check "library: export: a name that there is not keeps no other from it" "66 4" "$? $(find "$place/named" -type f | wc -l)"
  kept check --repair
  check "library: check --repair: what is lost stays lost" 65 $?
  check "library: check --repair: says what, and what remains" 1 \
    "$(grep -c "The Live Photo's movie IMG_000..MOV has other bytes .* What remains: the photo IMG_000..JPG" "$work/out")"
  check "library: check --repair: says where" 1 "$(grep -cF "Its place is $movie." "$work/out")"
  check "library: the asset says so" 1 "$(livecam library list --kind unfinished --library "$place/library" | wc -l)"
  rm "$movie"
  kept edit "$(livecam library list --kind unfinished --library "$place/library" | cut -d' ' -f1)" --mute
  check "library: edit: a file that is gone is told, with what brings it back" "66 1" \
    "$? $(grep -c "$(basename "$movie") is gone. Import another copy" "$work/err")"
  refuses "library: export into itself" 73 "library's own" \
    library export IMG_0001 --output "$place/library/x" --library "$place/library"
  refuses "library: link into itself" 73 "library's own" library link "$place/library" --library "$place/library"
}

# A disk with no room at all, of this test's own: in a namespace that nobody else sees.
library_on_full_disk() {
  mkdir -p "$work/disk"
  # shellcheck disable=SC2016 # the shell within has variables of its own
  unshare --map-root-user --mount bash -c '
    mount -t tmpfs -o size=30m tmpfs "$1" && cd "$1" || exit
    said() { "${@:2}" >out 2>err; echo "$1 $? $(grep -c IMG_0001 out)"; }
    fill() { dd if=/dev/zero bs=4k of="fill-$1" 2>/dev/null; }
    said import "$0" library import "$2/IMG_0001.JPG" "$2/IMG_0001.MOV" --library photos
    for i in 1 2 3; do
      { cat "$2/IMG_0001.JPG" && echo $i; } >IMG_1$i.JPG
    done
    "$0" library import IMG_1?.JPG --library photos >out 2>&1
    mkdir given && rm IMG_1?.JPG
    touch out err && fill 1
    "$0" library export IMG_11 IMG_12 IMG_13 --library photos --output given 2>/dev/null
    "$0" library export IMG_11 IMG_12 IMG_13 --library photos --output given --json 2>/dev/null | tail -1
    "$0" library delete --now IMG_11 IMG_12 IMG_13 --library photos >out 2>&1
    rm -f fill-1 && "$0" library list --library photos >out && touch out err && fill 1
    "$0" library list --library photos | grep -c IMG_0001
    "$0" library favourite IMG_0001 --library photos 2>&1 | grep -c "disk is full"
    "$0" library delete --now IMG_0001 --library photos
    "$0" library list --count --library photos' "$command" "$work/disk" "$work/first" >"$work/out" 2>"$work/err"
  check "library: on a full disk photos are listed and deleted" \
    "import 0 1|1|1|1 deleted|0 assets: 0 Live Photos, 0 photos, 0 videos" "$(sed 2,3d "$work/out" | paste -sd '|')"
  check "library: export on a full disk: the sum tells what was not tried" \
    "0 of 3 assets written, 1 failed, 2 not tried 3 0 0 1 2" \
    "$(sed -n 2p "$work/out") $(sed -n 3p "$work/out" | python3 -c '
import json, sys
s = json.loads(sys.stdin.read())
print(*(s[key] for key in ("assets", "written", "wereThere", "failed", "notTried")))')"
  # shellcheck disable=SC2016 # the shell within has variables of its own
  unshare --map-root-user --mount bash -c '
    mount -t tmpfs tmpfs "$1" && cd "$1" || exit
    "$0" library import "$2/IMG_0001.JPG" --library photos >/dev/null && mount -o remount,ro "$1"
    "$0" library favourite IMG_0001 --library photos
    "$0" library import "$2/IMG_0001.JPG" --library other' "$command" "$work/disk" "$work/first" >"$work/out" 2>&1
  check "library: a disk that is mounted for reading alone is the cause that is told" 2 \
    "$(grep -c 'mounted for reading alone' "$work/out")"
}

# What the user is asked in a terminal: answers that are not understood are asked for again.
library_asks() {
  local place=$work/asking
  # in_terminal ANSWER… -- ARGUMENT…: a command in a terminal, whose user answers.
  in_terminal() {
    local -a answers=()
    while [[ $1 != -- ]]; do answers+=("$1") && shift; done
    python3 "$project/Tests/Tools/in_terminal.py" "${answers[@]}" -- "$command" library "${@:2}" \
      --library "$place/library" >"$work/out" 2>"$work/err"
  }
  livecam shoot --virtual-time --camera scene --count 2 --library "$place/library" >"$work/out" 2>&1
  in_terminal 9x 1-2 2 -- pick --output "$place/out" --count 1
  check "library: pick: asks until it understands" "0 IMG_0002.JPG" "$? $(ls "$place/out")"
  in_terminal "" -- pick --output "$place/none"
  check "library: pick: nothing" 1 $?
  livecam library access reset livecam --library "$place/library"
  in_terminal maybe y -- list --count
  check "library: access: asks until it understands" "0 1" "$? $(grep -c '2 assets' "$work/out")"
}

# Who may read a library and not change it, and what is none.
library_is_only_read() {
  local place=$work/reading
  # Nothing is refused to root.
  reader() {
    local -a user=()
    ((EUID != 0)) || user=(setpriv --reuid 65534 --regid 65534 --clear-groups)
    "${user[@]}" "$command" library "$1" --library "$place/library" "${@:2}" >"$work/out" 2>"$work/err"
  }
  mkdir -p "$place"
  chmod a+x "$work"
  mkdir -m 777 "$place/out"
  livecam shoot --virtual-time --camera scene --live --library "$place/library" >"$work/out" 2>&1
  chmod -R a+rX,a-w "$place/library"
  find "$place/library" >"$place/before"
  reader list
  check "library: read only: list" "0 1" "$? $(wc -l <"$work/out")"
  reader show IMG_0001
  check "library: read only: show" 0 $?
  reader export IMG_0001 --output "$place/out"
  check "library: read only: export" "0 2" "$? $(find "$place/out" -type f | wc -l)"
  reader check
  check "library: read only: check" 0 $?
  reader favourite IMG_0001
  check "library: read only: changes are refused" "73 1" "$? $(grep -c 'open for reading alone' "$work/err")"
  reader watch --count 1
  check "library: read only: watch is refused" "73 1" "$? $(grep -c 'changes cannot be seen' "$work/err")"
  reader stats
  check "library: read only: stats" "0 1" "$? $(grep -c '^livePhotos  1$' "$work/out")"
  check "library: read only: nothing was made" "" "$(find "$place/library" | diff "$place/before" -)"
  chmod 000 "$place/library"
  reader list
  check "library: without permission that is said" "73 1" "$? $(grep -c 'not permitted' "$work/err")"
  chmod -R u+rwX "$place/library"
  mkdir "$place/empty" "$place/broken"
  : >"$place/empty/library.sqlite"
  head -c 9000 /dev/zero >"$place/broken/library.sqlite"
  refuses "library: an empty database is none" 66 "no library here" library list --library "$place/empty"
  livecam library init --library "$place/empty" >"$work/out" 2>"$work/err"
  check "library: init takes it" "0 0" "$? $(livecam library list --library "$place/empty" | wc -l)"
  livecam library init --trash-days 7 --library "$place/empty" >"$work/out" 2>"$work/err"
  check "library: init --trash-days" "0 1" "$? $(grep -c '^trash: .* after 7 days$' "$work/out")"
  refuses "library: a damaged database" 65 "library.sqlite is damaged" library list --library "$place/broken"
  AWS_ACCESS_KEY_ID='' HOME=/nowhere refuses "library: init without keys for its store" 73 "how to sign in" \
    library init --library "$place/new" --store 's3://photos?endpoint=http://127.0.0.1:9'
  check "library: and nothing was made" "" "$(ls -d "$place/new" 2>/dev/null)"
}

library_tells_others() {
  library watch --count 1 --json >"$work/watched" 2>"$work/err" &
  local watcher=$!
  # The watch holds a folder of its own while it runs.
  while [[ -z $(ls "$work/library/incoming") ]]; do kill -0 "$watcher" || break; done
  livecam shoot --virtual-time --camera scene --library "$work/library" >"$work/out" 2>&1
  wait "$watcher"
  check "library: watch hears of another process" 0 $?
  check "library: watch tells what was added" 1 "$(field inserted <"$work/watched" | grep -c '/L0/001')"
  refuses "library: watch for no change" 64 "name 1 or more" library watch --count 0 --library "$work/library"
  rm "$work/watched"
  "$command" library watch --library "$work/library" >"$work/watched" 2>"$work/watched.err" &
  watcher=$!
  # One that tells of changes hears signals, too.
  while [[ ! -s $work/watched ]]; do
    library edit IMG_0001 --hidden no >"$work/out" 2>&1
    kill -0 "$watcher" || break
  done
  kill -TERM "$watcher"
  wait "$watcher"
  check "library: watch is ended as usual" "0 0" "$? $(wc -c <"$work/watched.err")"
}

# Exports of phones and of Takeout in which edited forms lie beside their originals.
library_joins_edits() {
  local place=$work/edited-forms
  local export=$place/export
  mkdir -p "$export"
  cp "$work/first/IMG_0001.JPG" "$work/first/IMG_0001.MOV" "$export"
  livecam edit "$export/IMG_0001.JPG" --rotate 90 --output "$place/turned" >"$work/out" 2>"$work/err"
  cp "$place"/turned/*.JPG "$export/IMG_E0001.JPG"
  cp "$place"/turned/*.MOV "$export/IMG_E0001.MOV"
  echo '<?xml version="1.0"?><plist version="1.0"><dict/></plist>' | tee "$export/IMG_0001.AAE" >"$export/IMG_O0001.AAE"
  cp "$work/first/IMG_0001.JPG" "$export/party.jpg"
  exiftool -q -all= -tagsfromfile @ -DateTimeOriginal -o "$export/party-edited.jpg" "$export/party.jpg"
  livecam library import "$export" --library "$place/exports" >"$work/out" 2>"$work/err"
  check "library: import: edited forms join their originals" "2 assets: 1 Live Photos, 1 photos, 0 videos" \
    "$(livecam library list --count --library "$place/exports")"
  check "library: import: and it says so" 2 \
    "$(grep -cE 'IMG_E0001.JPG \+ IMG_E0001.MOV: its edited form|IMG_0001.AAE: what' "$work/out")"
  livecam library show IMG_0001 --library "$place/exports" >"$work/out"
  check "library: show: originals, edited forms and what the edits were" 5 \
    "$(grep -cE '^  (photo|pairedVideo|fullSizePhoto|fullSizePairedVideo|adjustmentData)  IMG_E?0001' "$work/out")"
  livecam library export IMG_0001 --output "$place/joined" --library "$place/exports" >"$work/out" 2>"$work/err"
  cmp -s "$place/joined/IMG_0001.MOV" "$export/IMG_E0001.MOV"
  check "library: export: the edited form" 0 $?
  livecam library edit IMG_0001 --revert --library "$place/exports" >"$work/out" 2>"$work/err"
  livecam library export IMG_0001 --output "$place/reverted" --library "$place/exports" >"$work/out" 2>"$work/err"
  cmp -s "$place/reverted/IMG_0001.JPG" "$export/IMG_0001.JPG"
  check "library: edit --revert: the original that was imported" 0 $?
}

# An import of many photos is killed when it has told of a third, and is done again.
library_resumes() {
  local place=$work/killed-import number told importer
  local many=$place/many
  mkdir -p "$many"
  for number in {100..199}; do
    # Each with a comment of its own.
    {
      head -c 2 "$work/first/IMG_0001.JPG"
      printf '\xff\xfe\x00\x05%s' "$number"
      tail -c +3 "$work/first/IMG_0001.JPG"
    } >"$many/IMG_0$number.JPG"
  done
  livecam library init --library "$place/library" >"$work/out"
  coproc importer {
    exec "$project/.build/release/livecam" library import "$many" --json --library "$place/library" 2>/dev/null
  }
  # shellcheck disable=SC2154 # the coprocess's number
  for told in {1..33}; do read -r <&"${importer[0]}" || break; done
  kill -KILL "$importer_PID"
  wait "$importer_PID" 2>/dev/null
  check "library: an import is killed in the middle" 33 "$told"
  check "library: its journal is there" 1 "$(find "$place/library/imports" -name '*.journal' | wc -l)"
  livecam library import "$many" --json --library "$place/library" >"$work/out" 2>"$work/err"
  check "library: import again: exit code" 0 $?
  check "library: import again: what was there is not read again" "True 100" "$(tail -1 "$work/out" | python3 -c '
import json, sys
s = json.loads(sys.stdin.read())
print(s["doneBefore"] >= 32, s["doneBefore"] + s["added"] + s["duplicates"])')"
  check "library: import again: and says so" 1 "$(grep -c 'goes on where' "$work/err")"
  check "library: all is there" "100 assets: 0 Live Photos, 100 photos, 0 videos" \
    "$(livecam library list --count --library "$place/library")"
  check "library: the journal is gone" 0 "$(find "$place/library/imports" -name '*.journal' | wc -l)"
  livecam library check --library "$place/library" >"$work/out" 2>&1
  check "library: check after a resumed import" 0 $?
}

# How many assets there are: those that are listed, and those in the trash.
killed_count() { livecam library list --count --library "$1" | cut -d' ' -f1; }
killed_trash() { livecam library list --kind trash --library "$1" | wc -l; }

# killed SECONDS LIBRARY COMMAND…: a command on a library, which is killed after that time, unless it is done by then.
killed() { timeout -s KILL "$1" "$command" library "$3" --library "$2" "${@:4}" >/dev/null 2>&1; }

# milliseconds COMMAND…: how long it takes.
milliseconds() {
  local start=${EPOCHREALTIME/[^0-9]/}
  "$@" >/dev/null 2>&1
  echo $(((${EPOCHREALTIME/[^0-9]/} - start) / 1000))
}

# library_outlives_kills LIBRARY: killed at any instant: every asset that there is, is whole; what was told is there;
# nothing lies about. The library may be any that `--library` takes. An instant is one of the time that the command takes
# on this machine, undisturbed.
library_outlives_kills() {
  local library=$1 kills=${LIVECAM_KILLS:-15} idle=$work/undisturbed
  local round delay told before bin lost=0 unclean=0 amid=0 ids
  local -a imports=(library import "$work/phone" --json) lasts=()
  local -a shoots=(shoot --virtual-time --camera scene --count 12 --interval 0 --json)
  RANDOM=16
  livecam library init --library "$library" >"$work/out" 2>&1
  lasts=(
    "$(milliseconds livecam "${imports[@]}" --library "$idle")" "$(milliseconds livecam "${shoots[@]}" --library "$idle")"
    "$(milliseconds livecam library edit --rotate 90 IMG_0001 --library "$idle")"
    "$(milliseconds livecam library trash IMG_0001 --library "$idle")"
    "$(milliseconds livecam library delete --trash --library "$idle")")
  for round in $(seq "$kills"); do
    delay=$((RANDOM % (${lasts[round % 5]} + 10) + 5))
    delay=$((delay / 1000)).$(printf '%03d' $((delay % 1000)))
    before=$(killed_count "$library")
    bin=$(killed_trash "$library")
    : >"$work/told"
    mapfile -t ids < <(livecam library list --json --limit 3 --library "$library" | field identifier)
    # The shell tells of each kill.
    case $((round % 5)) in
      0) timeout -s KILL "$delay" "$command" "${imports[@]}" --album "R$round" --library "$library" >"$work/told" ;;
      1) timeout -s KILL "$delay" "$command" "${shoots[@]}" --library "$library" >"$work/told" ;;
      2) killed "$delay" "$library" edit --rotate 90 "${ids[@]:0:1}" ;;
      3) killed "$delay" "$library" trash "${ids[@]}" ;;
      4) killed "$delay" "$library" delete --trash ;;
    esac 2>/dev/null
    told=$(grep -cE '"event":"photoSaved"|"outcome":"added"' "$work/told")
    ((told == 0 || told >= 12)) || amid=$((amid + 1))
    case $((round % 5)) in
      # All of them are in the trash, or none, and nothing is gone.
      3) [[ $(killed_trash "$library") =~ ^($bin|$((bin + ${#ids[@]})))$ ]] &&
        (($(killed_count "$library") + $(killed_trash "$library") == before + bin)) ;;
      # The trash is emptied in one change here.
      4) [[ $(killed_trash "$library") =~ ^($bin|0)$ ]] && (($(killed_count "$library") == before)) ;;
      *) (($(killed_count "$library") >= before + told)) ;;
    esac || lost=$((lost + 1))
    livecam library check --library "$library" >"$work/out" 2>&1 || { unclean=$((unclean + 1)); cat "$work/out"; }
  done
  ((kills < 100)) || check "library: killed $kills times: many amid their photos" 1 $((amid >= kills / 20))
  check "library: killed $kills times: what was told is there, and what was not deleted" 0 "$lost"
  check "library: killed $kills times: whole, without orphans" 0 "$unclean"
}
