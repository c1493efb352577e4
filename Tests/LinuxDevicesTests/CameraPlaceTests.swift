import CaptureDevices
import MediaCore
import TestSupport
import Testing

@testable import LinuxDevices

@Suite("What kind of camera it is, and which way it looks")
struct CameraPlaceTests {
  private let tree = FakeDeviceTree()

  private func place(_ number: Int = 0, driver: String = "uvcvideo") -> CameraPlace {
    CameraPlace(number, driver: driver, in: tree.files.sysfsRoot)
  }

  @Test("a USB camera is plugged in, unless its port says that it cannot be taken out")
  func usb() {
    for (removable, kind) in [
      (nil, VideoDeviceTraits.Kind.external), ("unknown", .external), ("removable", .external), ("fixed", .builtIn),
    ] {
      let tree = FakeDeviceTree()
      _ = tree.addUSBNode(0, port: "1-3", serial: nil)
      if let removable { tree.write("\(removable)\n", to: "sys/devices/pci0/usb1/1-3/removable") }
      // What the bus is in says nothing of the camera.
      tree.write("fixed\n", to: "sys/devices/pci0/removable")
      #expect(CameraPlace(0, driver: "uvcvideo", in: tree.files.sysfsRoot).kind == kind, "\(removable ?? "")")
    }
  }

  @Test("a camera of the machine looks where the firmware says, and one in a port does not")
  func side() {
    _ = tree.addUSBNode(0, port: "1-3", serial: nil)
    tree.makeFolder("sys/devices/pci0/usb1/1-3/port/physical_location")
    tree.write("front\n", to: "sys/devices/pci0/usb1/1-3/port/physical_location/panel")
    #expect(place() == CameraPlace(kind: .external, position: .unspecified))
    tree.write("fixed\n", to: "sys/devices/pci0/usb1/1-3/removable")
    #expect(place() == CameraPlace(kind: .builtIn, position: .front))
    tree.makeFolder("sys/devices/pci0/usb1/1-3/physical_location")
    tree.write("back\n", to: "sys/devices/pci0/usb1/1-3/physical_location/panel")
    #expect(place() == CameraPlace(kind: .builtIn, position: .back))
  }

  private func addPlatformNode(_ folder: String, hasDevice: Bool) {
    tree.makeFolder("sys/devices/\(folder)/video4linux/video0")
    if hasDevice { tree.link("sys/devices/\(folder)/video4linux/video0/device", to: "../..") }
    tree.link("sys/class/video4linux/video0", to: "../../devices/\(folder)/video4linux/video0")
  }

  @Test("a sensor on the board is part of the machine; what a program feeds, or a driver makes up, is no camera")
  func platform() {
    addPlatformNode("platform/soc/csi0", hasDevice: true)
    #expect(place(driver: "unicam").kind == .builtIn)
    #expect(place(driver: "vivid").kind == .simulated)
    let loopback = FakeDeviceTree()
    loopback.makeFolder("sys/devices/virtual/video4linux/video0")
    loopback.link("sys/class/video4linux/video0", to: "../../devices/virtual/video4linux/video0")
    #expect(CameraPlace(0, driver: "v4l2 loopback", in: loopback.files.sysfsRoot).kind == .simulated)
  }

  @Test("without sysfs nothing is known, and a node counts as plugged in")
  func unknown() {
    #expect(place() == CameraPlace(kind: nil, position: .unspecified))
  }

  @Test("the catalog says it of its cameras, and a sensor's own word counts more")
  func catalog() throws {
    let node = tree.addUSBNode(0, port: "1-3", serial: nil)
    tree.write("fixed\n", to: "sys/devices/pci0/usb1/1-3/removable")
    let catalog = V4L2Catalog(
      files: tree.files, calls: ScriptedKernel([node: .camera()]), clock: LateClock())
    var camera = try #require(try catalog.videoDevices().first)
    #expect(VideoDeviceTraits(of: camera).kind == .builtIn && VideoDeviceTraits(of: camera).position == .unspecified)
    let orientations: [(Int64, VideoDeviceTraits.Kind, VideoDeviceTraits.Position)] = [
      (0, .builtIn, .front), (1, .builtIn, .back), (2, .external, .unspecified), (9, .builtIn, .unspecified),
    ]
    for (value, kind, position) in orientations {
      camera.controls = [
        DeviceControl(
          id: CameraControlNumber.orientation, name: "Camera Orientation", kind: .menu, minimum: 0, maximum: 2, step: 1,
          defaultValue: value, value: value, menu: [0: "Front", 1: "Back", 2: "External"])
      ]
      for areFixed in [true, false] {
        let traits = VideoDeviceTraits(of: camera, areControlsFixed: areFixed)
        #expect(traits.kind == kind && traits.position == position)
      }
    }
  }
}
