"""preview: what a screen waits for the camera's picture, and what showing it costs, beside ustreamer.

Both see the same recorded camera in real time through `livecam emulate`, which logs when each frame was there to be
taken, and pass its JPEGs on unchanged; a picture that has arrived is told by its bytes. livecam keeps its ring and
takes sound besides; ustreamer keeps no ring and has no sound. The reader is the same program for both: what it takes by
itself is seen with a process that does nothing but send it the same pictures. Memory is resident memory without the
camera's recorded footage.
"""
import base64
import contextlib
import hashlib
import multiprocessing
import os
import re
import socket
import struct
import threading
import time

from armed import emulated, ring_bytes
from running import Failure, Running, lines_of_json, median, part

# The ring fills before the figures count.
WARM_UP, WINDOW = 4, 8
ROUNDS = 3
PATIENCE = 20
PEER_PORT = 18097
# A picture of livecam's preview stands behind its number and two instants.
PREVIEW_HEAD = 24


def now():
    """The instant by the clock that frames' arrivals are told in."""
    return time.clock_gettime(time.CLOCK_MONOTONIC)


class Client(threading.Thread):
    """A screen: reads pictures as they come, and notes when the first bytes of each were there, and the last."""

    def __init__(self, port):
        super().__init__(daemon=True)
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self.reader = self.socket.makefile("rb", buffering=1 << 18)
        self.arrived, self.failure, self.began = [], None, 0

    def run(self):
        try:
            self.ask()
            while True:
                picture = self.picture()
                self.arrived.append((self.began, now(), hashlib.sha1(picture).digest()))
        except (OSError, ValueError, Failure) as failure:
            self.failure = failure

    def request(self, path, *lines):
        self.socket.sendall("\r\n".join([f"GET {path} HTTP/1.1", "Host: 127.0.0.1:%d" % self.socket.getpeername()[1],
                                         *lines, "", ""]).encode())
        return self.head()

    def head(self):
        """The lines to the next empty one; none between the end of a picture and what follows it."""
        lines = []
        while line := self.reader.readline():
            if not line.strip():
                return lines
            lines.append(line.decode().strip())
        raise Failure("the connection has ended")

    def exactly(self, count):
        content = self.reader.read(count)
        if len(content) < count:
            raise Failure("the connection has ended")
        return content

    def end(self):
        with contextlib.suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)
        self.join()
        self.socket.close()


class PreviewClient(Client):
    """A screen of livecam's booth, which says of each picture that it has been shown."""

    def ask(self):
        key = base64.b64encode(os.urandom(16)).decode()
        answer = self.request("/api/preview?width=0", "Upgrade: websocket", "Connection: Upgrade",
                              f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13",
                              "Origin: http://127.0.0.1:%d" % self.socket.getpeername()[1])
        if " 101 " not in answer[0]:
            raise Failure(f"no preview: {answer[0]}")

    def picture(self):
        first, second = self.exactly(2)
        self.began = now()
        length = second & 0x7F
        if length >= 126:
            length = int.from_bytes(self.exactly(2 if length == 126 else 8), "big")
        content = self.exactly(length)
        if first & 0x0F != 2:
            raise Failure(f"a message of kind {first & 0x0F} in place of a picture")
        self.answer(str(struct.unpack(">Q", content[:8])[0]).encode())
        return content[PREVIEW_HEAD:]

    def answer(self, text):
        mask = os.urandom(4)
        self.socket.sendall(bytes([0x81, 0x80 | len(text)]) + mask
                            + bytes(byte ^ mask[place % 4] for place, byte in enumerate(text)))


class StreamClient(Client):
    """A screen of ustreamer."""

    def ask(self):
        answer = self.request("/stream")
        if " 200 " not in answer[0]:
            raise Failure(f"no stream: {answer[0]}")

    def picture(self):
        while True:
            length = [int(line.split(":")[1]) for line in self.head() if line.lower().startswith("content-length:")]
            self.began = now()
            if length:
                return self.exactly(length[0])


class BareClient(Client):
    """A screen of the process that does nothing but send: each picture follows its size and the instant of sending."""

    def ask(self):
        pass

    def picture(self):
        length, self.sent = struct.unpack(">Qd", self.exactly(16))
        return self.exactly(length)


def send_bare(listener, pictures, rate):
    connection, _ = listener.accept()
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    for picture in pictures:
        time.sleep(1 / rate)  # Sleeps: this is the camera.
        connection.sendall(struct.pack(">Qd", len(picture), now()) + picture)


def bare_waits(source):
    """How long the same pictures take from a process that has them to the reader, in milliseconds."""
    pictures = source.pictures()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        sender = multiprocessing.get_context("fork").Process(
            target=send_bare, args=(listener, pictures, source.rate), daemon=True)
        sender.start()
        client, waits = BareClient(listener.getsockname()[1]), []
        for _ in pictures:
            client.picture()
            waits.append(1000 * (now() - client.sent))
        sender.join()
        client.socket.close()
    return waits


def latencies(source, log, arrived):
    """Of each picture that arrived: how long its frame had been there to be taken, in milliseconds, when its first
    bytes arrived, and when its last did."""
    frames = [hashlib.sha1(picture).digest() for picture in source.pictures()]
    numbers = {digest: number for number, digest in enumerate(frames)}
    taken = {}
    for line in lines_of_json(log.read_text()):
        if line["event"] == "frame":
            taken.setdefault(line["sequence"] % len(frames), []).append(line["arrival"])
    found = []
    for began, ended, digest in arrived:
        if digest not in numbers:
            raise Failure("a picture arrived that is none of the camera's, to the byte")
        taking = max(one for one in taken[numbers[digest]] if one <= ended)
        found.append((1000 * (began - taking), 1000 * (ended - taking)))
    return found


def connected(kind, port, count, program):
    """So many screens, once the program listens."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return [kind(port) for _ in range(count)]
        except OSError:
            program.check()
            if time.monotonic() > end:
                raise
            time.sleep(0.05)  # Sleeps: nobody is told that another's program listens now.


def port_of(program):
    """The port that livecam's booth tells."""
    end = time.monotonic() + PATIENCE
    while not (found := re.search(r"http://127\.0\.0\.1:(\d+)", program.said())):
        program.check()
        if time.monotonic() > end:
            raise Failure("the booth does not tell its address")
        time.sleep(0.05)  # Sleeps: as above.
    return int(found[1])


def measured(context, source, name, count):
    """A program with so many screens: latencies, pictures a second and screen, processor time, resident bytes."""
    folder = context.folder / f"preview-{time.monotonic_ns()}"
    folder.mkdir()
    log = folder / "camera.log"
    if name == "livecam":
        command = [context.livecam, "booth", "--camera", "/dev/video0", "--microphone", "microphone", "--size",
                   f"{source.width}x{source.height}", "--rate", source.rate, "--library", folder / "library",
                   "--listen", "127.0.0.1:0", "--no-open"]
    else:
        command = ["ustreamer", "--device", "/dev/video0", "--format", "MJPEG", "--resolution",
                   f"{source.width}x{source.height}", "--encoder", "HW", "--host", "127.0.0.1", "--port", PEER_PORT]
    with Running(emulated(context, source, command, "--log", log), folder, context.inputs_environment) as program:
        port = port_of(program) if name == "livecam" else PEER_PORT
        clients = connected(PreviewClient if name == "livecam" else StreamClient, port, count, program)
        for client in clients:
            client.start()
        time.sleep(WARM_UP)  # Sleeps: real time is what is measured, here and below.
        begin, spent = time.monotonic(), program.processor_seconds()
        time.sleep(WINDOW)  # Sleeps: as above.
        end, spent = time.monotonic(), program.processor_seconds() - spent
        resident = program.resident()
        for client in clients:
            if client.failure:
                raise Failure(f"{name}: {client.failure}")
        program.check()
        for client in clients:
            client.end()
    arrived = [one for client in clients for one in client.arrived if begin <= one[1] <= end]
    if not arrived:
        raise Failure(f"{name}: no picture arrived")
    return (latencies(source, log, arrived), len(arrived) / (end - begin) / count, 100 * spent / (end - begin),
            resident)


def bench(context, results):
    """Bars: half a millisecond, one at the 95th part; with four screens 1.2 × ustreamer; 3 % of a core; 45 MB and
    ring."""
    source = context.inputs.mjpeg_720p
    results.title(f"preview: {source} on screens, from the frame's arrival to its first byte")
    memory = ring_bytes(source) / 2**20
    bare = bare_waits(source)
    results.add("preview", "1 screen: the reader's own part, of pictures that are sent by a bare process",
                median(bare), "ms", p95=part(bare, 0.95))
    for count in (1, 4):
        found = {"livecam": [], "ustreamer": []}
        broken = None
        for index in range(ROUNDS):
            for name in sorted(found, reverse=index % 2 == 1):
                if name == "livecam" or not broken:
                    try:
                        found[name].append(measured(context, source, name, count))
                    except (Failure, OSError) as failure:
                        if name == "livecam":
                            raise
                        broken = failure
        if broken:
            results.leave_out("preview", "ustreamer", broken)
            del found["ustreamer"]
        report(results, count, found, memory)


def report(results, count, found, memory):
    screens, middle = f"{count} screen{'s' if count > 1 else ''}", {}
    for name, rounds in found.items():
        waits, whole = zip(*(wait for one in rounds for wait in one[0]))
        middle[name] = (median(waits), part(waits, 0.95))
        is_judged = name == "livecam" and count == 1
        results.add("preview", f"{screens}: {name}: picture's wait", middle[name][0], "ms", 0.5 if is_judged else None,
                    p95=middle[name][1])
        if is_judged:
            results.add("preview", f"{screens}: {name}: picture's wait, 95 of 100", middle[name][1], "ms", 1)
        results.add("preview", f"{screens}: {name}: picture's wait to its last byte", median(whole), "ms",
                    p95=part(whole, 0.95))
        results.add("preview", f"{screens}: {name}: pictures a second", median(one[1] for one in rounds), "")
        results.add("preview", f"{screens}: {name}: processor time, of a core", median(one[2] for one in rounds), "%",
                    3 if is_judged else None)
        results.add("preview",
                    f"{screens}: {name}: resident" + (f"; of it ring of {memory:.1f} MiB" if is_judged else ""),
                    median(one[3] for one in rounds) / 2**20, "MiB", 45e6 / 2**20 + memory if is_judged else None)
    if len(middle) == 2:
        for index, name in enumerate(["", ", 95 of 100"]):
            results.add("preview", f"{screens}: livecam's wait beside ustreamer's{name}",
                        middle["livecam"][index] / middle["ustreamer"][index], "×", 1.2 if count > 1 else None)
