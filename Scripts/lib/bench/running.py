"""Runs commands and says what they took."""
import contextlib
import json
import os
import pathlib
import re
import select
import signal
import statistics
import subprocess
import tempfile
import time

median = statistics.median


class Failure(Exception):
    """A program that did not do what it was run for, and what it said."""


def part(values, share):
    """The value that a share of the values, from 0 to 1, do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def words(command):
    return [str(word) for word in command]


def said(command, text):
    """What a failed program is reported with: its last words."""
    return f"{' '.join(words(command))}: {text.strip()[-600:] or 'it said nothing'}"


@contextlib.contextmanager
def on_one_core():
    """Whatever is started meanwhile has one core. Where two that are counted are the halves of one, what runs on both
    takes more processor time for the same work, and more of it the better a program shares its work out."""
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(cores)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


def run(command, expected=0):
    """Seconds that a command took; it must end with that exit code."""
    return used(command, expected)[0]


def most_memory(command):
    """The most memory in bytes that a command had. Of a child of this process the system would tell no less than what
    this process has, so a small program starts it."""
    with tempfile.NamedTemporaryFile("r") as told:
        used(["/usr/bin/time", "--quiet", "--format", "%M", "--output", told.name, *command])
        return int(told.read()) * 1024


def used(command, expected=0):
    """Seconds that a command took, and what it used of the machine, its children included."""
    start = time.perf_counter()
    process = subprocess.Popen(words(command), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE)
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    process.stderr.close()
    if process.returncode != expected:
        raise Failure(said(command, errors.decode(errors="replace")))
    return seconds, usage


def processor_seconds(command):
    """Processor time of a command, of the program and of the system for it."""
    usage = used(command)[1]
    return usage.ru_utime + usage.ru_stime


def output_of(command, timeout=None):
    """What a command prints; it must succeed."""
    try:
        done = subprocess.run(words(command), capture_output=True, text=True, timeout=timeout)
    except subprocess.TimeoutExpired as error:
        raise Failure(said(command, f"it did not end within {timeout} s")) from error
    if done.returncode != 0:
        raise Failure(said(command, done.stderr))
    return done.stdout


def spread(values):
    """The distance between the quarters of what was measured, of fewer than four figures that between least and most,
    as a part of the median; `None` of a single one."""
    if len(values) < 2 or median(values) == 0:
        return None
    if len(values) < 4:
        return (max(values) - min(values)) / median(values)
    lower, _, upper = statistics.quantiles(values, n=4)
    return (upper - lower) / median(values)


class Asked:
    """A program that prints a line of JSON for every line that it reads."""

    PATIENCE = 120

    def __init__(self, command, folder):
        self.command = words(command)
        self.errors = tempfile.TemporaryFile(dir=folder)
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors,
                                        text=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()
        self.errors.close()

    def next(self):
        """What it prints when it is asked once more."""
        try:
            self.process.stdin.write("\n")
            self.process.stdin.flush()
            if not select.select([self.process.stdout], [], [], self.PATIENCE)[0]:
                raise TimeoutError(f"it did not answer within {self.PATIENCE} s")
            return json.loads(self.process.stdout.readline())
        except (OSError, ValueError) as error:
            self.process.kill()
            self.process.wait()
            self.errors.seek(0)
            raise Failure(said(self.command, self.errors.read().decode(errors="replace") or str(error))) from error


class Running:
    """A program that runs in the background, perhaps as the program of `livecam emulate`: what it uses meanwhile."""

    def __init__(self, command, folder, environment=None):
        self.command = words(command)
        self.output = open(pathlib.Path(folder) / f"output-{time.monotonic_ns()}", "w+b")
        self.process = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=self.output, stderr=self.output,
                                        env={**os.environ, **(environment or {})}, start_new_session=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def said(self):
        self.output.seek(0)
        return self.output.read().decode(errors="replace")

    def check(self):
        """It must be there still."""
        if self.process.poll() is not None:
            raise Failure(said(self.command, self.said()))

    def wait(self, timeout):
        """Waits for its end; it must succeed."""
        try:
            code = self.process.wait(timeout)
        except subprocess.TimeoutExpired as error:
            raise Failure(said(self.command, f"it did not end within {timeout} s")) from error
        if code != 0:
            raise Failure(said(self.command, self.said()))

    @property
    def program(self):
        """The number of the process that does the work: the innermost one's, where emulations are around it."""
        number, end = self.process.pid, time.monotonic() + 5
        while time.monotonic() < end:
            arguments = pathlib.Path(f"/proc/{number}/cmdline").read_bytes().split(b"\0")
            if len(arguments) > 1 and arguments[1] != b"emulate":
                return number
            # Whichever of its threads has started it.
            children = [child for task in pathlib.Path(f"/proc/{number}/task").iterdir()
                        for child in (task / "children").read_text().split()]
            if children:
                number = int(children[0])
            else:
                self.check()
                time.sleep(0.01)  # Sleeps: nobody is told that another's process has started one.
        raise Failure(said(self.command, "its program does not start"))

    def processor_seconds(self):
        """Processor time of all the threads that it has or has had, to the nanosecond: its clock, of
        clock_getcpuclockid(3)."""
        try:
            return time.clock_gettime(~self.program << 3 | 2)
        except OSError as error:
            self.check()
            raise Failure(said(self.command, str(error))) from error

    def resident(self, kind="Rss"):
        """Its resident memory in bytes, without the emulated camera's footage, which no camera has in a program; with
        `Anonymous` for the kind only what is in no file, such as libraries' code."""
        total, counts = 0, True
        for line in pathlib.Path(f"/proc/{self.program}/smaps").read_text().splitlines():
            if re.match(r"[0-9a-f]+-[0-9a-f]+ ", line):
                counts = not line.endswith("/footage.mov")
            elif counts and line.startswith(f"{kind}:"):
                total += int(line.split()[1]) * 1024
        return total

    def end(self):
        """Asks all of its processes to end, and has them ended."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
            if self.process.poll() is not None:
                break
            os.killpg(self.process.pid, number)
            try:
                self.process.wait(1.5)
            except subprocess.TimeoutExpired:
                continue
        self.output.close()


def lines_of_json(text):
    """The objects among the lines of a text."""
    return [json.loads(line) for line in text.splitlines() if line.startswith("{")]
