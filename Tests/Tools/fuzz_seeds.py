#!/usr/bin/env python3
"""Makes seeds for a fuzzed reader of phones' files: their structure whole, their pictures and sound cut out.

usage: fuzz_seeds.py READER FIXTURES TARGET
"""
import pathlib
import struct
import sys

LONGEST = 60_000
EXTENSIONS = {
    "movie": {".mov", ".mp4"}, "jpeg": {".jpg", ".jpeg"}, "heic": {".heic"}, "still": {".jpg", ".jpeg", ".heic"},
    "exif": {".jpg", ".jpeg", ".heic"}, "xmp": {".jpg", ".jpeg", ".heic"},
    "plist": {".jpg", ".jpeg", ".heic", ".mov"},
}


def without_samples(data):
    """A file of boxes with the contents of each mdat cut to some bytes."""
    kept, position = bytearray(), 0
    while position + 8 <= len(data):
        size, kind = struct.unpack_from(">I4s", data, position)
        if size == 1 and position + 16 <= len(data):
            size = struct.unpack_from(">Q", data, position + 8)[0]
        end = len(data) if size < 8 else min(position + size, len(data))
        if kind == b"mdat":
            body = data[position + 8:end][:4096]
            kept += struct.pack(">I4s", 8 + len(body), kind) + body
        else:
            kept += data[position:end]
        position = end
    return bytes(kept[:LONGEST])


def exif_of(data):
    """The TIFF of a file's first Exif block."""
    # In a HEIC an item's kind is called so as well: a TIFF must follow.
    places = [data.find(b"Exif\0\0MM\0*"), data.find(b"Exif\0\0II*\0")]
    place = min((place for place in places if place >= 0), default=-1)
    return data[place + 6:place + 6 + LONGEST] if place >= 0 else b""


def xmp_of(data):
    """A file's first XMP packet."""
    start = data.find(b"<x:xmpmeta")
    end = data.find(b"</x:xmpmeta>", start)
    return data[start:end + 12] if 0 <= start < end else b""


def list_of(data):
    """A file's largest binary property list, up to where its own end says that its table of objects lies."""
    best, start = b"", data.find(b"bplist00")
    while start >= 0:
        for end in range(start + 40, min(start + LONGEST, len(data)) + 1):
            sizes = data[end - 26:end - 24]
            count, _, table = struct.unpack(">QQQ", data[end - 24:end])
            if 0 < sizes[0] <= 8 and 0 < sizes[1] <= 8 and table + count * sizes[0] + 32 == end - start:
                best = max(best, data[start:end], key=len)
                break
        start = data.find(b"bplist00", start + 8)
    return best


def main():
    reader, fixtures, target = sys.argv[1:]
    for path in sorted(pathlib.Path(fixtures).iterdir()):
        if path.suffix.lower() not in EXTENSIONS.get(reader, ()):
            continue
        data = path.read_bytes()
        if reader == "exif":
            seed = exif_of(data)
        elif reader == "xmp":
            seed = xmp_of(data)
        elif reader == "plist":
            seed = list_of(data)
        elif data[4:8] in (b"ftyp", b"wide"):
            seed = without_samples(data)
        else:
            # The ends of a JPEG hold its segments and what vendors append.
            seed = data if len(data) <= LONGEST else data[:LONGEST // 2] + data[-LONGEST // 2:]
        if seed:
            (pathlib.Path(target) / path.name).write_bytes(seed)


if __name__ == "__main__":
    main()
