"""What happens, and when, on standard error."""

import sys
import time


def log(*words):
    if not log.quiet:
        print(f'usbcam {time.monotonic():.3f}:', *words, file=sys.stderr, flush=True)


log.quiet = False
