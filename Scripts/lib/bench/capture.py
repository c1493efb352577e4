"""capture: Live Photos in virtual time of pictures from memory, beside the bare libraries on the same pictures.

The bare libraries are Tests/Bench/bare/bare.c: TurboJPEG, libx264 and libavcodec's AAC in a plain loop with the same
settings, which keeps and writes nothing. What livecam adds is the ring, the flow of requests, the movie's layout and
its file, synced. Processor time is compared, not wall time, and all of it is done on one core.
"""
import json

from running import Asked, median, on_one_core, output_of, spread

PRESET = "veryfast"


def measure(context, source, *options):
    """What groups of captures cost, group by group, after a capture that meets cold caches."""
    lines = output_of(measure_command(context, source, "--warm-up", *options)).splitlines()
    return [json.loads(line) for line in lines]


def groups_on_request(context, source, *options):
    """A capture-measure that takes a group each time it is asked to: what stands beside it is measured in between."""
    return Asked(measure_command(context, source, "--warm-up", "--on-request", *options), context.folder)


def measure_command(context, source, *options):
    """Groups of captures of livecam's."""
    return [context.measure, *source.options, "--sound", context.inputs.sound, "--preset", PRESET, "--output",
            context.folder, *options]


def bare(context, source, frames, threads):
    """What the bare libraries take for so many pictures, in seconds of processor time."""
    return json.loads(output_of(bare_command(context, source, frames, threads)))["cpu"]


def bare_command(context, source, frames, threads):
    """The bare libraries on so many pictures."""
    return [context.bare, source.coding, source.path, source.width, source.height, source.rate, frames, PRESET, threads,
            context.inputs.sound]


def footage_frames(source, group):
    """The pictures of what a group covers: of its seconds, and not of what livecam chose to encode."""
    return round(group["seconds"] * source.rate)


def bench(context, results):
    source = context.inputs.mjpeg_720p
    results.title(f"capture: {source}; on one core")
    with on_one_core():
        null(context, source, results)
        real(context, context.inputs.mjpeg_720p, results, sorted({1, context.cores}))
        real(context, context.inputs.yuyv_720p, results, [1])
        real(context, context.inputs.mjpeg_1080p, results, [context.cores])
        real(context, context.inputs.yuyv_1080p, results, [context.cores])
        overlapping(context, source, results)
        hour(context, source, results)


def null(context, source, results):
    """All but the encoders: what livecam itself costs."""
    costs = [group["cpu"] * 1000 for group in measure(context, source, "--encoders", "null", "--groups", 4 *
                                                      context.rounds)]
    results.add("capture", f"{source}, 3 s, no encoder", median(costs), "ms", 5, spread(costs))


def real(context, source, results, thread_counts):
    """A single Live Photo, beside the bare libraries; turn by turn."""
    for threads in thread_counts:
        ours, peers = [], []
        with groups_on_request(context, source, "--threads", threads) as groups:
            for _ in range(context.rounds):
                group = groups.next()
                ours.append(group["cpu"])
                peers.append(bare(context, source, footage_frames(source, group), threads))
        ratios = [a / b for a, b in zip(ours, peers)]
        name = f"{source}, {threads} thread{'s' if threads > 1 else ''}"
        results.add("capture", f"{name}: a Live Photo", median(ours) * 1000, "ms")
        results.add("capture", f"{name}: beside the bare libraries", median(ratios), "×", 1.1, spread(ratios))


def overlapping(context, source, results):
    """Captures that share footage: encoded once, whatever their number."""
    alone = [max(group["peak"] for group in measure(context, source)) for _ in range(3)]
    for captures, apart, bar in ((8, 0.4, 1.5), (64, 0.1, 2)):
        ratios, memory, footage = [], [], 0
        for _ in range(max(2, context.rounds // 2)):
            group = measure(context, source, "--captures", captures, "--apart", apart)[0]
            footage = group["seconds"]
            ratios.append(group["cpu"] / bare(context, source, footage_frames(source, group), 1))
            memory.append(group["peak"])
        name = f"{captures} captures {apart} s apart, {footage:.1f} s of footage"
        results.add("capture", f"{name}: beside the bare libraries", median(ratios), "×", bar, spread(ratios))
        # Payloads of the whole footage, once as the camera sent them and once as they were encoded, and the most that a
        # single capture takes, whose own footage is counted in it.
        bound = median(alone) / 2**20 + 2 * footage * source.bytes_per_second / 2**20
        results.add("capture", f"{name}: most memory", max(memory) / 2**20, "MiB", round(bound, 1))


def hour(context, source, results):
    """An hour of virtual time with a Live Photo a minute."""
    groups = measure(context, source, "--encoders", "null", "--groups", 60, "--armed", 57.3)
    hour_of_it = groups[-1]["ended"] - groups[0]["ended"]
    results.add("capture", f"{source}, an hour with a shot a minute, no encoder", hour_of_it * 60 / 59, "s", 60)
