"""Live Photos from a webcam in good health."""

from shoot import Shoot
from webcam import Webcam


def first_light(media):
    """Nothing is chosen but the mode: the webcam and its own microphone are found."""
    with Webcam('--mjpeg', f'{media}/640x480.mjpg', '--wav', f'{media}/sound.wav') as webcam:
        Shoot('first_light', '--size', '640x480', '--rate', '30').end(webcam)


SCENARIOS = [first_light]
