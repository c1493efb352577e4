# shellcheck shell=bash
# shellcheck disable=SC2154 # $work, $command and $project are the caller's
# Files of pairs: looked at, checked, mended, put together and taken apart, edited.

inspects() {
  local pair=("$work/first/IMG_0001.JPG" "$work/first/IMG_0001.MOV")
  livecam inspect "${pair[@]}" >"$work/out" 2>"$work/err"
  check "inspect: exit code" 0 $?
  check "inspect: still and movie name the same pair" 1 "$(awk '$1 == "identifier" { print $2 }' "$work/out" | sort -u | wc -l)"
  check "inspect: the still time is told" 1 "$(grep -c '^  still time' "$work/out")"
  livecam inspect --json --boxes "${pair[@]}" >"$work/out" 2>"$work/err"
  check "inspect --json: one object a line" "IMG_0001.JPG IMG_0001.MOV" "$(python3 -c '
import json, os, sys
print(*(os.path.basename(json.loads(line)["path"]) for line in open(sys.argv[1])))' "$work/out")"
  livecam inspect "$work/none.jpg" "${pair[0]}" "$project/README.md" >"$work/out" 2>"$work/err"
  check "inspect: the worst file gives the exit code" 66 $?
  check "inspect: the others are told about" 1 "$(grep -c '^  identifier' "$work/out")"
}

verifies() {
  local pair=("$work/first/IMG_0001.JPG" "$work/first/IMG_0001.MOV")
  livecam verify --with-tools "${pair[@]}" >"$work/out" 2>"$work/err"
  check "verify: a pair that was shot is a Live Photo" 0 $?
  check "verify --with-tools: all agree" 3 "$(grep -c ': agrees: ' "$work/out")"
  livecam verify "$work/first" >"$work/out" 2>"$work/err"
  check "verify: a folder of pairs that were shot" 0 $?
  livecam verify "$work/first/IMG_0001.MOV" >"$work/out" 2>"$work/err"
  check "verify: one half finds the other" 0 $?
  mkdir "$work/halves"
  cp "${pair[0]}" "$work/halves/IMG_0001.JPG"
  shoots "$work/other" --live --camera scene
  cp "$work/other/IMG_0001.MOV" "$work/halves/IMG_0001.MOV"
  livecam verify "$work/halves/IMG_0001.JPG" "$work/halves/IMG_0001.MOV" >"$work/out" 2>"$work/err"
  check "verify: halves of two pairs are none" 1 $?
  check "verify: the rule is named" 1 "$(grep -c 'FAILURE 12 identifiersEqual' "$work/out")"
}

verifies_archives() {
  local archive=$work/archive odd
  odd=$archive/$(printf 'caf\351')
  mkdir -p "$archive" "$odd"
  cp "$work"/first/IMG_0001.* "$archive"
  cp "$work"/other/IMG_0001.* "$odd"
  ln -s .. "$odd/up"
  livecam verify "$archive" >"$work/out" 2>"$work/err"
  check "verify: an archive that is right, with a loop and a name that is not UTF-8" 0 $?
  check "verify: a name that is not UTF-8 is looked into" 2 "$(grep -c '^ok ' "$work/out")"
  head -c 5000 /dev/zero | tee "$archive/zeros.JPG" >"$archive/zeros.MOV"
  : >"$archive/empty.HEIC"
  : >"$archive/empty.MOV"
  { head -c 64 /dev/zero | tr '\0' j; cat "$work/first/IMG_0001.MOV"; } >"$archive/junk.MOV"
  printf 'PK\003\004 and no more' >"$archive/share.livp"
  livecam verify "$archive" >"$work/out" 2>"$work/err"
  check "verify: a damaged archive: exit code" 1 $?
  check "verify: a damaged archive: what is broken" 6 "$(grep -c '^broken ' "$work/out")"
  check "verify: a damaged archive: the sum" 1 "$(tail -1 "$work/out" | grep -c '2 pairs, 2 Live Photos.* 6 broken, 1 not')"
  find "$archive" -name '*.MOV' -print0 | livecam verify --quick --json --files-from - -0 >"$work/out" 2>"$work/err"
  check "verify --files-from --json: exit code" 1 $?
  check "verify --files-from --json: a line for each finding, then the sum" "2 3 False" "$(python3 -c '
import json, sys
lines = [json.loads(line) for line in open(sys.argv[1])]
print(sum(line["kind"] == "pair" for line in lines[:-1]), lines[-1]["broken"], lines[-1]["isGood"])' "$work/out")"
  livecam verify --quick --resume "$work/verified" "$archive" >"$work/out" 2>"$work/err"
  livecam verify --quick --resume "$work/verified" "$archive" >"$work/out" 2>"$work/err"
  check "verify --resume: what was broken is looked at again" 1 $?
  check "verify --resume: what was good is not" 1 "$(tail -1 "$work/out" | grep -c '0 pairs.* 6 broken.* 2 judged before')"
  mkdir "$work/nothing"
  livecam verify "$work/nothing" >"$work/out" 2>"$work/err"
  check "verify: a folder with nothing in it" "1 1" "$? $(grep -c 'no Live Photo' "$work/err")"
}

verifies_until_interrupted() {
  local process
  mkdir "$work/many"
  for number in {1..200}; do
    ln "$work/first/IMG_0001.JPG" "$work/many/IMG_$number.JPG"
    ln "$work/first/IMG_0001.MOV" "$work/many/IMG_$number.MOV"
  done
  mkfifo "$work/findings"
  "$command" verify --full --jobs 1 "$work/many" >"$work/findings" 2>"$work/err" &
  process=$!
  {
    read -r _
    kill -INT "$process"
    cat
  } <"$work/findings" >"$work/out"
  wait "$process"
  check "verify, Ctrl-C: exit code" 130 $?
  check "verify, Ctrl-C: the sum so far" 1 "$(tail -1 "$work/out" | grep -c '^Ended early; so far: ')"
}

repairs() {
  livecam repair "$work/first/IMG_0001.JPG" "$work/first/IMG_0001.MOV" --output "$work/unneeded" >"$work/out" 2>"$work/err"
  check "repair: nothing to mend" 0 $?
  check "repair: nothing is written" no "$([[ -e $work/unneeded ]] && echo yes || echo no)"
  ffmpeg -v error -i "$work/first/IMG_0001.MOV" -map 0:v -map '0:a?' -c copy -map_metadata -1 "$work/bare.mp4"
  livecam repair "$work/first/IMG_0001.JPG" "$work/bare.mp4" --output "$work/mended" >"$work/out" 2>"$work/err"
  check "repair: an MP4 becomes half of a Live Photo" 0 $?
  is_pair "repair" "$work/mended/IMG_0001.JPG" "$work/mended/IMG_0001.MOV"
}

assembles() {
  livecam disassemble "$work/first/IMG_0001.MOV" --output "$work/parts" >"$work/out" 2>"$work/err"
  check "disassemble: exit code" 0 $?
  check "disassemble: a line a file, and nothing else" 2 "$(cat "$work/out" "$work/err" | wc -l)"
  check "disassemble: the same bytes" "" "$(diff -r "$work/first" "$work/parts")"
  livecam assemble --photo "$work/parts/IMG_0001.JPG" --movie "$work/parts/IMG_0001.MOV" --output "$work/pair" \
    >"$work/out" 2>"$work/err"
  check "assemble: exit code" 0 $?
  check "assemble: a pair that needs nothing stays as it is" "" "$(diff -r "$work/first" "$work/pair")"
  ffmpeg -v error -f lavfi -i testsrc2=s=320x240:d=2 -c:v libvpx-vp9 -deadline realtime "$work/clip.webm"
  livecam assemble --movie "$work/clip.webm" --still-percent 25 --json --output "$work/clip" >"$work/out" 2>"$work/err"
  check "assemble: a movie alone" "0 clip.JPG clip.MOV" "$? $(cd "$work/clip" && echo *)"
  check "assemble --json: files, still time and the conversion" "2 0.48 True" "$(python3 -c '
import json, sys
report = json.load(open(sys.argv[1]))
print(len(report["files"]), report["stillTime"]["seconds"], "video: VP9 is converted to H.264" in report["notes"])' \
    "$work/out")"
  livecam verify "$work/clip" >"$work/out" 2>"$work/err"
  check "assemble: verify agrees" 0 $?
}

crosses_over() {
  livecam motionphoto "$work/first/IMG_0001.JPG" --output "$work/android" >"$work/out" 2>"$work/err"
  check "motionphoto: exit code and name" "0 IMG_0001.MP.jpg" "$? $(cd "$work/android" && echo *)"
  livecam motionphoto "$work/android/IMG_0001.MP.jpg" --output "$work/back" >"$work/out" 2>"$work/err"
  check "motionphoto: back again" "0 IMG_0001.JPG IMG_0001.MOV" "$? $(cd "$work/back" && echo *)"
  livecam verify "$work/back" >"$work/out" 2>"$work/err"
  check "motionphoto: what comes back is a Live Photo" 0 $?
}

# Names of files are bytes, which need not be UTF-8.
names_are_bytes() {
  local folder=$work/names/$'\xff' name=$'caf\xe9'
  mkdir -p "$folder"
  cp "$work/first/IMG_0001.JPG" "$folder/$name.jpg"
  cp "$work/first/IMG_0001.MOV" "$folder/$name.mov"
  livecam inspect "$folder/$name.jpg" >"$work/out" 2>"$work/err"
  check "inspect: a name that is no UTF-8" "0 1" "$? $(LC_ALL=C grep -cF -- "$folder/$name.jpg" "$work/out")"
  livecam inspect --json "$folder/$name.jpg" >"$work/out" 2>"$work/err"
  check "inspect --json: the name's very bytes" yes "$(python3 -c '
import json, os, sys
print("yes" if os.path.exists(os.fsencode(json.load(open(sys.argv[1]))["path"])) else "no")' "$work/out")"
  script -qec "'$command' inspect '$folder/$name.jpg'" /dev/null >"$work/out"
  check "inspect: in a terminal such bytes are told" 1 "$(grep -cF '/\xFF/caf\xE9.jpg' "$work/out")"
  cp "$work/first/IMG_0001.JPG" "$work/names/"$'\e]0;title\a.jpg'
  script -qec "'$command' inspect '$work/names/'*.jpg" /dev/null >"$work/out"
  check "inspect: a terminal gets no orders from names" "1 0" \
    "$(grep -cF '\u{1B}]0;title\u{07}.jpg' "$work/out") $(grep -c $'\e' "$work/out")"
  rm "$work/names/"*.jpg
  livecam verify "$folder/$name.jpg" >"$work/out" 2>"$work/err"
  check "verify: a name that is no UTF-8, and its other half" 0 $?
  livecam verify --with-tools "$folder/$name.jpg" "$folder/$name.mov" >"$work/out" 2>"$work/err"
  check "verify --with-tools: a name that is no UTF-8" "0 3" "$? $(LC_ALL=C grep -ac ': agrees: ' "$work/out")"
  livecam verify "$work/names" >"$work/out" 2>"$work/err"
  check "verify: a folder of such names" "0 1" "$? $(LC_ALL=C grep -ac 'by identifier' "$work/out")"
  ffmpeg -v error -i "$folder/$name.mov" -map 0:v -map '0:a?' -c copy -map_metadata -1 "$folder/$name-bare.mp4"
  livecam repair "$folder/$name.jpg" "$folder/$name-bare.mp4" --output "$folder/mended" >"$work/out" 2>"$work/err"
  check "repair: a name that is no UTF-8" "0 $name.JPG $name.MOV" "$? $(cd "$folder/mended" && echo *)"
  livecam assemble --photo "$folder/$name.jpg" --movie "$folder/$name.mov" --output "$folder/pair" \
    >"$work/out" 2>"$work/err"
  check "assemble: a name that is no UTF-8" "0 $name.JPG $name.MOV" "$? $(cd "$folder/pair" && echo *)"
  livecam edit "$folder/$name.jpg" --mute --output "$folder/edited" --name "$name" >"$work/out" 2>"$work/err"
  check "edit: a name that is no UTF-8" "0 $name.JPG $name.MOV" "$? $(cd "$folder/edited" && echo *)"
  livecam disassemble "$folder/$name.mov" --output "$folder/parts" >"$work/out" 2>"$work/err"
  check "disassemble: a name that is no UTF-8" "0 $name.JPG $name.MOV" "$? $(cd "$folder/parts" && echo *)"
  livecam motionphoto "$folder/$name.mov" --output "$folder/android" >"$work/out" 2>"$work/err"
  check "motionphoto: a name that is no UTF-8" "0 $name.MP.jpg" "$? $(cd "$folder/android" && echo *)"
  refuses "a missing file whose name is no UTF-8" 66 $'none\xe9.jpg' inspect $'none\xe9.jpg'
  refuses "an option that is no UTF-8" 64 $'--\xe9' inspect x $'--\xe9'
}

# The command has made its arrangements for signals by the time that it loads an encoder.
assembling_is_interrupted() {
  ffmpeg -v error -f lavfi -i testsrc2=s=1280x720:d=20 -c:v libx264 -preset ultrafast "$work/long.mkv"
  "$command" assemble --movie "$work/long.mkv" --codec hevc --output "$work/never" >"$work/out" 2>"$work/err" &
  local process=$!
  until grep -qs libx265 "/proc/$process/maps"; do kill -0 "$process" 2>/dev/null || break; done
  kill -INT "$process"
  wait "$process"
  check "assemble, Ctrl-C: exit code" 130 $?
  check "assemble, Ctrl-C: nothing is left" no "$([[ -e $work/never ]] && echo yes || echo no)"
}

edits() {
  livecam edit "$work/first/IMG_0001.MOV" --key-time 0.5 --trim 0.2..2.0 --mute --rotate 90 --strip-location \
    --output "$work/edited" >"$work/out" 2>"$work/err"
  check "edit: exit code" 0 $?
  check "edit: a new pair" "IMG_E0001.JPG IMG_E0001.MOV" "$(cd "$work/edited" && echo *)"
  is_pair "edit" "$work/edited/IMG_E0001.JPG" "$work/edited/IMG_E0001.MOV" --phone
  check "edit: the original is untouched" "IMG_0001.JPG IMG_0001.MOV" "$(cd "$work/first" && echo *)"
  livecam edit "$work/first/IMG_0001.JPG" --effect loop --export gif --width 64 --output "$work/edited" --json \
    >"$work/out" 2>"$work/err"
  check "edit --effect loop --export gif: exit code" 0 $?
  check "edit --effect loop --export gif: it is one" GIF "$(head -c 3 "$work/edited/IMG_0001_loop.gif")"
}

# unread COMMAND…: runs it with standard output in a pipe whose only reader has left before it begins.
unread() (
  # shellcheck disable=SC2094 # a pipe is opened for writing only where somebody has it open for reading
  exec 8<>"$work/unread" >"$work/unread" 8<&-
  "$@"
)

output_is_lost() {
  livecam inspect "$work/first/IMG_0001.JPG" >/dev/full 2>"$work/err"
  check "a full disk behind standard output: exit code" 74 $?
  mkfifo "$work/unread"
  local script=$project/Configs/scripts/case49-live-window.yaml words
  for words in "inspect $work/first/IMG_0001.JPG" "inspect --json $work/first/IMG_0001.JPG" \
    "simulate $script" "simulate --json $script" "devices --json"; do
    # shellcheck disable=SC2086 # words
    unread livecam $words 2>"$work/err"
    check "a reader of '${words/ \/*/}' that leaves: ended by SIGPIPE, without a word" "141 0" \
      "$? $(wc -c <"$work/err")"
  done
  (trap '' PIPE; unread livecam simulate --json "$script" 2>"$work/err")
  check "a reader that leaves where SIGPIPE is ignored: exit code" 74 $?
}

files_are_refused() {
  refuses "assemble: a missing movie" 66 "none.mov" assemble --movie "$work/none.mov" --output "$work/no"
  refuses "assemble: no movie" 65 "README.md" assemble --movie "$project/README.md" --output "$work/no"
  refuses "assemble: names that are taken" 73 "exists already" assemble --movie "$work/clip.webm" --output "$work/clip"
  refuses "assemble: two places for the still" 64 "one of them" assemble --movie a --still-time 1 --still-percent 2
  refuses "assemble: beyond the movie" 64 "outside of the movie" assemble --movie "$work/clip.webm" --still-time 9
  refuses "assemble: only copying" 65 "converted" assemble --movie "$work/clip.webm" --codec copy --output "$work/no"
  refuses "disassemble: nothing to take apart" 65 "beside it" disassemble "$work/bare.mp4" --output "$work/no"
  refuses "disassemble: a place for no files" 73 "/proc" disassemble "$work/first/IMG_0001.JPG" --output /proc/no
  refuses "motionphoto: three files" 64 "one or two" motionphoto a b c
  refuses "verify: a still without a movie" 65 "no movie" verify "$work/abandon/IMG_0001.JPG"
  refuses "verify: two stills" 64 "Name a still and a movie" verify "$work/first/IMG_0001.JPG" "$work/first/IMG_0001.JPG"
  refuses "verify: a missing file" 66 "none.mov" verify "$work/first/IMG_0001.JPG" "$work/none.mov"
  refuses "inspect: no picture and no movie" 65 "README.md" inspect "$project/README.md"
  refuses "repair: a nonsense identifier" 64 "no UUID" repair a b --output c --identifier x
  refuses "edit: nothing to do" 64 "nothing to do" edit "$work/first/IMG_0001.JPG"
  refuses "edit: a nonsense part" 64 "--trim" edit "$work/first/IMG_0001.JPG" --trim 1-2
  refuses "edit: the still outside of the part" 64 "--key-time" edit "$work/first/IMG_0001.JPG" --trim 0..0.1 --output "$work/none"
  refuses "edit: the names are taken" 73 "IMG_E0001" edit "$work/first/IMG_0001.JPG" --mute --output "$work/edited"
  refuses "edit: a missing file" 66 "none.jpg" edit "$work/none.jpg" --mute
  refuses "edit: a name that leaves the folder" 64 "../evil" edit "$work/first/IMG_0001.JPG" --mute --name ../evil \
    --output "$work/none"
  refuses "repair: beyond the movie" 64 "outside of the movie" repair "$work/first/IMG_0001.JPG" \
    --still-time 99 --output "$work/none"
}
