# shellcheck shell=bash
# shellcheck disable=SC2154 # $work, $command and $project are the caller's
# Photos that are taken of the simulated scene: in real time where the moment matters, else in virtual time.

# Where there is no camera the scene is filmed unasked.
first_light() {
  local camera=()
  ! compgen -G "/dev/video*" >/dev/null || camera=(--camera scene)
  livecam shoot --live "${camera[@]}" --output "$work/first" >"$work/out" 2>"$work/err"
  check "shoot --live: exit code" 0 $?
  check "shoot --live: files" "IMG_0001.JPG IMG_0001.MOV" "$(cd "$work/first" && echo *)"
  is_pair "shoot --live" "$work/first/IMG_0001.JPG" "$work/first/IMG_0001.MOV"
}

# In a terminal LIVE stands below the lines while a movie is being recorded, and is taken away.
live_is_shown() {
  mkdir "$work/live"
  SHELL=/bin/sh script -qec "'$command' shoot --live --camera scene --size 640x480 --pre 0.5 --post 0.5 --count 2 --interval 0.2 \
    --output '$work/live'" /dev/null >"$work/out" 2>&1
  check "LIVE in a terminal: it counts the Live Photos that are being recorded" "LIVE 1 LIVE 2" \
    "$(grep -oE 'LIVE [0-9]+' "$work/out" | sort -u | paste -sd ' ')"
  # What stands before the order to erase the line is not seen any more.
  check "LIVE in a terminal: it is taken away" 0 "$(tail -n 1 "$work/out" | sed 's/.*\x1b\[2K//' | grep -c LIVE)"
  check "LIVE in a terminal: it is red" "$(grep -o '● LIVE' "$work/out" | wc -l)" \
    "$(grep -oP '\e\[31m● LIVE \d+\e\[0m' "$work/out" | wc -l)"
  check "a Live Photo in a terminal: a line for each of its files" "0001 still 0001 movie 0002 still 0002 movie" \
    "$(grep -oE 'IMG_000[12]  [+0-9.]+ s  [a-z]+' "$work/out" | sed -E 's/IMG_(.*)  .*  /\1 /' | sort -r -k2 | sort -s -k1,1 | paste -sd ' ')"
  livecam shoot --live --camera scene --virtual-time --size 320x240 --verbose --output "$work/live" >"$work/out" 2>"$work/err"
  check "shoot --verbose: each step" "choosing frame movie movie shutter still still done" \
    "$(sed -nE 's/^IMG_0003  [+0-9.-]+ s  ([a-z]+).*/\1/p' "$work/out" | sort | paste -sd ' ' | sed 's/\(.*\)done \(.*\)/\1\2 done/')"
}

# Tab completes what each place takes, in the shell that everybody has.
completes() {
  livecam --generate-completion-script bash >"$work/completion.bash"
  mkdir -p "$work/tab/pictures"
  touch "$work/tab/party.json5"
  # completed WORD…: the completions of the last word.
  completed() {
    (cd "$work/tab" && bash -c 'source "$0"; COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE=$* COMP_POINT=${#COMP_LINE}
      _livecam livecam "${@: -1}" "${@: -2:1}"; echo "${COMPREPLY[@]}"' "$work/completion.bash" livecam "$@" 2>"$work/err")
  }
  check "completion: commands" "shoot" "$(completed sho)"
  check "completion: options" "--output" "$(completed shoot --outp)"
  check "completion: values" "heic" "$(completed shoot --codec he)"
  check "completion: folders of an option" "pictures" "$(completed shoot --output p)"
  check "completion: files of an option" "party.json5 pictures" "$(completed shoot --config p | tr ' ' '\n' | sort | paste -sd ' ')"
  check "completion: files and folders of an argument" "party.json5 pictures" \
    "$(completed verify p | tr ' ' '\n' | sort | paste -sd ' ')"
  unset -f completed
}

# takes NAME STILL ARGUMENT…: a Live Photo of those options passes the checker.
takes() {
  local name=$1 still=$2 folder=$work/$1
  shift 2
  shoots "$folder" --live --camera scene --size 640x480 --pre 0.5 --post 0.5 "$@"
  check "shoot $*: exit code" 0 $?
  check "shoot $*: files" "$still IMG_0001.MOV" "$(cd "$folder" && echo *)"
  is_pair "shoot $*" "$folder/$still" "$folder/IMG_0001.MOV"
}

# Identifiers and dates are each run's own; pictures, sound and their times are not.
virtual_time() {
  local run
  for run in 1 2; do
    shoots "$work/virtual-$run" --live --camera scene --size 320x240
    check "shoot --virtual-time, run $run: exit code" 0 $?
    ffmpeg -v error -i "$work/virtual-$run/IMG_0001.MOV" -map 0:v -map 0:a -c copy -f framemd5 "$work/virtual-$run.md5"
  done
  check "shoot --virtual-time: every run films the same" "" "$(diff "$work"/virtual-[12].md5)"
  refuses "shoot --virtual-time with a device" 64 "delivers in real time" shoot --virtual-time --camera /dev/video0
}

# Dates are virtual; lines are appended.
logs() {
  local run
  for run in 1 2; do shoots "$work/logged" --live --camera scene --size 320x240 --log "$work/kiosk.log"; done
  check "shoot --log: no line is anything else than date, level, label and message" "" \
    "$(grep -vE '^[0-9T:.-]{23}[+-][0-9:]{5} (info|notice) livecam: [^ ]' "$work/kiosk.log")"
  check "shoot --log: each file of two runs" "0001.JPG 0001.MOV 0002.JPG 0002.MOV" \
    "$(grep -oE 'file=.*' "$work/kiosk.log" | grep -oE '[0-9]+\.(JPG|MOV)' | sort | paste -sd ' ')"
  check "shoot --log: both ends of two runs" "2 2" \
    "$(grep -c 'session started$' "$work/kiosk.log") $(grep -c 'session stopped$' "$work/kiosk.log")"
  shoots "$work/logged-later" --camera scene --size 320x240 --codec heic --defer --log "$work/later.log"
  livecam finish "$work/logged-later" --log "$work/later.log" >"$work/out" 2>"$work/err"
  check "finish --log: what was put off and what became of it" "proxy complete deferred still finished" \
    "$(grep -oE 'proxy complete|deferred still finished' "$work/later.log" | paste -sd ' ')"
  livecam record --virtual-time --camera scene --size 320x240 --duration 0.5 --output "$work/logged.livecam" \
    --log "$work/record.log" --log-level notice >"$work/out" 2>"$work/err"
  livecam record --virtual-time --camera scene --size 320x240 --duration 0.5 --output "$work/unlogged.livecam" \
    --log /dev/full >"$work/out" 2>"$work/err"
  check "record --log: a log that takes nothing is told of once, and the recording is whole" "0 1" \
    "$? $(grep -c -- '--log /dev/full: lines are missing .*errno 28' "$work/err")"
  check "record --log: the recording begins and ends" "1 1" \
    "$(grep -c 'notice livecam: Recording ' "$work/record.log") $(grep -c 'notice livecam: Recorded .* file=' "$work/record.log")"
}

codecs() {
  takes heic-hevc IMG_0001.HEIC --codec heic --movie-codec hevc
  takes heic-h264 IMG_0001.HEIC --codec heic --movie-codec h264
  takes jpeg-hevc IMG_0001.JPG --codec jpeg --movie-codec hevc
  check "hevc: the codec" "hevc,hvc1" "$(ffprobe -v error -select_streams v -show_entries \
    stream=codec_name,codec_tag_string -of csv=p=0 "$work/jpeg-hevc/IMG_0001.MOV")"
}

# motion FORMAT FILES…: what a shoot of that format leaves.
motion() {
  local format=$1
  shoots "$work/$format" --live --camera scene --size 640x480 --pre 0.5 --post 0.5 --format "$format"
  check "shoot --format $format: exit code" 0 $?
  check "shoot --format $format: files" "${*:2}" "$(cd "$work/$format" && echo *)"
}

motion_photos() {
  motion livephoto IMG_0001.JPG IMG_0001.MOV
  motion motionphoto IMG_0001.MP.jpg
  motion both IMG_0001.JPG IMG_0001.MOV IMG_0001.MP.jpg
  livecam verify "$work/both" >"$work/out" 2>"$work/err"
  check "shoot --format both: the Motion Photo beside its pair is in nobody's way" 0 $?
  check "Motion Photo: exiftool finds it" 1 "$(exiftool -s3 -n -MotionPhoto "$work/motionphoto/IMG_0001.MP.jpg")"
}

# loads NAME COUNT ARGUMENT…: how many big codec libraries the command loads; the loader also notes what is only looked for.
loads() {
  local name=$1 count=$2
  shift 2
  rm -rf "$work/loads" && mkdir "$work/loads"
  LD_DEBUG=files LD_DEBUG_OUTPUT=$work/loads/log livecam "$@" >"$work/out" 2>"$work/err"
  check "$name: libx265 and libheif loaded" "$count" \
    "$(grep -ohE 'file=lib(x265|heif)\.so[.0-9]* .*generating link map' "$work"/loads/log.* | sort -u | wc -l)"
}

# What is not needed must not cost the start of a command anything. libavcodec, for AAC, brings libx265 along.
libraries() {
  mkdir "$work/libraries"
  loads "devices" 0 devices
  loads "shoot of a JPEG" 0 shoot --camera scene --delay 0 --output "$work/libraries"
  loads "shoot of H.264 and PCM" 0 shoot --live --camera scene --size 640x480 --delay 0 --post 0.2 --audio-codec lpcm \
    --output "$work/libraries"
  loads "shoot of a HEIC" 2 shoot --camera scene --size 640x480 --delay 0 --codec heic --output "$work/libraries"
}

# The README's packages for a machine that builds nothing, with what they depend on, hold all that the program is linked to.
runtime_packages() {
  local -a named
  local file missing
  mapfile -t named < <(sed -n '/^apt install/,/^```/p' "$project/README.md" | grep -oE 'lib[a-z0-9.+-]+')
  missing=$(ldd "$project/.build/release/livecam" | awk '$3 ~ "^/" { print $3 }' | while read -r file; do
    file=$(readlink -f "$file")
    # Some are known by the place from which /lib is a link to /usr/lib.
    dpkg-query -S "$file" "${file#/usr}" 2>/dev/null
  done | cut -d: -f1 | sort -u | grep -vxF -f <(apt-cache depends --recurse --no-recommends --no-suggests \
    --no-conflicts --no-breaks --no-replaces --no-enhances "${named[@]}" | grep -oE '^[a-z0-9][a-z0-9.+-]*'))
  check "the README names the packages of a machine that builds nothing" "" "$missing"
}

# Said, not judged: machines are shared and noisy.
second_run_is_quick() {
  mkdir "$work/second"
  local start=${EPOCHREALTIME/./} line
  IFS= read -r line < <("$command" shoot --camera scene --output "$work/second")
  # It is in nobody's way any more when it has ended.
  wait $!
  echo "        the command's first line came after $(((${EPOCHREALTIME/./} - start) / 1000)) ms: $line"
}

interrupted() {
  mkdir "$work/interrupt"
  "$command" shoot --live --camera scene --count 100 --interval 0.5 --output "$work/interrupt" --json >"$work/interrupt.events" 2>"$work/err" &
  local process=$! stills
  # The first movie has all its samples: captures are at every stage.
  until_said 1 didFinishRecordingMovie "$work/interrupt.events" "$process"
  kill -INT "$process"
  wait "$process"
  check "Ctrl-C: exit code" 130 $?
  stills=$(find "$work/interrupt" -name '*.JPG' | wc -l)
  if ((stills > 0)); then ok "Ctrl-C: photos were taken"; else not_ok "Ctrl-C: photos were taken" none; fi
  check "Ctrl-C: every still has its movie" "$stills" "$(find "$work/interrupt" -name '*.MOV' | wc -l)"
  check "Ctrl-C: nothing is left over" "" "$(find "$work/interrupt" -name '.*' -type f)"
}

# Plugging in and out is the rig's part.
watches() {
  "$command" devices --watch --json >"$work/watch.events" 2>"$work/err" &
  local process=$!
  # Its thread: by now it has looked at what is there. Sleeps: nobody is told that another's thread has begun.
  until grep -qsx livecam-devices "/proc/$process/task"/*/comm; do kill -0 "$process" 2>/dev/null || break; sleep 0.02; done
  kill -INT "$process"
  wait "$process"
  check "devices --watch: exit code" 130 $?
  check "devices --watch: at first what is there, a line each" "" "$(grep -vE '^\{.*"event":"present".*\}$' "$work/watch.events")"
}

abandoned() {
  mkdir "$work/abandon"
  "$command" shoot --live --camera scene --post 10 --output "$work/abandon" --json >"$work/abandon.events" 2>"$work/err" &
  local process=$!
  until_said 1 photoSaved "$work/abandon.events" "$process"
  kill -INT "$process"
  # Another signal of the same kind would be merged with the first if that is still pending.
  kill -TERM "$process"
  wait "$process"
  check "twice Ctrl-C: exit code" 130 $?
  check "twice Ctrl-C: the still is kept, the movie is not there" IMG_0001.JPG "$(ls -A "$work/abandon")"
}

reader_leaves() {
  mkdir "$work/reader"
  "$command" shoot --live --camera scene --output "$work/reader" 2>"$work/err" | head -1 >"$work/out"
  check "a reader that leaves: exit code" 141 "${PIPESTATUS[0]}"
  check "a reader that leaves: the pair is there" "IMG_0001.JPG IMG_0001.MOV" "$(cd "$work/reader" && echo *)"
}

shooting_is_refused() {
  refuses "a format for stills alone" 64 "--live" shoot --format motionphoto
  refuses "a codec for the other file" 64 "--codec" shoot --codec hevc
  refuses "a codec that is not offered" 64 "--movie-codec" shoot --movie-codec av1
  refuses "no coding of frames" 64 "--pixel-format" shoot --pixel-format motion
  local wish
  for wish in on auto; do
    refuses "--flash $wish without a flash" 64 "name what flashes with --flash-device" shoot --camera scene --flash $wish \
      --output "$work/flash"
    check "--flash $wish without a flash: told once" "0 1" "$(grep -c "has no flash" "$work/out") $(grep -c "has no flash" "$work/err")"
  done
  refuses "unknown camera" 69 "/dev/video77" shoot --camera /dev/video77
  refuses "unknown microphone" 69 "nosuchcard" shoot --live --camera scene --microphone nosuchcard
  refuses "impossible size" 69 "16000x16000" shoot --camera scene --size 16000x16000
  refuses "nonsense size" 64 "--size" shoot --size wide
  refuses "nonsense rate" 64 "--rate" shoot --rate -3
  refuses "negative pre-roll" 64 "0 to 10 seconds" shoot --pre -1
  refuses "a folder that takes no files" 73 "/proc" shoot --output /proc
  refuses "missing folder" 73 "/nowhere" shoot --output /nowhere/photos
  refuses "a file for a folder" 73 "not a folder" shoot --output "$project/README.md"
  refuses "a log that cannot be written" 73 "--log /proc/log" shoot --camera scene --output "$work/unlogged" --log /proc/log
  refuses "a log of no level" 64 "--log-level" shoot --log-level loud
  refuses "missing configuration" 66 "none.json5" shoot --config none.json5
}
