import CV4L2
import CaptureDevices
import Foundation
import MediaCore
import TestSupport
import Testing

@testable import LinuxDevices

@Suite(
  "A real kernel's V4L2", .serialized, .enabled(if: V4L2Rig.isPresent, "needs the guest with vivid"),
  .timeLimit(.minutes(5)))
struct V4L2RigTests {
  typealias Event = VideoSinkStream.Event

  // Numbers of frames and skips join without a seam, and times increase.
  private func checkSeamless(_ events: [Event]) {
    var next: UInt64?
    var last = Int64.min
    for event in events {
      switch event {
      case .frame(let sequence, let time, _):
        #expect(next == nil || sequence == next)
        #expect(time > last)
        next = sequence + 1
        last = time
      case .skip(let count, _): next = next.map { $0 + UInt64(count) }
      case .failure(let code, let errno): Issue.record("the stream failed: \(code) \(errno ?? 0)")
      }
    }
  }

  private func frames(_ events: [Event]) -> [(sequence: UInt64, nanoseconds: Int64, bytes: [UInt8])] {
    events.compactMap { event in
      if case .frame(let sequence, let time, let bytes) = event { (sequence, time, bytes) } else { nil }
    }
  }

  private func capture(_ rig: V4L2Rig, _ wish: VideoWish, count: Int) async throws -> (V4L2VideoSource, [Event]) {
    let source = try rig.open(wish)
    let sink = VideoSinkStream()
    try source.start(delivering: sink)
    let events = await sink.next(count)
    source.stop()
    return (source, events)
  }

  @Test("vivid is listed as v4l2-ctl lists it")
  func listing() throws {
    let rig = try V4L2Rig()
    let node = try #require(rig.device.node)
    let text = try V4L2Rig.output(
      of: ForeignTool("/usr/bin/v4l2-ctl", package: "v4l-utils"), "-d", node, "--list-formats")
    let listed = text.split(separator: "\n").compactMap { line -> String? in
      let parts = line.split(separator: "'")
      return line.contains("]: '") && parts.count > 1 ? String(parts[1]) : nil
    }
    #expect(listed.count > 20)
    let codes = Set(rig.device.modes.map(\.pixelFormat.description))
    #expect(Set(listed).subtracting(codes).allSatisfy { $0.contains("-BE") })
    #expect(rig.device.id == "vivid@platform:vivid-000")
    #expect(rig.device.controls.contains { $0.name == "Brightness" && $0.kind == .integer })
    #expect(try #require(rig.device.controls.first { $0.name == "Test Pattern" }).menu[0] == "75% Colorbar")
    let sizes = Set(rig.device.modes.filter { $0.pixelFormat == .yuyv }.map { "\($0.width)x\($0.height)" })
    #expect(sizes.isSuperset(of: ["320x180", "640x360", "640x480", "1280x720", "1920x1080", "3840x2160"]))
    #expect(V4L2Rig.openNodes.isEmpty)
  }

  @Test(
    "each native coding streams in time, with whole frames",
    arguments: [PixelFormat.yuyv, .uyvy, .nv12, .yu12, .rgb24, .grey])
  func native(_ format: PixelFormat) async throws {
    let rig = try V4L2Rig()
    let before = rig.catalog.clock.now.nanoseconds
    let (source, events) = try await capture(
      rig, VideoWish(size: (320, 180), frameRate: 30, pixelFormat: format), count: 12)
    let after = rig.catalog.clock.now.nanoseconds
    #expect(source.mode.format.pixelFormat == format)
    #expect(source.mode.frameInterval == MediaTime(value: 1, timescale: 30))
    #expect(source.timestampInstant == .endOfFrame)
    checkSeamless(events)
    let frames = frames(events)
    #expect(frames.count >= 10)
    for frame in frames {
      #expect(frame.bytes.count == source.mode.format.frameBytes)
      // vivid reckons the end of a frame ahead: by the time of delivery it need not have come.
      #expect(before < frame.nanoseconds && frame.nanoseconds < after + 33_333_333)
    }
    for (one, two) in zip(frames, frames.dropFirst()) where two.sequence == one.sequence + 1 {
      #expect(abs(two.nanoseconds - one.nanoseconds - 33_333_333) < 12_000_000)
    }
  }

  @Test("foreign codings are converted", arguments: ["YVYU", "BGR3", "NV16", "XR24"])
  func foreign(_ name: String) async throws {
    let rig = try V4L2Rig()
    let format = try #require(PixelFormat(name))
    let patterns = try #require(rig.device.controls.first { $0.name == "Test Pattern" }).menu
    try rig.set("Test Pattern", to: Int32(try #require(patterns.first { $0.value == "100% White" }).key))
    let (source, events) = try await capture(
      rig, VideoWish(size: (320, 180), frameRate: 15, pixelFormat: format), count: 3)
    try rig.set("Test Pattern", to: 0)
    checkSeamless(events)
    let frame = try #require(frames(events).last)
    #expect(frame.bytes.count == source.mode.format.frameBytes)
    let isRGB = source.mode.format.pixelFormat == .rgb24
    #expect(isRGB == ["BGR3", "XR24"].contains(name))
    // Below the text that vivid writes into the picture.
    let row = 170 * 320 * (isRGB ? 3 : 1)
    let white = frame.bytes[(row + 96)..<(row + 300)]
    #expect(white.allSatisfy { $0 >= 230 })
  }

  @Test("raw codings come as the sensor has them", arguments: ["BA81", "GRBG", "BG10", "RG12"])
  func raw(_ name: String) async throws {
    let rig = try V4L2Rig()
    let format = try #require(PixelFormat(name))
    let coding = try #require(format.bayer)
    let patterns = try #require(rig.device.controls.first { $0.name == "Test Pattern" }).menu
    try rig.set("Test Pattern", to: Int32(try #require(patterns.first { $0.value == "100% White" }).key))
    let (source, events) = try await capture(
      rig, VideoWish(size: (320, 180), frameRate: 15, pixelFormat: format), count: 3)
    try rig.set("Test Pattern", to: 0)
    checkSeamless(events)
    #expect(source.mode.format.pixelFormat == format)
    let frame = try #require(frames(events).last)
    #expect(frame.bytes.count == source.mode.format.frameBytes)
    // Below the text that vivid writes into the picture.
    for x in 100..<300 {
      let bytes = coding.rowBytes(width: 1)
      let first = 170 * source.mode.format.planes[0].strideBytes + x * bytes
      let sample = bytes == 1 ? Int(frame.bytes[first]) : Int(frame.bytes[first]) + Int(frame.bytes[first + 1]) << 8
      #expect(sample <= coding.maximumSample && sample >= coding.maximumSample * 9 / 10)
    }
  }

  @Test("frames that vivid drops are gaps, and are counted")
  func dropped() async throws {
    let rig = try V4L2Rig()
    try rig.set("Percentage of Dropped Buffers", to: 40)
    let (_, events) = try await capture(rig, VideoWish(size: (320, 180), frameRate: 30), count: 40)
    try rig.set("Percentage of Dropped Buffers", to: 0)
    checkSeamless(events)
    #expect(events.contains { if case .skip(_, .dropped) = $0 { true } else { false } })
    #expect(frames(events).count > 10)
  }

  @Test("a buffer flagged as faulty is skipped, and the stream goes on")
  func flagged() async throws {
    let rig = try V4L2Rig()
    let source = try rig.open(VideoWish(size: (320, 180), frameRate: 30))
    let sink = VideoSinkStream()
    try source.start(delivering: sink)
    var events = await sink.next(2)
    try rig.set("Inject V4L2_BUF_FLAG_ERROR", to: 1)
    events += await sink.next(8)
    source.stop()
    checkSeamless(events)
    #expect(events.contains(.skip(1, .flaggedError)))
  }

  @Test("a fatal streaming error ends the stream, and the camera starts again")
  func fatal() async throws {
    let rig = try V4L2Rig()
    let source = try rig.open(VideoWish(size: (320, 180), frameRate: 30))
    let sink = VideoSinkStream()
    try source.start(delivering: sink)
    _ = await sink.next(2)
    try rig.set("Inject Fatal Streaming Error", to: 1)
    var last = await sink.next(1)
    while case .frame? = last.last { last = await sink.next(1) }
    #expect(last == [.failure(.streamingFailed, errno: EIO)])
    source.stop()
    try source.start(delivering: sink)
    #expect(frames(await sink.next(3)).count >= 2)
    source.stop()
  }

  @Test(
    "starts that the driver refuses fail cleanly",
    arguments: ["Inject VIDIOC_REQBUFS Error", "Inject VIDIOC_QBUF Error", "Inject VIDIOC_STREAMON Error"])
  func refusedStart(_ control: String) async throws {
    let rig = try V4L2Rig()
    let source = try rig.open(VideoWish(size: (320, 180), frameRate: 30))
    let sink = VideoSinkStream()
    try rig.set(control, to: 1)
    let error = #expect(throws: DeviceError.self) { try source.start(delivering: sink) }
    #expect(error?.status == Int(EINVAL))
    try source.start(delivering: sink)
    #expect(frames(await sink.next(2)).count >= 1)
    source.stop()
  }

  @Test("a second program finds the camera busy")
  func busy() async throws {
    let rig = try V4L2Rig()
    let wish = VideoWish(size: (320, 180), frameRate: 30)
    let source = try rig.open(wish)
    let rival = try rig.open(wish)
    let sink = VideoSinkStream()
    try source.start(delivering: sink)
    let error = #expect(throws: DeviceError.self) { try rival.start(delivering: sink) }
    #expect(error?.code == .busy)
    #expect(error?.status == Int(EBUSY))
    source.stop()
    try rival.start(delivering: sink)
    rival.stop()
  }

  @Test("numbers go on past 2^32")
  func wrap() async throws {
    let rig = try V4L2Rig()
    try rig.set("Wrap Sequence Number", to: 1)
    let (_, events) = try await capture(rig, VideoWish(size: (320, 180), frameRate: 60), count: 140)
    try rig.set("Wrap Sequence Number", to: 0)
    checkSeamless(events)
    let numbers = frames(events).map(\.sequence)
    #expect(try #require(numbers.first) < 1 << 32)
    #expect(try #require(numbers.last) >= 1 << 32)
  }

  @Test("stamps of another age are replaced by the instant of arrival", arguments: [Int32(1), 2])
  func wrapTimestamps(_ kind: Int32) async throws {
    let rig = try V4L2Rig()
    try rig.set("Wrap Timestamp", to: kind)
    let before = rig.catalog.clock.now.nanoseconds
    let (_, events) = try await capture(rig, VideoWish(size: (320, 180), frameRate: 30), count: 6)
    let after = rig.catalog.clock.now.nanoseconds
    try rig.set("Wrap Timestamp", to: 0)
    checkSeamless(events)
    #expect(frames(events).allSatisfy { before < $0.nanoseconds && $0.nanoseconds < after })
  }

  @Test("start of exposure is told from end of frame")
  func timestampSource() async throws {
    let rig = try V4L2Rig()
    try rig.set("Timestamp Source", to: 1)
    let (source, _) = try await capture(rig, VideoWish(size: (320, 180), frameRate: 30), count: 2)
    try rig.set("Timestamp Source", to: 0)
    #expect(source.timestampInstant == .startOfExposure)
  }

  @Test("a camera that is unplugged says so, and works when it is back", arguments: [false, true])
  func unplugged(_ byUnbinding: Bool) async throws {
    let driver = "/sys/bus/platform/drivers/vivid"
    do {
      let rig = try V4L2Rig()
      let source = try rig.open(VideoWish(size: (320, 180), frameRate: 30))
      let sink = VideoSinkStream()
      try source.start(delivering: sink)
      _ = await sink.next(2)
      if byUnbinding {
        try Data("vivid.0".utf8).write(to: URL(fileURLWithPath: "\(driver)/unbind"))
      } else {
        try rig.set("Disconnect", to: 1)
      }
      var last = await sink.next(1)
      while case .frame? = last.last { last = await sink.next(1) }
      #expect(last == [.failure(.disconnected, errno: ENODEV)])
      source.stop()
      #expect(throws: DeviceError.self) { try source.start(delivering: sink) }
    }
    #expect(V4L2Rig.openNodes.isEmpty)
    if byUnbinding {
      #expect(try V4L2Catalog(clock: MonotonicClock()).videoDevices().isEmpty)
      try Data("vivid.0".utf8).write(to: URL(fileURLWithPath: "\(driver)/bind"))
    }
    let rig = try V4L2Rig()
    let (_, events) = try await capture(rig, VideoWish(size: (320, 180), frameRate: 30), count: 2)
    #expect(frames(events).count >= 1)
  }

  @Test("no descriptor is left after all of this")
  func descriptors() async throws {
    func count() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
    let rig = try V4L2Rig()
    _ = try await capture(rig, VideoWish(size: (320, 180), frameRate: 60), count: 1)
    let before = try count()
    for _ in 0..<10 { _ = try await capture(rig, VideoWish(size: (320, 180), frameRate: 60), count: 1) }
    #expect(try count() == before)
    #expect(V4L2Rig.openNodes.isEmpty)
  }
}
