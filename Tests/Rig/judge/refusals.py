"""Judges the scenarios of guest/refusals.py."""

import json

from faults import DEVICE_UNAVAILABLE
from record import Record

REFUSALS = {
    'unknown_camera': ['/dev/video77', 'RIG0001'],
    'no_camera': ['metadata'],
    'unknown_size': ['1600x1200', '640x480', '320x240'],
    'unknown_rate': ['29 fps', '30/15/10'],
    'unknown_microphone': ['hw:9,0', 'hw:CARD=Camera'],
    'busy_camera': ['/dev/video', 'Another program'],
    'busy_microphone': ['hw:Camera', 'Another program'],
}


def devices(report, results, _):
    record = Record(results, 'devices')
    report.equal('devices --json: exit code', record['json']['exit'], 0)
    listed = json.loads(record['json']['stdout'])
    cameras = {camera['driver']: camera for camera in listed['cameras']}
    report.check('devices --json: cameras', {'vivid', 'uvcvideo'} <= cameras.keys(), ', '.join(cameras),
                 'vivid, uvcvideo')
    webcam = cameras.get('uvcvideo', {})
    identity = webcam.get('identity', {})
    report.check('devices --json: the webcam by serial and port',
                 identity.get('serial') == 'CAFE42' and identity.get('portPath', '').startswith('usb-vhci_hcd.0-')
                 and webcam['id'].endswith('CAFE42'), f'{webcam.get("id")}, {identity}', 'CAFE42 at usb-vhci_hcd.0-…')
    modes = {f'{mode["format"]} {mode["width"]}x{mode["height"]}@{max(mode["rates"]):g}'
             for mode in webcam.get('modes', [])}
    report.equal("devices --json: the webcam's modes", ', '.join(sorted(modes)),
                 'MJPG 320x240@30, MJPG 640x480@30, YUYV 640x480@30')
    microphones = {microphone['id']: microphone for microphone in listed['microphones']
                   if not microphone['isSimulated']}
    report.check('devices --json: microphones',
                 {'hw:CARD=Loopback,DEV=1', 'hw:CARD=Camera,DEV=0'} <= microphones.keys(),
                 ', '.join(microphones), 'the loopback card and the webcam')
    own = microphones.get('hw:CARD=Camera,DEV=0', {}).get('identity', {})
    report.equal("devices --json: the webcam's own microphone is at its port", own.get('portPath'),
                 identity.get('portPath'))
    text = record['text']['stdout']
    report.check('devices: the same for people', record['text']['exit'] == 0
                 and all(word in text for word in [webcam.get('id'), *microphones, 'driver vivid', '640x480@30']),
                 f'{len(text.splitlines())} lines', 'every camera and microphone')


def refusals(report, results, _):
    for name, words in REFUSALS.items():
        record = Record(results, name)
        report.equal(f'{name}: exit code', record['exit'], DEVICE_UNAVAILABLE)
        # What else is on offer may follow, all on one line.
        report.check(f'{name}: one sentence', len(record.sentence.splitlines()) == 1
                     and all(word in record.sentence for word in words), record.sentence, f'a line with {words}')


JUDGES = [devices, refusals]
