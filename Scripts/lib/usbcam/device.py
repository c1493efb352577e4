"""The device while it is plugged in: its two streams and its control endpoint."""

import collections
import math
import struct

from cable import Cable, PIPE_ERROR, Transfer
from descriptors import interval_of
from faults import AT_ONCE, PICTURE_FAULTS, WITHOUT_PICTURE
from log import log
from usb import (
    AUDIO_PIPE, AUDIO_STREAMING, CLASS_REQUEST, COMMIT, FROM_DEVICE, GET_CONFIGURATION, GET_CUR, GET_DEFAULT,
    GET_DESCRIPTOR, GET_INFO, GET_LENGTH, GET_MAX, GET_MIN, GET_STATUS, HEADER_END_OF_FRAME, HEADER_END_OF_HEADER,
    HEADER_ERROR, HEADER_FRAME_ID, HEADER_HAS_TIME, MJPEG, PACKET_SECONDS, PAYLOAD_BYTES, PAYLOAD_HEADER,
    RECIPIENT_MASK, SET_CUR, SET_INTERFACE, TO_INTERFACE, TYPE_MASK, VIDEO_PIPE, VIDEO_STREAMING, YUY2)

LATE_SECONDS = 1.0  # a stream further behind than this skips to the present


class VideoStream:
    """The bulk endpoint: cuts each due picture into payloads and sends them."""

    def __init__(self, scene, cable, faults):
        self.scene, self.cable, self.faults = scene, cable, faults
        self.waiting, self.payloads = collections.deque(), collections.deque()
        self.frame_id = 0
        self.frozen = False
        self.probe = self.negotiate(MJPEG, 1, 0)
        self.commit()

    def negotiate(self, format, size_number, interval):
        """The probe control nearest to what the driver asks for."""
        format = YUY2 if format == YUY2 else MJPEG
        modes = self.scene.modes_of(format)
        size_number = min(max(size_number, 1), len(modes))
        intervals = [interval_of(rate) for rate in self.scene.rates]
        interval = min(intervals, key=lambda one: abs(one - interval)) if interval else intervals[0]
        most_bytes = modes[size_number - 1].most_bytes
        return struct.pack('<HBBI5HII', 1, format, size_number, interval, 0, 0, 0, 0, 0, most_bytes, PAYLOAD_BYTES)

    def set_probe(self, data):
        _, format, size_number, interval = struct.unpack_from('<HBBI', data)
        self.probe = self.negotiate(format, size_number, interval)

    def commit(self):
        """Makes the negotiated mode the current one; frames start with the next tick."""
        _, format, size_number, interval = struct.unpack_from('<HBBI', self.probe)
        self.mode = self.scene.modes_of(format)[size_number - 1]
        self.rate = min(self.scene.rates, key=lambda rate: abs(interval_of(rate) - interval))
        self.restart()

    def restart(self):
        self.tick = None
        self.payloads.clear()

    def go_to(self, tick):
        """Makes that frame the next one. Rates are fractions: its moment is worked out once, not with every packet."""
        self.tick, self.due = tick, self.scene.moment_of(tick, self.rate)

    def note_loss(self):
        """Nothing: what the computer does not fetch of a bulk endpoint is fetched later."""

    def service(self, now):
        """Sends what is due; returns when to be called next, and the faults that concern others."""
        if self.frozen or not self.waiting:
            return math.inf, ()
        if self.tick is None or self.due < now - LATE_SECONDS:
            self.go_to(self.scene.tick_after(now, self.rate))
        others = ()
        if not self.payloads and now >= self.due:
            others = self.take_frame()
        self.send_payloads()
        return (math.inf if self.payloads else self.due), others

    def take_frame(self):
        kinds = self.faults.next_frame()
        if 'stall' in kinds:
            self.cable.answer(self.waiting.popleft(), status=PIPE_ERROR)
        self.frozen = self.frozen or 'freeze' in kinds
        if not self.frozen and WITHOUT_PICTURE.isdisjoint(kinds):
            self.cut_payloads(self.picture(kinds), error='err' in kinds)
        self.go_to(self.tick + 1)
        return [kind for kind in kinds if kind in AT_ONCE]

    def picture(self, kinds):
        picture = self.mode.picture(self.scene.picture_number(self.tick, self.rate))
        for kind in kinds:
            if kind in PICTURE_FAULTS:
                picture = PICTURE_FAULTS[kind](picture, self.mode.most_bytes)
        return picture

    def cut_payloads(self, picture, error):
        flags = HEADER_END_OF_HEADER | HEADER_HAS_TIME | self.frame_id | (HEADER_ERROR if error else 0)
        stamp = int(self.due * 6_000_000) & 0xFFFFFFFF
        room = PAYLOAD_BYTES - PAYLOAD_HEADER.size
        for start in range(0, max(len(picture), 1), room):
            last = start + room >= len(picture)
            header = PAYLOAD_HEADER.pack(PAYLOAD_HEADER.size, flags | (HEADER_END_OF_FRAME if last else 0), stamp, 0, 0)
            self.payloads.append(header + picture[start:start + room])
        self.frame_id ^= HEADER_FRAME_ID

    def send_payloads(self):
        while self.payloads and self.waiting:
            self.cable.answer(self.waiting.popleft(), self.payloads.popleft())


class AudioStream:
    """The isochronous endpoint: a packet per millisecond.

    The microphone's own clock shows in how many frames a packet holds: 48, and
    now and then one more (fast) or one fewer (slow)."""

    def __init__(self, scene, cable):
        self.scene, self.cable = scene, cable
        self.waiting = collections.deque()
        self.mute = False
        self.restart()

    def restart(self):
        self.started = None
        self.packets_sent = 0

    def note_loss(self):
        """Sound that the computer does not fetch in its millisecond is gone: what comes next is of the present."""
        self.restart()

    def service(self, now):
        """Sends what is due; returns when to be called next."""
        while self.waiting and not self.mute:
            if self.started is None or self.due < now - LATE_SECONDS:
                self.restart()
                self.started = now
            if self.due > now:
                return self.due
            self.send(self.waiting.popleft())
        return math.inf

    @property
    def due(self):
        """A transfer is complete when its last packet's millisecond is over."""
        return self.started + (self.packets_sent + len(self.waiting[0].packets)) * PACKET_SECONDS

    def position(self):
        return self.scene.audio_position(self.started + self.packets_sent * PACKET_SECONDS)

    def send(self, transfer):
        start = self.position()
        at, counts = start, []
        for _ in transfer.packets:
            self.packets_sent += 1
            end = self.position()
            counts.append((end - at) * self.scene.sound.frame_bytes)
            at = end
        self.cable.answer(transfer, self.scene.sound.frames(start, at - start), packets=counts)


class Webcam:
    """The device while it is plugged in."""

    def __init__(self, scene, descriptors, port, faults):
        self.descriptors = descriptors
        self.cable = Cable(port)
        self.video = VideoStream(scene, self.cable, faults)
        self.audio = AudioStream(scene, self.cable)
        self.pipes = {VIDEO_PIPE: self.video, AUDIO_PIPE: self.audio}

    def receive(self):
        message = self.cable.receive()
        if not isinstance(message, Transfer):
            self.take_back(*message)
        elif message.endpoint == 0:
            answer = self.answer_control(message)
            status = 0 if answer is not None else PIPE_ERROR
            self.cable.answer(message, answer or b'', status)
        elif message.endpoint in self.pipes:
            self.pipes[message.endpoint].waiting.append(message)
        else:
            self.cable.answer(message, status=PIPE_ERROR)

    def take_back(self, sequence, unwanted):
        for pipe in self.pipes.values():
            for transfer in pipe.waiting:
                if transfer.sequence == unwanted:
                    pipe.waiting.remove(transfer)
                    pipe.note_loss()
                    return self.cable.answer_unlink(sequence, found=True)
        return self.cable.answer_unlink(sequence, found=False)

    def answer_control(self, transfer):
        """The bytes to send back (none for a request that only tells), or None to refuse."""
        kind, request, value, index, length = struct.unpack('<BBHHH', transfer.setup)
        if kind & TYPE_MASK == CLASS_REQUEST:
            answer = self.answer_class(kind, request, value >> 8, index, transfer.data)
        elif kind & FROM_DEVICE:
            answer = self.answer_standard(request, value)
        else:
            answer = b''
            if request == SET_INTERFACE and index == AUDIO_STREAMING:
                self.audio.restart()
        return answer if answer is None else answer[:length]

    def answer_standard(self, request, value):
        if request == GET_DESCRIPTOR:
            return self.descriptors.get((value >> 8, value & 0xFF))
        return {GET_STATUS: b'\0\0', GET_CONFIGURATION: b'\1'}.get(request, b'\0')

    def answer_class(self, kind, request, selector, index, data):
        about_video = kind & RECIPIENT_MASK == TO_INTERFACE and index & 0xFF == VIDEO_STREAMING
        if not kind & FROM_DEVICE:
            if about_video and request == SET_CUR:
                self.set_video(selector, data)
            return b''
        if not about_video:
            return None
        fixed = {GET_LENGTH: struct.pack('<H', len(self.video.probe)), GET_INFO: b'\3'}
        return fixed.get(request, self.video.probe if request in (GET_CUR, GET_MIN, GET_MAX, GET_DEFAULT) else None)

    def set_video(self, selector, data):
        self.video.set_probe(data)
        if selector == COMMIT:
            self.video.commit()
            mode = self.video.mode
            log(f'{"YUYV" if mode.format == YUY2 else "MJPG"} {mode.width}x{mode.height} at {float(self.video.rate):g}')

    def service(self, now):
        """Sends what is due; returns when to be called next, and faults for the one who holds the plug."""
        video_due, kinds = self.video.service(now)
        return min(video_due, self.audio.service(now)), kinds

    def set_state(self, kind):
        """Does one of the faults that change the device for longer than a frame."""
        if kind == 'thaw':
            self.video.frozen = False
            self.video.restart()
        else:
            self.audio.mute = kind == 'noaudio'
            self.audio.restart()
