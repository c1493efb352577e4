"""Judges the scenarios of guest/vivid.py. Its pictures carry no numbers; their times tell what is missing."""

import math
import re

from live_photo import check_ending, check_length, check_pair, check_sound_length
from faults import CAPTURE_FAILED, check_sentence
from movie import Movie
from record import Record

JITTER = 0.006  # of the driver's times, which it counts in ticks of 4 ms, and of the movie's, in ticks of 1/600 s
# The driver's thread stamps a picture off the beat when the guest has no processor for it, or makes up for that.
STRAYS = 2


def check_movie(report, record, rate, seconds, missing=0):
    """A pair of raw frames, with `missing` of them left out; None for any number but none."""
    check_ending(report, record)
    check_pair(report, record, '--pre-roll', str(record.event('willBeginCapture')['availablePreRoll']))
    movie = Movie(record.movie_path)
    check_length(report, record, movie, rate, seconds, frames=1 if missing == 0 else 5)
    ticks = [round((time - movie.times[0]) * rate) for time in movie.times]
    errors = sorted(abs(time - movie.times[0] - tick / rate) for time, tick in zip(movie.times, ticks))
    worst = errors[-1 - STRAYS]
    # Behind the last picture, too, which is shown in place of what the movie had room for.
    shown = (movie.duration - (movie.times[-1] - movie.times[0])) * rate
    lost = ticks[-1] + 1 - len(ticks) + max(0, math.ceil(shown - 0.25) - 1)
    report.check(f'{record.name}: what is missing is counted',
                 lost == record.movie['drops'] and (lost == missing if missing is not None else lost > 0),
                 f'{len(ticks)} pictures, {lost} missing, {record.movie["drops"]} counted',
                 'some missing' if missing is None else f'{missing} missing')
    report.check(f'{record.name}: each picture at its time', worst <= JITTER,
                 f'worst but {STRAYS} {worst * 1000:.2f} ms, worst {errors[-1] * 1000:.2f} ms',
                 f'within {JITTER * 1000:g} ms')
    error = abs(record.event('didFinishProcessingPhoto')['shutterError'])
    report.check(f'{record.name}: the still is near the shutter', error <= (0.5 if missing == 0 else 4) / rate + JITTER,
                 f'{error * 1000:.1f} ms', 'half a frame' if missing == 0 else 'some frames')
    return movie


def raw_frames(report, results, _):
    record = Record(results, 'raw_frames')
    movie = check_movie(report, record, 25, 3)
    report.equal('raw_frames: size', movie.size, (640, 480))
    check_sound_length(report, record, movie)
    apart = [second - first for first, second in zip(movie.beeps, movie.beeps[1:])]
    report.check('raw_frames: a beep each second', apart and max(abs(one - 1) for one in apart) < 0.001,
                 ' '.join(f'{one:.4f} s' for one in apart), '1 s apart')


def other_raw_frames(report, results, _):
    for coding in ('NV12', 'YU12', 'RGB3', 'GREY', 'BGR3'):
        record = Record(results, f'raw_{coding}')
        check_movie(report, record, 30, 1)
        report.check(f'raw_{coding}: the coding is what was asked for', f' {coding} 320x180' in record.notices[0],
                     record.notices[0], coding)


def lost_buffers(report, results, _):
    check_movie(report, Record(results, 'lost_buffers'), 30, 3, missing=None)


def broken_stream(report, results, _):
    record = Record(results, 'broken_stream')
    check_ending(report, record, CAPTURE_FAILED, ['IMG_0001.JPG'])
    check_sentence(report, record, '/dev/video', 'streaming cannot go on')
    after = record.movie['time'] - record['ordered']
    report.check('broken_stream: found out at once', abs(after) < 0.2,
                 f'{after * 1000:.0f} ms after the order to break', 'within 200 ms')
    check_movie(report, Record(results, 'stream_again'), 30, 3)


def abandoned_bracket(report, results, _):
    record = Record(results, 'abandoned_bracket')
    report.check('abandoned_bracket: it was given up', record.event('didFinishCapture').get('error'),
                 record.event('didFinishCapture'), 'an error')
    report.equal('abandoned_bracket: the camera is as it was',
                 ' '.join(Record(results, 'abandoned_bracket_controls')['stdout'].split()),
                 'gain_automatic: 0 gain: 77')


def operated_controls(report, results, _):
    record = Record(results, 'operated_controls')
    status, told = record['listed']
    report.equal('operated_controls: the operator sees them', status, 200)
    brightness = next((one for one in told['controls'] if one['id'] == 'brightness'), {})
    driver = re.search(r'brightness .*min=(\S+) max=(\S+) step=(\S+) default=(\S+) value=(\S+)', record['driver'])
    report.equal('operated_controls: with the driver\'s range and value',
                 [brightness.get(key) for key in ('minimum', 'maximum', 'step', 'usual', 'value')],
                 [int(value) for value in driver.groups()])
    status, told = record['set']['answer']
    value = next((one['value'] for one in told.get('controls', []) if one['id'] == 'brightness'), told)
    report.equal('operated_controls: one is set, and read back by the driver\'s own tool',
                 (status, value, record['set']['driver']), (200, 200, 'brightness: 200'))
    for one, word in zip(record['refused'], ('256', '-1', 'bright')):
        status, told = one['answer']
        sentence = told.get('error', {}).get('message', '')
        report.check(f'operated_controls: {word} is refused, with the reason, and changes nothing',
                     status == 400 and 'brightness' in sentence and one['driver'] == 'brightness: 200',
                     f'{status} {sentence} {one["driver"]}', '400, brightness: 200')
    report.equal('operated_controls: the booth ends', record['exit'], 0)


JUDGES = [raw_frames, other_raw_frames, lost_buffers, broken_stream, abandoned_bracket, operated_controls]
