"""Judges the scenarios of guest/captures.py."""

from live_photo import check_ending, check_live_photo, milliseconds
from record import Record, Scenery, small

FAST = 5000e-6  # of the fast microphone's clock


def codecs(movie):
    return ' '.join(movie.streams[kind]['codec_name'] for kind in ('video', 'audio'))


def first_light(report, results, media):
    record = Record(results, 'first_light')
    check_ending(report, record)
    movie = check_live_photo(report, record, Scenery(media, '640x480', 30))
    report.equal('first_light: codecs', codecs(movie), 'h264 aac')
    report.check('first_light: the camera and its own microphone were found',
                 all('Rig Camera' in notice for notice in record.notices[:2]), record.notices[1], 'Rig Camera')


def between_frames(report, results, media):
    for name in ('early_shutter', 'late_shutter'):
        record = Record(results, name)
        check_ending(report, record)
        movie = check_live_photo(report, record, small(media))
        report.equal(f'{name}: codecs', codecs(movie), 'h264 pcm_s16le')


def overlapping(report, results, media):
    stems = [f'IMG_{number:04}' for number in range(1, 5)]
    record = Record(results, 'overlapping')
    check_ending(report, record, files=[f'{stem}.{kind}' for stem in stems for kind in ('JPG', 'MOV')])
    most = max(event.get('live', 0) for event in record['events'])
    report.equal('overlapping: LIVE at its peak', most, len(stems))
    for stem in stems:
        photo = Record(results, 'overlapping', stem)
        photo.name = f'overlapping {stem}'
        check_live_photo(report, photo, small(media))


def long_movies(report, results, media):
    """Uncorrected, the fast microphone's last beep would be off against the first by 0.5 % of the time between."""
    for name in ('true_microphone', 'fast_microphone'):
        record = Record(results, name)
        check_ending(report, record)
        movie = check_live_photo(report, record, small(media), seconds=10, beeps=9)
        misses = movie.misses()
        drift = misses[-1] - misses[0]
        uncorrected = (movie.beeps[-1] - movie.beeps[0]) * FAST
        report.check(f'{name}: sound and picture do not drift apart', abs(drift) < 0.005,
                     f'{milliseconds(drift)} in {movie.beeps[-1] - movie.beeps[0]:.1f} s'
                     + f' (uncorrected {uncorrected * 1000:.0f} ms)' * (name == 'fast_microphone'), 'within 5 ms')


JUDGES = [first_light, between_frames, overlapping, long_movies]
