import CaptureDevices
import Foundation
import TestSupport
import Testing

@testable import LinuxDevices

@Suite("ALSAIdentities") struct ALSAIdentitiesTests {
  @Test(
    "the USB device and its port are read from a path in sysfs",
    arguments: [
      ("/sys/devices/pci0000:00/0000:00:14.0/usb1/1-3/1-3:1.2", "1-3", "usb-0000:00:14.0-3"),
      ("/sys/devices/pci0000:00/0000:00:14.0/usb1/1-3/1-3.2/1-3.2:1.0", "1-3.2", "usb-0000:00:14.0-3.2"),
      ("/sys/devices/platform/vhci_hcd.0/usb12/12-1/12-1:1.2", "12-1", "usb-vhci_hcd.0-1"),
    ])
  func usbPlace(path: String, device: String, port: String) throws {
    let place = try #require(ALSAIdentities.usbPlace(in: path))
    #expect(place.port == port)
    #expect(place.device.hasSuffix("/" + device))
    #expect(path.hasPrefix(place.device))
  }

  @Test(
    "other paths have no USB device",
    arguments: [
      "", "/", "usb1", "/usb1/1-3", "/sys/devices/platform/snd_aloop.0", "/sys/devices/pci0000:00/0000:00:1f.3",
      "/sys/devices/pci0000:00/0000:00:14.0/usb1", "/sys/devices/pci0000:00/0000:00:14.0/usb1/2-3", "/x/usb/usb-/1-1",
    ])
  func noUSBPlace(path: String) {
    // A bus without a controller above it has no port name; everything else has no bus or no device.
    #expect(ALSAIdentities.usbPlace(in: path) == nil || path == "/usb1/1-3")
  }

  @Test(
    "a card's identity comes from the USB device it is part of",
    arguments: [("SN 42 \n", "SN 42"), ("\n", nil), (nil, nil)])
  func identity(file: String?, serial: String?) throws {
    let folder = try TemporaryFolder()
    let device = "devices/pci0000:00/0000:00:14.0/usb1/1-3"
    if let file { try folder.write(file.utf8, as: device + "/serial") }
    try folder.write([], as: device + "/1-3:1.2/sound/card5/id")
    try folder.write([], as: "class/sound/card5/id")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/class/sound/card5/device",
      withDestinationPath: "../../../" + device + "/1-3:1.2")
    let identities = ALSAIdentities(sysfs: folder.path)
    #expect(
      identities.identity(ofCard: 5, model: "Camera")
        == DeviceIdentity(serial: serial, portPath: "usb-0000:00:14.0-3", model: "Camera"))
    #expect(
      identities.identity(ofCard: 6, model: "HDA")
        == DeviceIdentity(serial: nil, portPath: nil, model: "HDA"))
  }

  @Test("nodes that are not there are not forbidden")
  func nothingForbidden() throws {
    #expect(ALSAIdentities(nodes: try TemporaryFolder().path).forbiddenNode() == nil)
  }
}
