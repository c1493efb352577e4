import CV4L2
import CaptureDevices
import Foundation
import MediaCore
import Synchronization
import TestSupport
import Testing

@testable import LinuxDevices

@Suite(
  "A real kernel's controls", .serialized, .enabled(if: V4L2Rig.isPresent, "needs the guest with vivid"),
  .timeLimit(.minutes(5)))
struct V4L2ControlRigTests {
  private func open(_ rig: V4L2Rig) throws -> V4L2VideoSource {
    try rig.open(VideoWish(size: (320, 180), frameRate: 30, pixelFormat: .grey))
  }

  private func control(_ name: String, of rig: V4L2Rig) throws -> DeviceControl {
    try #require(rig.device.controls.first { $0.name == name }, "vivid has no control \(name)")
  }

  @Test("what is set is what v4l2-ctl sees, from end to end", arguments: ["Brightness", "Contrast", "Hue"])
  func limits(_ name: String) throws {
    let rig = try V4L2Rig()
    let source = try open(rig)
    let control = try control(name, of: rig)
    for value in [control.minimum, control.maximum, control.defaultValue] {
      try source.setControl(control.id, to: value)
      #expect(try source.value(ofControl: control.id) == value)
      let text = try V4L2Rig.output(
        of: ForeignTool("/usr/bin/v4l2-ctl", package: "v4l-utils"), "-d", try #require(rig.device.node), "-C",
        name.lowercased())
      #expect(text == "\(name.lowercased()): \(value)\n")
    }
    for value in [control.minimum - 1, control.maximum + 1] {
      let error = #expect(throws: DeviceError.self) { try source.setControl(control.id, to: value) }
      #expect(error?.code == .invalidControlValue)
      #expect(error?.message.contains("\(name) (0x98") == true)
      #expect(error?.message.contains("\(control.minimum)…\(control.maximum)") == true)
    }
  }

  @Test("controls of every kind take their limits and their defaults")
  func kinds() throws {
    let rig = try V4L2Rig()
    let source = try open(rig)
    for name in ["Boolean", "Integer 32 Bits", "Integer 64 Bits", "Menu", "Integer Menu", "Bitmask"] {
      let control = try control(name, of: rig)
      let last = control.menu.keys.max() ?? control.maximum
      for value in [last, control.defaultValue] {
        try source.setControl(control.id, to: value)
        #expect(try source.value(ofControl: control.id) == value, "\(name)")
      }
      guard last < .max else { continue }
      #expect(throws: DeviceError.self, "\(name)") { try source.setControl(control.id, to: last + 1) }
    }
    try source.setControl(try control("Button", of: rig).id, to: 1)
    let text = try control("String", of: rig)
    #expect(#expect(throws: DeviceError.self) { try source.value(ofControl: text.id) }?.code == .unsupportedControl)
    #expect(
      #expect(throws: DeviceError.self) { try source.value(ofControl: CameraControlNumber.flashMode) }?.code
        == .unsupportedControl)
  }

  @Test("a gain that is automatic cannot be set, and the error says why")
  func inactive() throws {
    let rig = try V4L2Rig()
    let source = try open(rig)
    let automatic = try control("Gain, Automatic", of: rig)
    let gain = try #require(CameraControls(source).gain)
    var restoration = ControlRestoration()
    try restoration.remember(automatic.id, of: source)
    try source.setControl(automatic.id, to: 1)
    let error = #expect(throws: DeviceError.self) { try gain.set(100) }
    #expect(error?.code == .invalidControlValue && error?.message.contains("automatic control") == true)
    try source.setControl(automatic.id, to: 0)
    #expect(try gain.set(100) == 100)
    #expect(try gain.value() == 100)
    #expect(gain.range == 0...255)
    try restoration.restore(on: source)
    #expect(try source.value(ofControl: automatic.id) == automatic.value)
  }

  @Test("a control that can only be read says so")
  func readOnly() throws {
    let rig = try V4L2Rig()
    let source = try open(rig)
    let node = try V4L2Node(path: try #require(rig.device.node), calls: KernelV4L2Calls())
    var found = 0
    for control in rig.device.controls where control.kind == .integer {
      let query = try node.query(control: control.id)
      guard query.flags & CV4L2_CTRL_FLAG_READ_ONLY != 0 else { continue }
      found += 1
      let error = #expect(throws: DeviceError.self) { try source.setControl(control.id, to: control.minimum) }
      #expect(error?.code == .invalidControlValue && error?.message.contains("only be read") == true)
    }
    #expect(found > 0)
  }

  @Test("values come back as they were found, to other programs' eyes too")
  func restoration() throws {
    let rig = try V4L2Rig()
    let brightness = try control("Brightness", of: rig)
    do {
      let source = try open(rig)
      var restoration = ControlRestoration()
      try restoration.remember(brightness.id, of: source)
      try source.setControl(brightness.id, to: 17)
      #expect(try V4L2Rig().device.controls.first { $0.id == brightness.id }?.value == 17)
      try restoration.restore(on: source)
    }
    #expect(try V4L2Rig().device.controls.first { $0.id == brightness.id }?.value == brightness.value)
  }

  @Test("a control that is set while the camera runs shows within the delay that is promised", arguments: 0..<3)
  func delay(_ round: Int) async throws {
    let rig = try V4L2Rig()
    let source = try open(rig)
    let brightness = try control("Brightness", of: rig)
    // vivid's white is not cut off at the ends, but begins anew: this much darker is darker.
    try source.setControl(brightness.id, to: 128)
    let sink = WhiteSink(settingAt: 10 + round) { try? source.setControl(brightness.id, to: 64) }
    try source.start(delivering: sink)
    let whites = await sink.whites(40)
    source.stop()
    try source.setControl(brightness.id, to: brightness.defaultValue)
    let delay = try #require(sink.delay(in: whites), "the control never showed: \(whites)")
    #expect(delay >= 1 && delay <= source.controlDelayFrames)
  }
}

/// Takes one pixel of each frame, of the white bar below vivid's text, and does something while a frame is delivered.
private final class WhiteSink: VideoSink {
  private let setAt: Int
  private let set: @Sendable () -> Void
  private let count = Mutex(0)
  private let (stream, continuation) = AsyncStream<UInt8>.makeStream()

  init(settingAt setAt: Int, _ set: @escaping @Sendable () -> Void) {
    self.setAt = setAt
    self.set = set
  }

  func videoSource(_ source: any VideoSource, didCapture frame: BorrowedVideoFrame) {
    let number = count.withLock { count in
      defer { count += 1 }
      return count
    }
    if number == setAt { set() }
    continuation.yield(frame.bytes[175 * 320 + 4])
  }

  func videoSource(_ source: any VideoSource, didSkip count: Int, reason: SkipReason) {}
  func videoSource(_ source: any VideoSource, didFail error: DeviceError) { continuation.finish() }

  func whites(_ count: Int) async -> [UInt8] {
    var whites: [UInt8] = []
    for await white in stream {
      whites.append(white)
      if whites.count == count { break }
    }
    return whites
  }

  /// How many frames after the one at which it was set the picture was another.
  func delay(in whites: [UInt8]) -> Int? {
    guard whites.count > setAt else { return nil }
    return whites.indices.first { $0 > setAt && Int(whites[$0]) < Int(whites[setAt]) - 30 }.map { $0 - setAt }
  }
}
