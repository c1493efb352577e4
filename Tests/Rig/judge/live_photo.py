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
PAIR = ('IMG_0001.JPG', 'IMG_0001.MOV')


def milliseconds(seconds):
    return f'{seconds * 1000:+.2f} ms'


def check_ending(report, record, status=0, files=PAIR):
    """How livecam ended, and that there is nothing but what it says."""
    report.equal(f'{record.name}: exit code', record['exit'], status)
    report.equal(f'{record.name}: files', ' '.join(record['files']), ' '.join(files))


def check_pair(report, record, *expected):
    """The independent checker: boxes, identifiers, exiftool, ffprobe."""
    command = [sys.executable, '-B', CHECK_PAIR, '--json', *expected, record.still_path, record.movie_path]
    done = subprocess.run(command, capture_output=True, check=False)
    rules = json.loads(done.stdout) if done.stdout else []
    broken = [f'{rule["rule"]} {rule["name"]}: {rule["found"]}' for rule in rules if rule['status'] == 'FAIL']
    kept = sum(rule['status'] == 'PASS' for rule in rules)
    report.check(f'{record.name}: the pair is a Live Photo', kept and not broken,
                 '; '.join(broken) or f'{kept} rules kept', 'every rule of check_pair.py kept')


def check_length(report, record, movie, rate, seconds, frames=1):
    """`frames` is how far beginning and still may be from where they were wanted: further where frames may be lost."""
    frame = 1 / rate
    report.check(f'{record.name}: duration', abs(movie.duration - seconds) <= frames * frame,
                 f'{movie.duration:.3f} s', f'{seconds} s to a frame' if frames == 1
                 else f'{seconds} s to {frames} frames')
    roll = record.movie['photoDisplayTime'] - record.event('willBeginCapture')['availablePreRoll']
    report.check(f'{record.name}: pre-roll error', abs(roll) <= frames * frame + 1e-6, milliseconds(roll),
                 'within a frame' if frames == 1 else f'within {frames} frames')


def check_pictures(report, record, movie, scenery, missing, unnumbered):
    """That each picture is shown when its number says, and that what is missing is counted.

    `missing` are the counts that will do, or None for any but none."""
    steps = [scenery.ahead(a, b) for a, b in zip(movie.numbers, movie.numbers[1:])]
    lost = sum(steps) - len(steps)
    report.check(f'{record.name}: picture numbers increase by what is missing and counted',
                 min(steps) >= 1 and lost == record.movie.get('drops', 0) + unnumbered
                 and (lost > 0 if missing is None else lost in missing),
                 f'{len(movie.numbers)} pictures, {lost:g} missing, {record.movie.get("drops")} counted',
                 ('some' if missing is None else ' or '.join(map(str, missing))) + ' missing'
                 + f', {unnumbered} of them unnumbered' * (unnumbered > 0))
    errors = [time - movie.times[0] - scenery.ahead(movie.numbers[0], number) / scenery.rate
              for time, number in zip(movie.times, movie.numbers)]
    worst = max(errors, key=abs)
    report.check(f'{record.name}: each picture at its time', abs(worst) <= TIME_TOLERANCE,
                 f'worst {milliseconds(worst)}', f'within {TIME_TOLERANCE * 1000:g} ms')


def check_sound_length(report, record, movie):
    difference = movie.sound_duration - float(movie.streams['video']['duration'])
    report.check(f'{record.name}: sound as long as the picture', abs(difference) <= SOUND_LENGTH_TOLERANCE,
                 milliseconds(difference), f'within {SOUND_LENGTH_TOLERANCE * 1000:g} ms')


def check_beeps(report, record, movie, beeps):
    misses = movie.misses()
    report.check(f'{record.name}: beep with flash',
                 len(misses) >= beeps and max(map(abs, misses), default=0) <= SYNC_TOLERANCE,
                 ', '.join(map(milliseconds, misses)) or 'no beep',
                 f'{beeps} or more, within {SYNC_TOLERANCE * 1000:g} ms')


def still_number(report, record, scenery):
    """The number of the camera's picture whose very bytes are in the still."""
    with open(record.still_path, 'rb') as file:
        still = jpeg.picture_of(file.read())
    with open(scenery.path, 'rb') as file:
        numbers = [number for number, one in enumerate(jpeg.split(file.read())) if jpeg.picture_of(one) == still]
    report.check(f"{record.name}: the still is the camera's JPEG", len(numbers) == 1,
                 f'picture {" ".join(map(str, numbers)) or "unknown"}, {len(still[-1])} bytes of scan',
                 'one of the pictures sent, byte for byte')
    return numbers[0] if numbers else None


def check_still(report, record, scenery, tolerance=0.5):
    """The camera's own bytes, of the frame nearest the shutter; `tolerance` in frames."""
    number = still_number(report, record, scenery)
    if number is None:
        return None
    error = scenery.distance(number, record.shutter - record['began'])
    report.check(f'{record.name}: the still is the frame nearest the shutter',
                 abs(error) <= tolerance / scenery.rate + TIME_TOLERANCE,
                 f'{milliseconds(error)} from it', f'{tolerance:g} frames at most')
    return number


def check_live_photo(report, record, scenery, seconds=3.0, missing=(0,), unnumbered=0, beeps=2, tolerance=0.5):
    """A whole pair with sound; returns the movie for what else there is to ask.

    `missing` pictures, `unnumbered` of them unknown even to the driver, are left out of the movie."""
    check_pair(report, record, '--audio', 'yes', '--pre-roll',
               str(record.event('willBeginCapture')['availablePreRoll']))
    movie = Movie(record.movie_path)
    check_length(report, record, movie, scenery.rate, seconds, frames=1 if tolerance <= 0.5 else 2)
    check_pictures(report, record, movie, scenery, missing, unnumbered)
    check_sound_length(report, record, movie)
    if beeps:
        check_beeps(report, record, movie, beeps)
    number = check_still(report, record, scenery, tolerance)
    report.equal(f"{record.name}: the movie's still time shows the still",
                 movie.number_at(record.movie['photoDisplayTime']), number)
    return movie
