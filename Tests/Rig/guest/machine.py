#!/usr/bin/env python3
"""Carries out scripts in virtual time and keeps what came of them: machine.py FOLDER

Runs on the host and in a guest with another processor; the judge compares. Each run has a folder in FOLDER, with its
event log `events` and its `files`; what it said on stderr is beside it. `machine.json` tells where this was."""

import json
import os
import subprocess
import sys

PROJECT = os.path.realpath(os.path.join(os.path.dirname(__file__), '..', '..', '..'))
LIVECAM = f'{PROJECT}/.build/release/livecam'
CASES = f'{PROJECT}/Configs/scripts'
# Scripts with their seeds. The first has everything in it that a processor could have a say in; the others are pairs in
# both codings, another order of events, RAW, scaled pictures, and frames that do not decode.
RUNS = (
    (f'{PROJECT}/Tests/Rig/scripts/machines.yaml', (1,)),
    (f'{CASES}/case55-pair.yaml', (1,)),
    (f'{CASES}/case42-shuffled.yaml', (7,)),
    (f'{CASES}/case44-raw-bracket.yaml', (1, 2)),
    (f'{CASES}/case48-preview.yaml', (1,)),
    (f'{CASES}/fault-damaged-jpeg.yaml', (1,)),
)


def machine():
    """The processor's name and features, and how many there are."""
    with open('/proc/cpuinfo', encoding='utf8') as file:
        fields = dict(map(str.strip, line.split(':', 1)) for line in file if ':' in line)
    return {'model': fields['model name'], 'processors': os.cpu_count(), 'features': sorted(fields['flags'].split())}


def simulate(script, seed, folder):
    os.makedirs(f'{folder}/files')
    with open(f'{folder}/events', 'wb') as events, open(f'{folder}.stderr', 'wb') as errors:
        return subprocess.run(
            [LIVECAM, 'simulate', '--json', '--seed', str(seed), '--output', f'{folder}/files', script],
            stdin=subprocess.DEVNULL, stdout=events, stderr=errors, check=False).returncode


def main():
    folder = sys.argv[1]
    statuses = {}
    for script, seeds in RUNS:
        for seed in seeds:
            name = f'{os.path.basename(script).removesuffix(".yaml")} seed {seed}'
            statuses[name] = simulate(script, seed, f'{folder}/{name}')
    with open(f'{folder}/machine.json', 'w', encoding='utf8') as file:
        json.dump({**machine(), 'runs': statuses}, file, indent=1)


main()
