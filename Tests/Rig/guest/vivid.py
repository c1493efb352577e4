"""Live Photos from the kernel's test camera: raw frames, and faults that only a driver can make."""

import glob
import json
import os
import re
import signal
import subprocess
import time
import urllib.error
import urllib.request

from shoot import LIVECAM, Shoot, keep, run

# The loopback card hears what is played on its other side.
MICROPHONE = ['--microphone', 'hw:CARD=Loopback,DEV=1']


def node():
    for name in glob.glob('/sys/class/video4linux/video*/name'):
        with open(name, encoding='utf8') as file:
            if file.read().startswith('vivid'):
                return '/dev/' + name.split('/')[-2]
    raise FileNotFoundError('no vivid camera')


def control(name, value):
    run('v4l2-ctl', '-d', node(), '-c', f'{name}={value}')


def shoot(name, *options, live=True):
    """A run with the camera; its thread in the kernel, which has to be there by then, goes before all others.

    It is a camera's electronics, and must not wait for a processor that encodes."""
    begun = Shoot(name, '--camera', node(), *options, live=live)
    begun.wait_for('didStartRunning')
    for path in glob.glob('/proc/[0-9]*/comm'):
        try:
            with open(path, encoding='utf8') as file:
                if file.read().startswith('vivid-'):
                    os.sched_setscheduler(int(path.split('/')[2]), os.SCHED_FIFO, os.sched_param(50))
        except OSError:
            pass  # it has ended
    return begun


def raw_frames(media):
    """YUYV with sound from a file."""
    play = ['aplay', '-q', '-D', 'plughw:Loopback,0', f'{media}/sound0.wav']
    with subprocess.Popen(play) as player:
        shoot('raw_frames', '--size', '640x480', '--rate', '25', '--pixel-format', 'YUYV', *MICROPHONE).end()
        player.terminate()


def other_raw_frames(_):
    """Codings with one, two and three planes, and one that is converted; the camera's own size and rate."""
    for coding in ('NV12', 'YU12', 'RGB3', 'GREY', 'BGR3'):
        shoot(f'raw_{coding}', '--size', '320x180', '--rate', '30', '--pixel-format', coding,
              '--pre', '0.5', '--post', '0.5', '--microphone', 'none').end()


def lost_buffers(_):
    """The driver drops a quarter of the frames and flags one as faulty."""
    control('percentage_of_dropped_buffers', 25)
    lossy = shoot('lost_buffers', '--size', '320x180', '--rate', '30', '--microphone', 'none')
    lossy.wait_for('willCapturePhoto')
    control('inject_v4l2_buf_flag_error', 1)
    lossy.end()
    control('percentage_of_dropped_buffers', 0)


def broken_stream(_):
    """The driver gives up for good, as far as this stream goes."""
    broken = shoot('broken_stream', '--size', '320x180', '--rate', '30', *MICROPHONE)
    broken.wait_for('photoSaved')
    control('inject_fatal_streaming_error', 1)
    broken.end(ordered=time.monotonic())
    shoot('stream_again', '--size', '320x180', '--rate', '30', '--microphone', 'none').end()


def abandoned_bracket(_):
    """Ctrl-C twice in the middle of a bracket of gains; slow frames, so that it is the middle."""
    for setting in (('gain_automatic', 0), ('gain', 77)):
        control(*setting)
    exposures = ','.join(f'@{gain}' for gain in (50, 200, 60, 210, 70, 220, 80, 230))
    abandoned = shoot('abandoned_bracket', '--size', '320x180', '--rate', '5', '--delay', '1',
                      f'--bracket=exposure:{exposures}', live=False)
    abandoned.wait_for('willCapturePhoto')
    abandoned.send(signal.SIGINT)
    time.sleep(0.1)  # Sleeps: two of a kind that are not heard yet are one, and nothing tells that the first was.
    abandoned.send(signal.SIGINT)
    abandoned.end()
    keep('abandoned_bracket_controls', run('v4l2-ctl', '-d', node(), '-C', 'gain_automatic,gain'))
    for setting in (('gain', 100), ('gain_automatic', 1)):
        control(*setting)


def operated_controls(_):
    """A booth's operator sees the camera's controls, sets some while it films, and is refused what it does not take."""
    control('brightness', 128)
    command = [LIVECAM, 'booth', '--camera', node(), '--size', '320x180', '--rate', '10', '--microphone', 'none',
               '--library', '/tmp/operated', '--pin', '2468', '--listen', '127.0.0.1:0']
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding='utf8') as booth:
        address = next(found[0] for line in booth.stdout if (found := re.search(r'http://[\d.:]+', line)))
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())

        def ask(path, body=None):
            """The status of an answer, and what it says."""
            try:
                with opener.open(urllib.request.Request(
                        address + path, body and json.dumps(body).encode(),
                        {'Content-Type': 'application/json'})) as answer:
                    return answer.status, json.load(answer)
            except urllib.error.HTTPError as error:
                return error.code, json.load(error)

        def change(value):
            answer = ask('/api/operator/camera', {'values': {'brightness': value}})
            return {'answer': answer, 'driver': run('v4l2-ctl', '-d', node(), '-C', 'brightness')['stdout'].strip()}

        ask('/api/operator/login', {'pin': '2468'})
        while (listed := ask('/api/operator/camera'))[0] == 503:
            time.sleep(0.1)  # Sleeps: the camera starts, and only another question tells that it has.
        record = {'listed': listed, 'driver': run('v4l2-ctl', '-d', node(), '-l')['stdout'],
                  'set': change(200), 'refused': [change(value) for value in (256, -1, 'bright')]}
        booth.send_signal(signal.SIGTERM)
    keep('operated_controls', {'exit': booth.returncode, **record})
    control('brightness', 128)


SCENARIOS = [raw_frames, other_raw_frames, lost_buffers, broken_stream, abandoned_bracket, operated_controls]
