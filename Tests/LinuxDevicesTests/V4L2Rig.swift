import CV4L2
import CaptureDevices
import Foundation
import MediaCore
import TestSupport
import Testing

@testable import LinuxDevices

/// A real kernel's vivid camera: its controls, among them those that make faults.
struct V4L2Rig {
  /// Whether this runs inside the guest that has the devices.
  static var isPresent: Bool { ProcessInfo.processInfo.environment["LIVECAM_RIG"] == "1" }

  let catalog = V4L2Catalog(clock: MonotonicClock())
  let device: VideoDevice

  init() throws { device = try #require(try catalog.videoDevices().first { $0.driver == "vivid" }) }

  func open(_ wish: VideoWish) throws -> V4L2VideoSource { try catalog.openVideo(device.id, wish: wish).source }

  /// Sets a control of the camera by its name. `VIDIOC_S_EXT_CTRLS`.
  func set(_ name: String, to value: Int32) throws {
    let control = try #require(device.controls.first { $0.name == name }, "vivid has no control \(name)")
    let node = try V4L2Node(path: try #require(device.node), calls: KernelV4L2Calls())
    var entry = v4l2_ext_control()
    entry.id = control.id
    entry.value = value
    try withUnsafeMutablePointer(to: &entry) { pointer in
      var list = v4l2_ext_controls()
      list.count = 1
      list.controls = pointer
      try node.control(CV4L2_S_EXT_CTRLS, &list, "VIDIOC_S_EXT_CTRLS")
    }
  }

  /// The descriptors that this process has open on video nodes.
  static var openNodes: [String] {
    let folder = "/proc/self/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
      .filter { $0.hasPrefix("/dev/video") }
  }

  /// What a program of the machine prints.
  static func output(of program: ForeignTool, _ arguments: String...) throws -> String {
    let output = try program.attempt(arguments)
    #expect(output.status == 0)
    return output.text
  }
}
