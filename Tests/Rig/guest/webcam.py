"""The software USB webcam of Scripts/usbcam, as the scenarios handle it."""

import contextlib
import glob
import os
import re
import select
import socket
import subprocess
import threading
import time

PROJECT = os.path.realpath(os.path.join(os.path.dirname(__file__), '..', '..', '..'))
NAME = 'Rig Camera'
CARD = '/proc/asound/Camera'
# In seconds of the guest, whose clock runs ahead where it waits for the host's disk; far more than anything takes.
PATIENCE = 3000


# Of linux/netlink.h: what the kernel says when a device comes, gets its driver, or goes.
NETLINK_KOBJECT_UEVENT = 15


def wait_for_devices(condition, what, process=None):
    """What `condition` returns as soon as it is true. It is asked again whenever a device has come or gone, and when
    the process, if one is given, has ended."""
    end = time.monotonic() + PATIENCE
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, NETLINK_KOBJECT_UEVENT) as uevents:
        # Before the first look, so that none is missed.
        uevents.bind((0, 1))
        ending = [os.pidfd_open(process.pid)] if process else []
        try:
            while not (found := condition()):
                heard, _, _ = select.select([uevents, *ending], [], [], max(0, end - time.monotonic()))
                if not heard:
                    raise TimeoutError(f'{what}: not within {PATIENCE} s')
                if uevents in heard:
                    # More than there was room for: what was lost is looked for all the same.
                    with contextlib.suppress(OSError):
                        uevents.recv(1 << 16)
            return found
        finally:
            for descriptor in ending:
                os.close(descriptor)


class Lines:
    """The lines that a stream has had so far, which a thread reads."""

    def __init__(self, stream):
        self.stream, self.lines, self.news, self.has_ended = stream, [], threading.Condition(), False
        self.thread = threading.Thread(target=self.read, daemon=True)
        self.thread.start()

    def read(self):
        for line in self.stream:
            with self.news:
                self.lines.append(line)
                self.news.notify_all()
        with self.news:
            self.has_ended = True
            self.news.notify_all()

    def wait_for(self, count, *words):
        """Until so many lines have all the words in them."""
        def are_there():
            return sum(all(word in line for word in words) for line in self.lines) >= count
        with self.news:
            self.news.wait_for(lambda: are_there() or self.has_ended, PATIENCE)
            if not are_there():
                raise TimeoutError(f'{count} lines with {words}: not in {self.lines}')

    def so_far(self):
        with self.news:
            return ''.join(self.lines)

    def whole(self):
        """All of them, when the stream has ended."""
        self.thread.join()
        return self.so_far()


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
        wait_for_devices(lambda: not self.node and not os.path.exists(CARD), 'the webcam to go away')

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
        wait_for_devices(is_there, 'the webcam', self.process)

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
