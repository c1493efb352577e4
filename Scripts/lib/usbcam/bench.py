"""The one who holds the plug."""

import math
import os
import select
import stat
import sys
import time

from cable import Unplugged
from descriptors import device_descriptors
from device import Webcam
from faults import AT_ONCE, FaultPlan
from log import log


class LineInput:
    """Commands, a line each, from stdin or a FIFO."""

    def __init__(self, descriptor):
        self.descriptor = descriptor
        self.rest = b''
        os.set_blocking(descriptor, False)

    def lines(self):
        """Whole lines that have come; None at the end of the input."""
        try:
            data = os.read(self.descriptor, 4096)
        except BlockingIOError:
            return []
        if not data:
            return None
        *lines, self.rest = (self.rest + data).split(b'\n')
        return [line.decode(errors='replace').strip() for line in lines]


class Bench:
    """Plugs the webcam in and out, and does what it is told."""

    def __init__(self, options, scene):
        self.options, self.scene = options, scene
        self.descriptors = device_descriptors(scene, options.name, options.serial)
        self.faults = FaultPlan()
        self.inputs = command_inputs(options.control)
        self.webcam = None
        self.plug_at = 0
        self.ends_at = time.monotonic() + options.seconds
        self.running = True

    def plug(self):
        self.plug_at = math.inf
        if not self.webcam:
            self.webcam = Webcam(self.scene, self.descriptors, self.options.port, self.faults)
            log('plugged in')

    def unplug(self):
        if self.webcam:
            self.webcam.cable.pull()
            self.webcam = None
            log(f'unplugged at frame {self.faults.frame}')

    def do(self, kind):
        if kind in ('unplug', 'replug'):
            self.unplug()
            if kind == 'replug':
                self.plug_at = time.monotonic() + self.options.replug_after
        elif self.webcam:
            self.webcam.set_state(kind)

    def command(self, line):
        if line == 'quit':
            self.running = False
        elif line == 'plug':
            self.plug()
        elif line in AT_ONCE:
            log(line)
            self.do(line)
        elif line and not self.faults.add(line):
            log('no such command:', line)

    def run(self):
        while self.running and time.monotonic() < self.ends_at:
            try:
                self.step()
            except Unplugged:
                self.webcam = None
                log('the kernel dropped the device')
        self.unplug()

    def step(self):
        """One round: send what is due, then wait for messages, commands or the next moment."""
        now = time.monotonic()
        if now >= self.plug_at:
            self.plug()
        due = min(self.plug_at, self.ends_at)
        if self.webcam:
            stream_due, kinds = self.webcam.service(now)
            due = min(due, stream_due)
            for kind in kinds:
                self.do(kind)
        self.wait(due)

    def wait(self, due):
        device = [self.webcam.cable.socket] if self.webcam else []
        # select, as poll and epoll count in milliseconds.
        patience = min(max(due - time.monotonic(), 0), 3600)
        ready, _, _ = select.select([*device, *self.inputs], [], [], patience)
        for source in ready:
            if source in self.inputs:
                self.read_commands(source)
            else:
                self.webcam.receive()

    def read_commands(self, descriptor):
        lines = self.inputs[descriptor].lines()
        if lines is None:
            del self.inputs[descriptor]
        for line in lines or []:
            self.command(line)


def command_inputs(control):
    """Stdin, and the FIFO at `control`, made if it is not there."""
    inputs = [sys.stdin.fileno()]
    if control:
        if not os.path.exists(control):
            os.mkfifo(control)
        if not stat.S_ISFIFO(os.stat(control).st_mode):
            sys.exit(f'usbcam: {control} is not a FIFO')
        # Open for writing too, so that it does not end with the first writer.
        inputs.append(os.open(control, os.O_RDWR))
    return {descriptor: LineInput(descriptor) for descriptor in inputs}
