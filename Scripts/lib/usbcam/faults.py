"""What can go wrong, and when it shall."""

import collections
import os
import re

from log import log


def corrupted(picture):
    middle = len(picture) // 2
    flipped = bytes(byte ^ 0x5A for byte in picture[middle:middle + 64])
    return picture[:middle] + flipped + picture[middle + 64:]


PICTURE_FAULTS = {
    'trunc': lambda picture, most_bytes: picture[:len(picture) // 2],
    'corrupt': lambda picture, most_bytes: corrupted(picture),
    'empty': lambda picture, most_bytes: b'',
    'junk': lambda picture, most_bytes: os.urandom(4096),
    'big': lambda picture, most_bytes: picture + bytes(most_bytes),
}
STREAM_FAULTS = {'err', 'drop', 'stall', 'freeze'}
WITHOUT_PICTURE = {'drop', 'unplug', 'replug'}
AT_ONCE = {'thaw', 'audio', 'noaudio', 'unplug', 'replug'}
FAULTS = AT_ONCE | STREAM_FAULTS | PICTURE_FAULTS.keys()


class FaultPlan:
    """Which faults happen at which frame, and the count of frames."""

    def __init__(self):
        self.frame = 0
        self.by_frame = collections.defaultdict(list)

    def add(self, words):
        """Takes `KIND` or `N:KIND`; says whether it could."""
        match = re.fullmatch(r'(?:(\d+):)?(\w+)', words)
        if not match or match[2] not in FAULTS:
            return False
        self.by_frame[int(match[1]) if match[1] else self.frame].append(match[2])
        return True

    def next_frame(self):
        """The faults of the frame that is now due; moves on to the next."""
        kinds = self.by_frame.pop(self.frame, [])
        for kind in kinds:
            log(f'frame {self.frame}: {kind}')
        self.frame += 1
        return kinds
