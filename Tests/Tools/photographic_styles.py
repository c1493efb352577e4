"""Makes a phone's still or movie with Photographic Styles out of another one, by a reading of its boxes of its own.

    photographic_styles.py list OUT [--place]       a property list as the still has it; with a place among its entries
    photographic_styles.py still IN OUT KIND=FILE…  items of the type `uri ` of those kinds, with the files' bytes
    photographic_styles.py movie IN OUT FILE        four auxiliary tracks with labels, and one of curves that has the
                                                    file's bytes for each of two pictures

The layout follows what is public about iPhones since iOS 18; no phone's bytes are in it. `moov` must be the last box.
"""

import plistlib
import struct
import sys

MAPS = ("smart-style-linear-thumbnail", "sky", "person", "skin")


def box(kind, *parts):
    body = b"".join(parts)
    return struct.pack(">I", 8 + len(body)) + kind + body


def boxes(data):
    at = 0
    while at + 8 <= len(data):
        size = struct.unpack_from(">I", data, at)[0]
        header = 8
        if size == 1:
            size, header = struct.unpack_from(">Q", data, at + 8)[0], 16
        if size == 0:
            size = len(data) - at
        yield data[at + 4:at + 8], data[at:at + size], data[at + header:at + size]
        at += size


def child(data, kind):
    return next((body for found, _, body in boxes(data) if found == kind), None)


def changed(data, path, change):
    """The children of a container, those at the end of a path of kinds put through `change`."""
    result = b""
    for kind, whole, body in boxes(data):
        if kind != path[0]:
            result += whole
        elif len(path) > 1:
            result += box(kind, changed(body, path[1:], change))
        else:
            result += box(kind, change(body))
    return result


def style(has_place):
    statistics = {name: 0.25
                  for name in ("p02", "p10", "p25", "p50", "p75", "p98", "whitePoint", "blackPoint", "highKey")}
    matrices = struct.pack("<12e", *([1.0, 0, 0, 0] * 3)) * 2160
    curve = struct.pack("<1024e", *(place / 1024 for place in range(1024)))
    result = {
        "0": 15, "1": matrices, "2": True, "3": curve, "4": 4.0, "5": 2,
        "6": {name: dict(statistics) for name in ("LinearImage", "ToneMappedImage", "LinearImageSkinBased")},
        "7": {"PersonMasksValidHint": -1.0, "SkinRatio": 0.0, "PeopleRatio": 0.0},
        "c": curve, "d": curve[::-1], "e": 32, "f": 32, "g": 1278226536, "h": 1.8384,
        "i": {"OriginalRangeMin": 0.0, "OriginalRangeMax": 0.0763, "Gain": 7.3535}, "j": 1.0, "k": False,
    }
    if has_place:
        place = {"Latitude": 48.2082, "Longitude": 16.3738, "Altitude": 171.25}
        result["{GPS}"] = dict(place)
        result["7"]["LocationName"] = "Prater, Vienna"
        result["notes"] = ["a walk", "+48.2082+016.3738+171.250/", "zur Br\u00fccke"]
        result["more"] = plistlib.dumps({"place": "Vienna", "gain": 2.0}, fmt=plistlib.FMT_BINARY)
        result["xml"] = plistlib.dumps({"City": "Vienna", "gain": 3.0}, fmt=plistlib.FMT_XML)
    return result


def still(data, items):
    parts = [(kind, whole, body) for kind, whole, body in boxes(data)]
    meta = next(body for kind, _, body in parts if kind == b"meta")[4:]
    tables = {kind: body for kind, _, body in boxes(meta)}
    iinf, iloc = tables[b"iinf"], tables[b"iloc"]
    assert iinf[0] == 0 and iloc[0] <= 1, "only tables of 16 bits are written here"
    entries = [body for _, _, body in boxes(iinf[6:])]
    first = max(struct.unpack_from(">H", entry, 4)[0] for entry in entries) + 100
    primary = tables[b"pitm"][4:6]
    infos = b"".join(
        box(b"infe", struct.pack(">IHH", 0x02000001, first + place, 0), b"uri metadata\0", kind.encode(), b"\0")
        for place, (kind, _) in enumerate(items))
    count = struct.unpack_from(">H", iinf, 4)[0] + len(items)
    new_iinf = iinf[:4] + struct.pack(">H", count) + iinf[6:] + infos
    references = b"".join(
        box(b"cdsc", struct.pack(">HH", first + place, 1), primary) for place in range(len(items)))
    iref = tables.get(b"iref", b"\0\0\0\0")
    assert iref[0] == 0

    def places(shift, start):
        widths = struct.unpack_from(">H", iloc, 4)[0]
        offset, length, base = (widths >> place & 15 for place in (12, 8, 4))
        at, result = 8, b""
        for _ in range(struct.unpack_from(">H", iloc, 6)[0]):
            item = iloc[at:at + 2]
            method, at = (iloc[at + 2:at + 4], at + 4) if iloc[0] else (b"\0\0", at + 2)
            at += 2
            origin, at = int.from_bytes(iloc[at:at + base], "big"), at + base
            extents, at = struct.unpack_from(">H", iloc, at)[0], at + 2
            result += item + method + struct.pack(">HH", 0, extents)
            for _ in range(extents):
                place = origin + int.from_bytes(iloc[at:at + offset], "big")
                at += offset
                size, at = int.from_bytes(iloc[at:at + length], "big"), at + length
                result += struct.pack(">II", place + (shift if method == b"\0\0" else 0), size)
        for place, (_, payload) in enumerate(items):
            result += struct.pack(">HHHHII", first + place, 0, 0, 1, start, len(payload))
            start += len(payload)
        total = struct.unpack_from(">H", iloc, 6)[0] + len(items)
        return struct.pack(">IHH", 0x01000000, 0x4400, total) + result

    def built(shift, start):
        new = {b"iinf": new_iinf, b"iloc": places(shift, start), b"iref": iref + references}
        children = b"".join(box(kind, new.pop(kind)) if kind in new else whole for kind, whole, _ in boxes(meta))
        children += b"".join(box(kind, body) for kind, body in new.items())
        return b"".join(box(kind, b"\0\0\0\0", children) if kind == b"meta" else whole for kind, whole, _ in parts)

    shift = len(built(0, 0)) - len(data)
    return built(shift, len(data) + shift + 8) + box(b"mdat", *(payload for _, payload in items))


def movie(data, payload):
    parts = list(boxes(data))
    assert parts[-1][0] == b"moov"
    head, moov = data[:-len(parts[-1][1])], parts[-1][2]
    tracks = [body for kind, _, body in boxes(moov) if kind == b"trak"]

    def handler(track):
        return child(child(track, b"mdia"), b"hdlr")[8:12]

    def number(track):
        return struct.unpack_from(">I", child(track, b"tkhd"), 12)[0]

    pictures = next(track for track in tracks if handler(track) == b"vide")
    timed = next(track for track in tracks if handler(track) == b"meta")
    following = max(map(number, tracks)) + 1
    added = b""
    for place, name in enumerate(MAPS):
        label = f"com.apple.quicktime.video-map.{name}".encode()
        track = changed(
            pictures, [b"tkhd"],
            lambda body: body[:3] + b"\x0e" + body[4:12] + struct.pack(">I", following + place) + body[16:])
        track = changed(track, [b"mdia", b"hdlr"], lambda body: body[:8] + b"auxv" + body[12:])
        track += box(b"tref", box(b"vmap", struct.pack(">I", number(pictures))))
        track += box(b"udta", box(b"tagc", label, b"\0"), box(b"tnam", label))
        added += box(b"trak", track)
    sample = struct.pack(">II", 8 + len(payload), 1) + payload
    key = b"com.apple.quicktime.smartstyle-info"
    entry = box(
        b"mebx", b"\0\0\0\0\0\0\0\1",
        box(b"keys", box(b"\0\0\0\1", box(b"keyd", b"mdta", key), box(b"dtyp", b"\0\0\0\0\0\0\0\0"))))
    tables = b"".join([
        box(b"stsd", struct.pack(">II", 0, 1), entry), box(b"stts", struct.pack(">IIII", 0, 1, 2, 20)),
        box(b"stsc", struct.pack(">IIIII", 0, 1, 1, 2, 1)), box(b"stsz", struct.pack(">III", 0, len(sample), 2)),
        box(b"stco", struct.pack(">III", 0, 1, len(head) + 8)),
    ])
    track = changed(
        timed, [b"tkhd"],
        lambda body: body[:12] + struct.pack(">I", following + len(MAPS)) + body[16:20]
        + struct.pack(">I", 40) + body[24:])
    track = changed(track, [b"mdia", b"mdhd"], lambda body: body[:16] + struct.pack(">I", 40) + body[20:])
    track = changed(track, [b"mdia", b"minf", b"stbl"], lambda _: tables)
    track = changed(track, [b"edts"], lambda _: box(b"elst", struct.pack(">IIIII", 0, 1, 40, 0, 0x10000)))
    added += box(b"trak", track)
    moov = changed(moov, [b"mvhd"], lambda body: body[:96] + struct.pack(">I", following + len(MAPS) + 1))
    # Tracks lie together, behind the movie's header.
    last = moov.rindex(box(b"trak", tracks[-1])) + 8 + len(tracks[-1])
    return head + box(b"mdat", sample, sample) + box(b"moov", moov[:last], added, moov[last:])


def main():
    what, *arguments = sys.argv[1:]
    if what == "list":
        result = plistlib.dumps(style("--place" in arguments), fmt=plistlib.FMT_BINARY)
        target = arguments[0]
    else:
        source, target, *values = arguments
        data = open(source, "rb").read()
        if what == "still":
            pairs = [value.rsplit("=", 1) for value in values]
            result = still(data, [(kind, open(path, "rb").read()) for kind, path in pairs])
        else:
            result = movie(data, open(values[0], "rb").read())
    open(target, "wb").write(result)


main()
