"""Judges whether scripts in virtual time have the same outcome on two machines, to the byte."""

import json
import os

# What libraries have faster code for, if a processor has it.
TELLING = ('ssse3', 'sse4_1', 'avx', 'avx2', 'fma', 'avx512f')


class Machine:
    """What guest/machine.py has left."""

    def __init__(self, folder):
        self.folder = folder
        with open(f'{folder}/machine.json', encoding='utf8') as file:
            values = json.load(file)
        self.runs, self.processors, self.model = values['runs'], values['processors'], values['model']
        self.features = [word for word in TELLING if word in values['features']]

    def __str__(self):
        return f'{self.processors} x {self.model} with {" ".join(self.features) or "none of " + " ".join(TELLING)}'

    def outcome(self, run):
        """Every byte that a run has left, by file; the event log is one of them."""
        found = {}
        for path, _, names in os.walk(f'{self.folder}/{run}'):
            for name in names:
                with open(f'{path}/{name}', 'rb') as file:
                    found[os.path.relpath(f'{path}/{name}', f'{self.folder}/{run}')] = file.read()
        return found


def difference(here, there):
    """Where two outcomes part, in words; nothing if they do not."""
    if here.keys() != there.keys():
        return f'other files: {" ".join(sorted(here.keys() ^ there.keys()))}'
    for name in sorted(here):
        one, other = here[name], there[name]
        if one != other:
            at = next((at for at, (a, b) in enumerate(zip(one, other)) if a != b), min(len(one), len(other)))
            return f'{name}: {len(one)} and {len(other)} bytes, the first difference is at {at}'
    return ''


def machine(report, results, _):
    here, there = Machine(f'{results}/machine/here'), Machine(f'{results}/machine/there')
    report.check('simulate on another machine: another processor, and another number of them',
                 here.features != there.features and here.processors != there.processors, f'{here}; {there}',
                 'two machines')
    report.check('simulate on another machine: the same runs', here.runs.keys() == there.runs.keys() and here.runs,
                 len(there.runs), 'some')
    outcomes = {}
    for run in here.runs:
        mine, other = outcomes[run] = here.outcome(run), there.outcome(run)
        apart = difference(mine, other)
        size = sum(map(len, mine.values()))
        held = here.runs[run] == there.runs.get(run) == 0
        report.check(f'simulate on another machine: {run}', held and not apart,
                     apart or (
                         f'{mine["events"].count(10)} events and {len(mine) - 1} files, {size} bytes, are the same'
                         if held else f'exit codes {here.runs[run]} and {there.runs.get(run)}'),
                     'the same bytes')
    one, other = (outcomes[f'case44-raw-bracket seed {seed}'][0] for seed in (1, 2))
    report.check('simulate on another machine: another seed is told from it', difference(one, other),
                 difference(one, other) or 'the same bytes', 'a difference')


JUDGES = [machine]
