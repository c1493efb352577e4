"""start: from the start of the command to the first frame in the ring, beyond what the camera itself takes.

The emulated camera logs when the program was started, when it switched the stream on, when the first frame was there
and when it was taken. The camera's own start lies between the second and the third.
"""
import json
import subprocess
import time

from armed import NEVER, armed_livecam, emulated
from running import Failure, Running, median, part

TIMES = 10


def first_frame(context, source, program, until=5):
    """Seconds from a program's start to its first frame, those of them that are the camera's own, and to the
    opening."""
    log = context.folder / f"start-{time.monotonic_ns()}.log"
    with Running(emulated(context, source, program, "--log", log), context.folder,
                 context.inputs_environment) as running:
        lines = []
        follow = ["timeout", str(until), "tail", "-n", "+1", "-F", str(log)]
        with subprocess.Popen(follow, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as written:
            while not lines or lines[-1]["event"] != "frame":
                line = written.stdout.readline()
                if not line:
                    raise Failure(f"no frame within {until} s: {running.said()[-300:]}")
                lines.append(json.loads(line))
            written.terminate()
    log.unlink()
    begin = next(line["time"] for line in lines if line["event"] == "program")
    frame = next(line for line in lines if line["event"] == "frame")
    stream = [line["time"] for line in lines if line["event"] == "streamOn" and line["time"] < frame["time"]][-1]
    opened = next(line["time"] for line in lines if line["event"] == "open")
    return frame["time"] - begin, frame["arrival"] - stream, opened - begin


def bench(context, results):
    """Bar: 150 ms."""
    source = context.inputs.mjpeg_720p
    results.title("start: from the program's start to the first frame, without the camera's own start")
    each = {
        "livecam, with microphone": armed_livecam(context, "microphone", context.folder / "start"),
        "livecam": armed_livecam(context, "none", context.folder / "start"),
        "v4l2-ctl": ["v4l2-ctl", "-d", "/dev/video0", "--stream-mmap", "--stream-count=1"],
        "ffmpeg": ["ffmpeg", "-v", "error", "-f", "v4l2", "-i", "/dev/video0", "-c", "copy", "-frames:v", 1, "-f",
                   "null", "-"],
        "GStreamer": ["gst-launch-1.0", "-q", "v4l2src", "num-buffers=1", "!", "image/jpeg", "!", "fakesink"],
        "barest loop": [context.loop, NEVER, "/dev/video0"],
    }
    found, broken = {}, {}
    for round_number in range(TIMES):
        for name, program in each.items():
            # What is beside it is there to compare with, and not as often.
            if name in broken or (round_number >= 3 and not name.startswith("livecam")):
                continue
            try:
                found.setdefault(name, []).append(first_frame(context, source, program))
            except Failure as failure:
                broken[name] = failure
    for name in each:
        if name in broken and name.startswith("livecam"):
            raise broken[name]
        if name in broken:
            results.leave_out("start", name, broken[name])
            continue
        waits = [(whole - own) * 1000 for whole, own, _ in found[name]]
        results.add("start", f"{name}: first frame", median(waits), "ms", 150 if name.startswith("livecam") else None,
                    p95=part(waits, 0.95))
        if name.startswith("livecam"):
            results.add("start", f"{name}: of it until the camera is opened",
                        median(opened * 1000 for _, _, opened in found[name]), "ms")
