"""The test bundle's suites that need a kernel's devices, one test after another: they take devices from one another."""

import os
import shutil

from shoot import RESULTS, keep, run
from webcam import PROJECT, Webcam, material

BUNDLE = f'{PROJECT}/.build/debug/livecamPackageTests.xctest'
PPM = 500  # so that a microphone's clock is measured that is not right
NOBODY = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']


def suites_of(name, *wanted, wrapper=()):
    """One run of the bundle, whose start takes as long as many a suite: with some suites, in the order of their
    files."""
    # Whoever runs it may write there; to the host's folders only root may.
    folder = f'/tmp/suites/{name}'
    os.makedirs(folder)
    os.chmod(folder, 0o777)
    options = ['--testing-library', 'swift-testing', '--no-parallel', '--filter', '|'.join(wanted),
               '--xunit-output', f'{folder}/tests.xml']
    keep(name, run(*wrapper, BUNDLE, *options))
    if os.path.exists(f'{folder}/tests.xml'):
        shutil.copy(f'{folder}/tests.xml', f'{RESULTS}/{name}/tests.xml')


def suites(media):
    os.environ['LIVECAM_RIG'] = '1'
    # Without the webcam: one test looks on as the only camera goes.
    suites_of('suites_without_webcam', 'ALSARigTests', 'BracketRigTests', 'DeviceWatchRigTests', 'V4L2ControlRigTests',
              'V4L2RigTests')
    os.environ['LIVECAM_RIG_NOBODY'] = '1'
    suites_of('suites_of_nobody', 'DeviceAccessRigTests', wrapper=NOBODY)
    with Webcam(*material(media), '--ppm', str(PPM)) as webcam:
        os.environ |= {'LIVECAM_RIG_USB': '1', 'LIVECAM_RIG_PPM': str(PPM),
                       'LIVECAM_RIG_CONTROL': webcam.control, 'LIVECAM_RIG_USB_CONTROL': webcam.control}
        suites_of('suites_with_webcam', 'ALSAWebcamRigTests', 'DeviceConformanceRigTests', 'DeviceWatchUSBRigTests')
        suites_of('suites_that_unplug', 'V4L2USBRigTests')  # leaves the webcam unplugged


SCENARIOS = [suites]
