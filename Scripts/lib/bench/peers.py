"""peers: a Live Photo's movie made by ffmpeg and GStreamer, of the same pictures and sound with the same settings.

All read the same files, are as fast as they can and have one core; processor time is compared. livecam's figure is
capture-measure's, in virtual time, still included; of raw frames the others are given what TurboJPEG takes for one in a
plain loop. Their start is taken off: what they take for a single picture, less what the bare libraries take for it,
encoders opened included, as livecam opens them for every Live Photo too. Pictures keep the range of values that they
came with.
"""
from capture import PRESET, bare, bare_command, footage_frames, groups_on_request, measure_command
from latency import bare_still
from libraries import ALL_KINDS, seconds_by_library
from running import Failure, median, on_one_core, processor_seconds, run, spread

# As bare.c has them, which has them from livecam.
SETTINGS = "scenecut=0:bframes=0:keyint=15:sliced-threads=1"


def ffmpeg(context, source, threads, frames):
    pictures = ["-f", "mjpeg"] if source.coding == "mjpeg" else [
        "-f", "rawvideo", "-pix_fmt", "yuyv422", "-video_size", f"{source.width}x{source.height}"]
    planar = "yuvj420p" if source.coding == "mjpeg" else "yuv420p"
    seconds = frames / source.rate
    return ["ffmpeg", "-v", "error", "-threads", threads, "-stream_loop", -1, *pictures, "-framerate", source.rate,
            "-i", source.path, "-f", "s16le", "-ar", 48000, "-ac", 1, "-i", context.inputs.sound, "-t", seconds,
            "-filter_threads", threads, "-pix_fmt", planar, "-c:v", "libx264", "-preset", PRESET,
            "-tune", "zerolatency",
            "-crf", 20, "-threads", threads, "-x264-params", SETTINGS, "-c:a", "aac", "-b:a", "96k", "-y",
            context.folder / "ffmpeg.mov"]


def repeated(context, source):
    """A file with more pictures than are asked for, as its reader reads a file once. Of raw ones these are the
    pictures; of JPEGs it is a movie, since its parser of bare JPEGs takes them for stills without a rate."""
    bare, movie = context.folder / f"repeated.{source.coding}", context.folder / "repeated.mov"
    path = movie if source.coding == "mjpeg" else bare
    if not path.exists():
        bare.write_bytes(source.path.read_bytes() * 4)
        if path == movie:
            run(["ffmpeg", "-v", "error", "-f", "mjpeg", "-framerate", source.rate, "-i", bare, "-c", "copy", movie])
    return path


def sound_of(context, frames):
    """A file with so many frames of the sound: its reader reads a file to the end."""
    path = context.folder / f"sound-{frames}.s16"
    if not path.exists():
        path.write_bytes(context.inputs.sound.read_bytes()[:frames * 2])
    return path


def gstreamer(context, source, threads, frames):
    caps = f"width={source.width},height={source.height},framerate={source.rate}/1"
    size = source.width * source.height * 2
    if source.coding == "mjpeg":
        pictures = ["filesrc", f"location={repeated(context, source)}", "!", "qtdemux", "!", "identity",
                    f"eos-after={frames + 1}", "!", "jpegdec", "idct-method=islow"]
    else:
        pictures = ["filesrc", f"location={repeated(context, source)}", f"blocksize={size}", f"num-buffers={frames}",
                    "!", "rawvideoparse", "format=yuy2", f"width={source.width}", f"height={source.height}",
                    f"framerate={source.rate}/1"]
    return ["gst-launch-1.0", "-q", *pictures, "!", "videoconvert", f"n-threads={threads}", "!",
            f"video/x-raw,format=I420,{caps}", "!", "x264enc", f"speed-preset={PRESET}", "tune=zerolatency",
            "pass=qual", "quantizer=20", "bitrate=200000", "vbv-buf-capacity=0", "dct8x8=true", "aud=false",
            "key-int-max=15", "bframes=0", f"threads={threads}", "sliced-threads=true", "option-string=scenecut=0",
            "!", "video/x-h264,profile=high", "!", "queue", "!", "mux.", "filesrc",
            f"location={sound_of(context, frames * 48000 // source.rate)}", "!",
            "rawaudioparse", "format=pcm", "pcm-format=s16le", "sample-rate=48000", "num-channels=1", "!",
            "audioconvert", "!", "avenc_aac", "bitrate=96000", "!", "queue", "!", "mux.", "qtmux", "name=mux", "!",
            "filesink", f"location={context.folder / 'gstreamer.mov'}"]


def bench(context, results):
    """Bar: below either of them."""
    results.title("peers: a movie of 3 s of the same pictures and sound, H.264 and AAC in a MOV; on one core")
    with on_one_core():
        for source in (context.inputs.mjpeg_720p, context.inputs.yuyv_720p):
            makers = {"ffmpeg": ffmpeg, "GStreamer": gstreamer}
            compare(context, source, makers, results)
            where_time_goes(context, source, makers, results)


def compare(context, source, makers, results):
    """Processor time, turn by turn; a maker that does not work here is told and taken out."""
    threads, ours, others = context.cores, [], {name: [] for name in makers}
    with groups_on_request(context, source, "--threads", threads) as groups:
        for _ in range(context.rounds):
            group = groups.next()
            ours.append(group["cpu"])
            frames = footage_frames(source, group)
            one = bare(context, source, 1, threads)
            # A camera's own JPEG is a still as it is.
            still = 0 if source.coding == "mjpeg" else bare_still(context, source)["cpu"] / 1000
            for name in list(makers):
                try:
                    start = processor_seconds(makers[name](context, source, threads, 1)) - one
                    whole = processor_seconds(makers[name](context, source, threads, frames))
                    others[name].append(whole - start + still)
                except (Failure, OSError) as failure:
                    results.leave_out("peers", f"{name}, {source}", failure)
                    del makers[name]
    results.add("peers", f"{source}, {threads} threads: livecam, a Live Photo", median(ours) * 1000, "ms")
    for name in makers:
        results.add("peers", f"{source}: {name}, the movie", median(others[name]) * 1000, "ms")
        ratios = [a / b for a, b in zip(ours, others[name])]
        results.add("peers", f"{source}: livecam beside {name}", median(ratios), "×", 1, spread(ratios))


def where_time_goes(context, source, makers, results):
    """The same by library: most of it is x264's in all of them, and the rest says who does what else."""
    jobs = {"livecam": lambda: by_library_of_livecam(context, source)}
    for name, maker in makers.items():
        jobs[name] = lambda maker=maker: by_library_of_peer(context, source, maker)
    try:
        found = {name: [job() for _ in range(max(1, context.rounds // 3))] for name, job in jobs.items()}
    except (Failure, OSError) as failure:
        results.leave_out("peers", f"perf, {source}", failure)
        return
    for name, rounds in found.items():
        for kind in ALL_KINDS:
            results.add("peers", f"{source}: {name}'s: {kind}", median(one[kind] for one in rounds) * 1000, "ms")


def by_library_of_livecam(context, source):
    """What a Live Photo takes, without what a session is begun with and waits for."""
    groups = 3
    many, one = (seconds_by_library(context, measure_command(
        context, source, "--threads", context.cores, "--idle", 2, "--armed", 0, "--groups", count))
                 for count in (groups + 1, 1))
    return {kind: (many[kind] - one[kind]) / groups for kind in ALL_KINDS}


def by_library_of_peer(context, source, maker):
    """What a movie takes, without the program's start."""
    threads, frames = context.cores, 3 * source.rate
    whole, one = (seconds_by_library(context, maker(context, source, threads, count)) for count in (frames, 1))
    # Without a picture the bare libraries are not called at all.
    bare_one, nothing = (seconds_by_library(context, bare_command(context, source, count, threads)) for count in (1, 0))
    return {kind: whole[kind] - one[kind] + bare_one[kind] - nothing[kind] for kind in ALL_KINDS}
