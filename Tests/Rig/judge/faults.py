"""Judges the scenarios of guest/faults.py."""

import json
import subprocess

from live_photo import check_ending, check_live_photo, check_still
from record import Record, small

STALL_SECONDS, STALL_CHECK_SECONDS = 3, 0.75  # livecam's own, by default
CAPTURE_FAILED = 1
DEVICE_UNAVAILABLE = 69


def check_sentence(report, record, *words):
    """One line on standard error that names the device and says what is wrong."""
    lines = record.sentence.splitlines()
    report.check(f'{record.name}: one sentence', len(lines) == 1 and all(word in lines[0] for word in words),
                 record.sentence or 'nothing', f'a line with {" and ".join(words)}')


def faulty_pictures(report, results, media):
    """All are missing. Not so the corrupt one if its damage happens to make another sound JPEG; and the one that was
    not sent has no number that could be counted. Two of three flashes may be among them."""
    record = Record(results, 'faulty_pictures')
    check_ending(report, record)
    missing = len(record['faults'])
    check_live_photo(report, record, small(media), missing=(missing - 1, missing), unnumbered=1,
                     beeps=1)


def failed_capture(report, record, media, *words):
    """The movie failed and is not there; the still is whole."""
    check_ending(report, record, CAPTURE_FAILED, ['IMG_0001.JPG'])
    check_sentence(report, record, '/dev/video', *words)
    check_still(report, record, small(media))
    report.check(f'{record.name}: the movie ends with the error', 'error' in record.movie,
                 record.movie.get('error', 'none'), 'an error')
    report.check(f'{record.name}: the capture is finished', record.event('didFinishCapture') != {},
                 record['events'][-1]['event'], 'didFinishCapture')


def unplugged(report, results, media):
    failed_capture(report, Record(results, 'unplugged'), media, 'unplugged')
    again = Record(results, 'plugged_in_again')
    report.equal('plugged_in_again: the same id', again['again'], again['camera'])
    check_ending(report, again)
    check_live_photo(report, again, small(media))
    armed = Record(results, 'unplugged_while_armed')
    # No capture had begun: there was no camera for one.
    check_ending(report, armed, DEVICE_UNAVAILABLE, [])
    check_sentence(report, armed, '/dev/video', 'unplugged')


def frozen(report, results, media):
    record = Record(results, 'frozen')
    failed_capture(report, record, media, 'nothing has come')
    # The last frame has come by then, and may have a frame's time before: the nearest to the shutter is told of at
    # once.
    after = record.movie['time'] - record.event('willCapturePhoto')['time']
    report.check('frozen: found out in time', STALL_SECONDS - 0.1 <= after <= STALL_SECONDS + STALL_CHECK_SECONDS + 0.1,
                 f'{after:.2f} s after the last frame', f'{STALL_SECONDS} s and a check later')


def overrun(report, results, media):
    """While livecam is stopped the kernel drops both sound and pictures."""
    record = Record(results, 'overrun')
    check_ending(report, record)
    # The still's frame is one of those about to be lost: with the next one missing, the nearest may be further.
    movie = check_live_photo(report, record, small(media), seconds=5.5, missing=None, beeps=3, tolerance=1)
    filler, stopped = record.movie['audioFiller'], record['stopped']
    report.check('overrun: silence of the measured length', abs(filler - stopped) < 0.1,
                 f'{filler:.3f} s', f'{stopped:.3f} s, to a tenth')
    report.check('overrun: pictures were lost', record.movie['drops'] >= 5, record.movie['drops'], '5 or more')
    after = [beep for beep in movie.beeps if beep > record.movie['photoDisplayTime'] + stopped]
    report.check('overrun: beeps after it', len(after) >= 2, ' '.join(f'{beep:.2f} s' for beep in after), '2 or more')


def without_microphone(report, results, media, name):
    """The movie is complete; from where the microphone left off it is silent."""
    record = Record(results, name)
    check_ending(report, record)
    movie = check_live_photo(report, record, small(media), beeps=1)
    filler = record.movie['audioFiller']
    report.check(f'{name}: the rest is silence', 1.3 < filler < 1.6, f'{filler:.2f} s', 'about 1.5 s')
    lost = next((notice for notice in record.notices if 'microphone has failed' in notice), 'nothing')
    report.check(f'{name}: it is said', 'hw:CARD=Camera' in lost, lost, 'a notice that names the microphone')
    quiet = movie.sound[-movie.sound_rate:]
    report.check(f'{name}: the last second is silent', max(map(abs, quiet)) <= 2, max(map(abs, quiet)), 'nearly 0')


def silent_microphone(report, results, media):
    without_microphone(report, results, media, 'silent_microphone')


def lost_microphone(report, results, media):
    without_microphone(report, results, media, 'lost_microphone')


def stream_events(manifest, kind):
    """What a device told, in short, one for each stretch of payloads."""
    words = []
    for event in manifest[kind]['events']:
        word = ('payloads' if 'hash' in event else f'start {event["start"]}' if 'start' in event
                else f'{event["end"]} {event.get("code", "")}'.strip() if 'end' in event else 'lost')
        if word != 'lost' and (not words or words[-1] != word):
            words.append(word)
    return words


def payloads(manifest, kind):
    """The checksums and times of everything but when it arrived."""
    return [[event.get(name)
             for name in ('start', 'sequence', 'position', 'time', 'steps' if kind == 'video' else 'hash', 'hash')]
            for event in manifest[kind]['events'] if 'hash' in event or 'start' in event]


def recorded(report, results, _):
    record = Record(results, 'recorded')
    report.equal('recorded: exit code', record['exit'], 0)
    report.equal('recorded: no complaint', record['stderr'], '')
    manifests = []
    for name in ('recorded', 'recorded_again'):
        with open(f'{record.folder}/{name}.livecam/manifest.json', encoding='utf8') as file:
            manifests.append(json.load(file))
    first, again = manifests
    report.equal('recorded: the version that has gaps', first['version'], 2)
    changes = [(one['device'], one['connected']) for one in first['devices']]
    for kind in ('camera', 'microphone'):
        report.equal(f'recorded: the {kind} goes and comes', [on for device, on in changes if device == kind],
                     [False, True])
    back = next(one for one in first['devices'] if one['device'] == 'camera' and one['connected'])
    node = first['video']['camera']['node']
    report.check('recorded: the camera is back at another node', back['node'] not in (None, node), back['node'],
                 f'not {node}')
    for kind in ('video', 'audio'):
        report.equal(f'recorded: {kind}', stream_events(first, kind),
                     ['payloads', 'failed disconnected', 'start 1', 'payloads', 'stopped'])
    frames = sum(event.get('frames', 0) for event in first['video']['events'])
    packets = subprocess.run(
        ['ffprobe', '-v', 'error', '-select_streams', 'v', '-count_packets', '-show_entries', 'stream=nb_read_packets',
         '-of', 'csv=p=0', f'{record.folder}/recorded.livecam/footage.mov'],
        capture_output=True, check=False, encoding='utf8').stdout.strip()
    report.equal('recorded: the movie has every frame', packets, str(frames))
    report.equal('recorded, replayed and recorded: exit code', record['again']['exit'], 0)
    for kind in ('video', 'audio'):
        report.equal(f'recorded, replayed and recorded: {kind}, same payloads and times',
                     payloads(again, kind) == payloads(first, kind), True)
    report.equal('recorded, replayed and recorded: what comes and goes',
                 [(one['device'], one['connected'], one.get('node')) for one in again['devices']],
                 [(one['device'], one['connected'], one.get('node')) for one in first['devices']])


JUDGES = [recorded, faulty_pictures, unplugged, frozen, overrun, silent_microphone, lost_microphone]
