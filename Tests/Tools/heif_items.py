"""Compares the items of two HEIF files, bytes, types and references, by a reading of `meta` of its own.

    heif_items.py LEFT RIGHT [TYPE…]    items of those types are left out; prints "same" or what differs
"""

import sys


def number(data, start, size):
    return int.from_bytes(data[start : start + size], "big")


def boxes(data, start, end):
    while start + 8 <= end:
        size, header = number(data, start, 4), 8
        if size == 1:
            size, header = number(data, start + 8, 8), 16
        if size == 0:
            size = end - start
        yield data[start + 4 : start + 8].decode("latin1"), start + header, start + size
        start += size


def items(path, ignored):
    data = open(path, "rb").read()
    meta = next((a + 4, b) for kind, a, b in boxes(data, 0, len(data)) if kind == "meta")
    parts = {kind: (a, b) for kind, a, b in boxes(data, *meta)}
    start, end = parts["iinf"]
    kinds = {}
    for _, a, b in boxes(data, start + (6 if data[start] == 0 else 8), end):
        wide = data[a] == 3
        at = a + (8 if wide else 6)
        kinds[number(data, a + 4, 4 if wide else 2)] = data[at + 2 : at + 6].decode()
    start, _ = parts["iloc"]
    version, widths = data[start], number(data, start + 4, 2)
    offset, length, base, index = (widths >> shift & 15 for shift in (12, 8, 4, 0))
    wide = 4 if version == 2 else 2
    count, at = number(data, start + 6, wide), start + 6 + wide
    result = {}
    for _ in range(count):
        item, at = number(data, at, wide), at + wide
        method = 0
        if version > 0:
            method, at = number(data, at, 2) & 15, at + 2
        at += 2
        origin, at = number(data, at, base), at + base
        extents, at = number(data, at, 2), at + 2
        content = b""
        for _ in range(extents):
            at += index if version > 0 else 0
            first, at = origin + number(data, at, offset), at + offset
            size, at = number(data, at, length), at + length
            if method == 1:
                first += parts["idat"][0]
            content += data[first : first + size]
        if kinds.get(item) not in ignored:
            result[item] = (kinds.get(item), content)
    return result


def main():
    left, right, *ignored = sys.argv[1:]
    old, new = items(left, ignored), items(right, ignored)
    wrong = [f"{key}: {old.get(key, ('none',))[0]}" for key in sorted(old | new) if old.get(key) != new.get(key)]
    print("\n".join(wrong) if wrong else "same")


main()
