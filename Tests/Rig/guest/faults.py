"""A webcam that fails while Live Photos are taken."""

import json
import os
import shutil
import signal
import subprocess
import time

from captures import SMALL
from shoot import LIVECAM, RESULTS, Shoot, keep, run
from webcam import CARD, PATIENCE, Lines, Webcam, material, wait_for_devices

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
    def is_full():
        with open(f'{CARD}/pcm0c/sub0/status', encoding='utf8') as status:
            return 'XRUN' in status.read()

    with Webcam(*material(media)) as webcam:
        shoot = Shoot('overrun', *SMALL, '--post', '4')
        shoot.wait_for('willCapturePhoto')
        shoot.send(signal.SIGSTOP)
        start = time.monotonic()
        # Sleeps: the kernel tells the stopped program alone.
        while not is_full():
            if time.monotonic() - start > PATIENCE:
                raise TimeoutError('the microphone does not overrun')
            time.sleep(0.02)
        time.sleep(time.monotonic() - start)  # Sleeps: time is what is lost, and this is as much again.
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


class Recording:
    """One `livecam record`; what it has said so far, and what it has written, can be looked at any time."""

    def __init__(self, name, *options):
        self.bundle = f'/tmp/{name}.livecam'
        self.process = subprocess.Popen([LIVECAM, 'record', '--json', '--output', self.bundle, *options],
                                        encoding='utf8', stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.said, self.complaints = Lines(self.process.stdout), Lines(self.process.stderr)

    def wait_for(self, count, event):
        self.said.wait_for(count, f'"event":"{event}"')

    def wait_for_frames(self, count):
        self.wait_for(1, 'didStartRecording')
        # It looks whenever the file has grown.
        follow = ['tail', f'--pid={self.process.pid}', '-n', '+1', '-f', f'{self.bundle}/manifest.partial.jsonl']
        with subprocess.Popen(follow, encoding='utf8', stdout=subprocess.PIPE) as manifest:
            written = Lines(manifest.stdout)
            written.wait_for(count, '"frames": 1')
            manifest.terminate()
            written.whole()

    def end(self, *signals):
        for one in signals:
            self.process.send_signal(one)
        said = self.said.whole()
        return {'exit': self.process.wait(), 'events': [json.loads(line) for line in said.splitlines()],
                'stderr': self.complaints.whole()}


def recorded(media):
    """The plug is pulled and put back while the webcam is recorded; its node is held, so that it gets another. Then the
    recording is replayed, and recorded once more."""
    with Webcam(*material(media)) as webcam:
        camera = camera_of(run(LIVECAM, 'devices', '--json'))
        recording = Recording('recorded', *SMALL, '--camera', camera)
        recording.wait_for_frames(20)
        held = os.open(webcam.node, os.O_RDWR)
        webcam.tell('unplug')
        recording.wait_for(2, 'wasDisconnected')
        wait_for_devices(lambda: not os.path.exists(CARD), 'the webcam to go away')
        webcam.tell('plug')
        recording.wait_for(2, 'wasConnected')
        recording.wait_for_frames(45)
        record = recording.end(signal.SIGINT)
        os.close(held)
    again = Recording('recorded_again', '--camera', f'fixture:{recording.bundle}').end()
    keep('recorded', {**record, 'again': again})
    for one in ('recorded', 'recorded_again'):
        shutil.copytree(f'/tmp/{one}.livecam', f'{RESULTS}/recorded/{one}.livecam')
        shutil.rmtree(f'/tmp/{one}.livecam')


SCENARIOS = [recorded, faulty_pictures, unplugged, frozen, overrun, silent_microphone, lost_microphone]
