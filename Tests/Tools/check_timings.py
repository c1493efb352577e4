#!/usr/bin/env python3
"""Holds what `livecam shoot --live --timings --json` tells against itself and against the files it tells of.

usage: check_timings.py EVENTS [--dequeue] [--sync]

EVENTS holds what the command printed; its files are looked at with ffprobe and ffmpeg. --dequeue: the camera is a real
node, of which what its driver takes is known. --sync: the movie shows the simulated scene at 30 frames a second, and
its flashes are compared with its beeps. One line for each failure; the exit code is 1 if there was one.
"""
import argparse
import array
import json
import subprocess
import sys

failures = 0


def expect(name, holds, found=""):
    global failures
    if not holds:
        failures += 1
        print(f"FAIL {name}: {found}")


def run(*arguments):
    return subprocess.run(arguments, capture_output=True, check=True).stdout


def packets(path):
    """Pictures in the file, those before the first one shown included."""
    told = run("ffprobe", "-v", "error", "-ignore_editlist", "1", "-select_streams", "v", "-count_packets",
               "-show_entries", "stream=nb_read_packets", "-of", "csv=p=0", path)
    return int(told)


def flashes(path, size):
    """Times of the frames in which the scene's lamp is lit."""
    width, height = (int(side) for side in size.split("x"))
    times = [float(line) for line in run(
        "ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "frame=pts_time", "-of", "csv=p=0",
        path).decode().replace(",", "").split()]
    side = "0.15*min(iw\\,ih)"  # of a square within the light, as SceneLamp has it
    lamp = f"crop={side}:{side}:0.77*iw-{side}/2:0.235*ih-{side}/2,scale=16:16"
    pixels = run("ffmpeg", "-v", "error", "-i", path, "-fps_mode", "passthrough", "-vf", lamp, "-pix_fmt",
                 "gray", "-f", "rawvideo", "-")
    means = [sum(pixels[at:at + 256]) / 256 for at in range(0, len(pixels), 256)]
    usual = sorted(means)[len(means) // 2]
    return [time for time, mean in zip(times, means) if mean > usual + 60]


def beeps(path):
    """Times at which the movie's beeps begin: where its sound first reaches a twentieth of full scale."""
    rate = 48000
    sound = array.array("h", run("ffmpeg", "-v", "error", "-i", path, "-map", "0:a", "-ac", "1", "-ar", str(rate), "-f",
                                 "s16le", "-"))
    found, quiet = [], rate
    for place, sample in enumerate(sound):
        if abs(sample) > 1600:
            if quiet > rate // 10:
                found.append(place / rate)
            quiet = 0
        else:
            quiet += 1
    return found


def check_stages(name, stages, frames):
    for stage, told in stages.items():
        where = f"{name}, {stage}"
        expect(f"{where}: the longest piece is no longer than all", 0 <= told["longest"] <= told["wall"] + 1e-9, told)
        expect(f"{where}: all are no longer than so many of the longest",
               told["wall"] <= told["count"] * told["longest"] + 1e-9, told)
        # A thread's time is counted by another clock.
        expect(f"{where}: a thread does not work longer than it takes",
               -1e-9 <= told["cpu"] <= 1.05 * told["wall"] + 0.002, told)
        reused = told.get("reused", {"count": 0, "wall": 0})
        expect(f"{where}: what is reused is part of it",
               reused["count"] <= told["count"] and reused["wall"] <= told["wall"] + 1e-9, told)
    for stage in ("encodeVideo", "decode", "copy"):
        expect(f"{name}: {stage} is of the pictures in the file", stages[stage]["count"] == frames,
               f"{stages[stage]['count']} of {frames}")
    for stage, count in (("still", 1), ("thumbnail", 1), ("mux", 1), ("write", 2), ("delegate", 7)):
        expect(f"{name}: {stage} happens {count} times", stages[stage]["count"] == count, stages[stage])


def near(one, other, tolerance=1e-6):
    return abs(one - other) <= tolerance


def check_errors(name, told, events):
    errors = told["errors"]
    movie, photo = events["didFinishProcessingMovie"], events["didFinishProcessingPhoto"]
    expect(f"{name}: the shutter's error is the still's", near(errors["shutter"], photo["shutterError"]), errors)
    rolls = [errors["preRoll"], errors["postRoll"]]
    for roll in rolls:
        expect(f"{name}: the error is the difference", near(roll["obtained"] - roll["asked"], roll["error"]), roll)
    # The file counts in ticks of 1/600 s.
    expect(f"{name}: both rolls are the movie", near(sum(r["obtained"] for r in rolls), movie["duration"], 0.0035),
           (rolls, movie["duration"]))
    expect(f"{name}: the still is where the pre-roll ends",
           near(rolls[0]["obtained"] + errors["shutter"], movie["photoDisplayTime"], 0.0035),
           (rolls[0], errors["shutter"], movie["photoDisplayTime"]))
    expect(f"{name}: something is said of sound if there is any", ("sound" in errors) == movie["hasAudio"], errors)


def check_waiting(name, told, events):
    latencies, marks = told["latencies"], told["marks"]
    order = ["stillTaken", "stillArrived", "stillReady", "stillSaved", "finished"]
    expect(f"{name}: the still goes its way", sorted(order, key=marks.get) == order, marks)
    order = ["shutter", "recordingEnded", "footageEncoded", "movieComplete", "finished"]
    expect(f"{name}: the movie goes its way", sorted(order, key=marks.get) == order, marks)
    for latency, first, last in (
            ("shutterToStillArrived", "shutter", "stillArrived"), ("shutterToStillSaved", "shutter", "stillSaved"),
            ("recordingEndToFootageEncoded", "recordingEnded", "footageEncoded"),
            ("recordingEndToMovieComplete", "recordingEnded", "movieComplete")):
        expect(f"{name}: {latency} is what lies between", near(latencies[latency], marks[last] - marks[first]), marks)
    expect(f"{name}: the still was saved before that was told",
           marks["stillSaved"] <= events["photoSaved"]["time"] + 1e-6, marks)
    expect(f"{name}: the gathering ended before that was told",
           marks["recordingEnded"] <= events["didFinishRecordingMovie"]["time"] + 1e-6, marks)


def check_sync(name, told, movie):
    offsets = []
    sounds = beeps(movie["file"])
    for flash in flashes(movie["file"], movie["size"]):
        offsets += [sound - flash for sound in sounds if abs(sound - flash) < 0.2]
    expect(f"{name}: a flash and its beep are found", offsets)
    sound = told["errors"]["sound"]
    # A beep rises for a millisecond, and AAC smears its edge.
    limit = abs(sound["error"]) + sound["uncertainty"] + 0.0025
    expect(f"{name}: sound lies where it is stated to lie", all(abs(one) <= limit for one in offsets), (offsets, sound))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("events")
    parser.add_argument("--dequeue", action="store_true")
    parser.add_argument("--sync", action="store_true")
    options = parser.parse_args()
    captures, last = {}, {}
    for line in open(options.events):
        event = json.loads(line)
        if "id" in event:
            captures.setdefault(event["id"], {})[event["event"]] = event
            last[event["id"]] = event["event"]
    begun = [one for one in captures.values() if "willBeginCapture" in one]
    expect("captures", begun)
    encoded = 0
    for number, events in enumerate(begun):
        name = events["willBeginCapture"]["name"]
        expect(f"{name}: timings come last", last[events["willBeginCapture"]["id"]] == "timings", list(events))
        told, movie = events["timings"]["timings"], events["didFinishProcessingMovie"]
        stages = told["stages"]
        pictures = packets(movie["file"])
        check_stages(name, stages, pictures)
        check_errors(name, told, events)
        check_waiting(name, told, events)
        if options.dequeue:
            expect(f"{name}: frames are taken from a driver", stages.get("dequeue", {}).get("count") == pictures,
                   stages.get("dequeue"))
        else:
            expect(f"{name}: there is no driver", "dequeue" not in stages)
        if options.sync:
            check_sync(name, told, movie)
        reused = stages["encodeVideo"].get("reused", {"count": 0})["count"]
        expect(f"{name}: the first movie reuses nothing", number > 0 or reused == 0, reused)
        # One queue decodes, scales and encodes; it has nothing to do before the first shutter.
        encoded += sum(told["wall"] - told.get("reused", {"wall": 0})["wall"] for stage, told in stages.items()
                       if stage in ("decode", "scale", "encodeVideo"))
    first = min(events["timings"]["timings"]["marks"]["shutter"] for events in begun)
    end = max(events["timings"]["timings"]["marks"]["footageEncoded"] for events in begun)
    expect("the parts take no longer than the whole", encoded <= end - first + 1e-3, (encoded, end - first))
    if len(begun) > 1:
        shared = sum(events["timings"]["timings"]["stages"]["encodeVideo"].get("reused", {"count": 0})["count"]
                     for events in begun)
        expect("movies that overlap share work", shared > 0, shared)
    sys.exit(failures > 0)


if __name__ == "__main__":
    main()
