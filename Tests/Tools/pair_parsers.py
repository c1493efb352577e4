"""Parsers of movies and stills for check_pair.py: boxes, sample tables, Exif and maker notes, from the bytes alone."""
import struct

Q = "com.apple.quicktime."
CONTAINERS = {"moov", "trak", "tapt", "edts", "mdia", "minf", "dinf", "stbl", "gmhd", "tref"}


class Malformed(Exception):
    """The bytes are not what they should be."""


# ---------------------------------------------------------------- boxes


class Box:
    """One box: its type, its bytes from `start` to `end`, its payload from `body`, its children."""

    def __init__(self, data, kind, start, body, end):
        self.data, self.kind, self.start, self.body, self.end = data, kind, start, body, end
        self.children = []

    @property
    def payload(self):
        return self.data[self.body : self.end]

    def all(self, *path):
        found = [self]
        for kind in path:
            found = [child for box in found for child in box.children if child.kind == kind]
        return found

    def one(self, *path):
        found = self.all(*path)
        return found[0] if found else None

    def need(self, *path):
        box = self.one(*path)
        if box is None:
            raise Malformed(f"{self.kind} has no {'/'.join(path)}")
        return box


def boxes(data, start, end, where="file", deep=CONTAINERS, depth=0):
    """The boxes between two offsets, which have to fill the space."""
    if depth > 16:
        raise Malformed("boxes are nested too deep")
    found, position = [], start
    while position < end:
        if end - position == 4 and data[position:end] == b"\0\0\0\0":
            break  # the end of a QuickTime list
        if end - position < 8:
            raise Malformed(f"{where}: {end - position} bytes at {position} are no box")
        size, kind = struct.unpack_from(">I4s", data, position)
        kind, body = kind.decode("latin1"), position + 8
        if size == 1:
            if end - position < 16:
                raise Malformed(f"{where}/{kind} at {position}: the size is cut off")
            size, body = struct.unpack_from(">Q", data, body)[0], body + 8
        elif size == 0 and where == "file":
            size = end - position
        if size < body - position or position + size > end:
            raise Malformed(f"{where}/{kind} at {position}: size {size} does not fit")
        box = Box(data, kind, position, body, position + size)
        if kind in deep:
            box.children = boxes(data, body, box.end, f"{where}/{kind}", deep, depth + 1)
        found.append(box)
        position = box.end
    return found


def unpack(layout, box, offset=0):
    """Numbers from a box's payload."""
    if box.body + offset + struct.calcsize(layout) > box.end:
        raise Malformed(f"{box.kind} at {box.start} is too short")
    return struct.unpack_from(layout, box.data, box.body + offset)


def table(box, layout, offset=4):
    """The entries of a full box that begins with their count."""
    (count,) = unpack(">I", box, offset)
    size = struct.calcsize(layout)
    if box.body + offset + 4 + count * size > box.end:
        raise Malformed(f"{box.kind} at {box.start} announces {count} entries")
    return [struct.unpack_from(layout, box.data, box.body + offset + 4 + i * size) for i in range(count)]


# ---------------------------------------------------------------- movie


class Track:
    def __init__(self, box):
        self.box = box
        header = box.need("tkhd")
        wide = unpack(">B", header)[0] == 1
        self.flags = unpack(">I", header)[0] & 0xFFFFFF
        (self.id,) = unpack(">I", header, 20 if wide else 12)
        offset = 52 if wide else 40
        self.matrix = unpack(">9i", header, offset)
        self.width, self.height = (value / 65536 for value in unpack(">II", header, offset + 36))
        clock = box.need("mdia", "mdhd")
        (self.timescale,) = unpack(">I", clock, 20 if unpack(">B", clock)[0] == 1 else 12)
        self.handler = unpack(">4s", box.need("mdia", "hdlr"), 8)[0].decode("latin1")
        self.table = box.need("mdia", "minf", "stbl")
        self.edits = self._edits()
        self.codec, self.entry = self._entry()

    def _edits(self):
        box = self.box.one("edts", "elst")
        if box is None:
            return []
        return table(box, ">QqI" if unpack(">B", box)[0] == 1 else ">IiI")

    def _entry(self):
        box = self.table.need("stsd")
        (count,) = unpack(">I", box, 4)
        entries = boxes(box.data, box.body + 8, box.end, "stsd", deep=())
        if count != len(entries) or not entries:
            raise Malformed("stsd has another number of entries than it announces")
        return entries[0].kind, entries[0]

    def sizes(self):
        box = self.table.need("stsz")
        constant, count = unpack(">II", box, 4)
        return (constant, count) if constant else (0, [size for (size,) in table(box, ">I", 8)])

    def samples(self):
        """(offset, size) of each sample; for constant sizes of each chunk."""
        constant, sizes = self.sizes()
        total = sizes if constant else len(sizes)
        chunk_box = self.table.one("stco") or self.table.need("co64")
        chunks = [offset for (offset,) in table(chunk_box, ">I" if chunk_box.kind == "stco" else ">Q")]
        runs, found, done = table(self.table.need("stsc"), ">III"), [], 0
        for index, (first, count, _) in enumerate(runs):
            last = runs[index + 1][0] - 1 if index + 1 < len(runs) else len(chunks)
            if not 1 <= first <= last <= len(chunks):
                raise Malformed(f"stsc entry {index} makes no sense")
            for chunk in range(first, last + 1):
                offset, count_here = chunks[chunk - 1], min(count, total - done)
                if constant:
                    found.append((offset, constant * count_here))
                else:
                    for size in sizes[done : done + count_here]:
                        found.append((offset, size))
                        offset += size
                done += count_here
        if done != total:
            raise Malformed(f"chunks hold {done} of {total} samples")
        return found

    def durations(self):
        return table(self.table.need("stts"), ">II")

    def presentation_times(self):
        """When each sample is shown, in seconds of the track's media."""
        times, now = [], 0
        for count, duration in self.durations():
            if len(times) + count > 100_000:
                raise Malformed("too many samples for pictures")
            for _ in range(count):
                times.append(now)
                now += duration
        box = self.table.one("ctts")
        if box is not None:
            shifts = [shift for count, shift in table(box, ">Ii") for _ in range(min(count, len(times)))]
            times = [time + shift for time, shift in zip(times, shifts + [0] * len(times))]
        return [time / self.timescale for time in times]

    def keys(self):
        """(namespace, name, datatype) of each key of timed metadata."""
        if self.codec != "mebx":
            return []
        found = []
        for keys in boxes(self.entry.data, self.entry.body + 8, self.entry.end, "mebx", deep=()):
            if keys.kind != "keys":
                continue
            for key in boxes(keys.data, keys.body, keys.end, "keys", deep=()):
                parts = {part.kind: part for part in boxes(key.data, key.body, key.end, "key", deep=())}
                name = parts["keyd"].payload if "keyd" in parts else b""
                kind = parts["dtyp"].payload if "dtyp" in parts else b""
                local = struct.unpack(">I", key.kind.encode("latin1"))[0]
                found.append((local, name[:4].decode("latin1"), name[4:].decode("utf8", "replace"), kind))
        return found

    def rotation(self):
        one = 65536
        turns = {(one, 0, 0, one): 0, (0, one, -one, 0): 90, (-one, 0, 0, -one): 180, (0, -one, one, 0): 270}
        a, b, _, c, d = self.matrix[:5]
        return turns.get((a, b, c, d))


class Movie:
    def __init__(self, data):
        self.data = data
        self.outline = boxes(data, 0, len(data))
        self.moov = next((box for box in self.outline if box.kind == "moov"), None)
        if self.moov is None:
            raise Malformed("there is no moov")
        header = self.moov.need("mvhd")
        wide = unpack(">B", header)[0] == 1
        self.timescale, duration = unpack(">IQ" if wide else ">II", header, 20 if wide else 12)
        (self.next_track,) = unpack(">I", header, 108 if wide else 96)
        if self.timescale == 0:
            raise Malformed("mvhd has the timescale 0")
        self.duration = duration / self.timescale
        self.tracks = [Track(box) for box in self.moov.all("trak")]
        self.pictures = [track for track in self.tracks if track.handler == "vide" and track.flags & 1]
        self.sound = [track for track in self.tracks if track.handler == "soun" and track.flags & 1]
        self.stills = [
            track for track in self.tracks if any(name == Q + "still-image-time" for _, _, name, _ in track.keys())
        ]

    def metadata(self):
        """(plain form, handler, {key: (namespace, type, bytes)}) of moov/meta."""
        meta = self.moov.need("meta")
        plain = meta.data[meta.body + 4 : meta.body + 8] == b"hdlr"
        parts = boxes(meta.data, meta.body if plain else meta.body + 4, meta.end, "meta", deep={"ilst"})
        found = {box.kind: box for box in reversed(parts)}
        for kind in ("hdlr", "keys", "ilst"):
            if kind not in found:
                raise Malformed(f"moov/meta has no {kind}")
        (count,) = unpack(">I", found["keys"], 4)
        names, position = [], found["keys"].body + 8
        for box in boxes(meta.data, position, found["keys"].end, "keys", deep=()):
            names.append((box.kind, box.payload.decode("utf8", "replace")))
        if len(names) != count:
            raise Malformed(f"keys announces {count} keys and has {len(names)}")
        values = {}
        for item in found["ilst"].children:
            index = struct.unpack(">I", item.kind.encode("latin1"))[0]
            for value in boxes(meta.data, item.body, item.end, "ilst", deep=()):
                if value.kind == "data" and 1 <= index <= len(names):
                    values[names[index - 1][1]] = (names[index - 1][0], unpack(">I", value)[0], value.payload[8:])
        return plain, unpack(">4s", found["hdlr"], 8)[0].decode("latin1"), values

    def still_time(self):
        empty = 0
        for duration, media_time, _ in self.stills[0].edits:
            if media_time != -1:
                break
            empty += duration
        return empty / self.timescale

    def shown_times(self):
        """When each picture is shown, in seconds of the movie; those left out by the edit list are not among them."""
        track = self.pictures[0]
        start, shift, end = 0, 0, float("inf")
        for duration, media_time, _ in track.edits:
            if media_time == -1:
                shift += duration / self.timescale
            else:
                start, end = media_time / track.timescale, media_time / track.timescale + duration / self.timescale
                break
        times = [time for time in track.presentation_times() if start - 1e-9 <= time < end]
        return sorted(time - start + shift for time in times)


# ---------------------------------------------------------------- still


class Still:
    def __init__(self, data):
        self.data = data
        self.turn = None  # degrees clockwise, when the container says so
        self.size = None
        if data[:2] == b"\xff\xd8":
            self.format, tiff = "JPEG", self._jpeg()
        elif data[4:8] == b"ftyp" and data[8:12] in (b"heic", b"heix", b"mif1", b"hevc", b"avif"):
            self.format, tiff = "HEIC", self._heic()
        elif data[:8] == b"\x89PNG\r\n\x1a\n":
            self.format, tiff = "PNG", self._png()
        else:
            raise Malformed("the still is no JPEG, HEIC or PNG")
        self.has_exif = tiff is not None
        self.tags, self.exif = ({}, {}) if tiff is None else self._tiff(tiff)

    def _jpeg(self):
        data, position, tiff = self.data, 2, None
        while position + 4 <= len(data):
            marker, length = struct.unpack_from(">HH", data, position)
            if not 0xFFC0 <= marker <= 0xFFFE or length < 2 or position + 2 + length > len(data):
                raise Malformed(f"JPEG marker {marker:04x} at {position} does not fit")
            payload = data[position + 4 : position + 2 + length]
            if marker == 0xFFE1 and payload[:6] == b"Exif\0\0" and tiff is None:
                tiff = payload[6:]
            if 0xFFC0 <= marker <= 0xFFCF and marker not in (0xFFC4, 0xFFC8, 0xFFCC) and len(payload) >= 5:
                self.size = struct.unpack_from(">HH", payload, 1)[::-1]
            if marker == 0xFFDA:
                break
            position += 2 + length
        return tiff

    def _png(self):
        position, tiff = 8, None
        while position + 8 <= len(self.data):
            length, kind = struct.unpack_from(">I4s", self.data, position)
            payload = self.data[position + 8 : position + 8 + length]
            if kind == b"IHDR" and len(payload) >= 8:
                self.size = struct.unpack_from(">II", payload)
            if kind == b"eXIf":
                tiff = payload
            position += 12 + length
        return tiff

    def _heic(self):
        outline = boxes(self.data, 0, len(self.data))
        meta = next((box for box in outline if box.kind == "meta"), None)
        if meta is None:
            raise Malformed("the HEIC has no meta")
        parts = boxes(self.data, meta.body + 4, meta.end, "meta", deep={"iprp", "ipco"})
        found = {box.kind: box for box in parts}
        self._primary(found)
        version = unpack(">B", found["iinf"])[0]
        offset = 6 if version == 0 else 8
        items = {}
        for box in boxes(self.data, found["iinf"].body + offset, found["iinf"].end, "iinf", deep=()):
            if unpack(">B", box)[0] == 2:
                number, _, kind = unpack(">HH4s", box, 4)
                items[kind] = number
        if b"Exif" not in items:
            return None
        payload = self._item(found["iloc"], items[b"Exif"])
        (skip,) = struct.unpack_from(">I", payload)
        payload = payload[4 + skip :]
        return payload[6:] if payload[:6] == b"Exif\0\0" else payload

    def _primary(self, found):
        (primary,) = unpack(">H", found["pitm"], 4)
        properties = found["iprp"].need("ipco").children
        association = boxes(self.data, found["iprp"].body, found["iprp"].end, "iprp", deep=())[1]
        version_flags, count = unpack(">II", association)
        position = association.body + 8
        for _ in range(count):
            number, length = struct.unpack_from(">HB", self.data, position)
            position += 3
            step = 2 if version_flags & 1 else 1
            indices = [int.from_bytes(self.data[position + i * step : position + (i + 1) * step], "big")
                       for i in range(length)]
            position += length * step
            if number != primary:
                continue
            for index in indices:
                box = properties[(index & (0x7FFF if step == 2 else 0x7F)) - 1]
                if box.kind == "ispe":
                    self.size = unpack(">II", box, 4)
                if box.kind == "irot":
                    self.turn = -90 * (unpack(">B", box)[0] & 3) % 360

    def _item(self, iloc, wanted):
        version, sizes, base_size = iloc.data[iloc.body], iloc.data[iloc.body + 4], iloc.data[iloc.body + 5] >> 4
        offset_size, length_size = sizes >> 4, sizes & 15
        index_size = iloc.data[iloc.body + 5] & 15 if version else 0
        position = iloc.body + 6

        def take(size):
            nonlocal position
            if position + size > iloc.end:
                raise Malformed("iloc is too short")
            position += size
            return int.from_bytes(iloc.data[position - size : position], "big")

        for _ in range(take(2 if version < 2 else 4)):
            number = take(2 if version < 2 else 4)
            if version:
                take(2)
            take(2)
            base, parts = take(base_size), []
            for _ in range(take(2)):
                take(index_size)
                offset, length = take(offset_size), take(length_size)
                parts.append(self.data[base + offset : base + offset + length])
            if number == wanted:
                return b"".join(parts)
        raise Malformed("iloc does not know the Exif item")

    def _tiff(self, tiff):
        order = {b"II*\0": "<", b"MM\0*": ">"}.get(tiff[:4])
        if order is None:
            raise Malformed("Exif has no TIFF header")
        tags = directory(tiff, struct.unpack_from(order + "I", tiff, 4)[0], order)
        pointer = tags.get(0x8769)
        exif = directory(tiff, struct.unpack(order + "I", pointer[2][:4])[0], order) if pointer else {}
        self.order = order
        return tags, exif

    def text(self, tags, tag):
        entry = tags.get(tag)
        return None if entry is None else entry[2].split(b"\0")[0].decode("latin1").strip()

    def orientation(self):
        entry = self.tags.get(0x0112)
        return struct.unpack(self.order + "H", entry[2][:2])[0] if entry else 1

    def turned(self):
        """Degrees clockwise to stand upright."""
        if self.turn is not None:
            return self.turn
        return {1: 0, 6: 90, 3: 180, 8: 270}.get(self.orientation())

    def maker_note(self):
        """(type, count, bytes) of tag 0x0011, which has to lie within the maker note."""
        entry = self.exif.get(0x927C)
        if entry is None:
            raise Malformed("there is no maker note")
        note = entry[2]
        if note[:14] != b"Apple iOS\0\0\1MM":
            raise Malformed(f"the maker note begins with {note[:14]!r}")
        entries = directory(note, 14, ">", lenient=True)
        if 0x0011 not in entries:
            raise Malformed("the maker note has no tag 0x0011")
        return entries[0x0011]


def directory(data, offset, order, lenient=False):
    """{tag: (type, count, bytes)} of a TIFF directory."""
    sizes = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 16: 8}
    if offset + 2 > len(data):
        raise Malformed("a directory lies outside of Exif")
    found = {}
    for index in range(struct.unpack_from(order + "H", data, offset)[0]):
        position = offset + 2 + 12 * index
        if position + 12 > len(data):
            raise Malformed("a directory is cut off")
        tag, kind, count = struct.unpack_from(order + "HHI", data, position)
        length = sizes.get(kind, 1) * count
        start = position + 8 if length <= 4 else struct.unpack_from(order + "I", data, position + 8)[0]
        if start + length > len(data):
            if lenient and tag != 0x0011:
                continue
            raise Malformed(f"tag {tag:#06x} lies outside of its block")
        found[tag] = (kind, count, data[start : start + length])
    return found
