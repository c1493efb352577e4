import CV4L2
import CaptureDevices
import Glibc
import MediaCore
import TestSupport
import Testing

@testable import LinuxDevices

@Suite("Finding V4L2 cameras")
struct V4L2CatalogTests {
  private func catalog(_ tree: FakeDeviceTree, _ nodes: [String: ScriptedNode]) -> V4L2Catalog {
    V4L2Catalog(files: tree.files, calls: ScriptedKernel(nodes), clock: LateClock())
  }

  private func named(_ card: String, bus: String, _ change: (inout ScriptedNode) -> Void = { _ in }) -> ScriptedNode {
    var node = ScriptedNode.camera()
    node.card = card
    node.bus = bus
    change(&node)
    return node
  }

  @Test("a machine without cameras has none")
  func none() throws {
    let tree = FakeDeviceTree()
    for name in ["dev/video", "dev/videoX", "dev/video-1", "dev/vbi0", "dev/video1x"] { tree.write("", to: name) }
    let catalog = catalog(tree, [:])
    #expect(try catalog.videoDevices().isEmpty)
    #expect(catalog.survey().skipped.isEmpty)
    let error = try #require(throws: DeviceError.self) { try catalog.camera(named: "webcam") }
    #expect(error.code == .notFound)
    #expect(error.message.contains("plugged in"))
  }

  @Test("identifiers come from serial, port and model, and never clash")
  func identifiers() throws {
    let tree = FakeDeviceTree()
    let catalog = catalog(
      tree,
      [
        tree.addUSBNode(0, port: "1-1", serial: "8A0B 1C2D"): named("HD Pro (C920)", bus: "usb-0000:00:14.0-1"),
        tree.addUSBNode(2, port: "1-2", serial: "000000"): named("HD Pro (C920)", bus: "usb-0000:00:14.0-2"),
        tree.addUSBNode(4, port: "1-3", serial: nil): named("", bus: "") { $0.driver = "gspca" },
        tree.addNode(10): named("vivid", bus: "platform:vivid-000"),
        tree.addNode(11): named("Loop", bus: ""),
        tree.addNode(9): named("Loop", bus: ""),
        tree.addUSBNode(20, port: "1-9", serial: "SAME"): named("Twin", bus: "usb-9"),
        tree.addUSBNode(21, port: "1-8", serial: "SAME"): named("Twin", bus: "usb-8"),
      ])
    let devices = try catalog.videoDevices()
    #expect(
      devices.map { "\($0.id) \($0.node.map { $0.split(separator: "/").last ?? "" } ?? "")" } == [
        "gspca@usb-1-3 video4", "hd-pro-c920-8A0B-1C2D video0", "hd-pro-c920@usb-0000:00:14.0-2 video2",
        "loop video9", "loop-2 video11", "twin-SAME video21", "twin-SAME-2 video20", "vivid@platform:vivid-000 video10",
      ])
    #expect(
      devices[1].identity
        == DeviceIdentity(
          serial: "8A0B 1C2D", portPath: "usb-0000:00:14.0-1", model: "HD Pro (C920)"))
  }

  @Test(
    "nodes that are not cameras are passed over, and say why",
    arguments: [
      (UInt32(V4L2_CAP_META_CAPTURE) | CV4L2_CAP_STREAMING, 0 as Int32, DeviceError.Code.unsuitable, "metadata"),
      (UInt32(V4L2_CAP_VIDEO_OUTPUT), 0, .unsuitable, "output"),
      (UInt32(V4L2_CAP_VIDEO_M2M), 0, .unsuitable, "codec"),
      (UInt32(V4L2_CAP_VIDEO_M2M_MPLANE) | CV4L2_CAP_VIDEO_CAPTURE_MPLANE, 0, .unsuitable, "codec"),
      (UInt32(V4L2_CAP_TUNER), 0, .unsuitable, "captures no video"),
      (CV4L2_CAP_VIDEO_CAPTURE, 0, .unsuitable, "read()"),
      (CV4L2_CAP_VIDEO_CAPTURE, EACCES, .accessDenied, "usermod -aG video"),
      (CV4L2_CAP_VIDEO_CAPTURE, EBUSY, .busy, "fuser -v"),
      (CV4L2_CAP_VIDEO_CAPTURE, ENODEV, .notFound, "no camera behind"),
    ])
  func skipped(_ capabilities: UInt32, _ errno: Int32, _ code: DeviceError.Code, _ word: String) throws {
    let tree = FakeDeviceTree()
    let camera = tree.addNode(0)
    let other = tree.addNode(1)
    let catalog = catalog(
      tree,
      [
        camera: .camera(),
        other: named("Other", bus: "usb-1") {
          $0.capabilities = capabilities
          $0.openErrno = errno
        },
      ])
    let survey = catalog.survey()
    #expect(survey.devices.map(\.node) == [camera])
    #expect(try catalog.videoDevices().count == 1)
    #expect(survey.skipped.map(\.context) == [other])
    #expect(survey.skipped.map(\.code) == [code])
    #expect(survey.skipped.first?.message.contains(word) == true)
    // Asked for by its node, it says the same; by a name that fits nothing, what was refused is told, too.
    let byNode = try #require(throws: DeviceError.self) { try catalog.camera(named: other) }
    #expect(byNode.code == code)
    let byName = try #require(throws: DeviceError.self) { try catalog.camera(named: "nothing") }
    #expect(byName.message.contains(other) == (errno == EACCES || errno == EBUSY))
  }

  @Test("a node that is no V4L2 device is passed over")
  func foreignNode() throws {
    let tree = FakeDeviceTree()
    var node = ScriptedNode.camera()
    node.failures[CV4L2_QUERYCAP] = ENOTTY
    let catalog = catalog(tree, [tree.addNode(0): node])
    #expect(catalog.survey().skipped.map(\.code) == [.unsuitable])
    #expect(try catalog.videoDevices().isEmpty)
  }

  @Test("when every camera refuses, that is the answer, not an empty list")
  func allRefuse() throws {
    let tree = FakeDeviceTree()
    let catalog = catalog(tree, [tree.addNode(0): named("A", bus: "1") { $0.openErrno = EACCES }])
    let error = try #require(throws: DeviceError.self) { try catalog.videoDevices() }
    #expect(error.code == .accessDenied)
    #expect(error.status == Int(EACCES))
  }

  @Test("a camera is found by identifier, node, link, number and part of its name")
  func lookup() throws {
    let tree = FakeDeviceTree()
    let first = tree.addUSBNode(0, port: "1-1", serial: "S1")
    let second = tree.addUSBNode(3, port: "1-2", serial: "S2")
    tree.makeFolder("dev/v4l/by-id")
    tree.link("dev/v4l/by-id/usb-second", to: "../../video3")
    let catalog = catalog(tree, [first: named("HD Webcam", bus: "usb-1"), second: named("Desk Webcam", bus: "usb-2")])
    for name in [
      "desk-webcam-S2", second, "\(tree.root)/dev/v4l/by-id/usb-second", "3", "video3", "desk", "Desk W", "s2",
    ] {
      #expect(try catalog.camera(named: name).device.node == second, "\(name)")
    }
    for name in ["webcam", "", "7", "video7", "/dev/nothing", "cam 3", "99999999999999999999"] {
      let error = try #require(throws: DeviceError.self) { try catalog.camera(named: name) }
      #expect(error.code == .notFound)
      #expect(error.context == name)
      #expect(error.message.contains("hd-webcam-S1 (HD Webcam, \(first))"))
    }
    let ambiguous = try #require(throws: DeviceError.self) { try catalog.camera(named: "webcam") }
    #expect(ambiguous.message.contains("Several cameras"))
  }

  @Test("a camera that vanishes between listing and opening is not found")
  func vanished() throws {
    let camera = ScriptedCamera()
    let node = try #require(try camera.catalog.videoDevices().first?.node)
    camera.kernel.with { $0.nodes[node] = nil }
    let error = try #require(throws: DeviceError.self) { try camera.open() }
    #expect(error.code == .notFound)
    #expect(error.status == Int(ENOENT))
  }

  @Test("nothing stays open after a survey")
  func closes() throws {
    let camera = ScriptedCamera()
    _ = try camera.catalog.videoDevices()
    #expect(camera.leftovers == [0, 0, 0])
  }

  @Test("only codings that can be read are chosen")
  func unreadable() throws {
    let camera = ScriptedCamera(.camera(try #require(PixelFormat("H264"))))
    #expect(try camera.catalog.videoDevices().first?.modes.count == 1)
    let error = try #require(throws: DeviceError.self) { try camera.open() }
    #expect(error.code == .unsupportedMode)
  }
}
