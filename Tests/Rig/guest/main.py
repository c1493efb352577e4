#!/usr/bin/env python3
"""Runs scenarios in the rig's guest: main.py MEDIA MODULE[.SCENARIO]…

A scenario is a function of a module's `SCENARIOS`; it plugs devices in, lets livecam work with them, and leaves
records in /results for the judge on the host. It judges nothing itself. MEDIA is the folder of what the webcam
shows and plays."""

import importlib
import os
import shutil
import sys
import time
import traceback

from captures import SMALL
from shoot import CONFIGURATION, LIVECAM, keep, run
from webcam import PROJECT


def scenarios(words):
    for word in words:
        module, _, wanted = word.partition('.')
        for scenario in importlib.import_module(module).SCENARIOS:
            if wanted in ('', scenario.__name__):
                yield scenario


MEDIA = '/tmp/media'
TOOLS = (['v4l2-ctl', '--list-devices'], ['arecord', '-l'], ['aplay', '-l'], [f'{PROJECT}/Scripts/usbcam', '--help'])


def warm_up(media):
    """Brings into the guest's memory what the scenarios read: the webcam's material, the tools, and by a small Live
    Photo of the simulated scene whatever livecam needs.

    The guest's clock may run ahead while the guest waits for the host's disk; a capture must not see that."""
    shutil.copytree(media, MEDIA)
    for tool in TOOLS:
        run(*tool)
    run(LIVECAM, 'shoot', '--live', '--config', CONFIGURATION, '--camera', 'scene', '--microphone', 'scene', *SMALL,
        '--pre', '0.2', '--post', '0.2', '--output', '/tmp')


def busy():
    """Seconds for which the guest's processors have worked so far: what an emulated guest costs the host."""
    with open('/proc/stat', encoding='utf8') as file:
        user, nice, system, _, _, irq, softirq = map(int, file.readline().split()[1:8])
    return (user + nice + system + irq + softirq) / os.sysconf('SC_CLK_TCK')


def timed(name, work, *arguments):
    start, worked = time.monotonic(), busy()
    try:
        work(*arguments)
    except Exception:  # whatever it was, the host is told, and the others run
        keep(name, {'broken': traceback.format_exc()})
    print(f'{time.monotonic() - start:7.2f} guest s, {busy() - worked:6.2f} busy  {name}', flush=True)


def main():
    media, *words = sys.argv[1:]
    timed('warm_up', warm_up, media)
    for scenario in scenarios(words):
        timed(scenario.__name__, scenario, MEDIA)


main()
