"""shutter and complete: from the shutter to the still on disk, and from a Live Photo's last sample to its whole movie.

Both are measured from outside: the emulated camera logs when each frame was there to be taken, inotify tells when a
file appears under its final name, synced, and the still is told by its bytes which frame it is. All on one clock, in
real time, so other work on the machine shows: medians and 95th parts of a hundred.
"""
import json
import shutil
import time

from armed import emulated
from assemble import copy_synced
from folders import FolderWatch
from running import Failure, Running, lines_of_json, median, output_of, part

SHOTS, INTERVAL = 24, 0.37
MOVIES = 4
# What SessionConfiguration has, which livecam takes when nobody says otherwise.
JPEG_QUALITY = 92
SHUTTER_BAR, ENCODE_MARGIN = 20, 10
REST_MARGIN = 30


class Shots:
    """A livecam that takes photos of an emulated camera: what it told, what the camera did, when files appeared."""

    def __init__(self, context, source, *options):
        self.folder = context.folder / f"shots-{time.monotonic_ns()}"
        self.folder.mkdir()
        log = self.folder / "camera.log"
        pictures = self.folder / "files"
        pictures.mkdir()
        command = emulated(context, source, [
            context.livecam, "shoot", "--camera", "/dev/video0", "--json", "--output", pictures, *options
        ], "--log", log)
        with FolderWatch(pictures) as watch, Running(command, self.folder, context.inputs_environment) as program:
            program.wait(120)
            self.events = lines_of_json(program.said())
            self.appeared = watch.times
        self.arrivals = {line["sequence"]: line["arrival"] for line in lines_of_json(log.read_text())
                         if line["event"] == "frame"}
        self.pictures = pictures

    def of(self, event):
        """The events of a name, by the capture's number."""
        return {one["id"]: one for one in self.events if one["event"] == event}

    @property
    def stills(self):
        """Of each still: when it could be begun, when it was there, its frame's number, its file."""
        for number, saved in sorted(self.of("photoSaved").items()):
            name = saved["file"].rsplit("/", 1)[-1]
            sequence = self.of("didFinishProcessingPhoto")[number]["sequence"]
            shutter = saved["time"] - saved["sinceShutter"]
            yield max(self.arrivals[sequence], shutter), self.appeared[name], sequence, self.pictures / name

    @property
    def choices(self):
        """Of each still: how long after it could be begun its frame was chosen, in milliseconds."""
        chosen = self.of("didCapturePhoto")
        return [(chosen[number]["time"] - begin) * 1000
                for number, (begin, *_) in zip(sorted(self.of("photoSaved")), self.stills)]

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)


def scan_of(jpeg):
    """The coded picture in a JPEG, which a still has with another head."""
    return jpeg[jpeg.index(b"\xff\xda"):]


def check_stills(source, shots):
    """That every still is the frame that livecam says, to the byte."""
    scans = [scan_of(picture) for picture in source.pictures()]
    for _, _, sequence, path in shots.stills:
        if scans[sequence % len(scans)] not in path.read_bytes():
            raise Failure(f"{path.name} is not frame {sequence}")


def milliseconds(shots):
    return [(end - begin) * 1000 for begin, end, _, _ in shots.stills]


def bare_still(context, source):
    """What TurboJPEG takes for a picture of them, in milliseconds."""
    return json.loads(output_of([context.still, source.path, source.width, source.height, JPEG_QUALITY, SHOTS]))


def shutter(context, results):
    """Bars: 20 ms beyond the frame's arrival for a camera's own JPEG, 10 ms beyond the bare encoder for raw frames."""
    results.title("shutter: from the frame's arrival, or the shutter where that is later, to the still under its name")
    for source in (context.inputs.mjpeg_720p, context.inputs.yuyv_720p, context.inputs.mjpeg_1080p):
        waits, choices, bare, copies = [], [], [], []
        for _ in range(2):
            shots = Shots(context, source, "--count", SHOTS // 2, "--interval", INTERVAL, "--delay", 0.7)
            if source.coding == "mjpeg":
                check_stills(source, shots)
            else:
                bare.append(bare_still(context, source))
            waits += milliseconds(shots)
            choices += shots.choices
            target = shots.folder / "copies"
            target.mkdir()
            copies += [copy_synced([path], target) * 1000 for _, _, _, path in shots.stills]
            shots.remove()
        if len(waits) < SHOTS:
            raise Failure(f"{len(waits)} of {SHOTS} stills were saved")
        bar = SHUTTER_BAR
        if bare:
            encode = median(one["median"] for one in bare)
            bar = encode + ENCODE_MARGIN
            results.add("shutter", f"{source}: bare TurboJPEG of the same frames", encode, "ms",
                        p95=max(one["p95"] for one in bare))
        name = "its own JPEG" if source.coding == "mjpeg" else "encoded"
        results.add("shutter", f"{source}, {name}: still on disk", median(waits), "ms", bar, p95=part(waits, 0.95))
        results.add("shutter", f"{source}: of it until livecam knows which frame it is", median(choices), "ms",
                    p95=part(choices, 0.95))
        results.add("shutter", f"{source}: from then on", median(a - b for a, b in zip(waits, choices)), "ms",
                    p95=part([a - b for a, b in zip(waits, choices)], 0.95))
        results.add("shutter", f"{source}: copying the file alone, synced", median(copies), "ms",
                    p95=part(copies, 0.95))


def last_arrivals(shots):
    """Of each movie: when its last frame was there to be taken, and when the movie was complete."""
    finished = shots.of("didFinishProcessingMovie")
    for number, photo in sorted(shots.of("didFinishProcessingPhoto").items()):
        movie = finished[number]
        if movie.get("error"):
            raise Failure(f"a movie failed: {movie['error']}")
        before = round(movie["photoDisplayTime"] * 30)
        last = photo["sequence"] + movie["frames"] - 1 - before
        yield shots.arrivals[last], shots.appeared[movie["file"].rsplit("/", 1)[-1]]


def complete(context, results):
    """Bar: 30 ms beyond the last frame's duration, to whose end there has to be sound, and the bare encoder's work."""
    results.title("complete: from the last frame's arrival to the movie under its name")
    for source in (context.inputs.mjpeg_720p, context.inputs.yuyv_720p, context.inputs.mjpeg_1080p):
        waits, stills, alone, encoding = [], [], [], []
        frames = 90
        for _ in range(MOVIES):
            # One at a time: where the encoder is slow, the next one would wait for it.
            shots = Shots(context, source, "--live", "--microphone", "microphone")
            waits += [(end - begin) * 1000 for begin, end in last_arrivals(shots)]
            stills += milliseconds(shots)
            shots.remove()
            alone.append(json.loads(output_of([
                context.bare, source.coding, source.path, source.width, source.height, source.rate, frames, "veryfast",
                context.cores, context.inputs.sound]))["wall"])
            if source.coding != "mjpeg":
                encoding.append(bare_still(context, source)["median"])
        bare = median(alone)
        pace = frames / source.rate / bare
        # The pre-roll's half is encoded while the other half is filmed; what of both is not done by then is left, and
        # the last frame's share always is.
        rest = max(bare / frames, bare - frames / source.rate / 2) * 1000
        results.add("complete", f"{source}: bare encoder, times real time on {context.cores} cores", pace, "×")
        results.add("complete", f"{source}: work that the bare encoder has left then", rest, "ms")
        results.add("complete", f"{source}: movie complete", median(waits), "ms",
                    1000 / source.rate + rest + REST_MARGIN, p95=max(waits))
        results.add("complete", f"{source}: still of a Live Photo on disk", median(stills), "ms",
                    median(encoding) + ENCODE_MARGIN if encoding else SHUTTER_BAR, p95=max(stills))
