"""`livecam devices --watch` while devices come and go, for root and for somebody who may open nothing at first."""

import glob
import os
import signal
import subprocess

from shoot import LIVECAM, keep
from suites import NOBODY
from vivid import node
from webcam import CARD, PATIENCE, Lines, Webcam, material, wait_for_devices

class Watch:
    """One run; what it has said so far can be looked at any time."""

    def __init__(self, name, *options, wrapper=()):
        self.name = name
        self.process = subprocess.Popen([*wrapper, LIVECAM, 'devices', '--watch', *options], encoding='utf8',
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.said, self.complaints = Lines(self.process.stdout), Lines(self.process.stderr)

    def wait_for(self, count, *words):
        self.said.wait_for(count, *words)

    def end(self, **remarks):
        self.process.send_signal(signal.SIGINT)
        record = {'stdout': self.said.whole(), 'stderr': self.complaints.whole(), **remarks}
        keep(self.name, {'exit': self.process.wait(), **record})


def watched(media):
    """The webcam comes twice: the second time the node that it had is still held open, and it gets others."""
    both = Watch('watched', '--json'), Watch('watched_text')

    def wait_for(count):
        """What has been said of each half of the webcam."""
        for one in both:
            for half in ('rig-camera', 'hw:CARD=Camera'):
                one.wait_for(count, half)

    for one in both:
        one.wait_for(3, 'present')
    with Webcam(*material(media)) as webcam:
        wait_for(1)
        held = os.open(webcam.node, os.O_RDWR)
        webcam.tell('unplug')
        wait_for(2)
        wait_for_devices(lambda: not os.path.exists(CARD), 'the webcam to go away')
        webcam.tell('plug')
        wait_for(3)
        os.close(held)
    wait_for(4)
    for one in both:
        one.end()


def permitted(_):
    """A user for whom nothing is there until udev, here played by root, gives the right to open it."""
    own = [node(), *glob.glob('/dev/snd/controlC*'), *glob.glob('/dev/snd/pcmC*c')]
    modes = {path: os.stat(path).st_mode & 0o777 for path in own}
    watch = Watch('permitted', '--json', wrapper=NOBODY)
    watch.complaints.wait_for(2)
    before = watch.said.so_far()
    for path in own:
        os.chmod(path, 0o666)
    watch.wait_for(1, '"connected"', 'vivid')
    watch.wait_for(2, '"connected"', 'hw:CARD=Loopback')
    for path, mode in modes.items():
        os.chmod(path, mode)
    with open('/sys/bus/platform/drivers/vivid/unbind', 'w', encoding='utf8') as file:
        file.write('vivid.0')
    watch.wait_for(1, '"disconnected"', 'vivid')
    with open('/sys/bus/platform/drivers/vivid/bind', 'w', encoding='utf8') as file:
        file.write('vivid.0')
    watch.end(before=before)


def unread(media):
    """Nobody reads any more: it ends with the next device."""
    with subprocess.Popen([LIVECAM, 'devices', '--watch'], stdout=subprocess.PIPE) as process:
        first = process.stdout.readline().decode()
        process.stdout.close()
        with Webcam(*material(media)):
            keep('unread', {'exit': process.wait(timeout=PATIENCE), 'stdout': first})


SCENARIOS = [watched, permitted, unread]
