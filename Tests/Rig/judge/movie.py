"""What a movie shows and sounds like, as ffmpeg and ffprobe have it."""

import array
import json
import re
import subprocess
import sys

CELLS = 32  # of the bar code along the top edge, which takes an eighth of the height
ROWS = 8
WHITE = 128
FLASH = 220  # the mean below the band; all else there is about 128
BEEP = 8000  # half of the beep's amplitude: a 1 kHz tone reaches it within 0.1 ms
BEEP_APART_SECONDS = 0.5


def output(*command):
    """A tool's standard output and error; the tool must end well."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=900, check=False)
    errors = done.stderr.decode('utf8', 'replace')
    if done.returncode:
        raise RuntimeError(f'{command[0]}: {errors.strip() or done.returncode}')
    return done.stdout, errors


def picture_number(row):
    """The number that the bar code's cells say, most significant first."""
    return sum((value > WHITE) << (CELLS - 1 - place) for place, value in enumerate(row))


class Movie:
    """`times`, `numbers`: when each picture is shown and the number on it; `flashes`, `beeps`: their times."""

    def __init__(self, path):
        self.path = path
        text, _ = output('ffprobe', '-v', 'error', '-of', 'json', '-show_format', '-show_streams', path)
        root = json.loads(text)
        self.duration = float(root['format']['duration'])
        self.streams = {stream['codec_type']: stream for stream in root['streams'] if 'codec_name' in stream}
        self.size = self.streams['video']['width'], self.streams['video']['height']
        self._see()
        self.beeps = self._hear() if 'audio' in self.streams else []

    def _decode(self, *options):
        return output('ffmpeg', '-hide_banner', '-nostdin', '-nostats', '-v', 'info', '-copyts', '-i', self.path,
                      *options, '-')

    def _see(self):
        pixels, said = self._decode('-map', '0:v:0', '-vf', f'scale={CELLS}:{ROWS}:flags=area,format=gray,showinfo',
                                    '-fps_mode', 'passthrough', '-f', 'rawvideo')
        self.times = [float(time) for time in re.findall(r'showinfo.* pts_time:\s*([-\d.]+)', said)]
        pictures = [pixels[at:at + CELLS * ROWS] for at in range(0, len(pixels), CELLS * ROWS)]
        if len(pictures) != len(self.times):
            raise RuntimeError(f'ffmpeg: {len(pictures)} pictures with {len(self.times)} times')
        self.numbers = [picture_number(picture[:CELLS]) for picture in pictures]
        self.flashes = [time for time, picture in zip(self.times, pictures) if mean(picture[CELLS:]) > FLASH]

    def _hear(self):
        rate = self.sound_rate = int(self.streams['audio']['sample_rate'])
        data, said = self._decode('-map', '0:a:0', '-ac', '1', '-af', 'ashowinfo', '-f', 's16le')
        self.sound = array.array('h', data)
        if sys.byteorder == 'big':
            self.sound.byteswap()
        pieces = re.findall(r'ashowinfo.* pts:(-?\d+) .*nb_samples:(\d+)', said)
        self.sound_times, at = [], 0  # (first sample, its time) of each piece
        for start, count in pieces:
            self.sound_times.append((at, int(start) / rate))
            at += int(count)
        if at != len(self.sound):
            raise RuntimeError(f'ffmpeg: {len(self.sound)} samples in pieces of {at}')
        return [self._time(onset, rate) for onset in onsets(self.sound, round(rate * BEEP_APART_SECONDS))]

    def _time(self, sample, rate):
        start, time = max(piece for piece in self.sound_times if piece[0] <= sample)
        return time + (sample - start) / rate

    @property
    def sound_duration(self):
        return float(self.streams['audio']['duration'])

    def number_at(self, time):
        """The number on the picture that is shown nearest to `time`."""
        return min(zip(self.times, self.numbers), key=lambda shown: abs(shown[0] - time))[1]

    def misses(self):
        """How late each beep is after its flash, in seconds; a beep without a flash within 0.2 s is left out."""
        pairs = ((beep, min(self.flashes, key=lambda flash: abs(flash - beep))) for beep in self.beeps if self.flashes)
        return [beep - flash for beep, flash in pairs if abs(beep - flash) < 0.2]


def mean(values):
    return sum(values) / len(values)


def onsets(samples, apart):
    """The first sample of each loud stretch."""
    found, loud = [], -apart
    for place, value in enumerate(samples):
        if abs(value) >= BEEP:
            if place - loud >= apart:
                found.append(place)
            loud = place
    return found
