"""Judges the scenarios of guest/captures.py."""

from live_photo import check_live_photo
from record import Record, Scenery


def first_light(report, results, media):
    record = Record(results, 'first_light')
    movie = check_live_photo(report, record, Scenery(media, '640x480', 30, 30, 20))
    codecs = [movie.streams[kind]['codec_name'] for kind in ('video', 'audio')]
    report.equal('first_light: codecs', codecs, ['h264', 'aac'])


JUDGES = [first_light]
