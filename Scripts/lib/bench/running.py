"""Runs commands and says what they took."""
import os
import statistics
import subprocess
import sys
import time

median = statistics.median


def run(command, expected=0):
    """Seconds and the most memory in bytes that a command took; it must end with that exit code."""
    start = time.perf_counter()
    process = subprocess.Popen([str(word) for word in command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != expected:
        sys.exit(f"bench: {' '.join(map(str, command))}: {errors.decode(errors='replace')}")
    return seconds, usage.ru_maxrss * 1024


def output_of(command):
    """What a command prints; it must succeed."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"bench: {' '.join(map(str, command))}: {done.stderr}")
    return done.stdout


def spread(values):
    """The distance between the quarters of what was measured, as a part of its median."""
    if len(values) < 4 or median(values) == 0:
        return 0.0
    lower, _, upper = statistics.quantiles(values, n=4)
    return (upper - lower) / median(values)
