"""A run of `livecam shoot --json`, with --live as a rule, and the record of it that the host judges."""

import json
import os
import shutil
import subprocess
import threading

from webcam import PATIENCE, PROJECT

LIVECAM = f'{PROJECT}/.build/release/livecam'
CONFIGURATION = f'{PROJECT}/Tests/Rig/livecam.json5'
RESULTS = '/results'


class Shoot:
    """One run. Its files are made in the guest's memory, and shown to the host when it has ended."""

    def __init__(self, name, *options, limit=PATIENCE, live=True):
        self.name, self.options = name, options
        self.folder = f'/tmp/shoots/{name}'
        os.makedirs(self.folder)
        self.events = []
        self.errors = open(f'{self.folder}.stderr', 'w+', encoding='utf8')
        command = [LIVECAM, 'shoot', *(['--live'] if live else []), '--json', '--config', CONFIGURATION,
                   '--output', self.folder, *options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.errors, encoding='utf8')
        # Whatever happens to it, the scenarios behind it have their turn.
        self.watchdog = threading.Timer(limit, self.process.kill)
        self.watchdog.start()

    def wait_for(self, event):
        """Reads events up to the first of that name; None if the run ends without."""
        for line in self.process.stdout:
            self.events.append(json.loads(line))
            if self.events[-1]['event'] == event:
                return self.events[-1]
        return None

    def send(self, signal):
        self.process.send_signal(signal)

    def end(self, webcam=None, **remarks):
        """Waits for the end, and writes the record down; `remarks` go into it."""
        self.wait_for(None)
        status = self.process.wait()
        self.watchdog.cancel()
        self.errors.seek(0)
        record = {
            'options': self.options, 'exit': status, 'events': self.events, 'stderr': self.errors.read(),
            'files': sorted(os.listdir(self.folder)), 'began': webcam and webcam.began, **remarks}
        self.errors.close()
        keep(self.name, record)
        for file in record['files']:
            shutil.copy(f'{self.folder}/{file}', f'{RESULTS}/{self.name}/{file}')
        shutil.rmtree(self.folder)
        return record


def keep(name, record):
    """Writes a record for the host to `RESULTS/name/record.json`."""
    os.makedirs(f'{RESULTS}/{name}', exist_ok=True)
    with open(f'{RESULTS}/{name}/record.json', 'w', encoding='utf8') as file:
        json.dump(record, file, indent=1)


def run(*command, limit=PATIENCE):
    """Runs a command to its end, as a record."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=limit, check=False)
    return {'exit': done.returncode, 'stdout': done.stdout.decode('utf8', 'replace'),
            'stderr': done.stderr.decode('utf8', 'replace')}
