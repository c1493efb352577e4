"""Fixtures for `livecam emulate`, made of pictures: the form that RecordedDevices.md of Fixtures describes.

Frames are exactly 1/30 s apart and there to be taken 20 ms after the time that they are stamped with, as from a camera
that sends a picture while it exposes the next.
"""
import ctypes
import ctypes.util
import json
import shutil
import struct

from running import Failure, run

LATENCY = 20_000_000
BLOCK = 30


class Digest(ctypes.Structure):
    """libxxhash's XXH128_hash_t."""
    _fields_ = [("low", ctypes.c_uint64), ("high", ctypes.c_uint64)]


def checksum_function():
    library = ctypes.CDLL(ctypes.util.find_library("xxhash") or "libxxhash.so.0")
    library.XXH3_128bits.restype = Digest
    library.XXH3_128bits.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
    return lambda content: library.XXH3_128bits(content, len(content)).low


def blocks(pictures, rate):
    """The frames' events, some of them together."""
    checksum = checksum_function()
    times = [index * 1_000_000_000 // rate for index in range(len(pictures) + 1)]
    events = []
    for first in range(0, len(pictures), BLOCK):
        part = pictures[first:first + BLOCK]
        end = first + len(part)
        sums = b"".join(struct.pack("<Q", checksum(one)) for one in part)
        events.append({
            "frames": len(part), "sequence": first, "time": times[first],
            "steps": [times[index + 1] - times[index] for index in range(first, end - 1)], "latency": [LATENCY],
            "bytes": [len(one) for one in part], "hash": f"{checksum(sums):016x}"})
    return [*events, {"end": "stopped", "arrival": times[-1] + LATENCY}]


def manifest(source, pictures, number):
    width, height, rate = source.width, source.height, source.rate
    pixel_format = "MJPG" if source.coding == "mjpeg" else "YUYV"
    planes = [] if source.coding == "mjpeg" else [[0, width * 2, height, width * 2]]
    camera = {
        "id": f"bench-{number}", "name": f"Bench camera {number + 1}", "node": f"/dev/video{number}",
        "identity": {"portPath": f"usb-bench-{number + 1}", "model": f"Bench camera {number + 1}"},
        "driver": "uvcvideo",
        "modes": [{"pixelFormat": pixel_format, "width": width, "height": height, "intervals": [[1, rate]]}]}
    mode = {"pixelFormat": pixel_format, "width": width, "height": height, "range": "full" if not planes else "video",
            "planes": planes, "interval": [1, rate]}
    return {"format": "livecam fixture", "version": 1, "video": {
        "camera": camera, "mode": mode, "timestampInstant": "startOfExposure", "controlDelay": 0,
        "events": blocks(pictures, rate)}}


def write(path, source, number):
    """Makes the folder `path`, which appears whole."""
    partial = path.with_name(f".{path.name}")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir()
    pictures = source.pictures()
    described = ["-f", "mjpeg"] if source.coding == "mjpeg" else [
        "-f", "rawvideo", "-pix_fmt", "yuyv422", "-video_size", f"{source.width}x{source.height}"]
    run(["ffmpeg", "-v", "error", *described, "-framerate", source.rate, "-i", source.path, "-c", "copy", "-y",
         partial / "footage.mov"])
    if not pictures:
        raise Failure(f"{source.path} holds no pictures")
    (partial / "manifest.json").write_text(json.dumps(manifest(source, pictures, number)))
    partial.rename(path)
