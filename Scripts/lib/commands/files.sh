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
  check "verify: an archive that is right, but for a name that is not UTF-8, with a loop" 1 $?
  check "verify: the name of a folder that is not UTF-8 is told" 1 \
    "$(LC_ALL=C grep -ac "^name .*'caf.xE9' is not UTF-8" "$work/out")"
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
  check "verify --files-from --json: a line for each finding, then the sum" "2 5 False" "$(python3 -c '
import json, sys
lines = [json.loads(line) for line in open(sys.argv[1])]
print(sum(line["kind"] == "pair" for line in lines[:-1]), lines[-1]["broken"], lines[-1]["isGood"])' "$work/out")"
  livecam verify --quick --checksums "$work/sums" "$work/first" >"$work/out" 2>"$work/err"
  check "verify --checksums: a list that sha256sum reads" "0 0" "$? $(sha256sum --check --strict --quiet "$work/sums" >&2; echo $?)"
  mkdir "$work/nothing"
  livecam verify "$work/nothing" >"$work/out" 2>"$work/err"
  check "verify: a folder with nothing in it" 1 $?
}

# What FFmpeg says of one file must not be said of the next: a damaged Motion Photo, as often as there are threads and
# more, before good pairs.
verifies_behind_damage() {
  local number
  mkdir "$work/after"
  # The movie's tables of sizes hold nothing.
  python3 -c '
import sys
photo = bytearray(open(sys.argv[1], "rb").read())
place = photo.find(b"stsz")
while place >= 0:
    count = int.from_bytes(photo[place + 12:place + 16], "big")
    photo[place + 16:place + 16 + 4 * count] = bytes(4 * count)
    place = photo.find(b"stsz", place + 1)
open(sys.argv[2], "wb").write(photo)' "$project/Tests/Fixtures/IMG_1003.MP.jpg" "$work/damaged.jpg"
  for number in {0..9}; do cp "$work/damaged.jpg" "$work/after/$number.jpg"; done
  cp "$project"/Tests/Fixtures/IMG_1001.* "$work"/first/IMG_0001.* "$work/after"
  livecam verify "$work/after" >"$work/out" 2>"$work/err"
  check "verify: good pairs behind damaged files" "2 10" \
    "$(grep -c '^ok ' "$work/out") $(grep -c '^broken ' "$work/out")"
}

verifies_until_interrupted() {
  local process
  mkdir "$work/interrupted"
  for number in {1..200}; do
    ln "$work/first/IMG_0001.JPG" "$work/interrupted/IMG_$number.JPG"
    ln "$work/first/IMG_0001.MOV" "$work/interrupted/IMG_$number.MOV"
  done
  mkfifo "$work/findings"
  "$command" verify --full --jobs 1 "$work/interrupted" >"$work/findings" 2>"$work/err" &
  process=$!
  {
    read -r _
    kill -INT "$process"
    cat
  } <"$work/findings" >"$work/out"
  wait "$process"
  check "verify, Ctrl-C: exit code" 130 $?
  check "verify, Ctrl-C: the sum so far" 1 "$(tail -1 "$work/out" | grep -c '^Not complete; so far: ')"
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

# What an export makes of two pairs: a movie of another name, a QuickTime file named MP4, a copy in an album, a broken movie.
pairs() {
  local export=$work/export out=$work/paired
  mkdir -p "$export/album"
  cp "$work/first/IMG_0001.JPG" "$export/img_1(1).jpg"
  cp "$work/first/IMG_0001.MOV" "$export/img_1.MP4"
  cp "$work/first/IMG_0001.JPG" "$work/first/IMG_0001.MOV" "$export/album"
  cp "$work/other/IMG_0001.JPG" "$export/torn.jpg"
  head -c 5000 "$work/other/IMG_0001.MOV" >"$export/torn.mov"
  echo '{"photoTakenTime": {"timestamp": "1600596727"}}' >"$export/img_1.jpg(1).json"
  livecam pair "$export" --dry-run >"$work/out" 2>"$work/err"
  check "pair --dry-run: a broken movie" 1 $?
  check "pair --dry-run: nothing is written" no "$([[ -e $out ]] && echo yes || echo no)"
  livecam pair "$export" --output "$out" --json >"$work/out" 2>"$work/err"
  check "pair: a broken movie" 1 $?
  check "pair: what became of all" "broken copy kept kept pair" "$(python3 -c '
import json, sys
print(*sorted(line["outcome"] for line in map(json.loads, open(sys.argv[1])) if "outcome" in line))' "$work/out")"
  check "pair: the other files are there as they were" "" \
    "$(for name in torn.jpg torn.mov "img_1.jpg(1).json"; do cmp "$export/$name" "$out/$name" 2>&1; done)"
  check "pair: nothing else is" 5 "$(find "$out" -type f | wc -l)"
  livecam verify "$out/album/IMG_0001.JPG" "$out/album/IMG_0001.MOV" >"$work/verdict" 2>&1
  check "pair: a Live Photo" 0 $?
  is_pair "pair" "$out/album/IMG_0001.JPG" "$out/album/IMG_0001.MOV"
  refuses "pair: a second run" 73 "$out" pair "$export" --output "$out"
  pairs_again "$export" "$out"
  pairs_in_place
  refuses "pair: neither output nor dry run" 64 "--dry-run" pair "$export"
  refuses "pair: a missing folder" 66 "none" pair "$work/none" --dry-run
}

# pairs_again EXPORT RESULT: a run that is killed and goes on comes to the same folder.
pairs_again() {
  local export=$1 out=$2 again=$work/paired-again journal=$work/pair.journal process
  "$command" pair "$export" --output "$again" --resume "$journal" --jobs 1 >"$work/out" 2>"$work/err" &
  process=$!
  until_said 2 '^done' "$journal" "$process"
  kill -KILL "$process" 2>/dev/null
  wait "$process" 2>/dev/null
  printf 'done\thalf a li' >>"$journal"
  livecam pair "$export" --output "$again" --resume "$journal" --jobs 3 >"$work/out" 2>"$work/err"
  check "pair --resume: goes on after a kill" 1 $?
  check "pair --resume: to the same folder, with nothing half written" "" "$(diff -r "$out" "$again")"
  (cd "$export" && livecam pair ./ --output "$again" --resume "$journal" --json) >"$work/out" 2>"$work/err"
  check "pair --resume: what is done is not done again" "1 4 0" "$? $(python3 -c '
import json, sys
total = json.loads(open(sys.argv[1]).readlines()[-1])
print(total["doneBefore"], total["pair"])' "$work/out")"
  refuses "pair --resume: another output" 64 "This journal is of: pair" pair "$export" --output "$again-2" --resume "$journal"
  refuses "pair --resume: a journal among the files" 64 "elsewhere" pair "$export" --output "$again-2" \
    --resume "$export/album/new.journal"
  refuses "pair --resume: without an output" 64 "--output" pair "$export" --dry-run --resume "$journal"
  echo new >"$export/new.txt"
  refuses "pair --resume: other files" 64 "other files" pair "$export" --output "$again" --resume "$journal"
  rm "$export/new.txt"
}

pairs_in_place() {
  local folder=$work/in-place
  mkdir "$folder"
  cp "$work/first/IMG_0001.JPG" "$folder/img_1(1).jpg"
  cp "$work/first/IMG_0001.MOV" "$folder/img_1.MP4"
  livecam pair "$folder" --rename --dry-run >"$work/out" 2>"$work/err"
  check "pair --rename --dry-run" "0 img_1(1).jpg img_1.MP4" "$? $(cd "$folder" && echo *)"
  livecam pair "$folder" --rename --json >"$work/out" 2>"$work/err"
  check "pair --rename: one stem, and the same bytes" "0 img_1(1).MOV img_1(1).jpg" "$? $(cd "$folder" && echo *)"
  check "pair --rename: nothing but names" "" \
    "$(cmp "$work/first/IMG_0001.MOV" "$folder/img_1(1).MOV" 2>&1 && cmp "$work/first/IMG_0001.JPG" "$folder/img_1(1).jpg" 2>&1)"
  python3 -c '
import json, os, sys
for line in map(json.loads, open(sys.argv[1])):
    for old, new in zip(line.get("files", []), line.get("written", [])):
        os.rename(new, old)' "$work/out"
  check "pair --rename: JSON takes it back" "img_1(1).jpg img_1.MP4" "$(cd "$folder" && echo *)"
  refuses "pair --rename: and an output" 64 "--output" pair "$folder" --rename --output "$work/no"
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
  livecam assemble --photo "$work/first/IMG_0001.JPG" --movie "$work/clip.webm" --output "$work/unlike" >"$work/out" 2>"$work/err"
  check "assemble: a still unlike the movie" 0 $?
  livecam verify --json "$work/unlike/IMG_0001.JPG" "$work/unlike/IMG_0001.MOV" >"$work/out" 2>"$work/err"
  check "assemble: verify agrees of a still unlike the movie, with a warning" "0 True [] warning" "$? $(python3 -c '
import json, sys
report = json.load(open(sys.argv[1]))
print(report["isLivePhoto"], report["failures"], *(r["status"] for r in report["rules"] if r["rule"] == "likeness"))' \
    "$work/out")"
  ffmpeg -v error -f lavfi -i testsrc2=s=320x240:d=2 -c:v libx264 -pix_fmt yuv444p "$work/studio.mov"
  livecam assemble --movie "$work/studio.mov" --output "$work/studio" >"$work/out" 2>"$work/err"
  check "assemble: H.264 of a studio's profile is converted" "0 1" "$? $(grep -c 'High 4:4:4 Predictive is converted' "$work/out")"
  livecam verify "$work/studio" >"$work/out" 2>"$work/err"
  check "assemble: and verify agrees" 0 $?
}

crosses_over() {
  livecam motionphoto "$work/first/IMG_0001.JPG" --output "$work/android" >"$work/out" 2>"$work/err"
  check "motionphoto: exit code and name" "0 IMG_0001.MP.jpg" "$? $(cd "$work/android" && echo *)"
  livecam motionphoto "$work/android/IMG_0001.MP.jpg" --output "$work/back" >"$work/out" 2>"$work/err"
  check "motionphoto: back again" "0 IMG_0001.JPG IMG_0001.MOV" "$? $(cd "$work/back" && echo *)"
  livecam verify "$work/back" >"$work/out" 2>"$work/err"
  check "motionphoto: what comes back is a Live Photo" 0 $?
  livecam motionphoto "$work/android/IMG_0001.MP.jpg" --still-only --output "$work/plain" >"$work/out" 2>"$work/err"
  check "motionphoto --still-only: a still alone" "0 IMG_0001.JPG" "$? $(cd "$work/plain" && echo *)"
  check "motionphoto --still-only: without a word of a movie" "" "$(exiftool -s3 -MotionPhoto "$work/plain/IMG_0001.JPG")"
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
  cp "$work/first/IMG_0001.JPG" "$work/names/"$'ok\nbroken.jpg'
  livecam verify --quick "$work/names/" >"$work/out" 2>"$work/err"
  check "verify: a name does not end a line in a pipe" "1 0" \
    "$(grep -caF 'names/ok\nbroken.jpg, half of' "$work/out") $(grep -ca '^broken' "$work/out")"
  rm "$work/names/"*.jpg
  livecam verify "$folder/$name.jpg" >"$work/out" 2>"$work/err"
  check "verify: a name that is no UTF-8, and its other half" 0 $?
  livecam verify --with-tools "$folder/$name.jpg" "$folder/$name.mov" >"$work/out" 2>"$work/err"
  check "verify --with-tools: a name that is no UTF-8" "0 3" "$? $(LC_ALL=C grep -ac ': agrees: ' "$work/out")"
  livecam verify "$work/names" >"$work/out" 2>"$work/err"
  check "verify: a folder of such names" "1 1 2" \
    "$? $(LC_ALL=C grep -ac 'by identifier' "$work/out") $(LC_ALL=C grep -ac '^name ' "$work/out")"
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
  livecam disassemble --json "$work/names" --output "$work/names-parts" --resume "$work/names.journal" >"$work/out" 2>"$work/err"
  check "disassemble FOLDER: folders whose names are no UTF-8" yes \
    "$([[ -e $work/names-parts/$'\xff'/$name.MOV ]] && echo yes || echo no)"
  find "$work/names" -type f | livecam disassemble --files-from - --output "$work/names-parts" \
    --resume "$work/names.journal" >"$work/out" 2>"$work/err"
  check "disassemble --resume: names that are no UTF-8" 1 "$(grep -c 'done before' "$work/out")"
  refuses "a missing file whose name is no UTF-8" 66 $'none\xe9.jpg' inspect $'none\xe9.jpg'
  refuses "an option that is no UTF-8" 64 $'--\xe9' inspect x $'--\xe9'
}

# sums NAME CODE EXPECTED FOUND-CODE: what the last line of JSON in $work/out counts, and that each line before tells of one.
sums() {
  check "$1" "$2 $3" "$4 $(python3 -c '
import json, sys
lines = [json.loads(line) for line in open(sys.argv[1])]
total = lines.pop()
assert total["kind"] == "sum" and not total["isPartial"]
counts = [total[key] for key in ("done", "failed", "passedOver", "doneBefore", "others")]
assert counts[:3] == [sum(line["status"] == key for line in lines) for key in ("done", "failed", "passedOver")]
assert all(line["error"]["file"] in line["input"] for line in lines if "error" in line)
print(*counts)' "$work/out" 2>&1)"
}

works_on_folders() {
  local many=$work/many name
  mkdir -p "$many/a" "$many/b/c"
  cp "$work/first"/IMG_0001.* "$many/a"
  cp "$work/other"/IMG_0001.* "$many/b/c"
  head -c 5000 /dev/zero >"$many/b/BROKEN.MOV"
  echo words >"$many/b/notes.txt"
  cp "$work/android/IMG_0001.MP.jpg" "$many/b/motion.jpg"
  livecam inspect --json "$many" >"$work/out" 2>"$work/err"
  sums "inspect FOLDER: each file, and the broken one" 65 "5 1 0 0 1" $?
  livecam disassemble --json "$many" --output "$work/many-parts" >"$work/out" 2>"$work/err"
  sums "disassemble FOLDER" 65 "3 1 0 0 1" $?
  check "disassemble FOLDER: folders are mirrored, bytes are the same" "motion.JPG motion.MP4" \
    "$(diff -r "$many/a" "$work/many-parts/a" && diff -r "$many/b/c" "$work/many-parts/b/c" &&
      cd "$work/many-parts/b" && echo *.*)"
  livecam assemble --json "$many" --output "$work/many-pairs" >"$work/out" 2>"$work/err"
  sums "assemble FOLDER" 65 "2 1 1 0 1" $?
  livecam motionphoto --json "$many" --output "$work/many-android" >"$work/out" 2>"$work/err"
  sums "motionphoto FOLDER" 65 "3 1 0 0 1" $?
  livecam repair --json "$many" --output "$work/many-mended" >"$work/out" 2>"$work/err"
  sums "repair FOLDER: nothing to mend" 65 "2 1 1 0 1" $?
  mkdir -p "$work/mend/d"
  cp "$work/first/IMG_0001.JPG" "$work/mend/d"
  ffmpeg -v error -i "$work/first/IMG_0001.MOV" -map 0:v -map '0:a?' -c copy -map_metadata -1 "$work/mend/d/IMG_0001.mp4"
  livecam repair --json "$work/mend" --output "$work/many-mended" >"$work/out" 2>"$work/err"
  sums "repair FOLDER" 0 "1 0 0 0 0" $?
  is_pair "repair FOLDER" "$work/many-mended/d/IMG_0001.JPG" "$work/many-mended/d/IMG_0001.MOV"
  livecam edit --json "$many" --mute --output "$work/many-edited" --jobs 3 >"$work/out" 2>"$work/err"
  sums "edit FOLDER" 65 "2 1 1 0 1" $?
  for name in a b/c; do
    is_pair "edit FOLDER: $name" "$work/many-edited/$name/IMG_E0001.JPG" "$work/many-edited/$name/IMG_E0001.MOV" --phone
  done
  livecam edit "$many" --mute --output "$work/many-edited" >"$work/out" 2>"$work/err"
  check "edit FOLDER: names are taken" "73 edit: 0 done, 3 failed, 1 passed over, 1 other file" "$? $(tail -n 1 "$work/out")"
  (cd "$many" && livecam edit . --mute --output edited && livecam edit . --rotate 90 --output edited) >"$work/out" 2>"$work/err"
  check "edit FOLDER: what was made is not edited again" "2" "$(find "$many/edited" -name '*.MOV' | wc -l)"
  rm -r "$many/edited"
  mkdir "$many/linked" "$work/elsewhere" && ln -s "$work/elsewhere" "$many/linked/away"
  livecam edit "$many/a" "$many/linked" --mute --output "$many/linked/away/new/edited" >"$work/out" 2>"$work/err"
  check "edit FOLDER: nor in a new folder behind a link" "0 1 IMG_E0001.MOV" \
    "$? $(find "$work/elsewhere" -name '*.MOV' | wc -l) $(cd "$work/elsewhere/new/edited/a" && echo *.MOV)"
  livecam edit "$many/a" "$many/linked" --rotate 90 --output "$many/linked/away/new/edited" >"$work/out" 2>"$work/err"
  check "edit FOLDER: nor by a later run" "1" "$(find "$work/elsewhere" -name '*.MOV' | wc -l)"
  rm -r "$many/linked" "$work/elsewhere"
  ffmpeg -v error -i "$work/first/IMG_0001.MOV" -frames:v 1 "$many/a/clip.png"
  cp "$work/clip.webm" "$work/clips.webm" 2>/dev/null || ffmpeg -v error -f lavfi -i testsrc2=s=320x240:d=2 "$work/clips.webm"
  mkdir "$work/clips" && mv "$many/a/clip.png" "$work/clips" && cp "$work/clips.webm" "$work/clips/clip.webm" &&
    cp "$work/clips.webm" "$work/clips/alone.webm"
  livecam assemble "$work/clips" --output "$work/clips-pairs" >"$work/out" 2>"$work/err"
  check "assemble FOLDER: movies of other kinds, with their stills and alone" \
    "0 alone.JPG alone.MOV clip.JPG clip.MOV" "$? $(cd "$work/clips-pairs" && echo *)"
}

works_on_lists() {
  local first=$work/many/a/IMG_0001 second=$work/many/b/c/IMG_0001 journal=$work/edit.journal process
  printf '%s\n' "$first.JPG" "$first.MOV" "$second.MOV" "$first.MOV" "$work/many/b" |
    livecam edit --json --mute --files-from - --output "$work/listed" >"$work/out" 2>"$work/err"
  sums "edit --files-from: halves of one photo are one, and a folder is searched" 65 "2 1 1 0 1" "${PIPESTATUS[1]}"
  check "edit --files-from: whole paths are mirrored" yes \
    "$([[ -e $work/listed$work/many/b/c/IMG_E0001.MOV ]] && echo yes || echo no)"
  find "$work/many/a" -type f -print0 | livecam inspect --json --files-from - -0 >"$work/out" 2>"$work/err"
  sums "inspect --files-from - -0" 0 "2 0 0 0 0" "${PIPESTATUS[1]}"
  # The list goes on, so that the command waits after the first photo.
  mkfifo "$work/list"
  "$command" edit --mute --files-from "$work/list" --output "$work/resumed" --resume "$journal" >"$work/out" 2>"$work/err" &
  process=$!
  exec 7>"$work/list"
  printf '%s\n' "$first.JPG" "$second.JPG" >&7
  until_said 1 '^done' "$journal" "$process"
  kill -KILL "$process"
  wait "$process" 2>/dev/null
  exec 7>&-
  printf 'done\t/half a li' >>"$journal"
  printf '%s\n' "$first.JPG" "$second.JPG" |
    livecam edit --json --mute --files-from - --output "$work/resumed" --resume "$journal" >"$work/out" 2>"$work/err"
  sums "edit --resume: after a kill, the rest is done" 0 "1 0 0 1 0" "${PIPESTATUS[1]}"
  # As if it had been killed before the photo's line was written.
  sed -i '$d' "$journal"
  rm "$work/resumed$work/many/b/c/IMG_E0001.JPG"
  livecam edit --json --mute "$second.JPG" "$first.JPG" --output "$work/resumed" --resume "$journal" >"$work/out" 2>"$work/err"
  sums "edit --resume: what was written is kept, and what is missing is written" 0 "1 0 0 1 0" $?
  is_pair "edit --resume" "$work/resumed$work/many/b/c/IMG_E0001.JPG" "$work/resumed$work/many/b/c/IMG_E0001.MOV" --phone
  check "edit --resume: nothing is left half written" "" "$(find "$work/resumed" -name '.livecam-*')"
  "$command" edit --mute --files-from "$work/list" --output "$work/ended" >"$work/out" 2>"$work/err" &
  process=$!
  exec 7>"$work/list"
  printf '%s\n' "$first.JPG" "$second.JPG" >&7
  until [[ -e $work/ended$work/many/a/IMG_E0001.MOV ]]; do kill -0 "$process" 2>/dev/null || break; done
  kill -INT "$process"
  wait "$process"
  check "edit --files-from, Ctrl-C: exit code and sum" "130 edit: 1 done, 0 failed, 0 passed over, not all was looked at" \
    "$? $(tail -n 1 "$work/out")"
  exec 7>&-
  refuses "a journal of other options" 64 "This journal is of: edit" edit "$first.JPG" --resume "$journal" --rotate 90 \
    --output "$work/resumed"
  refuses "a journal of another output" 64 "This journal is of: edit" edit "$first.JPG" --resume "$journal" --mute
  refuses "a journal of another command" 64 "This journal is of: edit" inspect "$first.JPG" --resume "$journal"
  refuses "a picture in place of a journal" 65 "no journal" inspect "$first.JPG" --resume "$second.JPG"
  check "a picture in place of a journal stays" "" "$(cmp "$second.JPG" "$work/other/IMG_0001.JPG")"
  refuses "a list that is not there" 66 "none.txt" inspect --files-from "$work/none.txt"
  refuses "a list that ends paths otherwise" 65 "--null" inspect --files-from <(printf 'a\0b')
  refuses "no files" 64 "Missing expected argument" inspect
  refuses "a folder without photos" 1 "nothing to edit" edit "$work/clips" --mute
  refuses "a name for many" 64 "--name" edit "$work/many" --mute --name x
  refuses "an identifier for many" 64 "--identifier" repair "$work/many" --output "$work/no" \
    --identifier 80EB3DFA-FC6A-4C4E-B275-D24D23787042
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
  livecam edit "$work/first/IMG_0001.JPG" "$work/first/IMG_0001.MOV" --mute --output "$work/by-paths" \
    >"$work/out" 2>"$work/err"
  check "edit: both files of a pair, by their paths" "0 IMG_E0001.JPG IMG_E0001.MOV" "$? $(cd "$work/by-paths" && echo *)"
  mkdir "$work/named"
  ffmpeg -v error -i "$work/first/IMG_0001.JPG" "$work/named/still.png"
  mv "$work/named/still.png" "$work/named/IMG_0001.HEIC"
  cp "$work/first/IMG_0001.MOV" "$work/named/"
  livecam edit "$work/named/IMG_0001.HEIC" --rotate 90 --output "$work/turned" >"$work/out" 2>"$work/err"
  check "edit: of a PNG, whatever its name, a JPEG" "0 IMG_E0001.JPG IMG_E0001.MOV" "$? $(cd "$work/turned" && echo *)"
  livecam verify "$work/turned" >"$work/out" 2>"$work/err"
  check "edit: verify agrees" 0 $?
  livecam edit "$work/first/IMG_0001.JPG" --cut 0.7..2.5 --name cut --output "$work/edited" >"$work/out" 2>"$work/err"
  check "edit --cut: exit code" 0 $?
  is_pair "edit --cut" "$work/edited/cut.JPG" "$work/edited/cut.MOV" --phone
  check "edit --cut: nothing hidden is left" 54 "$(ffprobe -v error -ignore_editlist 1 -select_streams v \
    -count_frames -show_entries stream=nb_read_frames -of csv=p=0 "$work/edited/cut.MOV")"
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
  : >"$work/empty.mov"
  refuses "verify: a movie of no bytes" 65 "is empty" verify "$work/first/IMG_0001.JPG" "$work/empty.mov"
  refuses "assemble: a movie of no bytes" 65 "is empty" assemble --movie "$work/empty.mov" --output "$work/no"
  refuses "repair: halves of two photos" 1 "of two photos" repair "$work/clip/clip.JPG" "$work/first/IMG_0001.MOV" \
    --output "$work/no"
  check "repair: nothing is written of them" no "$([[ -e $work/no ]] && echo yes || echo no)"
  refuses "repair: nobody to trust" 64 "--trust" repair a b --output c --trust both
  refuses "inspect: no picture and no movie" 65 "README.md" inspect "$project/README.md"
  refuses "repair: a nonsense identifier" 64 "no UUID" repair a b --output c --identifier x
  refuses "edit: nothing to do" 64 "nothing to do" edit "$work/first/IMG_0001.JPG"
  refuses "edit: a nonsense part" 64 "--trim" edit "$work/first/IMG_0001.JPG" --trim 1-2
  refuses "edit: hidden and cut" 64 "name one of them" edit "$work/first/IMG_0001.JPG" --trim 1..2 --cut 1..2
  refuses "motionphoto: a still alone with a movie" 64 "leave --video out" motionphoto a --still-only --video h264
  refuses "edit: the still outside of the part" 64 "--key-time" edit "$work/first/IMG_0001.JPG" --trim 0..0.1 --output "$work/none"
  refuses "edit: the names are taken" 73 "IMG_E0001" edit "$work/first/IMG_0001.JPG" --mute --output "$work/edited"
  refuses "edit: a missing file" 66 "none.jpg" edit "$work/none.jpg" --mute
  refuses "edit: a name that leaves the folder" 64 "../evil" edit "$work/first/IMG_0001.JPG" --mute --name ../evil \
    --output "$work/none"
  refuses "repair: beyond the movie" 64 "outside of the movie" repair "$work/first/IMG_0001.JPG" \
    --still-time 99 --output "$work/none"
}
