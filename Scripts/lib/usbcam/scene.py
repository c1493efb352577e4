"""What the camera shows and the microphone hears."""

import math
import struct
import sys
import time
import wave

from usb import AUDIO_RATE, MJPEG, SAMPLE_BYTES, YUY2


def end_of_jpeg(data, start):
    """The offset behind the JPEG that begins at `start`.

    Walks the segments, as a search for the next JPEG would stumble over
    thumbnails inside them."""
    at = start + 2
    while at + 4 <= len(data):
        marker, length = struct.unpack_from('>HH', data, at)
        at += 2 + length
        if marker == 0xFFDA:  # start of scan: from here no length tells the end
            end = data.find(b'\xff\xd9', at)
            return end + 2 if end >= 0 else len(data)
    return len(data)


def split_jpegs(data):
    """The JPEGs of a file that is nothing but JPEGs in a row."""
    start = data.find(b'\xff\xd8\xff')
    while start >= 0:
        end = end_of_jpeg(data, start)
        yield data[start:end]
        start = data.find(b'\xff\xd8\xff', end)


def jpeg_size(jpeg):
    """Width and height out of a baseline or progressive frame header."""
    at = 2
    while at + 9 <= len(jpeg):
        marker, length = struct.unpack_from('>HH', jpeg, at)
        if marker in (0xFFC0, 0xFFC1, 0xFFC2):
            height, width = struct.unpack_from('>HH', jpeg, at + 5)
            return width, height
        at += 2 + length
    sys.exit('usbcam: a JPEG without a frame header')


class JpegPictures:
    """The pictures of one MJPEG file."""
    format = MJPEG

    def __init__(self, path):
        with open(path, 'rb') as file:
            self.jpegs = list(split_jpegs(file.read()))
        if not self.jpegs:
            sys.exit(f'usbcam: no JPEG in {path}')
        self.width, self.height = jpeg_size(self.jpegs[0])
        self.most_bytes = max(self.width * self.height * 2, *map(len, self.jpegs))

    def picture(self, number):
        return self.jpegs[number % len(self.jpegs)]


class RawPictures:
    """The pictures of a file of raw YUYV frames."""
    format = YUY2

    def __init__(self, path, size):
        self.width, self.height = size
        self.most_bytes = self.width * self.height * 2
        with open(path, 'rb') as file:
            self.data = file.read()
        self.count = len(self.data) // self.most_bytes
        if not self.count:
            sys.exit(f'usbcam: {path} is smaller than one frame of {self.width}x{self.height}')

    def picture(self, number):
        start = number % self.count * self.most_bytes
        return self.data[start:start + self.most_bytes]


class GreyPictures:
    """YUYV frames without a file: each one grey, one step brighter than the last."""
    format = YUY2

    def __init__(self, size):
        self.width, self.height = size
        self.most_bytes = self.width * self.height * 2

    def picture(self, number):
        return bytes([number & 255, 128]) * (self.width * self.height)


class Sound:
    """A WAV file, played round and round."""

    def __init__(self, path):
        with wave.open(path) as file:
            if (file.getframerate(), file.getsampwidth()) != (AUDIO_RATE, SAMPLE_BYTES):
                sys.exit(f'usbcam: {path} is not {AUDIO_RATE} Hz, 16 bit')
            self.channels = file.getnchannels()
            self.data = file.readframes(file.getnframes())
        self.frame_bytes = SAMPLE_BYTES * self.channels
        self.count = len(self.data) // self.frame_bytes

    def frames(self, start, count):
        """`count` frames from the endless sound, beginning with frame `start`."""
        first = start % self.count * self.frame_bytes
        wanted = count * self.frame_bytes
        piece = self.data[first:first + wanted]
        while len(piece) < wanted:
            piece += self.data[:wanted - len(piece)]
        return piece


class Scene:
    """What there is to see and to hear, on one clock.

    `modes` are the picture files, `rates` the frame rates on offer, the first
    of which is the one that the files were made for."""

    def __init__(self, modes, rates, sound, ppm):
        self.modes, self.rates, self.sound = modes, rates, sound
        self.audio_rate = AUDIO_RATE * (1 + ppm * 1e-6)
        self.began = time.monotonic()

    def modes_of(self, format):
        return [mode for mode in self.modes if mode.format == format]

    def tick_after(self, moment, rate):
        """The number of the first frame at `rate` that is not before `moment`."""
        return math.ceil((moment - self.began) * rate)

    def moment_of(self, tick, rate):
        return self.began + float(tick / rate)

    def picture_number(self, tick, rate):
        return math.floor(tick * self.rates[0] / rate)

    def audio_position(self, moment):
        return math.floor((moment - self.began) * self.audio_rate)
