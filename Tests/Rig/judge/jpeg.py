"""Whether a still holds a camera's own JPEG."""

import struct

# Segments that decide how the picture is decoded: tables, frame, scan, restart interval.
DECODING = {0xC0, 0xC1, 0xC2, 0xC4, 0xDA, 0xDB, 0xDD}
START_OF_SCAN = 0xDA


def picture_of(jpeg):
    """What of a JPEG makes its pixels: tables and headers as they are, then all that is entropy-coded."""
    at, parts = 2, []
    while at + 4 <= len(jpeg):
        marker, length = struct.unpack_from('>HH', jpeg, at)
        if marker & 0xFF in DECODING:
            parts.append(jpeg[at:at + 2 + length])
        at += 2 + length
        if marker & 0xFF == START_OF_SCAN:
            parts.append(jpeg[at:])
            break
    return tuple(parts)


def split(data):
    """The JPEGs of a file of JPEGs in a row, without thumbnails inside: each ends at its first end marker."""
    start = data.find(b'\xff\xd8\xff')
    while start >= 0:
        end = data.index(b'\xff\xd9', start) + 2
        yield data[start:end]
        start = data.find(b'\xff\xd8\xff', end)
