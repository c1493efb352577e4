"""growth: how the cost of captures grows with what is asked for, beside the law that it should follow.

Cameras, overlapping captures, the length of the pre-roll and the size of frames are varied, one at a time; all else
stays as usual: MJPEG 640x480p30 with sound, 1.5 s before and after the shutter. Everything is measured in virtual time
and on one core, turn by turn: all points in each round, so that a busy minute of the machine meets them all. A
deviation is the median of measured / expected over the rounds, at the point where it is worst. The pictures go to
`.build/bench-plots` or where `--plots` says.
"""
import pathlib

import plots
from capture import bare, measure
from running import median, on_one_core, output_of

PROJECT = pathlib.Path(__file__).resolve().parents[3]
MEGABYTE, MILLI = 2**20, 1000
# How much further back than the pre-roll a ring reaches: SessionConfiguration.ringMargin.
MARGIN = 1.0
USUAL = 1.5

CAMERAS = (1, 2, 4)
CAPTURES = (1, 2, 4, 8, 16, 32, 64)
APART = 0.1
PRE_ROLLS = (0.5, 1, 1.5, 3, 5)
SIZES = ((320, 240), (640, 480), (1280, 720), (1920, 1080))
SHORT = 0.5

# Bars, as measured / expected. Processor time is that of a shared machine: 10 % are its noise. What is armed takes a
# fifth of a millisecond a second, and a movie without encoder a few milliseconds, of which a part is the waking of
# threads, which the machine's load decides: 20 %. Memory: compressed pictures vary in size, and a ring's storages,
# which are used again, stay as large as the largest picture that they have held: 20 %.
CPU_BAR, SMALL_BAR, MEMORY_BAR = 1.1, 1.2, 1.2


class Series:
    """What rounds have measured at the points of an axis: {point: [figures of a round]}.

    A law is a function of a look-up and a point: `of(1)` is the figure in question at point 1, `of(1, "ring")` another.
    """

    def __init__(self, points):
        self.rounds = {point: [] for point in points}

    def values(self, key):
        """(point, values of all rounds) of one figure."""
        return [(point, [figures[key] for figures in rounds]) for point, rounds in self.rounds.items()]

    def worst(self, key, law):
        """The largest deviation from a law: the median of its rounds."""
        def ratios(point):
            for index, figures in enumerate(self.rounds[point]):
                expected = law(lambda other, name=key: self.rounds[other][index][name], point)
                yield figures[key] / expected

        return max(median(ratios(point)) for point in self.rounds)

    def law(self, key, law):
        """What a law expects, as (point, value), reckoned from medians."""
        def of(point, name=key):
            return median(figures[name] for figures in self.rounds[point])

        return [(point, law(of, point)) for point in self.rounds]


def armed_and_null(context, source, *options):
    """Figures of a session that is armed, and of captures without an encoder."""
    lines = measure(context, source, "--encoders", "null", "--armed", 10, "--groups", 6, *options)
    # The least of all groups: so short a time is only ever lengthened by what else the machine does.
    return {
        "armed": min(line["armed_cpu"] / line["armed_seconds"] for line in lines) * MILLI,
        "null": min(line["cpu"] for line in lines) * MILLI,
        # Without the pictures that the camera shows, which a real one does not keep in this process.
        "memory": (median(line["armed_resident"] for line in lines) - source.path.stat().st_size) / MEGABYTE,
        "ring": median(line["ring"] for line in lines) / MEGABYTE,
    }


def encoded(context, source, *options):
    """Figures of captures with encoders, of one thread each."""
    line = measure(context, source, *options)[0]
    return {"cpu": line["cpu"] * MILLI, "peak": line["peak"] / MEGABYTE, "frames": line["frames"]}


def bench(context, results):
    """Measures all four, tells the worst deviations and draws them."""
    source = context.inputs.mjpeg(640, 480)
    results.title(f"growth: {source} and sound if not told otherwise; measured / expected, at the worst point")
    folder = context.plots or PROJECT / ".build/bench-plots"
    folder.mkdir(parents=True, exist_ok=True)
    with on_one_core():
        for grow in (cameras, captures, pre_rolls, sizes):
            grow(Growth(context, results, folder, source))
    results.title(f"  pictures are in {folder}")


class Growth:
    """What a course along one axis needs."""

    def __init__(self, context, results, folder, source):
        self.context, self.results, self.folder, self.source = context, results, folder, source
        self.rounds, self.encoder_rounds = max(3, context.rounds * 3 // 5), max(1, context.rounds // 2)

    def run(self, points, options, *measures):
        """A series of each measure: the first in all rounds, those with encoders in fewer, for they are slow."""
        found = []
        for figures_of, rounds in zip(measures, (self.rounds, self.encoder_rounds)):
            series = Series(points)
            for _ in range(rounds):
                for point in points:
                    series.rounds[point].append(figures_of(self.context, self.source, *options(point)))
            found.append(series)
        return found

    def judge(self, name, series, key, law, bar):
        self.results.add("growth", name, series.worst(key, law), "×", bar)

    def draw(self, name, title, x_label, place, panels):
        """`panels`: title, the law in words, the vertical axis, series, key and law."""
        drawn = []
        for panel_title, law_text, y_label, series, key, law in panels:
            points = [(place(point), values) for point, values in series.values(key)]
            expected = [(place(point), value) for point, value in series.law(key, law)]
            drawn.append(plots.Panel(panel_title, law_text, x_label, y_label, points, expected))
        (self.folder / f"growth-{name}.svg").write_text(plots.picture(title, drawn))


def cameras(growth):
    """One shutter on 1, 2 and 4 cameras that share a microphone."""
    null, real = growth.run(CAMERAS, lambda count: ["--cameras", count], armed_and_null, encoded)

    def proportional(of, count):
        return of(1) * count

    def memory(of, count):
        return of(1) + (count - 1) * of(1, "ring")

    growth.judge("1 to 4 cameras: processor time, armed", null, "armed", proportional, SMALL_BAR)
    growth.judge("1 to 4 cameras: memory, armed", null, "memory", memory, MEMORY_BAR)
    growth.judge("1 to 4 cameras: a shutter on all, no encoder", null, "null", proportional, SMALL_BAR)
    growth.judge("1 to 4 cameras: a shutter on all", real, "cpu", proportional, CPU_BAR)
    growth.draw("cameras", "Cameras in one session", "cameras", float, [
        ("Armed: processor time", "one camera and microphone, times cameras", "ms a second", null, "armed",
         proportional),
        ("Armed: resident memory", "one camera, and the payload of the other rings", "MiB", null, "memory", memory),
        ("One shutter on all, without encoders", "one camera, times cameras", "ms", null, "null", proportional),
        ("One shutter on all, H.264 and AAC", "one camera, times cameras", "ms", real, "cpu", proportional),
    ])


def footage(count):
    """Seconds that so many captures cover."""
    return 2 * USUAL + (count - 1) * APART


def captures(growth):
    """1 to 64 captures, a tenth of a second apart."""
    null, real = growth.run(CAPTURES, lambda count: ["--captures", count, "--apart", APART], armed_and_null, encoded)
    per_second = growth.source.bytes_per_second / MEGABYTE

    def each(of, count):
        return of(1) * count

    def covered(of, count):
        return of(1) * footage(count) / footage(1)

    def memory(of, count):
        return of(1) + (footage(count) - footage(1)) * per_second

    growth.judge("1 to 64 overlapping captures, no encoder", null, "null", each, SMALL_BAR)
    growth.judge("1 to 64 overlapping captures", real, "cpu", covered, SMALL_BAR)
    growth.judge("1 to 64 overlapping captures: most memory", real, "peak", memory, MEMORY_BAR)
    growth.draw("captures", "Captures that overlap, 0.1 s apart", "captures", float, [
        ("Without encoders: processor time", "one capture, times captures", "ms", null, "null", each),
        ("H.264 and AAC: processor time", "one capture, by the seconds that all cover", "ms", real, "cpu", covered),
        ("H.264 and AAC: most resident memory", "one capture, and the camera's bytes of the time added", "MiB", real,
         "peak", memory),
    ])


def pre_rolls(growth):
    """Half a second to five before the shutter."""
    null, real = growth.run(PRE_ROLLS, lambda seconds: ["--pre-roll", seconds], armed_and_null, encoded)

    def constant(of, _):
        return of(USUAL)

    def memory(of, seconds):
        return of(USUAL) + (seconds - USUAL) * of(USUAL, "ring") / (USUAL + MARGIN)

    def shown(of, seconds):
        return of(SHORT) * (seconds + USUAL) / (SHORT + USUAL)

    growth.judge("0.5 to 5 s of pre-roll: processor time, armed", null, "armed", constant, SMALL_BAR)
    growth.judge("0.5 to 5 s of pre-roll: memory, armed", null, "memory", memory, MEMORY_BAR)
    growth.judge("0.5 to 5 s of pre-roll: a capture, no encoder", null, "null", shown, SMALL_BAR)
    growth.judge("0.5 to 5 s of pre-roll: a capture", real, "cpu", shown, CPU_BAR)
    growth.draw("pre-roll", "Length of the pre-roll; 1.5 s after the shutter", "seconds of pre-roll", float, [
        ("Armed: processor time", "as with 1.5 s", "ms a second", null, "armed", constant),
        ("Armed: resident memory", "as with 1.5 s, and the payload of the difference", "MiB", null, "memory", memory),
        ("A Live Photo, without encoders", "0.5 s of pre-roll, by the seconds that are shown", "ms", null, "null",
         shown),
        ("A Live Photo, H.264 and AAC", "0.5 s of pre-roll, by the seconds that are shown", "ms", real, "cpu", shown),
    ])


def sizes(growth):
    """Frames of 320x240 to 1920x1080; half a second before and after the shutter."""
    context = growth.context
    copy = context.folder / "copy"
    output_of(["gcc", "-O2", "-Wall", "-Wextra", "-Werror", "-o", copy, PROJECT / "Tests/Bench/bare/copy.c"])
    sources = {size: context.inputs.mjpeg(*size) for size in SIZES}
    null, real = Series(SIZES), Series(SIZES)
    short = ["--pre-roll", SHORT, "--post-roll", SHORT]
    for index in range(growth.rounds):
        for size, source in sources.items():
            own = armed_and_null(context, source, *short)
            null.rounds[size].append(own | copied(copy, source))
            if index < growth.encoder_rounds:
                figures = encoded(context, source, *short)
                real.rounds[size].append(
                    figures | bare_libraries(context, source, figures["frames"]) | {"own": own["null"]})
    judge_sizes(growth, null, real)


def copied(program, source):
    """What memcpy takes for a second of pictures, into as much memory as the ring has."""
    seconds = 40
    slots = round((SHORT + MARGIN) * source.rate)
    return {"copy": float(output_of([program, source.path, slots, seconds * source.rate])) / seconds * MILLI}


def bare_libraries(context, source, frames):
    """What TurboJPEG, libx264 and libavcodec take for so many pictures in a plain loop."""
    return {"bare": bare(context, source, frames, 1) * MILLI}


def judge_sizes(growth, null, real):
    smallest = SIZES[0]

    def copying(of, size):
        return of(smallest) + of(size, "copy") - of(smallest, "copy")

    def memory(of, size):
        return of(smallest) + of(size, "ring") - of(smallest, "ring")

    def libraries(of, size):
        return of(size, "bare") + of(size, "own")

    growth.judge("320x240 to 1920x1080: processor time, armed", null, "armed", copying, SMALL_BAR)
    growth.judge("320x240 to 1920x1080: memory, armed", null, "memory", memory, MEMORY_BAR)
    growth.judge("320x240 to 1920x1080: a capture", real, "cpu", libraries, CPU_BAR)
    growth.draw("size", "Size of frames; 0.5 s before and after the shutter", "megapixels of a frame",
                lambda size: size[0] * size[1] / 1e6, [
                    ("Armed: processor time", "320x240, and memcpy of the bytes added", "ms a second", null, "armed",
                     copying),
                    ("Armed: resident memory", "320x240, and the payload of the ring added", "MiB", null, "memory",
                     memory),
                    ("A Live Photo, H.264 and AAC", "the codecs in a plain loop, and livecam without them", "ms", real,
                     "cpu", libraries),
                ])
