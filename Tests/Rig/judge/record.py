"""What a scenario has left for the judge."""

import json
import os


class Record:
    """One run of livecam in the guest."""

    def __init__(self, results, name):
        self.name, self.folder = name, os.path.join(results, name)
        with open(os.path.join(self.folder, 'record.json'), encoding='utf8') as file:
            self.values = json.load(file)

    def __getitem__(self, key):
        return self.values[key]

    def path(self, file):
        return os.path.join(self.folder, file)

    def all(self, event):
        return [one for one in self['events'] if one['event'] == event]

    def event(self, name):
        """The first event of that name, or one without anything in it."""
        return next(iter(self.all(name)), {})

    @property
    def shutter(self):
        """The instant of the shutter, on the guest's monotonic clock."""
        begun = self.event('willBeginCapture')
        return begun['time'] - begun['sinceShutter']

    @property
    def movie(self):
        return self.event('didFinishProcessingMovie')

    @property
    def sentence(self):
        return self['stderr'].strip()


class Scenery:
    """What the webcam shows in a run: the file's pictures at the file's rate, or every so-manieth of them."""

    def __init__(self, media, size, rate, file_rate, seconds):
        self.path = f'{media}/{size}.mjpg'
        self.rate, self.file_rate, self.count = rate, file_rate, file_rate * seconds

    @property
    def step(self):
        """From one picture's number to the next one's."""
        return self.file_rate // self.rate

    def ahead(self, first, second):
        """How many pictures `second` is ahead of `first`; the file is played round and round."""
        return (second - first) % self.count / self.step
