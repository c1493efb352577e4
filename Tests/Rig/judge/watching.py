"""Judges the scenarios of guest/watching.py."""

import json
import signal

from record import Record

INTERRUPTED = 130
WEBCAM, MICROPHONE, VIVID = 'Rig Camera', 'hw:CARD=Camera,DEV=0', 'vivid'
LOOPBACK = ['hw:CARD=Loopback,DEV=0', 'hw:CARD=Loopback,DEV=1']


def changes(record):
    return [json.loads(line) for line in record['stdout'].splitlines()]


def of(found, word):
    """What has happened to the devices with that word in their identifier or name."""
    devices = [(one['event'], one.get('camera') or one['microphone']) for one in found]
    return [(event, device) for event, device in devices if word in device['id'] or word in device['name']]


def events(found, word):
    return [event for event, _ in of(found, word)]


def watched(report, results, _):
    record = Record(results, 'watched')
    report.equal('watched: exit code', record['exit'], INTERRUPTED)
    report.equal('watched: no complaint', record['stderr'], '')
    found = changes(record)
    report.equal('watched: one object for each device and change', len(found), 3 + 8)
    report.check('watched: times do not go back',
                 all(one['time'] <= other['time'] for one, other in zip(found, found[1:])),
                 [round(one['time'], 2) for one in found], 'in order')
    for name in (VIVID, *LOOPBACK):
        report.equal(f'watched: {name} is there all the time', events(found, name), ['present'])
    twice = ['connected', 'disconnected'] * 2
    report.equal('watched: the webcam comes and goes twice, as one camera', [
        event for event, device in of(found, WEBCAM) if 'modes' in device], twice)
    report.equal('watched: its microphone does the same', events(found, MICROPHONE), twice)
    cameras = [device for _, device in of(found, WEBCAM) if 'modes' in device]
    report.check('watched: it goes as it came', cameras[0] == cameras[1] and cameras[2] == cameras[3],
                 [device['node'] for device in cameras], 'the same values')
    report.check('watched: the same camera at another node', cameras[0]['id'] == cameras[2]['id']
                 and cameras[0]['node'] != cameras[2]['node'], [cameras[0]['node'], cameras[2]['node']],
                 'different nodes')
    report.check('watched: with its modes and controls', len(cameras[0]['modes']) == 3, len(cameras[0]['modes']), 3)
    text = Record(results, 'watched_text')
    report.equal('watched, for people: exit code', text['exit'], INTERRUPTED)
    lines = text['stdout'].splitlines()
    report.equal('watched, for people: the same events, a line each', sorted(line.split()[0] for line in lines),
                 sorted(one['event'] for one in found))
    report.check('watched, for people: where the webcam is', any(
        line.startswith('connected') and cameras[0]['id'] in line and f'at {cameras[0]["node"]}' in line
        for line in lines), lines[3] if len(lines) > 3 else lines, 'its identifier and node')


def permitted(report, results, _):
    record = Record(results, 'permitted')
    report.equal('permitted: exit code', record['exit'], INTERRUPTED)
    report.equal('permitted: nothing is there before', record['before'], '')
    report.check('permitted: it says which groups would help', '`video`' in record['stderr']
                 and '`audio`' in record['stderr'], record['stderr'].strip().replace('\n', ' | '), 'both groups')
    found = changes(record)
    report.equal('permitted: the camera is there once it may be opened, and not gone when it may not',
                 events(found, VIVID), ['connected', 'disconnected'])
    for name in LOOPBACK:
        report.equal(f'permitted: {name}', events(found, name), ['connected'])


def unread(report, results, _):
    record = Record(results, 'unread')
    # By the signal for that: subprocess lets programs hear it, as a shell does.
    report.equal('unread: ended by SIGPIPE', -record['exit'], signal.SIGPIPE)
    report.check('unread: the first line', record['stdout'].startswith('present'), record['stdout'].strip(), 'a device')


JUDGES = [watched, permitted, unread]
