#!/usr/bin/env python3
"""A V4L2 program of its own, for the tests of `livecam emulate`: streams by mmap and prints what it got, as JSON.

usage: v4l2_probe.py [--device PATH] [--frames N] [--wait poll|epoll|block] [--reopen SECONDS] [--then N]

Each line is an object: {"frame": number, "time": s, "late": s, "bytes": n, "md5": hex, "error": bool}, then one with
the end: {"end": errno's name, "poll": names of poll's bits, "there": whether the node is}. With --reopen it waits up to
so long for inotify to tell that the node is back, says {"back": seconds, "told": what inotify has told of the node
since the beginning}, and streams again, N frames then.
"""
import argparse
import ctypes
import errno
import fcntl
import hashlib
import json
import mmap
import os
import select
import struct
import time

REQBUFS, QUERYBUF, QBUF, DQBUF = 0xC0145608, 0xC0585609, 0xC058560F, 0xC0585611
STREAMON, STREAMOFF, QUERYCAP = 0x40045612, 0x40045613, 0x80685600
BUFFER = struct.Struct("=IIIII4xqq16xIIQIIi4x")  # struct v4l2_buffer of 64 bits
assert BUFFER.size == 88
PATIENCE = 60  # in seconds, for what comes at once
BITS = {name: getattr(select, name) for name in ("POLLIN", "POLLPRI", "POLLERR", "POLLHUP", "POLLNVAL")}
EVENT = struct.Struct("=iIII")  # struct inotify_event, before the name
CHANGES = {"ATTRIB": 0x4, "CREATE": 0x100, "DELETE": 0x200}  # IN_…


def names(mask, bits=BITS):
    return " ".join(name for name, bit in bits.items() if mask & bit)


def say(**fields):
    print(json.dumps(fields), flush=True)


def buffer_of(index=0):
    return bytearray(BUFFER.pack(index, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0))


def request(fd, count):
    fields = bytearray(struct.pack("=IIIIB3x", count, 1, 1, 0, 0))
    fcntl.ioctl(fd, REQBUFS, fields)
    return struct.unpack_from("=I", fields)[0]


def wait(fd, how):
    if how == "poll":
        poll = select.poll()
        poll.register(fd, select.POLLIN)
        return poll.poll(PATIENCE * 1000)[0][1]
    if how == "epoll":
        with select.epoll() as epoll:
            epoll.register(fd, select.EPOLLIN)
            return epoll.poll(PATIENCE)[0][1]
    return 0


class Watch:
    """What inotify tells of a node from now on, by a watch of its folder."""

    def __init__(self, node):
        folder, self.name = os.path.split(node)
        libc = ctypes.CDLL(None, use_errno=True)
        self.fd = libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        self.number = libc.inotify_add_watch(self.fd, folder.encode(), sum(CHANGES.values()))
        if self.number < 0:
            raise OSError(ctypes.get_errno(), "inotify_add_watch", folder)
        self.told = []

    def until(self, change, seconds):
        """Whether it tells of a change within so long."""
        poll = select.poll()
        poll.register(self.fd, select.POLLIN)
        end = time.monotonic() + seconds
        while change not in self.told:
            if not poll.poll(max(0, end - time.monotonic()) * 1000):
                return False
            data = os.read(self.fd, 4096)
            while data:
                number, mask, _, count = EVENT.unpack_from(data)
                name = data[EVENT.size:EVENT.size + count].rstrip(b"\0").decode()
                if (number, name) == (self.number, self.name):
                    self.told.append(names(mask, CHANGES))
                data = data[EVENT.size + count:]
        return True


def stream(options):
    fd = os.open(options.device, os.O_RDWR | (0 if options.wait == "block" else os.O_NONBLOCK))
    # So many that none is lost on a machine that is busy with other things.
    count = request(fd, 32)
    maps = []
    for index in range(count):
        fields = buffer_of(index)
        fcntl.ioctl(fd, QUERYBUF, fields)
        values = BUFFER.unpack(fields)
        maps.append(mmap.mmap(fd, values[10], offset=values[9]))
        fcntl.ioctl(fd, QBUF, buffer_of(index))
    start = time.monotonic()
    fcntl.ioctl(fd, STREAMON, struct.pack("=i", 1))
    mask = 0
    taken = 0
    try:
        while options.frames is None or taken < options.frames:
            mask = wait(fd, options.wait)
            fields = buffer_of()
            try:
                fcntl.ioctl(fd, DQBUF, fields)
            except BlockingIOError:
                continue
            now = time.monotonic()
            index, _, used, flags, _, seconds, microseconds, sequence = BUFFER.unpack(fields)[:8]
            stamp = seconds + microseconds / 1e6
            data = maps[index][:used]
            say(frame=sequence, time=round(stamp - start, 6), late=round(now - stamp, 6), bytes=used,
                md5=hashlib.md5(data).hexdigest(), error=bool(flags & 0x40), whole=data[-2:] == b"\xff\xd9")
            taken += 1
            fcntl.ioctl(fd, QBUF, buffer_of(index))
        end = "none"
        fcntl.ioctl(fd, STREAMOFF, struct.pack("=i", 1))
    except OSError as error:
        end = errno.errorcode[error.errno]
        mask = wait(fd, "poll")
    say(end=end, poll=names(mask), there=os.path.exists(options.device))
    for one in maps:
        one.close()
    os.close(fd)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--device", default="/dev/video0")
    parser.add_argument("--frames", type=int)
    parser.add_argument("--wait", choices=["poll", "epoll", "block"], default="poll")
    parser.add_argument("--reopen", type=float)
    parser.add_argument("--then", type=int)
    options = parser.parse_args()
    watch = None if options.reopen is None else Watch(options.device)
    stream(options)
    if watch is None:
        return
    gone = time.monotonic()
    # udev changes the permissions last.
    is_back = watch.until("ATTRIB", options.reopen)
    say(back=round(time.monotonic() - gone, 3) if is_back else None, told=watch.told)
    if is_back:
        options.frames = options.then
        stream(options)


main()
