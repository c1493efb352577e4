"""The two tables of the article Measurements, written anew from one run: the short one and the whole one.

Each stands between two comments, `<!-- NAME -->` and `<!-- /NAME -->`; all else in the article is written by hand.
"""
import re

from results import figure
from running import Failure

NONE = "–"
TABLES = ("bench in short", "bench")


class Figures:
    """The figures of a run by bench and name; those of peers that were left out are dashes."""

    def __init__(self, results):
        self.rows = {(row["bench"], row["name"]): row for row in results.rows}

    def row(self, bench, name):
        """The row whose name begins so: some names go on with figures."""
        found = [row for (group, known), row in self.rows.items() if group == bench and known.startswith(name)]
        return found[0] if found else None

    def ratios(self, bench, start):
        """The names of a bench's figures beside the bare libraries, whatever the number of threads."""
        return [name for group, name in self.rows if group == bench and name.startswith(start) and name.endswith(
            "beside the bare libraries")]

    def value(self, bench, *names):
        """A figure without its unit; of several the least and the most."""
        values = [row["value"] for row in (self.row(bench, name) for name in names) if row]
        if not values:
            return NONE
        least, most = figure(min(values)), figure(max(values))
        return least if least == most else f"{least} to {most}"

    def timed(self, bench, name):
        """A latency: the median, and the 95th part of a hundred."""
        row = self.row(bench, name)
        return f"{figure(row['value'])} ms, p95 {figure(row['p95'])}" if row else NONE

    def bar(self, bench, *names, text=None):
        """What it is held against, and whether it held: of the last name, or as said."""
        rows = [row for row in (self.row(bench, name) for name in names) if row]
        if not rows:
            return NONE
        text = text or f"≤ {figure(rows[-1]['bar'])} {rows[-1]['unit']}"
        return text if all(row["held"] for row in rows) else f"{text}: missed"


def armed(of, size, beside):
    ours, loop = f"mjpeg {size}: livecam, with microphone", "barest loop, with microphone"
    share = of.value("armed", f"mjpeg {size}: {loop}: processor time")
    times = of.value("armed", f"{ours}, beside the {loop}")
    seldom = of.value("armed", f"{ours}, beside the barest loop, as seldom awake")
    return (f"{of.value('armed', f'{ours}: processor time')} % of a core",
            f"{times} × the barest loop, {share} %; {seldom} × one that wakes as seldom{beside}",
            of.bar("armed", f"{ours}, beside the {loop}", f"{ours}: processor time", text="≤ 3 %, 1.2 × the loop"))


def armed_memory(of, size, beside=""):
    name = f"mjpeg {size}: livecam, with microphone: resident"
    row = of.row("armed", name)
    payload = re.search(r"([\d.]+ MiB)$", row["name"]).group(1) if row else NONE
    return f"{of.value('armed', name)} MiB, of it {payload} of footage", beside, of.bar("armed", name)


def peers_armed(of):
    def cpu(peer):
        return of.value("armed", f"mjpeg 720p30: {peer}: processor time")

    return (f"; ustreamer {cpu('ustreamer')} % (no sound), Motion {cpu('Motion, ring of 2.5 s')} %, "
            f"encoding all the time GStreamer {cpu('GStreamer, encoding all the time')} %, "
            f"ffmpeg {cpu('ffmpeg, encoding all the time')} %")


def peers_memory(of):
    def resident(*peers):
        return of.value("armed", *[f"mjpeg 720p30: {peer}: resident" for peer in peers])

    return (f"ustreamer {resident('ustreamer')}, ffmpeg "
            f"{resident('ffmpeg -c copy, to nowhere', 'ffmpeg, encoding all the time')}, Motion "
            f"{resident('Motion, ring of 2.5 s')} MiB")


def still(of, size):
    name = f"mjpeg {size}, its own JPEG: still on disk"
    copy = of.value("shutter", f"mjpeg {size}: copying the file alone, synced")
    return of.timed("shutter", name), f"copying the file {copy} ms", of.bar("shutter", name)


def raw_still(of):
    name = "yuyv 720p30, encoded: still on disk"
    bare = f"bare TurboJPEG {of.value('shutter', 'yuyv 720p30: bare')} ms"
    return of.timed("shutter", name), bare, of.bar("shutter", name)


def live_still(of):
    names = [f"{coding} 720p30: still of a Live Photo on disk" for coding in ("mjpeg", "yuyv")]
    mjpeg, yuyv = (of.timed("complete", name) for name in names)
    bars = " and ".join(of.bar("complete", name) for name in names)
    return f"{mjpeg}; {yuyv}", "", bars


def complete(of, size):
    name = f"mjpeg {size}: movie complete"
    pace = of.value("complete", f"mjpeg {size}: bare encoder, times real time")
    return of.timed("complete", name), f"the bare encoder at {pace} × real time", of.bar("complete", name)


def live(of, coding):
    bare = of.ratios("capture", f"{coding} 720p30, ")
    names = [f"{coding} 720p30: livecam beside {peer}" for peer in ("ffmpeg", "GStreamer")]
    first, second = (of.value("peers", name) for name in names)
    held = [of.bar("capture", *bare, text="≤ 1.1"), *(of.bar("peers", name, text="1") for name in names)]
    return (f"{of.value('peers', f'{coding} 720p30, ')} ms",
            f"{of.value('capture', *bare)} × the bare libraries, {first} × ffmpeg, {second} × GStreamer",
            ", ".join(held))


def live_1080p(of):
    names = [f"{coding} 1080p30, " for coding in ("mjpeg", "yuyv")]
    bare = [of.ratios("capture", name) for name in names]
    cost = " and ".join(of.value("capture", name) for name in names)
    ratios = " and ".join(of.value("capture", *one) for one in bare)
    return f"{cost} ms", f"{ratios} × the bare libraries", of.bar("capture", *bare[0], *bare[1], text="≤ 1.1")


def no_encoder(of):
    name = "mjpeg 720p30, 3 s, no encoder"
    return f"{of.value('capture', name)} ms", "", of.bar("capture", name)


def overlapping(of):
    names = ["8 captures 0.4 s apart, ", "64 captures 0.1 s apart, "]
    found = [of.row("capture", name) for name in names]
    ratios = " and ".join(figure(row["value"]) if row else NONE for row in found)
    held = ", ".join(of.bar("capture", name, text=text) for name, text in zip(names, ("≤ 1.5", "2")))
    return "", f"{ratios} × the bare libraries on the footage", held


def cameras(of):
    lost = ["4 armed: frames lost", "one shutter: frames lost while movies are made"]
    held = [of.bar("cameras", *lost, text="0"), of.bar("cameras", "one shutter: stills apart"),
            of.bar("cameras", "4 armed: beside one")]
    return (f"{of.value('cameras', *lost)} frames lost, "
            f"stills {of.value('cameras', 'one shutter: stills apart')} ms apart",
            f"{of.value('cameras', '4 armed: beside one')} × one camera", ", ".join(held))


def start(of):
    name = "livecam, with microphone: first frame"
    others = ", ".join(f"{peer} {of.value('start', f'{peer}: first frame')}"
                       for peer in ("v4l2-ctl", "GStreamer", "ffmpeg"))
    return of.timed("start", name), f"{others} ms", of.bar("start", name)


def library(of):
    names = ["open", "first page, just opened", "counts by kind, just opened"]
    later = ", ".join(of.value("library", f"SQLite: {name}") for name in names[1:])
    server = ", ".join(of.value("library", f"PostgreSQL: {name}") for name in names)
    held = [f"SQLite: {name}" for name in (*names[:2], "first page, again", "counts by kind, again")]
    memory, on_server = (of.value("library", f"{name}: most memory") for name in ("SQLite", "PostgreSQL"))
    return (f"{of.timed('library', 'SQLite: open')}; {later} ms; {memory} MiB",
            f"on PostgreSQL {server} ms; {on_server} MiB", of.bar("library", *held, text="≤ 20, 20, 10 ms"))


def library_import(of):
    name = "import beside cp, synced, and sha256sum"
    return "", f"{of.value('library', name)} × cp, synced, and sha256sum", of.bar("library", name)


def size(of):
    names = ["all for Live Photos as JPEG", "all, with HEVC and HEIC", "all, with AAC"]
    more = of.value("size", "all, with AAC by libavcodec")
    return (", ".join(of.value("size", name) for name in names) + " MB", f"with libavcodec, for AAC, {more} MB",
            of.bar("size", *names))


def short(results):
    """The lines of the short table."""
    of = Figures(results)
    drift = "10 minutes armed: more than in the second minute"
    rows = [
        ("Armed with a microphone, MJPEG 720p30: processor", *armed(of, "720p30", peers_armed(of))),
        ("the same, 1080p30", *armed(of, "1080p30", "")),
        ("Armed, 720p30: memory", *armed_memory(of, "720p30", peers_memory(of))),
        ("the same, 1080p30", *armed_memory(of, "1080p30")),
        ("the same, from the second minute to the tenth", f"+ {of.value('armed', drift)} MiB", "",
         of.bar("armed", drift)),
        ("From the frame's arrival to the still on disk, MJPEG 720p30, its own JPEG", *still(of, "720p30")),
        ("the same, 1080p30", *still(of, "1080p30")),
        ("the same, YUYV 720p30", *raw_still(of)),
        ("the same of a Live Photo, MJPEG and YUYV 720p30", *live_still(of)),
        ("From the last picture shown to the movie complete, 720p30", *complete(of, "720p30")),
        ("the same, 1080p30", *complete(of, "1080p30")),
        ("A Live Photo, MJPEG 720p30: processor time", *live(of, "mjpeg")),
        ("A Live Photo, YUYV 720p30", *live(of, "yuyv")),
        ("A Live Photo, MJPEG and YUYV 1080p30", *live_1080p(of)),
        ("A Live Photo without its encoders, MJPEG 720p30: processor time", *no_encoder(of)),
        ("8 captures 0.4 s apart; 64, 0.1 s apart", *overlapping(of)),
        ("4 cameras armed", *cameras(of)),
        ("From the command's start to the first frame", *start(of)),
        ("A photo library of 100,000 assets: opening it, its first page, counts by kind, memory", *library(of)),
        ("An import of 200 pairs as phones take them, 1.6 GiB", *library_import(of)),
        ("Installed, without and with HEVC and HEIC, with AAC", *size(of)),
    ]
    lines = ["| What | livecam | Beside it | Bar |", "|---|---|---|---|"]
    return "\n".join(lines + ["| " + " | ".join(row).replace("|  |", "| |") + " |" for row in rows])


def places(path, text, name):
    """The comments that a table stands between."""
    begin, end = f"<!-- {name} -->\n", f"\n<!-- /{name} -->"
    if text.count(begin) != 1 or text.count(end) != 1:
        raise Failure(f"{path} has no place for '{name}': {begin.strip()} and {end.strip()}, once each")
    return begin, end


def check(path):
    """That there are places for both tables: before they are measured."""
    text = path.read_text()
    for name in TABLES:
        places(path, text, name)


def write(path, results):
    """Puts both tables into the article, or neither."""
    text = path.read_text()
    about = results.about()
    first = f"The table in short, of {about['date']}, on {about['cores']} cores of an {about['processor']}:"
    for name, content in zip(TABLES, (f"{first}\n\n{short(results)}", results.table())):
        begin, end = places(path, text, name)
        text = text[:text.index(begin)] + begin + "\n" + content + "\n" + text[text.index(end):]
    partial = path.with_name(f".{path.name}")
    partial.write_text(text)
    partial.rename(path)
