"""When files appear in a folder, by inotify."""
import ctypes
import os
import select
import struct
import threading
import time

IN_MOVED_TO, IN_CREATE = 0x80, 0x100
HEAD = struct.Struct("iIII")


class FolderWatch:
    """Notes for every name in a folder when it was there first: seconds of the monotonic clock."""

    def __init__(self, folder):
        self.times = {}
        library = ctypes.CDLL(None, use_errno=True)
        self.descriptor = library.inotify_init1(os.O_CLOEXEC | os.O_NONBLOCK)
        if library.inotify_add_watch(self.descriptor, os.fsencode(folder), IN_MOVED_TO | IN_CREATE) < 0:
            raise OSError(ctypes.get_errno(), "inotify_add_watch")
        self.ends = threading.Event()
        self.thread = threading.Thread(target=self.watch, daemon=True)
        self.thread.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.ends.set()
        self.thread.join()
        os.close(self.descriptor)

    def watch(self):
        while not self.ends.is_set():
            if not select.select([self.descriptor], [], [], 0.2)[0]:
                continue
            now = time.clock_gettime(time.CLOCK_MONOTONIC)
            content = os.read(self.descriptor, 1 << 16)
            place = 0
            while place < len(content):
                length = HEAD.unpack_from(content, place)[3]
                place += HEAD.size
                name = content[place:place + length].rstrip(b"\0").decode()
                self.times.setdefault(name, now)
                place += length
