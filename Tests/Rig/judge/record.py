"""What a scenario has left for the judge."""

import glob
import json
import os


class Record:
    """One run of livecam in the guest, or of it the Live Photo with the stem `photo`."""

    def __init__(self, results, name, photo='IMG_0001'):
        self.name, self.photo = name, photo
        # Each guest has a folder of its own.
        found = glob.glob(f'{results}/*/{name}/record.json')
        if not found:
            raise FileNotFoundError(f'the guest has left no record of {name}')
        self.folder = os.path.dirname(found[0])
        with open(found[0], encoding='utf8') as file:
            self.values = json.load(file)

    def __getitem__(self, key):
        return self.values[key]

    def event(self, name):
        """The photo's event of that name, or one without anything in it."""
        events = (one for one in self['events'] if one['event'] == name and one.get('name', self.photo) == self.photo)
        return next(events, {})

    @property
    def still_path(self):
        return os.path.join(self.folder, self.photo + '.JPG')

    @property
    def movie_path(self):
        return os.path.join(self.folder, self.photo + '.MOV')

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

    @property
    def notices(self):
        return [one['message'] for one in self['events'] if one['event'] == 'notice']


class Scenery:
    """What the webcam shows: a file's pictures, or every so-manieth of them, at `rate`."""

    FILE_RATE, SECONDS = 30, 20
    COUNT = FILE_RATE * SECONDS

    def __init__(self, media, size, rate):
        self.path, self.rate = f'{media}/{size}.mjpg', rate
        # From one picture's number to the next one's.
        self.step = self.FILE_RATE // rate

    def ahead(self, first, second):
        """How many pictures `second` is ahead of `first`, to the nearer side; the file is played round and round."""
        half = self.COUNT / 2
        return ((second - first + half) % self.COUNT - half) / self.step

    def distance(self, number, moment):
        """How much later than `moment`, in seconds of the scene, the picture with that number was shown."""
        half = self.SECONDS / 2
        return (number / self.FILE_RATE - moment + half) % self.SECONDS - half


def small(media):
    """The scenery of most scenarios."""
    return Scenery(media, '320x240', 15)
