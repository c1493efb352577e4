import CV4L2
import CaptureDevices
import Foundation
import MediaCore
import Testing

@testable import LinuxDevices

@Suite(
  "A real kernel's USB camera", .serialized,
  .enabled(if: ProcessInfo.processInfo.environment["LIVECAM_RIG_USB"] == "1", "needs the guest with the USB camera"),
  .timeLimit(.minutes(5)))
struct V4L2USBRigTests {
  typealias Event = VideoSinkStream.Event
  private let catalog = V4L2Catalog(clock: MonotonicClock())
  // The rig's camera takes orders here, one a line: faults, and pulling the plug.
  private let control = ProcessInfo.processInfo.environment["LIVECAM_RIG_USB_CONTROL"] ?? "/tmp/usbcam"

  private func order(_ word: String) throws {
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: control))
    try handle.write(contentsOf: Data("\(word)\n".utf8))
    try handle.close()
  }

  private func device() throws -> VideoDevice {
    try #require(try catalog.videoDevices().first { $0.driver == "uvcvideo" })
  }

  @Test("its identifier is made of its serial, and its metadata node is passed over")
  func identity() throws {
    let device = try device()
    #expect(device.identity.serial == "RIG0001")
    #expect(device.identity.portPath?.hasPrefix("usb-") == true)
    #expect(device.id.hasSuffix("-RIG0001"))
    #expect(Set(device.modes.map(\.pixelFormat)) == [.mjpeg, .yuyv])
    #expect(catalog.survey().skipped.contains { $0.code == .unsuitable && $0.message.contains("metadata") })
  }

  @Test("JPEGs come whole and in time, stamped at the start of exposure")
  func jpegs() async throws {
    let (source, reason) = try catalog.openVideo("rig", wish: VideoWish())
    #expect(source.mode.format.pixelFormat == .mjpeg)
    #expect(reason.hasPrefix("MJPG"))
    let sink = VideoSinkStream()
    try source.start(delivering: sink)
    let events = await sink.next(30)
    source.stop()
    #expect(source.timestampInstant == .startOfExposure)
    var times: [Int64] = []
    for case .frame(_, let time, let bytes) in events {
      times.append(time)
      #expect(bytes.prefix(2) == [0xff, 0xd8])
      #expect(bytes.suffix(2) == [0xff, 0xd9])
    }
    #expect(times.count == 30)
    let interval = try #require(zip(times, times.dropFirst()).map { $1 - $0 }.sorted().dropFirst(14).first)
    #expect(abs(interval - source.mode.frameInterval.nanoseconds) < 2_000_000)
  }

  @Test(
    "faulty pictures are skipped or missing, and the stream goes on",
    arguments: [("trunc", SkipReason.truncated), ("junk", .truncated), ("empty", .dropped)])
  func faults(_ fault: String, _ reason: SkipReason) async throws {
    let (source, _) = try catalog.openVideo("rig", wish: VideoWish(pixelFormat: .mjpeg))
    let sink = VideoSinkStream()
    try source.start(delivering: sink)
    _ = await sink.next(3)
    try order(fault)
    var events = await sink.next(1)
    while case .frame? = events.last { events = await sink.next(1) }
    #expect(events == [.skip(1, reason)])
    if case .frame? = await sink.next(1).first {} else { Issue.record("no frame after the fault") }
    source.stop()
  }

  // Comes last: the camera is another one afterwards, as far as the kernel is concerned.
  @Test("pulling the plug ends the stream as disconnected")
  func unplug() async throws {
    let (source, _) = try catalog.openVideo("rig", wish: VideoWish(pixelFormat: .mjpeg))
    let sink = VideoSinkStream()
    try source.start(delivering: sink)
    _ = await sink.next(3)
    try order("unplug")
    var events = await sink.next(1)
    while true {
      if case .failure? = events.last { break }
      events = await sink.next(1)
    }
    #expect(events == [.failure(.disconnected, errno: ENODEV)])
    source.stop()
    #expect(try catalog.videoDevices().allSatisfy { $0.driver != "uvcvideo" })
  }
}
