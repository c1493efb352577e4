"""A webcam that fails while Live Photos are taken."""

import json
import signal
import time

from captures import SMALL
from shoot import LIVECAM, Shoot, run
from webcam import Webcam, material

# At 15 fps the shutter is at the 22nd frame or so: some before it, some behind.
FAULTY_PICTURES = ['6:err', '9:empty', '12:trunc', '15:corrupt', '18:junk', '27:drop', '30:big', '33:err', '34:trunc']


def faulty_pictures(media):
    """Each fault that a picture can have, two in a row among them."""
    faults = [word for fault in FAULTY_PICTURES for word in ('--fault', fault)]
    with Webcam(*material(media), *faults) as webcam:
        Shoot('faulty_pictures', *SMALL).end(webcam, faults=FAULTY_PICTURES)


def camera_of(devices):
    """The webcam's id, out of what `livecam devices --json` says."""
    cameras = json.loads(devices['stdout'])['cameras']
    return next((camera['id'] for camera in cameras if camera['driver'] == 'uvcvideo'), None)


def unplugged(media):
    """The plug is pulled while a movie is recorded, and put back: the camera is the same one again."""
    with Webcam(*material(media)) as webcam:
        camera = camera_of(run(LIVECAM, 'devices', '--json'))
        shoot = Shoot('unplugged', *SMALL, '--camera', camera)
        shoot.wait_for('photoSaved')
        webcam.tell('unplug')
        shoot.end(webcam, camera=camera)
        webcam.tell('plug')
        webcam.wait_until_there()
        again = camera_of(run(LIVECAM, 'devices', '--json'))
        Shoot('plugged_in_again', *SMALL, '--camera', camera).end(webcam, camera=camera, again=again)
        armed = Shoot('unplugged_while_armed', *SMALL, '--camera', camera, '--delay', '30')
        armed.wait_for('didStartRunning')
        webcam.tell('unplug')
        armed.end(webcam)


def frozen(media):
    """No more frames, and no word of why."""
    with Webcam(*material(media)) as webcam:
        shoot = Shoot('frozen', *SMALL)
        shoot.wait_for('willCapturePhoto')
        webcam.tell('freeze')
        shoot.end(webcam, frozen=time.monotonic())


def overrun(media):
    """livecam gets no processor for twice as long as the microphone's buffer lasts, and no frame buffers either."""
    with Webcam(*material(media)) as webcam:
        shoot = Shoot('overrun', *SMALL, '--post', '4')
        shoot.wait_for('willCapturePhoto')
        shoot.send(signal.SIGSTOP)
        start = time.monotonic()
        time.sleep(0.9)
        shoot.send(signal.SIGCONT)
        shoot.end(webcam, stopped=time.monotonic() - start)


def silent_microphone(media):
    """The microphone falls dumb: no samples, no error."""
    with Webcam(*material(media)) as webcam:
        shoot = Shoot('silent_microphone', *SMALL)
        shoot.wait_for('willCapturePhoto')
        webcam.tell('noaudio')
        shoot.end(webcam)


def lost_microphone(media):
    """Only the microphone goes: its driver is taken from it."""
    driver = '/sys/bus/usb/drivers/snd-usb-audio'
    with Webcam(*material(media)) as webcam:
        port = run('sh', '-c', f'basename {driver}/*-*:1.2')['stdout'].strip()
        shoot = Shoot('lost_microphone', *SMALL)
        shoot.wait_for('willCapturePhoto')
        unbound = run('sh', '-c', f'echo {port} > {driver}/unbind')
        shoot.end(webcam, unbound=unbound)


SCENARIOS = [faulty_pictures, unplugged, frozen, overrun, silent_microphone, lost_microphone]
