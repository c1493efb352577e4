"""cameras: four of them in one session, armed, and one shutter for all.

`livecam shoot` takes one camera, an app as many as it likes: Tests/Bench/CameraMeasure is one. `livecam emulate`, four
times one inside the other, shows it four cameras.
"""
import json
import shutil

from running import Failure, lines_of_json, median, output_of, spread

CAMERAS = 4
WINDOW = 4


def measure(context, source, count, *options):
    """What cameras cost and brought, and how many frames were lost before the shutter and after it."""
    log = context.folder / f"cameras-{count}.log"
    log.unlink(missing_ok=True)
    command = [context.cameras, "--seconds", WINDOW, *options, *[f"/dev/video{index}" for index in range(count)]]
    for index in reversed(range(count)):
        command = [context.livecam, "emulate", "--loop", "--log", log, "--device", f"/dev/video{index}",
                   source.fixture(index), "--", *command]
    told = {line["event"]: line for line in lines_of_json(output_of(command, timeout=90))}
    if "armed" not in told:
        raise Failure("camera-measure did not say what it measured")
    lost = [line["arrival"] for line in lines_of_json(log.read_text()) if line["event"] == "lost"]
    shutter = told["shot"]["shutter"] if "shot" in told else float("inf")
    return told, sum(moment < shutter for moment in lost), sum(moment >= shutter for moment in lost)


def bench(context, results):
    """Bars: no loss, four times one camera, stills within a frame, every movie complete."""
    source = context.inputs.mjpeg_720p
    results.title(f"cameras: {CAMERAS} × {source} in one session")
    ratios, costs, armed_lost, shot_lost, late, damaged = [], [], 0, 0, [], 0
    folder = context.folder / "cameras"
    for _ in range(max(2, context.rounds // 2)):
        one, _, _ = measure(context, source, 1)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        many, while_armed, afterwards = measure(context, source, CAMERAS, "--output", folder)
        cost = [told["armed"]["cpu"] / told["armed"]["seconds"] * 100 for told in (one, many)]
        costs.append(cost[1])
        ratios.append(cost[1] / cost[0])
        shot = many.get("shot")
        if not shot or shot["failures"]:
            raise Failure(f"the shutter for all brought {json.dumps(shot)}")
        armed_lost += while_armed + sum(many["armed"]["skipped"])
        shot_lost += afterwards
        late.append((max(shot["stills"]) - min(shot["stills"])) * 1000)
        damaged += sum(not is_whole(folder / f"{index + 1}.mov", frames, source)
                       for index, frames in enumerate(a + b for a, b in zip(shot["frames"], shot["drops"])))
    results.add("cameras", f"{CAMERAS} armed: processor time, of a core", median(costs), "%")
    results.add("cameras", f"{CAMERAS} armed: beside one", median(ratios), "×", CAMERAS, spread(ratios))
    results.add("cameras", f"{CAMERAS} armed: frames lost", armed_lost, "", 0)
    results.add("cameras", "one shutter: frames lost while movies are made", shot_lost, "", 0)
    results.add("cameras", "one shutter: stills apart", max(late), "ms", 1000 / source.rate)
    results.add("cameras", "one shutter: movies missing, short or damaged", damaged, "", 0)


def is_whole(path, frames, source):
    """Whether a movie can be decoded to its end and shows 3 s, frames that the camera lost left out."""
    if abs(frames - 3 * source.rate) > 2 or not path.exists():
        return False
    told = output_of(["ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "packet=flags:format=duration",
                      "-of", "json", path])
    output_of(["ffmpeg", "-v", "error", "-xerror", "-i", path, "-f", "null", "-"])
    return abs(float(json.loads(told)["format"]["duration"]) - 3) < 0.1
