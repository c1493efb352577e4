"""assemble: puts a 1080p pair of 3 s together, nothing to be encoded.

Its peer copies the same bytes to disk, synced as livecam syncs them, and starts the same command with the same
options once, for a movie that is not there: all that is left of it is its start. `ffmpeg -c copy` of the movie runs
beside them.
"""
import os
import shutil
import time

from running import median, most_memory, run, spread


def copy_synced(sources, target):
    """Seconds to copy files as livecam writes them: under another name, synced, renamed, the folder synced."""
    start = time.perf_counter()
    for source in sources:
        temporary, final = target / f".{source.name}", target / source.name
        with open(source, "rb") as reader, open(temporary, "wb") as writer:
            shutil.copyfileobj(reader, writer, 1 << 20)
            writer.flush()
            os.fsync(writer.fileno())
        os.rename(temporary, final)
    folder = os.open(target, os.O_RDONLY)
    os.fsync(folder)
    os.close(folder)
    return time.perf_counter() - start


def sample_pair(folder):
    """A pair of 1080p and 3 s whose halves know nothing of each other, made by ffmpeg."""
    still, movie = folder / "still.jpg", folder / "movie.mp4"
    source = ["-f", "lavfi", "-i", "testsrc2=size=1920x1080:rate=30:duration=3"]
    tone = ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=3"]
    run(["ffmpeg", "-v", "error", *source, *tone, "-c:v", "libx264", "-crf", "18", "-pix_fmt", "yuv420p", "-c:a", "aac",
         movie])
    run(["ffmpeg", "-v", "error", "-ss", "1.5", "-i", movie, "-frames:v", "1", "-q:v", "2", still])
    return still, movie


def bench(context, results):
    """Bars: 1.2 times copying and starting; 32 MB and twice the still."""
    still, movie = sample_pair(context.folder)
    livecam = context.livecam
    results.title(f"assemble: still {still.stat().st_size} bytes, movie {movie.stat().st_size} bytes")
    ours, start, copies, peers, memory = [], [], [], [], []
    for index in range(context.rounds * 3):
        target = context.folder / f"out{index}"
        for name in ("ours", "copy", "peer"):
            (target / name).mkdir(parents=True)
        ours.append(run([livecam, "assemble", "--photo", still, "--movie", movie, "--output", target / "ours"]))
        copies.append(copy_synced([still, movie], target / "copy"))
        start.append(run([livecam, "assemble", "--photo", still, "--movie", context.folder / "none.mp4", "--output",
                          target / "none"], expected=66))
        peers.append(run(["ffmpeg", "-v", "error", "-i", movie, "-c", "copy", target / "peer/movie.mov"]))
        memory.append(most_memory([livecam, "assemble", "--photo", still, "--movie", movie, "--output",
                                   target / "again"]))
        shutil.rmtree(target)
    ratios = [a / (b + c) for a, b, c in zip(ours, copies, start)]
    bound = 32 + 2 * still.stat().st_size / 2**20
    results.add("assemble", "a pair of 1080p, 3 s", median(ours) * 1000, "ms")
    results.add("assemble", "beside copying it and starting", median(ours) / (median(copies) + median(start)), "×", 1.2,
                spread(ratios))
    results.add("assemble", "beside ffmpeg -c copy of its movie", median(ours) / median(peers), "×")
    results.add("assemble", "most memory", max(memory) / 2**20, "MiB", round(bound, 1))

