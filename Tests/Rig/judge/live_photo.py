"""The checks that every complete Live Photo of the webcam has to pass."""

import json
import os
import subprocess
import sys

import jpeg
from movie import Movie

CHECK_PAIR = os.path.join(os.path.dirname(__file__), '..', '..', 'Tools', 'check_pair.py')
TIME_TOLERANCE = 0.002  # of a picture's time: the driver stamps up to 0.9 ms after the scene's own instant
SYNC_TOLERANCE = 0.010
SOUND_LENGTH_TOLERANCE = 0.025


def check_ending(report, record, status=0, files=('IMG_0001.JPG', 'IMG_0001.MOV')):
    """How livecam ended, and that there is nothing but what it says."""
    report.equal(f'{record.name}: exit code', record['exit'], status)
    report.equal(f'{record.name}: files', record['files'], list(files))


def check_pair(report, record):
    """The independent checker: boxes, identifiers, exiftool, ffprobe."""
    pair = [record.path('IMG_0001.JPG'), record.path('IMG_0001.MOV')]
    done = subprocess.run([sys.executable, '-B', CHECK_PAIR, '--json', *pair], capture_output=True, check=False)
    rules = json.loads(done.stdout) if done.stdout else []
    broken = [f'{rule["rule"]} {rule["name"]}: {rule["found"]}' for rule in rules if rule['status'] == 'FAIL']
    report.check(f'{record.name}: the pair is a Live Photo', rules and not broken,
                 broken or f'{sum(rule["status"] == "PASS" for rule in rules)} rules kept', 'every rule kept')


def check_length(report, record, movie, scenery, seconds):
    frame = 1 / scenery.rate
    report.check(f'{record.name}: duration', abs(movie.duration - seconds) <= frame,
                 f'{movie.duration:.3f} s', f'{seconds} s to a frame')
    roll = record.movie['photoDisplayTime'] - record.event('willBeginCapture')['availablePreRoll']
    report.check(f'{record.name}: pre-roll error', abs(roll) <= frame, f'{roll * 1000:.1f} ms', 'within a frame')


def check_pictures(report, record, movie, scenery, missing=0):
    """That each picture is shown when its number says, and that just the missing ones are counted as such."""
    steps = [scenery.ahead(a, b) for a, b in zip(movie.numbers, movie.numbers[1:])]
    gaps = [f'{step:g}' for step in steps if step != 1]
    lost = sum(steps) - len(steps)
    said = f'{len(movie.numbers)} pictures, {lost:g} missing, {record.movie.get("drops")} reported'
    if missing == 0:
        report.check(f'{record.name}: picture numbers are consecutive', lost == 0 and record.movie.get('drops') == 0,
                     said if not gaps else f'{said}, steps of {" ".join(gaps)}', 'none missing')
    else:
        report.check(f'{record.name}: what is missing is counted',
                     lost == record.movie.get('drops') and missing in (None, lost), said,
                     'some, and as many reported' if missing is None else missing)
    first = movie.numbers[0]
    errors = [time - movie.times[0] - scenery.ahead(first, number) / scenery.rate
              for time, number in zip(movie.times, movie.numbers)]
    worst = max(errors, key=abs)
    report.check(f'{record.name}: each picture at its time', abs(worst) <= TIME_TOLERANCE,
                 f'worst {worst * 1000:.2f} ms', f'within {TIME_TOLERANCE * 1000:g} ms')


def check_sound(report, record, movie, beeps=2):
    difference = movie.sound_duration - float(movie.streams['video']['duration'])
    report.check(f'{record.name}: sound as long as the picture', abs(difference) <= SOUND_LENGTH_TOLERANCE,
                 f'{difference * 1000:+.1f} ms', f'within {SOUND_LENGTH_TOLERANCE * 1000:g} ms')
    misses = movie.misses()
    report.check(f'{record.name}: beep with flash',
                 len(misses) >= beeps and max(map(abs, misses)) <= SYNC_TOLERANCE,
                 ' '.join(f'{miss * 1000:+.2f}' for miss in misses) + ' ms',
                 f'{beeps} or more, within {SYNC_TOLERANCE * 1000:g} ms')
    return misses


def check_still(report, record, movie, scenery):
    """The camera's own bytes, of the frame nearest the shutter, shown in the movie where the movie says."""
    with open(record.path('IMG_0001.JPG'), 'rb') as file:
        still = jpeg.picture_of(file.read())
    with open(scenery.path, 'rb') as file:
        numbers = [number for number, one in enumerate(jpeg.split(file.read())) if jpeg.picture_of(one) == still]
    if not report.check(f"{record.name}: the still is the camera's JPEG", len(numbers) == 1,
                        f'picture {" ".join(map(str, numbers)) or "unknown"}, {len(still[-1])} bytes of scan',
                        'one of the pictures sent, byte for byte'):
        return
    moment = record.shutter - record['began']
    ticks = round(moment * scenery.rate)
    late = moment - ticks / scenery.rate
    nearest = ticks * scenery.step % scenery.count
    # In the very middle between two pictures, either will do: the driver's stamps are a little late.
    distance = min(abs(scenery.ahead(nearest, numbers[0])), abs(scenery.ahead(numbers[0], nearest)))
    error = distance / scenery.rate + (abs(late) if distance == 0 else -abs(late))
    report.check(f'{record.name}: the still is the frame nearest the shutter',
                 error <= 0.5 / scenery.rate + TIME_TOLERANCE, f'{error * 1000:.1f} ms from it', 'half a frame at most')
    report.equal(f"{record.name}: the movie's still time shows the still",
                 movie.number_at(record.movie['photoDisplayTime']), numbers[0])


def check_live_photo(report, record, scenery, seconds=3.0, missing=0, beeps=2):
    """All of the above; returns the movie for what else there is to ask."""
    check_ending(report, record)
    check_pair(report, record)
    movie = Movie(record.path('IMG_0001.MOV'))
    check_length(report, record, movie, scenery, seconds)
    check_pictures(report, record, movie, scenery, missing)
    check_sound(report, record, movie, beeps)
    check_still(report, record, movie, scenery)
    return movie
