# shellcheck shell=bash
# shellcheck disable=SC2154 # $work, $command and $project are the caller's
# What a real browser makes of the files: movies play to their end and are heard, animations decode to their last frame.

shown_names=()
shown_files=()
shown_expressions=()

# shown NAME FILE EXPRESSION: a browser is to show all of it, and the Python expression to hold of what the page saw.
shown() {
  shown_names+=("$1")
  shown_files+=("$2")
  shown_expressions+=("$3")
}

movies_play() {
  # A browser decodes every frame, and shows those for which the machine has time.
  local whole="abs(currentTime - duration) < 0.05 and audioDecodedBytes > 0 and framesPresented > 0"
  shown "a movie that was shot" "$work/first/IMG_0001.MOV" "$whole and framesDecoded >= 80 and abs(duration - 3) < 0.05"
  ffmpeg -v error -i "$work/first/IMG_0001.MOV" -map 0:v -map 0:a -c copy "$work/plain.mkv"
  livecam assemble --movie "$work/plain.mkv" --output "$work/plain" >"$work/out" 2>"$work/err"
  shown "a movie that was assembled" "$work/plain/plain.MOV" "$whole and framesDecoded >= 80"
  livecam edit "$work/first/IMG_0001.MOV" --trim 0.5..2.5 --output "$work/cut" >"$work/out" 2>"$work/err"
  shown "a movie that was trimmed" "$work/cut/IMG_E0001.MOV" "$whole and abs(duration - 2) < 0.05"
  livecam edit "$work/first/IMG_0001.MOV" --export mp4 --output "$work/cut" >"$work/out" 2>"$work/err"
  shown "an MP4" "$work/cut/IMG_0001.mp4" "$whole and framesDecoded >= 80"
}

pictures_move() {
  local format
  for format in gif webp avif; do
    livecam edit "$work/first/IMG_0001.MOV" --export "$format" --width 96 --output "$work/moving" >"$work/out" 2>"$work/err"
    shown "a $format" "$work/moving/IMG_0001.$format" \
      "width == 96 and framesPresented >= 40 and abs(duration - 3) < 0.1 and repetitions is None"
  done
}

# One start of the browser shows them all.
browser_shows() {
  local index
  local -a verdicts
  python3 "$project/Tests/Tools/show_in_browser.py" "${shown_files[@]}" >"$work/shown" 2>"$work/err"
  check "browser: it shows every file" 0 $?
  mapfile -t verdicts < <(python3 -c '
import json, sys
for line, expression in zip(open(sys.argv[1]), sys.argv[2:]):
    seen = json.loads(line)
    holds = seen["shown"] and eval(expression, seen.copy())
    print(holds or {name: value for name, value in seen.items() if name != "times"})' \
    "$work/shown" "${shown_expressions[@]}" 2>&1)
  for index in "${!shown_names[@]}"; do
    check "browser: ${shown_names[index]}" True "${verdicts[index]:-nothing, and: $(cat "$work/err")}"
  done
}
