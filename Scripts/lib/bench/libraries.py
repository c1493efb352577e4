"""Where the processor time of a program goes, by library, as `perf` samples it."""
import collections
import re
import subprocess

from running import Failure, said, words

# Enough for a figure of ten milliseconds to be known to a tenth, few enough to cost nothing.
SAMPLES_PER_SECOND = 5000
KINDS = {"libx264": "libx264", "libavcodec": "libavcodec", "libvo-aacenc": "libvo-aacenc", "[kernel": "the kernel",
         "libc": "the C library"}
REST = "all else"
ALL_KINDS = [*KINDS.values(), REST]


def seconds_by_library(context, command):
    """Seconds of processor time by kind of library. The clock that is sampled is the kernel's own, which virtual
    machines have too."""
    recording = context.folder / "perf.data"
    for step in (["perf", "record", "-q", "-e", "cpu-clock", "-F", SAMPLES_PER_SECOND, "-o", recording, "--", *command],
                 ["perf", "report", "-q", "-i", recording, "--sort", "dso", "-F", "period,dso", "--stdio"]):
        done = subprocess.run(words(step), stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode != 0:
            raise Failure(said(step, done.stderr))
    found = collections.Counter()
    for nanoseconds, library in re.findall(r"^\s*(\d+)\s+(\S+)", done.stdout, re.MULTILINE):
        found[KINDS.get(library.split(".")[0], REST)] += int(nanoseconds) / 1e9
    if not found:
        raise Failure(said(["perf", "report"], "it has no samples"))
    return found
