"""`livecam devices --watch` while devices come and go, for root and for somebody who may open nothing at first."""

import glob
import os
import signal
import subprocess

from shoot import LIVECAM, keep
from suites import NOBODY
from vivid import node
from webcam import CARD, PATIENCE, Webcam, material, wait_until

FOLDER = '/tmp/watching'


class Watch:
    """One run; what it has said so far can be looked at any time."""

    def __init__(self, name, *options, wrapper=()):
        os.makedirs(FOLDER, exist_ok=True)
        self.name, self.options = name, options
        self.output, self.errors = (f'{FOLDER}/{name}.{kind}' for kind in ('stdout', 'stderr'))
        with open(self.output, 'wb') as output, open(self.errors, 'wb') as errors:
            self.process = subprocess.Popen([*wrapper, LIVECAM, 'devices', '--watch', *options],
                                            stdout=output, stderr=errors)

    @property
    def said(self):
        with open(self.output, encoding='utf8') as file:
            return file.read()

    @property
    def complaints(self):
        with open(self.errors, encoding='utf8') as file:
            return file.read()

    def wait_for(self, count, *words):
        """Until so many whole lines have all the words in them."""
        def are_there():
            return sum(all(word in line for word in words) for line in self.said.split('\n')[:-1]) >= count
        wait_until(are_there, f'{self.name}: {words}')

    def end(self, **remarks):
        self.process.send_signal(signal.SIGINT)
        keep(self.name, {'exit': self.process.wait(), 'stdout': self.said, 'stderr': self.complaints, **remarks})


def watched(media):
    """The webcam comes twice: the second time the node that it had is still held open, and it gets others."""
    watch, text = Watch('watched', '--json'), Watch('watched_text')
    for one in (watch, text):
        one.wait_for(3, 'present')
    with Webcam(*material(media)) as webcam:
        watch.wait_for(1, '"connected"', 'uvcvideo')
        watch.wait_for(1, '"connected"', 'hw:CARD=Camera')
        held = os.open(webcam.node, os.O_RDWR)
        webcam.tell('unplug')
        watch.wait_for(1, '"disconnected"', 'uvcvideo')
        wait_until(lambda: not os.path.exists(CARD), 'the webcam to go away')
        webcam.tell('plug')
        watch.wait_for(2, '"connected"', 'uvcvideo')
        watch.wait_for(2, '"connected"', 'hw:CARD=Camera')
        os.close(held)
    for one in (watch, text):
        one.wait_for(2, 'disconnected', 'Rig Camera')
        one.wait_for(2, 'disconnected', 'hw:CARD=Camera')
        one.end()


def permitted(_):
    """A user for whom nothing is there until udev, here played by root, gives the right to open it."""
    own = [node(), *glob.glob('/dev/snd/controlC*'), *glob.glob('/dev/snd/pcmC*c')]
    modes = {path: os.stat(path).st_mode & 0o777 for path in own}
    watch = Watch('permitted', '--json', wrapper=NOBODY)
    wait_until(lambda: watch.complaints.count('\n') >= 2, 'complaints')
    before = watch.said
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
