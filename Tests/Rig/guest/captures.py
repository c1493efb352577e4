"""Live Photos from a webcam in good health."""

from shoot import Shoot
from webcam import Webcam, material

SMALL = ['--size', '320x240', '--rate', '15']


def first_light(media):
    """Nothing is chosen but the mode: the webcam and its own microphone are found."""
    with Webcam(*material(media)) as webcam:
        Shoot('first_light', '--size', '640x480', '--rate', '30').end(webcam)


def between_frames(media):
    """Shutters that are pressed before and after the middle between two frames."""
    with Webcam(*material(media)) as webcam:
        for name, delay in (('early_shutter', '1.615'), ('late_shutter', '1.651')):
            Shoot(name, *SMALL, '--delay', delay, '--audio-codec', 'lpcm').end(webcam)


def overlapping(media):
    """Four shutters within one and a half seconds: every movie shares footage with the others."""
    with Webcam(*material(media)) as webcam:
        Shoot('overlapping', *SMALL, '--count', '4', '--interval', '0.4').end(webcam)


def long_movies(media):
    """As long as emulation manages, with a true microphone and one that is 0.5 % fast."""
    for name, clock in (('true_microphone', 0), ('fast_microphone', 5000)):
        with Webcam(*material(media, clock)) as webcam:
            Shoot(name, *SMALL, '--pre', '5', '--post', '5').end(webcam)


SCENARIOS = [first_light, between_frames, overlapping, long_movies]
