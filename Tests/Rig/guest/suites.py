"""The test bundle's suites that need a kernel's devices, each by itself: they take devices from one another."""

import os

from shoot import RESULTS, keep, run
from webcam import PROJECT, Webcam, material

BUNDLE = f'{PROJECT}/.build/debug/livecamPackageTests.xctest'
PPM = 500  # so that a microphone's clock is measured that is not right


def suite(name):
    os.makedirs(f'{RESULTS}/{name}', exist_ok=True)
    options = ['--testing-library', 'swift-testing', '--filter', name, '--xunit-output', f'{RESULTS}/{name}/tests.xml']
    keep(name, run(BUNDLE, *options))


def suites(media):
    os.environ['LIVECAM_RIG'] = '1'
    # Without the webcam: one test looks on as the only camera goes.
    suite('V4L2RigTests')
    suite('ALSARigTests')
    with Webcam(*material(media), '--ppm', str(PPM)) as webcam:
        os.environ |= {'LIVECAM_RIG_USB': '1', 'LIVECAM_RIG_PPM': str(PPM),
                       'LIVECAM_RIG_CONTROL': webcam.control, 'LIVECAM_RIG_USB_CONTROL': webcam.control}
        suite('DeviceConformanceRigTests')
        suite('ALSAWebcamRigTests')
        suite('V4L2USBRigTests')  # leaves the webcam unplugged


SCENARIOS = [suites]
