"""library: a photo library of 100,000 assets, and an import of phone-sized pairs.

The assets are rows that were generated, with no files behind them, as none is looked at: opening, the first page of 50
by date, and counts by kind, in a process that has the library open and in one that has just opened it. The same with
the catalogue on a PostgreSQL server, reached by a socket, with a password.

The import is held against cp of the same files, synced as livecam syncs them, and sha256sum of the copies, in turns.
What else one would make a catalogue with is beside it: exiftool's JSON of the folder, as a table of SQLite's; it copies
nothing.
"""
import json
import pathlib
import re
import shutil
import sqlite3
import subprocess

from running import Failure, lines_of_json, median, output_of, part, run, spread

PROJECT = pathlib.Path(__file__).resolve().parents[3]
ASSETS = 100_000
PAIRS = 200
ROUNDS = 20

# In the words that SQLite and PostgreSQL share: of ten assets one is a video and seven are Live Photos.
FILL = f"""
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {ASSETS})
INSERT INTO asset (localIdentifier, mediaType, mediaSubtypes, playbackStyle, pixelWidth, pixelHeight,
  durationNanoseconds, creationSeconds, modificationSeconds, modificationNanosecond, modificationOffset, isFavorite,
  isHidden, trashedSeconds)
SELECT 'generated-' || i || '/L0/001', CASE WHEN i % 10 = 0 THEN 2 ELSE 1 END, CASE WHEN i % 10 > 2 THEN 8 ELSE 0 END,
  CASE WHEN i % 10 = 0 THEN 4 WHEN i % 10 > 2 THEN 3 ELSE 1 END, 4032, 3024, 0,
  1500000000 + (CAST(i AS BIGINT) * 7919) % 250000000, 1795255800, 0, 0, CASE WHEN i % 20 = 0 THEN 1 ELSE 0 END,
  CASE WHEN i % 100 = 1 THEN 1 ELSE 0 END, CASE WHEN i % 100 = 2 THEN 1795255800 END
FROM n;
INSERT INTO resource (assetID, type, fileName, originalFilename, uniformTypeIdentifier, byteCount, pixelWidth,
  pixelHeight, sha256)
SELECT id, CASE WHEN mediaType = 2 THEN 2 ELSE 1 END, 'generated-' || id || '-1.heic', 'IMG_' || id || '.HEIC',
  'public.heic', 2000000, 4032, 3024, 'a' || id FROM asset;
INSERT INTO resource (assetID, type, fileName, originalFilename, uniformTypeIdentifier, byteCount, pixelWidth,
  pixelHeight, sha256)
SELECT id, 9, 'generated-' || id || '-9.mov', 'IMG_' || id || '.MOV', 'com.apple.quicktime-movie', 3000000, 1440, 1080,
  'b' || id FROM asset WHERE mediaSubtypes = 8;
"""


def tell_times(name, times, results):
    *rounds, memory = times
    if len(rounds) != ROUNDS or any(one["shown"] != 50 or one["kinds"] != 3 for one in rounds):
        raise Failure(f"{name}: the library does not hold what was generated: {rounds[:1]}")
    # What the first round opens, such as libpq, is opened once by a program.
    each = [("open", "open", 20), ("firstPage", "first page, just opened", 20), ("page", "first page, again", 20),
            ("firstCount", "counts by kind, just opened", None), ("count", "counts by kind, again", 10)]
    for key, words, bar in each:
        values = [one[key] for one in rounds[1:]]
        results.add("library", f"{name}: {words}", median(values), "ms", bar, p95=part(values, 0.95))
    results.add("library", f"{name}: most memory", memory["mostKilobytes"] / 1024, "MiB")


def rows_in_sqlite(context, results):
    folder = context.folder / "sqlite"
    run([context.livecam, "library", "init", "--library", folder])
    with sqlite3.connect(folder / "library.sqlite") as database:
        database.executescript(FILL)
    database.close()
    times = lines_of_json(output_of([context.library, "times", "--folder", folder, "--rounds", ROUNDS]))
    tell_times("SQLite", times, results)


def postgres(words, **options):
    script = PROJECT / "Scripts/lib/postgres.sh"
    return subprocess.run(["bash", "-c", f'source "{script}" && {words}'], capture_output=True, text=True, **options)


def rows_on_server(context, results):
    server, folder = context.folder / "server", context.folder / "originals"
    # A server's programs are another user's.
    context.folder.chmod(0o755)
    started = postgres(f'postgres_start "{server}"')
    if started.returncode != 0:
        return results.leave_out("library", "PostgreSQL", started.stderr)
    try:
        url = started.stdout.strip()
        run([context.livecam, "library", "init", "--library", f"{url}?originals={folder}"])
        # As a server is some minutes after an import.
        filled = subprocess.run(["psql", "--quiet", "--set", "ON_ERROR_STOP=1", url], input=FILL + "VACUUM ANALYZE;",
                                capture_output=True, text=True)
        if filled.returncode != 0:
            raise Failure(f"psql: {filled.stderr}")
        times = output_of([context.library, "times", "--folder", folder, "--server", url, "--rounds", ROUNDS])
        tell_times("PostgreSQL", lines_of_json(times), results)
    finally:
        postgres(f'postgres_stop "{server}"')


def phone_pairs(context):
    """Pairs as a phone takes them, each with an identifier of its own; how many bytes they have."""
    base, phone = context.folder / "base", context.folder / "phone"
    base.mkdir()
    phone.mkdir()
    noise = ["-f", "lavfi", "-i", "testsrc2=size=1920x1080:rate=30:duration=3,noise=alls=12:allf=t"]
    run(["ffmpeg", "-v", "error", *noise, "-c:v", "libx264", "-preset", "veryfast", "-b:v", "9M", "-pix_fmt", "yuv420p",
         base / "movie.mp4"])
    still = ["-f", "lavfi", "-i", "testsrc2=size=4032x3024,noise=alls=12", "-frames:v", "1", "-q:v", "4"]
    run(["ffmpeg", "-v", "error", *still, base / "still.jpg"])
    run([context.livecam, "assemble", "--photo", base / "still.jpg", "--movie", base / "movie.mp4", "--output",
         base / "pair"])
    halves = sorted((base / "pair").iterdir())
    contents = [half.read_bytes() for half in halves]
    words = [set(re.findall(rb"[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}", content)) for content in contents]
    shared = words[0] & words[1]
    if len(shared) != 1:
        raise Failure(f"the halves of a pair have {len(shared)} identifiers in common")
    identifier = shared.pop()
    for number in range(PAIRS):
        own = identifier[:-12] + b"%012X" % number
        for half, content in zip(halves, contents):
            (phone / f"IMG_{number:04d}{half.suffix}").write_bytes(content.replace(identifier, own))
    return phone, PAIRS * sum(map(len, contents))


def imports(context, results):
    phone, size = phone_pairs(context)
    ours, copies, peers = [], [], []
    for number in range(max(3, context.rounds)):
        library, copy = context.folder / f"library-{number}", context.folder / f"copy-{number}"
        # What the disk still has to write of the round before is nobody's.
        run(["sync"])
        ours.append(run([context.livecam, "library", "import", phone, "--library", library]))
        told = json.loads(output_of([context.livecam, "library", "list", "--count", "--json", "--library", library]))
        if told["livePhotos"] != PAIRS:
            raise Failure(f"the import made {told} of {PAIRS} pairs")
        run(["sync"])
        copies.append(run(["bash", "-c", 'cp -r "$0" "$1" && sync -f "$1" && cd "$1" && sha256sum -- * >/dev/null',
                           phone, copy]))
        if shutil.which("exiftool") and shutil.which("sqlite3"):
            peers.append(run(["bash", "-c", r'''exiftool -q -json -n -FileName -FileSize -ContentIdentifier \
                -DateTimeOriginal -CreationDate -ImageWidth -ImageHeight "$0" >"$1.json" && sqlite3 "$1.sqlite" \
                "CREATE TABLE photo AS SELECT value ->> 'FileName' AS name, value ->> 'ContentIdentifier' AS identifier,
                value ->> 'DateTimeOriginal' AS taken FROM json_each(readfile('$1.json'))"''', phone,
                              context.folder / f"peer-{number}"]))
        shutil.rmtree(library)
        shutil.rmtree(copy)
    results.add("library", f"import of {PAIRS} pairs, {size / 2**20:.0f} MiB", median(ours), "s")
    results.add("library", "import beside cp, synced, and sha256sum", median(ours) / median(copies), "×", 1.25,
                spread([one / other for one, other in zip(ours, copies)]))
    if peers:
        results.add("library", "exiftool and sqlite3, which copy nothing", median(peers), "s")
    else:
        results.leave_out("library", "exiftool and sqlite3", "they are not installed")


def bench(context, results):
    """Bars: open and first page 20 ms, counts 10 ms; an import at 0.8 of the speed of cp and sha256sum."""
    results.title(f"library: {ASSETS} assets, and an import")
    rows_in_sqlite(context, results)
    rows_on_server(context, results)
    imports(context, results)
