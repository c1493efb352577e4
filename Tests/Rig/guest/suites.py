"""The test bundle's suites that need a kernel's devices, each by itself: they take devices from one another."""

import os
import shutil

from shoot import RESULTS, keep, run
from webcam import PROJECT, Webcam, material

BUNDLE = f'{PROJECT}/.build/debug/livecamPackageTests.xctest'
PPM = 500  # so that a microphone's clock is measured that is not right
NOBODY = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']


def suite(name, *wrapper):
    # Whoever runs it may write there; to the host's folders only root may.
    folder = f'/tmp/suites/{name}'
    os.makedirs(folder)
    os.chmod(folder, 0o777)
    options = ['--testing-library', 'swift-testing', '--filter', name, '--xunit-output', f'{folder}/tests.xml']
    keep(name, run(*wrapper, BUNDLE, *options))
    if os.path.exists(f'{folder}/tests.xml'):
        shutil.copy(f'{folder}/tests.xml', f'{RESULTS}/{name}/tests.xml')


def suites(media):
    os.environ['LIVECAM_RIG'] = '1'
    # Without the webcam: one test looks on as the only camera goes.
    suite('V4L2RigTests')
    suite('ALSARigTests')
    suite('V4L2ControlRigTests')
    suite('BracketRigTests')
    suite('DeviceWatchRigTests')
    os.environ['LIVECAM_RIG_NOBODY'] = '1'
    suite('DeviceAccessRigTests', *NOBODY)
    with Webcam(*material(media), '--ppm', str(PPM)) as webcam:
        os.environ |= {'LIVECAM_RIG_USB': '1', 'LIVECAM_RIG_PPM': str(PPM),
                       'LIVECAM_RIG_CONTROL': webcam.control, 'LIVECAM_RIG_USB_CONTROL': webcam.control}
        suite('DeviceConformanceRigTests')
        suite('ALSAWebcamRigTests')
        suite('DeviceWatchUSBRigTests')
        suite('V4L2USBRigTests')  # leaves the webcam unplugged


SCENARIOS = [suites]
