"""cameras: four of them in one session, armed, and one shutter for all.

`livecam shoot` takes one camera, an app as many as it likes: Tests/Bench/CameraMeasure is one. `livecam emulate`, four
times one inside the other, shows it four cameras.
"""
import json
import shutil

from running import Failure, lines_of_json, median, output_of, spread

CAMERAS = 4
WINDOW = 5


def measure(context, source, count, *options):
    """What cameras cost and brought, and what they tell in their log."""
    log = context.folder / f"cameras-{count}.log"
    log.unlink(missing_ok=True)
    command = [context.cameras, "--seconds", WINDOW, *options, *[f"/dev/video{index}" for index in range(count)]]
    for index in reversed(range(count)):
        command = [context.livecam, "emulate", "--loop", "--log", log, "--device", f"/dev/video{index}",
                   source.fixture(index), "--", *command]
    told = {line["event"]: line for line in lines_of_json(output_of(command, timeout=90))}
    lost = sum(line["event"] == "lost" for line in lines_of_json(log.read_text()))
    if "armed" not in told:
        raise Failure("camera-measure did not say what it measured")
    return told, lost


def bench(context, results):
    """Bars: no loss, four times one camera, stills within a frame, every movie complete."""
    source = context.inputs.mjpeg_720p
    results.title(f"cameras: {CAMERAS} × {source} in one session")
    ratios, costs, lost, late = [], [], 0, []
    folder = context.folder / "cameras"
    for _ in range(max(2, context.rounds // 2)):
        one, _ = measure(context, source, 1)
        folder.mkdir()
        many, number = measure(context, source, CAMERAS, "--output", folder)
        cost = [told["armed"]["cpu"] / told["armed"]["seconds"] * 100 for told in (one, many)]
        costs.append(cost[1])
        ratios.append(cost[1] / cost[0])
        shot = many.get("shot")
        if not shot or shot["failures"]:
            raise Failure(f"the shutter for all brought {json.dumps(shot)}")
        lost += number + sum(many["armed"]["skipped"]) + sum(shot["drops"])
        late.append((max(shot["stills"]) - min(shot["stills"])) * 1000)
        movies = [folder / f"{index + 1}.mov" for index in range(CAMERAS)]
        check(movies, shot)
        shutil.rmtree(folder)
    results.add("cameras", f"{CAMERAS} armed: processor time, of a core", median(costs), "%")
    results.add("cameras", f"{CAMERAS} armed: beside one", median(ratios), "×", CAMERAS, spread(ratios))
    results.add("cameras", f"{CAMERAS} armed, then one shutter: frames lost", lost, "", 0)
    results.add("cameras", "one shutter: stills apart", max(late), "ms", 1000 / source.rate)
    results.add("cameras", "one shutter: movies missing or damaged", 0, "", 0)


def check(movies, shot):
    """Every movie can be decoded to its end and has the frames that it should have."""
    for path, frames in zip(movies, shot["frames"]):
        told = output_of(["ffprobe", "-v", "error", "-count_frames", "-select_streams", "v", "-show_entries",
                          "stream=nb_read_frames", "-of", "csv=p=0", path]).split()
        if not told or abs(int(told[0].strip(",")) - frames) > 1 or frames < 85:
            raise Failure(f"{path.name} has {told} frames, {frames} are told")
