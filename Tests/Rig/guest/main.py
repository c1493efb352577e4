#!/usr/bin/env python3
"""Runs scenarios in the rig's guest: main.py MEDIA MODULE[.SCENARIO]…

A scenario is a function of a module's `SCENARIOS`; it plugs devices in, lets livecam work with them, and leaves
records in /results for the judge on the host. It judges nothing itself. MEDIA is the folder of what the webcam
shows and plays."""

import importlib
import shutil
import sys
import time
import traceback

from shoot import LIVECAM, keep, run
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
    """Brings into the guest's memory what the scenarios read: the webcam's material, the tools, and by a Live Photo of
    the simulated scene whatever livecam needs.

    The guest's clock may run ahead while the guest waits for the host's disk; a capture must not see that."""
    shutil.copytree(media, MEDIA)
    for tool in TOOLS:
        run(*tool)
    run(LIVECAM, 'shoot', '--live', '--camera', 'scene', '--microphone', 'scene', '--pre', '0.2', '--post', '0.2',
        '--output', '/tmp')


def main():
    media, *words = sys.argv[1:]
    warm_up(media)
    times = {}
    for scenario in scenarios(words):
        start = time.monotonic()
        try:
            scenario(MEDIA)
        except Exception:  # whatever it was, the host is told, and the others run
            keep(scenario.__name__, {'broken': traceback.format_exc()})
        times[scenario.__name__] = round(time.monotonic() - start, 2)
    for name, seconds in times.items():
        print(f'{seconds:6.2f} guest s  {name}')


main()
