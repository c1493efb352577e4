"""armed: what livecam costs while it waits for the shutter, beside programs that keep or encode the same stream.

Every program sees the same recorded camera in real time through `livecam emulate`, and a microphone that is an ALSA
plug-in with a card's pace. What the preload library costs is in each one's processor time alike; it is stated: the
barest loop once with the camera and once with a timer and payloads from memory. The loop takes its sound every 10 ms,
as GStreamer does; what livecam's own work costs is seen beside another that takes it every 20 ms, as livecam does.
Processor time is a whole process's over some seconds, without its start. What a wake-up costs differs from minute to
minute on a shared machine, so livecam and its loops run at the same time, each with a camera and a microphone of its
own: together they take a fiftieth of a core. Memory is resident memory without the camera's recorded footage, which the
preload library has mapped into the program.

While all benches run, another livecam is armed for ten minutes: its memory must not grow.
"""
import contextlib
import threading
import time

from running import Failure, Running, median, spread

# A ring is full after 2.5 s: until then its memory is fresh, which costs more.
RING_FILLS, WARM_UP, WINDOW, WINDOW_OF_GROUPS = 3.5, 1.5, 3.0, 9.0
# A ring reaches back a second further than the pre-roll of 1.5 s.
RING_SECONDS = 2.5
SOUND_BYTES_PER_SECOND = 96_000
NEVER = 86_400
SAMPLE_SECONDS = 5


def ring_bytes(source):
    """What is kept in any case: the payloads of the ring's length, and its sound."""
    return RING_SECONDS * (source.bytes_per_second + SOUND_BYTES_PER_SECOND)


def emulated(context, source, program, *options):
    """The command that shows a program the recorded camera."""
    return [context.livecam, "emulate", "--loop", *options, source.fixture(), "--", *program]


def armed_livecam(context, microphone, folder):
    folder.mkdir(exist_ok=True)
    return [context.livecam, "shoot", "--live", "--camera", "/dev/video0", "--microphone", microphone, "--delay", NEVER,
            "--output", folder]


def measured(context, commands, warm_up, window):
    """Of programs in the background, all at the same time, each: processor time in percent of a core, resident bytes,
    those of them in no file."""
    def now():
        return [(program.processor_seconds(), time.monotonic()) for program in programs]

    with contextlib.ExitStack() as stack:
        programs = [stack.enter_context(Running(command, context.folder, context.inputs_environment))
                    for command in commands]
        time.sleep(warm_up)  # Sleeps: real time is what is measured, here and below.
        for program in programs:
            program.check()
        before = now()
        time.sleep(window)  # Sleeps: as above.
        after = now()
        figures = [(100 * (late[0] - early[0]) / (late[1] - early[1]), program.resident(),
                    program.resident("Anonymous"))
                   for program, early, late in zip(programs, before, after)]
        for program in programs:
            program.check()
    return figures


def motion_configuration(context):
    folder = context.folder / "motion"
    folder.mkdir(exist_ok=True)
    path = folder / "motion.conf"
    path.write_text(
        "daemon off\nvideo_device /dev/video0\nv4l2_palette 8\nwidth 1280\nheight 720\nframerate 30\n"
        "pre_capture 75\npicture_output off\nmovie_output off\nwebcontrol_port 0\nstream_port 0\n"
        f"target_dir {folder}\n")
    return path


def peers(context, source):
    """Programs that have the same stream, by name: those that only keep it, and those that encode it all the time."""
    camera = ["-f", "v4l2", "-input_format", "mjpeg", "-i", "/dev/video0"]
    sound = ["-f", "alsa", "-channels", "1", "-i", "microphone"]
    encoder = ["-c:v", "libx264", "-preset", "veryfast", "-tune", "zerolatency", "-crf", "20", "-c:a", "aac"]
    return {
        "v4l2-ctl --stream-mmap": ["v4l2-ctl", "-d", "/dev/video0", "--stream-mmap"],
        "ustreamer": ["ustreamer", "--device", "/dev/video0", "--format", "MJPEG", "--resolution",
                      f"{source.width}x{source.height}", "--encoder", "HW", "--host", "127.0.0.1", "--port", "18098"],
        "GStreamer, to nowhere": ["gst-launch-1.0", "-q", "v4l2src", "device=/dev/video0", "!",
                                  f"image/jpeg,width={source.width},height={source.height}", "!", "fakesink"],
        "ffmpeg -c copy, to nowhere": ["ffmpeg", "-v", "error", *camera, "-c", "copy", "-f", "null", "-"],
        "Motion, ring of 2.5 s": ["motion", "-n", "-c", motion_configuration(context)],
        "ffmpeg, encoding all the time": ["ffmpeg", "-v", "error", *camera, *sound, *encoder, "-f", "null", "-"],
        "GStreamer, encoding all the time": [
            "gst-launch-1.0", "-q", "v4l2src", "device=/dev/video0", "!", "image/jpeg", "!", "jpegdec", "!",
            "videoconvert", "!", "x264enc", "speed-preset=veryfast", "tune=zerolatency", "pass=qual", "quantizer=20",
            "bitrate=200000", "!", "fakesink", "alsasrc", "device=microphone", "!", "audioconvert", "!", "avenc_aac",
            "!", "fakesink"],
    }


def own_programs(context, source):
    """Livecam, and the barest loops that keep the same."""
    def loop(*sound):
        return emulated(context, source, [context.loop, NEVER, "/dev/video0", "microphone", *sound])

    return {
        "livecam, with microphone": emulated(
            context, source, armed_livecam(context, "microphone", context.folder / "armed")),
        "barest loop, with microphone": loop(),
        "barest loop, as seldom awake": loop(20),
    }


def programs(context, source):
    """What is measured turn by turn."""
    memory = f"memory:{source.fixture() / 'footage.mov'}:{int(source.bytes_per_second / source.rate)}:89"
    return own_programs(context, source) | {
        "livecam, without": emulated(context, source, armed_livecam(context, "none", context.folder / "armed")),
        "barest loop": emulated(context, source, [context.loop, NEVER, "/dev/video0"]),
        "barest loop on a timer, from memory: without the preload library": [context.loop, NEVER, memory],
    } | {name: emulated(context, source, command) for name, command in peers(context, source).items()}


# What runs side by side, and the most that the first may take beside each of the others.
BESIDE = {
    "livecam, with microphone": {"barest loop, with microphone": 1.2, "barest loop, as seldom awake": None},
    "livecam, without": {"barest loop": 2},
}


def measured_in_turn(context, commands, rounds):
    """What each was found to take, and those that do not work. What only stands beside livecam is measured once
    less."""
    found, broken = {}, {}
    groups = [[ours, *loops] for ours, loops in BESIDE.items() if ours in commands]
    alone = [name for name in commands if not any(name in group for group in groups)]
    for index in range(rounds):
        for group in groups:
            # Whichever is started first has no advantage in the next round.
            names = group if index % 2 == 0 else group[::-1]
            figures = measured(context, [commands[name] for name in names], RING_FILLS, WINDOW_OF_GROUPS)
            for name, figure in zip(names, figures):
                found.setdefault(name, []).append(figure)
        for name in alone:
            is_own = name.startswith("barest loop")
            if name in broken or (index == rounds - 1 and not is_own):
                continue
            try:
                warm_up = RING_FILLS if is_own else WARM_UP
                found.setdefault(name, []).extend(measured(context, [commands[name]], warm_up, WINDOW))
            except (Failure, OSError) as failure:
                if is_own:
                    raise
                broken[name] = failure
                found.pop(name, None)
    return found, broken


def bench(context, results):
    """Bars: 3 % of a core, with a microphone a fifth more than the barest loop, 30 MB and the ring's payload."""
    for source, commands, rounds in (
            (context.inputs.mjpeg_720p, programs, max(3, context.rounds * 3 // 5)),
            (context.inputs.mjpeg_1080p, own_programs, 3)):
        results.title(f"armed: {source}, {source.bytes_per_second * 8 / 1e6:.0f} Mbit/s, 48 kHz mono")
        found, broken = measured_in_turn(context, commands(context, source), rounds)
        report(source, results, found)
        for name, failure in broken.items():
            results.leave_out("armed", name, failure)


def report(source, results, found):
    cpu = {name: median(one[0] for one in values) for name, values in found.items()}
    resident = {name: median(one[1] for one in values) / 2**20 for name, values in found.items()}

    def add(name, *figure):
        results.add("armed", f"{source}: {name}", *figure)

    payload = ring_bytes(source) / 2**20
    for name in found:
        is_judged = name == "livecam, with microphone"
        add(f"{name}: processor time, of a core", cpu[name], "%", 3 if is_judged else None,
            spread([one[0] for one in found[name]]))
        if is_judged:
            add(f"{name}: resident; of it payload of 2.5 s, {payload:.1f} MiB", resident[name], "MiB",
                30 * 1e6 / 2**20 + payload)
            add(f"{name}: of it in no file (the rest is code of libraries)",
                median(one[2] for one in found[name]) / 2**20, "MiB")
        else:
            add(f"{name}: resident", resident[name], "MiB")
    for ours, loops in BESIDE.items():
        for loop, bar in loops.items() if ours in found else ():
            ratios = [mine[0] / its[0] for mine, its in zip(found[ours], found[loop])]
            add(f"{ours}, beside the {loop}", median(ratios), "×", bar, spread(ratios))


class Endurance:
    """A livecam that is armed from now on, whose memory is looked at all the time."""

    def __init__(self, context, seconds):
        self.seconds, self.samples, self.failure = seconds, [], None
        self.begin = time.monotonic()
        folder = context.folder / "endurance"
        command = emulated(context, context.inputs.mjpeg_720p, armed_livecam(context, "microphone", folder))
        self.running = Running(command, context.folder, context.inputs_environment)
        self.ends = threading.Event()
        self.thread = threading.Thread(target=self.watch, daemon=True)
        self.thread.start()

    def watch(self):
        while not self.ends.wait(SAMPLE_SECONDS) and time.monotonic() - self.begin < self.seconds:
            try:
                self.running.check()
                self.samples.append((time.monotonic() - self.begin, self.running.resident()))
            except (Failure, OSError) as failure:
                self.failure = failure
                return

    def finish(self, results):
        """Waits until its time is over and tells how much more it had in its last minute than in its second."""
        self.thread.join()
        if self.failure or len(self.samples) < 4:
            results.fail("armed", f"armed for {self.seconds} s: {self.failure or 'too short a time'}")
            return
        minute = min(60, self.seconds / 4)
        early = [size for moment, size in self.samples if minute <= moment < 2 * minute]
        late = [size for moment, size in self.samples if moment >= self.seconds - minute]
        minutes = f"{self.seconds / 60:g} minutes"
        parts = "minute" if minute == 60 else "quarter"
        results.add("armed", f"{minutes} armed: resident in the last {parts}", median(late) / 2**20, "MiB")
        results.add("armed", f"{minutes} armed: more than in the second {parts}",
                    (median(late) - median(early)) / 2**20, "MiB", 1)

    def end(self):
        self.ends.set()
        self.thread.join()
        self.running.end()
