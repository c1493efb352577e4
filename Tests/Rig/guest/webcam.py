"""The software USB webcam of Scripts/usbcam, as the scenarios handle it."""

import glob
import os
import re
import subprocess
import time

PROJECT = os.path.realpath(os.path.join(os.path.dirname(__file__), '..', '..', '..'))
NAME = 'Rig Camera'
CARD = '/proc/asound/Camera'
# In seconds of the guest, whose clock runs ahead where it waits for the host's disk; far more than anything takes.
PATIENCE = 3000


def wait_until(condition, what, seconds=PATIENCE):
    """What `condition` returns as soon as it is true."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.02)
    raise TimeoutError(f'{what}: not within {seconds} s')


class Webcam:
    """A webcam with a microphone, plugged in for as long as the `with` block lasts.

    `began` is the instant of its scene's first picture, on the monotonic clock."""

    def __init__(self, *options):
        self.control = f'/tmp/usbcam.{time.monotonic_ns()}'
        self.log = self.control + '.log'
        self.command = [f'{PROJECT}/Scripts/usbcam', '--control', self.control, *options]
        self.has_sound = '--wav' in options

    def __enter__(self):
        with open(self.log, 'wb') as log:
            # Its stdin is a source of commands too; one that says nothing.
            self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stderr=log)
        self.wait_until_there()
        with open(self.log, encoding='utf8') as log:
            self.began = float(re.search(r'the scene began at ([\d.]+)', log.read())[1])
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        wait_until(lambda: not self.node and not os.path.exists(CARD), 'the webcam to go away')

    @property
    def node(self):
        """Its picture node, or None while it is not plugged in."""
        for name in sorted(glob.glob('/sys/class/video4linux/video*')):
            try:
                with open(f'{name}/name', encoding='utf8') as text, open(f'{name}/index', encoding='utf8') as index:
                    # The second node has no pictures, but data about them.
                    if text.read().startswith(NAME) and index.read().strip() == '0':
                        return '/dev/' + os.path.basename(name)
            except OSError:
                pass  # it has just gone
        return None

    def wait_until_there(self):
        def is_there():
            if self.process.poll() is not None:
                with open(self.log, encoding='utf8') as log:
                    raise RuntimeError(f'usbcam ended: {log.read()}')
            return self.node and os.path.exists(self.node) and (not self.has_sound or self.microphone)
        wait_until(is_there, 'the webcam')

    @property
    def microphone(self):
        """Whether its sound card is there, device file included."""
        try:
            number = os.readlink(CARD).removeprefix('card')
        except OSError:
            return False
        return os.path.exists(f'/dev/snd/pcmC{number}D0c')

    def tell(self, command):
        """A fault to happen with the next frame, or `plug`, `unplug`, `thaw`, `noaudio`, …"""
        with open(self.control, 'w', encoding='utf8') as control:
            control.write(command + '\n')


def material(media, ppm=0):
    """What the webcam shows and plays, with a microphone's clock that is `ppm` parts per million fast."""
    return ['--mjpeg', f'{media}/640x480.mjpg', '--mjpeg', f'{media}/320x240.mjpg',
            '--wav', f'{media}/sound{ppm}.wav', '--ppm', str(ppm)]
