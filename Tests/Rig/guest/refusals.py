"""What livecam says of devices, and of wishes that cannot be met."""

import subprocess

from shoot import LIVECAM, keep, run
from webcam import Webcam, material


def devices(media):
    """All cameras and microphones of the guest, for programs and for people."""
    with Webcam(*material(media), '--serial', 'CAFE42'):
        keep('devices', {'json': run(LIVECAM, 'devices', '--json'), 'text': run(LIVECAM, 'devices')})


def refuse(name, *options):
    keep(name, run(LIVECAM, 'shoot', '--live', '--output', '/tmp', *options))


def refusals(media):
    with Webcam(*material(media)) as webcam:
        refuse('unknown_camera', '--camera', '/dev/video77')
        refuse('unknown_size', '--camera', webcam.node, '--size', '1600x1200')
        refuse('unknown_rate', '--camera', webcam.node, '--size', '640x480', '--rate', '29')
        refuse('unknown_microphone', '--camera', webcam.node, '--microphone', 'hw:9,0')
        refuse('no_camera', '--camera', f'/dev/video{int(webcam.node[-1]) + 1}')
        busy(webcam)


def busy(webcam):
    """Another program has the camera, and then the microphone."""
    stream = ['v4l2-ctl', '-d', webcam.node, '--stream-mmap', '--stream-count=100000']
    with subprocess.Popen(stream, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as rival:
        rival.stderr.read(1)  # it tells of its first frame
        refuse('busy_camera', '--camera', webcam.node)
        rival.terminate()
    record = ['arecord', '-q', '-D', 'hw:Camera', '-f', 'S16_LE', '-r', '48000', '-c', '1', '-t', 'raw']
    with subprocess.Popen(record, stdout=subprocess.PIPE) as rival:
        rival.stdout.read(1)  # its first sample
        refuse('busy_microphone', '--camera', webcam.node, '--microphone', 'hw:Camera')
        rival.terminate()


SCENARIOS = [devices, refusals]
