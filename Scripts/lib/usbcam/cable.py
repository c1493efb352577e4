"""The cable: USB/IP, the protocol of the kernel's virtual host controller."""

import collections
import glob
import os
import socket
import struct
import sys

SUBMIT, UNLINK, SUBMITTED, UNLINKED = 1, 2, 3, 4
HEADER_BYTES = 48
HIGH_SPEED = 3
PIPE_ERROR, CONNECTION_RESET = -32, -104
VHCI = '/sys/devices/platform/vhci_hcd.0'
CABLE_THREADS = ('vhci_rx', 'vhci_tx')  # of the kernel
PRECEDENCE = 50

Transfer = collections.namedtuple('Transfer', 'sequence endpoint incoming length start_frame packets setup data')


class Unplugged(Exception):
    """The kernel let go of the device."""


def take_precedence():
    """Lets this program and the kernel's ends of the cable run before others.

    A camera's electronics do not wait for the computer's processor, nor does a cable."""
    processes = [0]  # this one
    for path in glob.glob('/proc/[0-9]*/comm'):
        try:
            with open(path, encoding='utf8') as name:
                if name.read().strip() in CABLE_THREADS:
                    processes.append(int(path.split('/')[2]))
        except OSError:
            pass  # it has ended
    for process in processes:
        os.sched_setscheduler(process, os.SCHED_FIFO, os.sched_param(PRECEDENCE))


class Cable:
    """One port of vhci_hcd: takes the kernel's transfers and answers them."""

    def __init__(self, port):
        self.port = port
        self.socket, far_end = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        for end in (self.socket, far_end):
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 20)
            end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
        with far_end:
            self._tell('attach', f'{port} {far_end.fileno()} {1 << 16 | port + 2} {HIGH_SPEED}')
        take_precedence()

    def _tell(self, file, words):
        try:
            with open(f'{VHCI}/{file}', 'w') as attribute:
                attribute.write(words)
        except FileNotFoundError:
            sys.exit('usbcam: no virtual host controller here: modprobe vhci-hcd')
        except OSError as error:
            sys.exit(f'usbcam: port {self.port}: {file}: {error.strerror}')

    def pull(self):
        self._tell('detach', str(self.port))
        self.socket.close()

    def _read(self, count):
        data = self.socket.recv(count, socket.MSG_WAITALL) if count else b''
        if len(data) < count:
            raise Unplugged
        return data

    def receive(self):
        """The kernel's next message: a Transfer, or the sequence number of one to take back."""
        header = self._read(HEADER_BYTES)
        command, sequence, _, direction, endpoint = struct.unpack_from('>5I', header)
        if command == UNLINK:
            return sequence, struct.unpack_from('>I', header, 20)[0]
        _, length, start_frame, packet_count, _ = struct.unpack_from('>5i', header, 20)
        data = b'' if direction else self._read(length)
        # Control and bulk transfers say 0 or -1 packets.
        packets = list(struct.iter_unpack('>4I', self._read(16 * max(packet_count, 0))))
        return Transfer(sequence, endpoint, bool(direction), length, start_frame, packets, header[40:48], data)

    def answer(self, transfer, data=b'', status=0, packets=()):
        """Completes a transfer; `packets` are the byte counts of isochronous packets."""
        count = len(data) if transfer.incoming else transfer.length
        message = struct.pack('>5I5i8x', SUBMITTED, transfer.sequence, 0, 0, 0, status, count,
                              transfer.start_frame, len(packets), 0)
        table = b''.join(struct.pack('>4I', offset, length, actual, 0)
                         for (offset, length, _, _), actual in zip(transfer.packets, packets))
        self._send(message + data + table)

    def answer_unlink(self, sequence, found):
        self._send(struct.pack('>5Ii24x', UNLINKED, sequence, 0, 0, 0, CONNECTION_RESET if found else 0))

    def _send(self, message):
        try:
            self.socket.sendall(message)
        except OSError as error:
            raise Unplugged from error
