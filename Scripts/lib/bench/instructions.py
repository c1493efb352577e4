"""instructions: how many instructions livecam's hot paths take, by callgrind: the same on a busy machine as on an idle.

A path is what one run takes more than another that does less of it: start and end of the program cancel. Counted are
livecam's own functions, apart from them Swift's runtime and library, and the C library's copying, which callgrind
counts by the byte where the processor copies with one instruction. Codecs, the rest of the C library, the dispatcher,
whose threads meet as they like, and the virtual clock are left out. What is found is compared with
Tests/Bench/instructions.json, which `--rebaseline` writes; counts of another compiler or way to copy are not.
"""
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess

from running import Failure, output_of

PROJECT = pathlib.Path(__file__).resolve().parents[3]
BASELINE = PROJECT / "Tests/Bench/instructions.json"
OWN = ("MediaCore", "ByteCoding", "SystemCalls", "Diagnostics", "FrameRing", "FileStorage", "ISOBoxes", "VideoCoding",
       "AudioCoding", "CaptureDevices", "StillCoding", "MovieCoding", "LiveCapture", "CaptureCodecs")
STAGE = ("Simulator", "Fixtures", "ForeignDevices", "CaptureScripts", "LiveCaptureTesting", "capture_measure",
         "ArgumentParser", "TestSupport")
RUNTIME = re.compile(r"_?swift_|_Z\w*5swift|\$[sS]|__swift|symbolic")
# Waiting for a session to come to rest is of virtual time alone.
WAITING = re.compile(r"11SteppedWorkC|9WorkCountC|14CaptureSessionC6settle")
COPYING = re.compile(r"_*mem(cpy|move|pcpy)")
LABELS = {"livecam": "livecam's", "Swift": "Swift's", "copying": "the C library's copying"}
BAR = 1.02
HOTTEST = 10

# What runs do, beside what all do. A group of captures goes with 5.2 s of virtual time, during which frames come; a run
# with less groups passes as much time without.
RUNS = {
    "2 s": ["--idle", 2, "--groups", 0],
    "32 s": ["--idle", 32, "--groups", 0],
    "2 s, sound": ["--idle", 2, "--groups", 0, "--sound"],
    "32 s, sound": ["--idle", 32, "--groups", 0, "--sound"],
    "a movie": ["--idle", 52, "--groups", 1, "--sound"],
    "11 movies": ["--idle", 0, "--groups", 11, "--sound"],
    "a still": ["--idle", 52, "--groups", 1, "--sound", "--stills"],
    "11 stills": ["--idle", 0, "--groups", 11, "--sound", "--stills"],
}
# name: (runs that are added, runs that are taken away, how often the path is in what is left)
PATHS = {
    "a frame into the ring": (["32 s"], ["2 s"], 900),
    "10 ms of sound": (["32 s, sound", "2 s"], ["2 s, sound", "32 s"], 3000),
    "a Live Photo, no encoder": (["11 movies"], ["a movie"], 10),
    "a still as the camera sent it": (["11 stills"], ["a still"], 10),
}


def profile(path):
    """Instructions by function, without what it called, of a file that callgrind wrote: {(object, function): n}."""
    costs, names = collections.Counter(), {}
    place = {"ob": "", "fn": ""}
    is_call = False
    for line in path.read_text(errors="replace").splitlines():
        key, is_name, rest = line.partition("=")
        if is_name and key in ("ob", "fn", "cob", "cfn"):
            kind = key[-2:]
            number, _, name = rest.partition(" ")
            if name:
                names[kind, number] = name
            if key in place:
                place[key] = names[kind, number]
        elif key == "calls":
            is_call = True
        elif line[:1] in "0123456789+-*" and line:
            if not is_call:
                costs[place["ob"], place["fn"]] += int(line.split()[1])
            is_call = False
    return costs


def module(name, modules):
    """Whether a mangled name speaks of one of the modules."""
    return any(f"{len(word)}{word}" in name for word in modules)


def kind(binary, function):
    """Whose a function is: livecam's, Swift's, the copying of both, or none that counts."""
    program, name = function
    if WAITING.search(name):
        return None
    if name.startswith("$s") and pathlib.Path(program).name == binary:
        starts = [word for word in (*OWN, *STAGE) if name.startswith(f"$s{len(word)}{word}")]
        if starts:
            return "livecam" if starts[0] in OWN else None
        if module(name, OWN):
            return "livecam"
        return None if module(name, STAGE) else "Swift"
    if COPYING.match(name) and "libc." in program:
        return "copying"
    return "Swift" if RUNTIME.match(name) and "dispatch" not in program else None


def count(context, binary, source, name, number):
    """Instructions by function of one run."""
    folder = context.folder / f"callgrind-{list(RUNS).index(name)}-{number}"
    folder.mkdir()
    out = folder / "out"
    options = [word for option in RUNS[name]
               for word in ([option, context.inputs.sound] if option == "--sound" else [option])]
    command = ["valgrind", "--tool=callgrind", "--dump-line=no", "--demangle=no", f"--callgrind-out-file={out}", binary,
               *source.options, "--encoders", "null", "--stepwise", "--output", folder, *options]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          env=os.environ | {"SWIFT_DETERMINISTIC_HASHING": "1"})
    if done.returncode != 0:
        raise Failure(f"bench: {' '.join(map(str, command))}: {done.stderr}")
    return profile(out)


def measured(context):
    """All runs, twice each: {name: [instructions by function]}. They do not mind each other."""
    binary = context.folder / "capture-counted"
    # callgrind cannot read what newer compilers tell debuggers.
    output_of(["strip", "--strip-debug", "-o", binary, context.measure])
    source, _ = context.inputs.mjpeg(640, 480), context.inputs.sound
    with concurrent.futures.ThreadPoolExecutor(max_workers=context.cores) as pool:
        jobs = {name: [pool.submit(count, context, binary, source, name, number) for number in range(2)]
                for name in RUNS}
        return {name: [job.result() for job in pair] for name, pair in jobs.items()}


def path_costs(runs, added, taken, times):
    """Instructions by function of one path."""
    costs = collections.Counter()
    for name in added:
        costs.update(runs[name])
    for name in taken:
        costs.subtract(runs[name])
    return {function: value / times for function, value in costs.items()}


def sums(costs, binary):
    """Instructions by whose they are."""
    total = collections.Counter()
    for function, value in costs.items():
        total[kind(binary, function)] += value
    return {whose: round(total[whose]) for whose in ("livecam", "Swift", "copying")}


def demangled(names):
    done = subprocess.run(["swift", "demangle", "--simplified", "--compact"], input="\n".join(names),
                          capture_output=True, text=True)
    return done.stdout.splitlines() if done.returncode == 0 else names


def tell_hottest(results, costs, binary):
    """The functions of livecam and Swift that take most."""
    ours = [(value, function) for function, value in costs.items() if kind(binary, function)]
    hottest = sorted(ours, key=lambda entry: -entry[0])[:HOTTEST]
    for (value, _), name in zip(hottest, demangled([function[1] for _, function in hottest])):
        results.title(f"    {value:>10.0f}  {name[:100]}")


def ratio(first, second):
    return max(first, second) / min(first, second)


def compiler():
    return output_of(["swiftc", "--version"]).splitlines()[0].strip()


def copier(runs):
    """What the C library copies with on such a processor."""
    total = collections.Counter()
    for pair in runs.values():
        for (program, name), value in pair[0].items():
            if kind("", (program, name)) == "copying":
                total[name] += value
    return max(total, key=total.get, default="nothing")


def bench(context, results):
    """Bars: 2 % from run to run, and 1.02 times the baseline."""
    results.title("instructions, by callgrind")
    runs = measured(context)
    binary = "capture-counted"
    about = {"compiler": compiler(), "machine": os.uname().machine, "copying": copier(runs)}
    known = json.loads(BASELINE.read_text()) if BASELINE.exists() else {}
    is_comparable = all(known.get(key) == value for key, value in about.items())
    results.title(f"  baseline of {known.get('date', 'no date')}, {known.get('compiler', 'no compiler')}"
                  + ("" if is_comparable else ": another one than this, nothing is compared"))
    found = {}
    for name, (added, taken, times) in PATHS.items():
        pair = [path_costs({run: both[index] for run, both in runs.items()}, added, taken, times) for index in range(2)]
        first, second = (sums(costs, binary) for costs in pair)
        found[name] = first
        for whose in first:
            results.add("instructions", f"{name}: {LABELS[whose]}", first[whose], "")
            results.add("instructions", f"{name}: {LABELS[whose]}, a second run", ratio(first[whose], second[whose]),
                        "×", BAR)
            if is_comparable and name in known["paths"] and not context.rebaseline:
                results.add("instructions", f"{name}: {LABELS[whose]}, beside the baseline",
                            first[whose] / known["paths"][name][whose], "×", BAR)
        tell_hottest(results, pair[0], binary)
    if context.rebaseline:
        date = output_of(["date", "+%Y-%m-%d"]).strip()
        BASELINE.write_text(json.dumps({"date": date, **about, "paths": found}, indent=2) + "\n")
        results.title(f"  the baseline has been renewed: {BASELINE.relative_to(PROJECT)}")
