"""size: what an installation of livecam takes on a disk, beyond the smallest Debian.

Counted is the command as it is installed, which is stripped, its libraries for `livecam emulate` and for long
exposures, and every shared library that they are linked to or open by name, each once, however many reach it. A
library of a package of the smallest Debian is not counted. That Debian is what `debootstrap --variant=minbase`
installs: the packages of priority `required` or marked essential, apt, and what these depend on, as the system's own
package database says.
"""
import collections
import functools
import pathlib
import re
import subprocess

from running import Failure, output_of

PROJECT = pathlib.Path(__file__).resolve().parents[3]
MEGABYTE = 1e6
# The Swift sources name the libraries that they open; the versions are those that livecam was built against.
OPENING = re.compile(r'(?:DynamicLibrary\(|String = )"(lib[\w-]+)\.so\.([^"]+)"|library\("(lib\w+)", \w+\)')


# What no Swift program can be smaller than that has so much of Foundation.
PROGRAMS = {
    "data": "import Foundation\nprecondition(Data([104, 105]).count == 2)\n",
    "expression": "import Foundation\nprecondition((try? NSRegularExpression(pattern: \"a*\")) != nil)\n",
}
# What they are opened for, by the sources that do; a library that several open counts for the first.
PURPOSES = {"HEVC and HEIC": ("VideoCoding", "StillCoding"), "AAC": ("AudioCoding/LibVOAACEnc.swift",),
            "AAC by libavcodec": ("AudioCoding/LibAVCodec.swift",), "other people's files": ("ForeignMedia",)}
# With these livecam writes every coding that it has; the others are a second encoder of AAC, and what reads files.
JUDGED = ("HEVC and HEIC", "AAC")


def opened_names(sources):
    """Names of the libraries that are opened at run time, by purpose."""
    names = {}
    for purpose, places in PURPOSES.items():
        paths = [path for place in places for path in [sources / place, *sorted((sources / place).rglob("*.swift"))]]
        texts = [path.read_text() for path in paths if path.is_file()]
        found = {plain or foreign for text in texts for plain, _, foreign in OPENING.findall(text)}
        names[purpose] = sorted(found.difference(*names.values()))
    return names


class Libraries:
    """The shared libraries of this system: where they lie, what they need and whose they are."""

    def __init__(self):
        self.paths = {}
        for line in output_of(["/sbin/ldconfig", "-p"]).splitlines()[1:]:
            name, _, path = line.strip().partition(" => ")
            self.paths.setdefault(name.split()[0], path)

    def find(self, name):
        """The file of a library by its name without a version."""
        pattern = re.compile(re.escape(name) + r"\.so\.\d+")
        found = sorted(path for known, path in self.paths.items() if pattern.fullmatch(known))
        if not found:
            raise Failure(f"{name} is not installed")
        return pathlib.Path(found[-1]).resolve()

    def needed(self, binary):
        """The files of all libraries that a file needs, and of those that these need."""
        lines = output_of(["ldd", binary]).splitlines()
        return {pathlib.Path(line.split(" => ")[1].split()[0]).resolve() for line in lines if " => /" in line}


class Packages:
    """What dpkg knows."""

    def __init__(self):
        self.fields, self.providers = {}, collections.defaultdict(set)
        text = output_of(["dpkg-query", "-W", "-f", "${Package}\t${Priority}\t${Essential}\t${Provides}\t"
                          "${Pre-Depends}, ${Depends}\n"])
        for line in text.splitlines():
            package, priority, essential, provides, depends = line.split("\t")
            self.fields[package] = (priority == "required" or essential == "yes", depends)
            for name in self.names(provides):
                self.providers[name].add(package)

    @staticmethod
    def names(depends):
        return [word for word in re.findall(r"(?:^|[,|])\s*([a-z0-9][a-z0-9.+-]*)", depends)]

    def closure(self, packages):
        """Packages and what they depend on; of alternatives, those that are installed."""
        found, waiting = set(), list(packages)
        while waiting:
            package = waiting.pop()
            if package in found or package not in self.fields:
                waiting += [] if package in self.fields else [p for p in self.providers[package] if p not in found]
                continue
            found.add(package)
            waiting += self.names(self.fields[package][1])
        return found

    @functools.cached_property
    def base(self):
        return self.closure([package for package, (is_base, _) in self.fields.items() if is_base] + ["apt"])

    def beyond_base(self, paths):
        """Those files that are of no package of the base."""
        # Some are known by the place from which /lib is a link to /usr/lib.
        places = {str(path): path for path in paths} | {str(path).removeprefix("/usr"): path for path in paths}
        lines = subprocess.run(["dpkg-query", "-S", *places], capture_output=True, text=True).stdout.splitlines()
        owned = {places[line.split(": ")[1]] for line in lines if line.split(":")[0] in self.base}
        return set(paths) - owned


def stripped(path, folder):
    """How many bytes a program or library has when it is installed."""
    target = folder / f"{path.name}.stripped"
    output_of(["strip", "--strip-unneeded", "-o", target, path])
    return target.stat().st_size


def sections(path):
    """The bytes of a file's sections."""
    rows = (line.split() for line in output_of(["size", "-A", path]).splitlines())
    return {row[0]: int(row[1]) for row in rows if len(row) == 3 and row[1].isdigit()}


def smallest(folder, text):
    """The bytes of a program of one line, built and stripped as livecam is: what no program can be smaller than."""
    source, program = folder / "smallest.swift", folder / "smallest"
    source.write_text(text)
    output_of(["swiftc", "-O", "-static-stdlib", "-o", program, source, "-Xlinker", "--gc-sections"])
    return stripped(program, folder)


def bench(context, results):
    """The bar: 60 MB, codecs of all kinds counted once."""
    libraries, packages = Libraries(), Packages()
    results.title(f"size: what comes on top of the {len(packages.base)} packages of the smallest Debian")

    def tell(name, size, bar=None):
        results.add("size", name, size / MEGABYTE, "MB", bar)

    binary, shim = context.livecam, context.livecam.parent / "libCaptureShim.so"
    total = stripped(binary, context.folder)
    parts = sections(context.folder / f"{binary.name}.stripped")
    tell("livecam, stripped, Swift's runtime within", total)
    tell("of that, machine code", parts[".text"])
    tell("of that, constants", parts[".rodata"])
    tell("a program that has Foundation's Data", smallest(context.folder, PROGRAMS["data"]))
    tell("one that has its NSRegularExpression", smallest(context.folder, PROGRAMS["expression"]))
    if shim.exists():
        tell("the library for emulate", stripped(shim, context.folder))
        total += stripped(shim, context.folder)

    counted = packages.beyond_base(libraries.needed(binary))
    tell(f"{len(counted)} libraries it is linked to", weight(counted))
    total += weight(counted)
    tell("all for Live Photos as JPEG, H.264 and PCM", total, 60)
    for purpose, names in opened_names(PROJECT / "Sources").items():
        files = {libraries.find(name) for name in names}
        files = packages.beyond_base(files.union(*(libraries.needed(file) for file in files)) - counted)
        counted |= files
        total += weight(files)
        tell(f"{len(files)} more libraries for {purpose}", weight(files))
        tell(f"all, with {purpose}", total, 60 if purpose in JUDGED else None)
    tracker = context.livecam.parent / "libPictureTracking.so"
    if tracker.exists():
        files = packages.beyond_base(libraries.needed(tracker)) - counted
        counted |= files
        weighed = weight(files) + stripped(tracker, context.folder)
        total += weighed
        tell(f"the library for long exposures, with {len(files)} more", weighed)
        tell("all, with long exposures", total)
    heaviest = sorted(counted, key=lambda path: -path.stat().st_size)[:8]
    results.title("  the heaviest: " + ", ".join(f"{p.name} {p.stat().st_size / MEGABYTE:.1f}" for p in heaviest))


def weight(paths):
    return sum(path.stat().st_size for path in paths)
