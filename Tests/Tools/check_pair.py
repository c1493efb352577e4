#!/usr/bin/env python3
"""Checks that a still and a movie are a Live Photo: check_pair.py STILL MOVIE.

It shares nothing with livecam: boxes, Exif and maker notes are parsed once more in pair_parsers.py beside it, with
the standard library alone, and exiftool, ffprobe and ffmpeg are asked for their opinion. One line is printed for each
rule: PASS, FAIL or SKIP, what was found, and what was expected. The exit status is 0 if nothing failed, 1 if
something did, and 2 if the files could not be opened.
"""
import argparse
import datetime
import json
import re
import shutil
import struct
import subprocess
import sys

from pair_parsers import Malformed, Movie, Q, Still

UUID = re.compile(r"[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\Z")


# ---------------------------------------------------------------- tools


class Skip(Exception):
    """A rule that does not apply, or that nothing here can judge."""


def tool(*command, binary=False):
    if shutil.which(command[0]) is None:
        raise Malformed(f"{command[0]} is not installed (--without-tools leaves its rules out)")
    run = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=120)
    errors = run.stderr.decode("utf8", "replace").strip()
    return run.returncode, run.stdout if binary else run.stdout.decode("utf8", "replace"), errors


def thumbnails(still, still_degrees, movie, movie_degrees, index):
    """32 by 32 grey pixels of the still and of a picture of the movie, standing upright."""

    def upright(degrees):
        return {0: "", 90: "transpose=1,", 180: "hflip,vflip,", 270: "transpose=2,"}[degrees or 0]

    small = "scale=32:32:flags=area,format=gray,setpts=0"
    chains = (f"[0:v:0]{upright(still_degrees)}{small}[still];"
              f"[1:v:0]select=eq(n\\,{index}),{upright(movie_degrees)}{small}[movie];[still][movie]vstack")
    _, pixels, errors = tool(
        "ffmpeg", "-v", "error", "-noautorotate", "-i", still, "-noautorotate", "-i", movie, "-filter_complex", chains,
        "-frames:v", "1", "-f", "rawvideo", "-", binary=True)
    if len(pixels) != 2048:
        raise Skip(f"ffmpeg cannot decode it: {errors.splitlines()[-1] if errors else 'no picture'}")
    return pixels[:1024], pixels[1024:]


def likeness(left, right):
    """The correlation of two pictures: 1 for the same, about 0 for unrelated ones."""
    a = [value - sum(left) / len(left) for value in left]
    b = [value - sum(right) / len(right) for value in right]
    scale = (sum(x * x for x in a) * sum(y * y for y in b)) ** 0.5
    return sum(x * y for x, y in zip(a, b)) / scale if scale else 1.0


# ---------------------------------------------------------------- rules

RULES = []


def rule(number, name, expected):
    def add(function):
        RULES.append((number, name, expected, function))
        return function

    return add


@rule("1", "boxes nest and fill, moov is there", "moov")
def _(pair):
    return True, " ".join(box.kind for box in pair.movie.outline)


@rule("2a", "samples lie in mdat, times and sizes agree", "all inside, counts equal")
def _(pair):
    inside = [(box.body, box.end) for box in pair.movie.outline if box.kind == "mdat"]
    for track in pair.movie.tracks:
        constant, sizes = track.sizes()
        count = sizes if constant else len(sizes)
        timed = sum(entry[0] for entry in track.durations())
        if timed != count:
            return False, f"track {track.id}: {timed} times, {count} sizes"
        for offset, size in track.samples():
            if not any(start <= offset and offset + size <= end for start, end in inside):
                return False, f"track {track.id}: {size} bytes at {offset}"
    return True, f"{len(pair.movie.tracks)} tracks"


@rule("2b", "track numbers are unique and below the next", "unique, below next")
def _(pair):
    ids = [track.id for track in pair.movie.tracks]
    following = pair.movie.next_track
    return len(set(ids)) == len(ids) and 0 < min(ids) and max(ids) < following, f"{ids}, next {following}"


@rule("3a", "one enabled video track, avc1 or hvc1", "1 track, avc1 or hvc1")
def _(pair):
    codecs = [track.codec for track in pair.movie.pictures]
    return len(codecs) == 1 and codecs[0] in ("avc1", "hvc1"), f"{codecs}"


@rule("3b", "ffmpeg decodes pictures and sound without a word", "no message")
def _(pair):
    pair.needs_tools()
    command = ["ffmpeg", "-v", "error", "-xerror", "-i", pair.movie_path, "-map", "0:v:0", "-map", "0:a?"]
    # The tool would count in nominal frames and complain of two pictures in one.
    command += ["-fps_mode", "passthrough", "-enc_time_base:v", "1:90000", "-f", "null", "-"]
    status, _, errors = tool(*command)
    return status == 0 and not errors, errors.splitlines()[0] if errors else f"status {status}"


@rule("4", "moov/meta in QuickTime's form with a UUID as identifier", "plain, mdta, type 1, 36 characters")
def _(pair):
    plain, handler, values = pair.movie.metadata()
    namespace, kind, value = values.get(Q + "content.identifier", ("-", 0, b""))
    text = value.decode("latin1")
    good = plain and handler == "mdta" and namespace == "mdta" and kind == 1 and UUID.match(text)
    return bool(good), f"{'plain' if plain else 'ISO'}, {handler}, {namespace}, type {kind}, {text!r}"


@rule("5", "one still-image-time track with one sample", "1 track; mdta, 0/65, 1 sample, item 9 bytes, ff")
def _(pair):
    tracks = pair.movie.stills
    if len(tracks) != 1:
        return False, f"{len(tracks)} tracks"
    key = next(key for key in tracks[0].keys() if key[2] == Q + "still-image-time")
    samples = tracks[0].samples()
    data = pair.movie.data[samples[0][0] : samples[0][0] + samples[0][1]] if samples else b""
    good = key[1] == "mdta" and key[3] == struct.pack(">II", 0, 65) and len(samples) == 1
    good = good and data[:9] == struct.pack(">IIb", 9, key[0], -1)
    return good, f"{key[1]}, dtyp {key[3].hex()}, {len(samples)} samples, {data[:9].hex()}"


@rule("6", "the still lies inside the movie, after 0, on a picture", "0 < t < duration, within 50 ms of a picture")
def _(pair):
    time = pair.movie.still_time()
    distance = min(abs(shown - time) for shown in pair.movie.shown_times())
    good = 0 < time < pair.movie.duration and distance <= 0.050
    return good, f"{time:.4f} s of {pair.movie.duration:.4f} s, picture {distance * 1000:.1f} ms away"


@rule("7", "cdsc, if any, names the video track", "the video track's number")
def _(pair):
    reference = pair.movie.stills[0].box.one("tref", "cdsc")
    if reference is None:
        raise Skip("no cdsc")
    ids = struct.unpack(f">{len(reference.payload) // 4}I", reference.payload)
    if pair.options.phone and ids != (pair.movie.pictures[0].id,):
        raise Skip(f"{ids}: some phones write such numbers")
    return ids == (pair.movie.pictures[0].id,), f"{ids}"


@rule("8", "creationdate has an offset and lies 0 to 2 s before the still", "0 to 2 s")
def _(pair):
    text = pair.movie.metadata()[2][Q + "creationdate"][2].decode("latin1")
    movie = datetime.datetime.strptime(text, "%Y-%m-%dT%H:%M:%S%z")
    taken = pair.still.text(pair.still.exif, 0x9003)
    if taken is None:
        return False, f"{text}, and the still has no DateTimeOriginal"
    zone = pair.still.text(pair.still.exif, 0x9011)
    still = datetime.datetime.strptime(taken, "%Y:%m:%d %H:%M:%S")
    if zone:
        offset = datetime.datetime.strptime(zone, "%z").tzinfo
        distance = (still.replace(tzinfo=offset) - movie).total_seconds()
    else:
        distance = (still - movie.replace(tzinfo=None)).total_seconds()
    limit = max(2, (pair.options.pre_roll or 0) + 1)  # both are whole seconds
    return 0 <= distance <= limit, f"{text}, still {taken}{zone or ''}: {distance:.0f} s"


@rule("9", "the still is what its name says", "JPEG or HEIC, as the extension")
def _(pair):
    extension = pair.still_path.rsplit(".", 1)[-1].lower()
    names = {"JPEG": ("jpg", "jpeg"), "HEIC": ("heic", "heif"), "PNG": ()}[pair.still.format]
    return extension in names, f".{extension} holds {pair.still.format}"


@rule("10", "the still has Exif", "Exif")
def _(pair):
    return pair.still.has_exif, f"{len(pair.still.tags)} + {len(pair.still.exif)} tags"


@rule("11", "the maker note names the pair", "type 2, count 37, a UUID and 00")
def _(pair):
    kind, count, value = pair.still.maker_note()
    good = kind == 2 and count == 37 and value[-1:] == b"\0" and UUID.match(value[:-1].decode("latin1"))
    return bool(good), f"type {kind}, count {count}, {value[:-1].decode('latin1')!r}"


@rule("12", "the identifiers are equal, byte for byte", "equal")
def _(pair):
    still = pair.still.maker_note()[2].rstrip(b"\0")
    movie = pair.movie.metadata()[2][Q + "content.identifier"][2]
    return still == movie, f"still {still.decode('latin1')}, movie {movie.decode('latin1')}"


@rule("13", "still and movie stand and are shaped alike", "same aspect within 2 % once upright")
def _(pair):
    video, still = pair.movie.pictures[0], pair.still
    if still.size is None:
        return False, "the still's size is not told"
    turns = (still.turned(), video.rotation())

    def aspect(width, height, turn):
        return height / width if turn in (90, 270) else width / height

    shapes = (aspect(*still.size, turns[0]), aspect(video.width, video.height, turns[1]))
    # A container may turn the picture or hold it upright already: what counts is how it stands in the end.
    good = None not in turns and abs(shapes[0] / shapes[1] - 1) < 0.02
    return good, f"still {still.size} turned {turns[0]}, movie {video.width:.0f}x{video.height:.0f} turned {turns[1]}"


@rule("14", "the picture at the still's time looks like the still", "likeness over 0.5")
def _(pair):
    pair.needs_tools()
    if pair.still.format == "HEIC":
        raise Skip("ffmpeg does not put the tiles of a HEIC together")
    shown = pair.movie.shown_times()
    time = pair.movie.still_time()
    index = min(range(len(shown)), key=lambda i: abs(shown[i] - time))
    value = likeness(*thumbnails(
        pair.still_path, pair.still.turned(), pair.movie_path, pair.movie.pictures[0].rotation(), index))
    return value > 0.5, f"picture {index}: {value:.2f}"


@rule("15a", "exiftool finds the same identifier in both", "equal to the parser's")
def _(pair):
    pair.needs_tools()
    own = pair.movie.metadata()[2][Q + "content.identifier"][2].decode("latin1")
    _, text, _ = tool("exiftool", "-q", "-j", "-ContentIdentifier", "-MediaGroupUUID", pair.still_path, pair.movie_path)
    found = [tags.get("ContentIdentifier") or tags.get("MediaGroupUUID") for tags in json.loads(text)]
    return found == [own, own], f"still {found[0]}, movie {found[1]}"


@rule("15b", "ffprobe agrees on length, pictures and identifier", "as the parser")
def _(pair):
    pair.needs_tools()
    status, text, errors = tool(
        "ffprobe", "-v", "error", "-of", "json", "-show_format", "-show_streams", pair.movie_path
    )
    if status:
        return False, errors
    root = json.loads(text)
    length = float(root["format"]["duration"])
    video = next(stream for stream in root["streams"] if stream["codec_type"] == "video")
    identifier = root["format"].get("tags", {}).get(Q + "content.identifier")
    own = pair.movie.metadata()[2][Q + "content.identifier"][2].decode("latin1")
    count = len(pair.movie.pictures[0].presentation_times())
    good = abs(length - pair.movie.duration) < 0.002 and int(video["nb_frames"]) == count and identifier == own
    return good, f"{length:.3f} s, {video['nb_frames']} pictures, {identifier}"


@rule("16", "the still holds the video that it announces", "no word of one, or a video behind the picture")
def _(pair):
    word = re.search(rb"\w:(?:MotionPhoto|MicroVideo)\s*(?:=\s*[\"']|>)\s*1\b", pair.still_data)
    if word is None:
        return True, "none is announced"
    return b"ftyp" in pair.still_data[12:], word.group().decode("latin1")


@rule("E1", "the length is as expected", "--duration")
def _(pair):
    return pair.near(pair.options.duration, lambda: pair.movie.duration)


@rule("E2", "the still's time is as expected", "--still-time or --pre-roll")
def _(pair):
    wanted = pair.options.still_time if pair.options.still_time is not None else pair.options.pre_roll
    return pair.near(wanted, lambda: pair.movie.still_time())


@rule("E3", "the time after the still is as expected", "--post-roll")
def _(pair):
    return pair.near(pair.options.post_roll, lambda: pair.movie.duration - pair.movie.still_time())


@rule("E4", "there is sound, or none, as expected", "--audio")
def _(pair):
    if pair.options.audio == "any":
        raise Skip("nothing is expected")
    return (len(pair.movie.sound) == 1) == (pair.options.audio == "yes"), f"{len(pair.movie.sound)} tracks"


@rule("E5", "the sound is as long as the picture", "within --tolerance")
def _(pair):
    if not pair.movie.sound or pair.options.audio == "any":
        raise Skip("no sound, or nothing is expected of it")
    length = sum(duration for duration, _, _ in pair.movie.sound[0].edits) / pair.movie.timescale
    return abs(length - pair.movie.duration) <= pair.options.tolerance, f"{length:.4f} s of {pair.movie.duration:.4f} s"


@rule("E6", "the identifier is as expected", "--identifier")
def _(pair):
    if pair.options.identifier is None:
        raise Skip("nothing is expected")
    own = pair.movie.metadata()[2][Q + "content.identifier"][2].decode("latin1")
    return own == pair.options.identifier, own


class Pair:
    def __init__(self, options):
        self.options, self.still_path, self.movie_path = options, options.still, options.movie
        with open(options.still, "rb") as file:
            self.still_data = file.read()
        with open(options.movie, "rb") as file:
            self.movie_data = file.read()
        self.movie, self.still = None, None

    def needs_tools(self):
        if self.options.without_tools:
            raise Skip("--without-tools")

    def near(self, wanted, measured):
        if wanted is None:
            raise Skip("nothing is expected")
        return abs(measured() - wanted) <= self.options.tolerance, f"{measured():.4f} s, {wanted} s wanted"

    def check(self):
        problems = []
        for name, make in (("movie", lambda: Movie(self.movie_data)), ("still", lambda: Still(self.still_data))):
            try:
                setattr(self, name, make())
            except (Malformed, struct.error, KeyError, IndexError, ValueError) as error:
                problems.append(f"{name}: {error}")
        results = []
        for number, name, expected, function in RULES:
            try:
                passed, found = function(self)
                status = "PASS" if passed else "FAIL"
            except Skip as reason:
                status, found = "SKIP", str(reason)
            except (Malformed, struct.error, KeyError, IndexError, ValueError, AttributeError) as error:
                # A half that could not be parsed fails every rule that asks for it.
                status, found = "FAIL", "; ".join(problems) or f"{type(error).__name__}: {error}"
            except subprocess.TimeoutExpired as error:
                status, found = "FAIL", f"{error.cmd[0]} did not end"
            results.append({"rule": number, "name": name, "status": status, "found": found, "expected": expected})
        return results


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("still")
    parser.add_argument("movie")
    parser.add_argument("--json", action="store_true", help="print a list of objects instead of lines")
    parser.add_argument("--duration", type=float, help="expected length of the movie in seconds")
    parser.add_argument("--pre-roll", type=float, help="expected seconds before the still")
    parser.add_argument("--post-roll", type=float, help="expected seconds from the still to the end")
    parser.add_argument("--still-time", type=float, help="expected place of the still in seconds")
    parser.add_argument("--tolerance", type=float, default=0.1, help="for the times above, in seconds (0.1)")
    parser.add_argument("--audio", choices=("yes", "no", "any"), default="any")
    parser.add_argument("--identifier", help="the expected UUID, as written")
    parser.add_argument("--phone", action="store_true", help="forgive what phones are known to write")
    parser.add_argument("--without-tools", action="store_true",
                        help="leave out what ffmpeg and exiftool are needed for")
    options = parser.parse_args()
    try:
        results = Pair(options).check()
    except OSError as error:
        print(f"check_pair: {error}", file=sys.stderr)
        return 2
    if options.json:
        print(json.dumps(results, indent=1))
    else:
        for result in results:
            print("{status} {rule:>3} {name}: {found} (expected: {expected})".format(**result))
    return 1 if any(result["status"] == "FAIL" for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
