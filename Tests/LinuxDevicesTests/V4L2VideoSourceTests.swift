import CV4L2
import CaptureDevices
import Diagnostics
import Glibc
import MediaCore
import Testing

@testable import LinuxDevices

@Suite("A V4L2 camera, over a scripted kernel", .timeLimit(.minutes(60)))
struct V4L2VideoSourceTests {
  typealias Event = VideoSinkStream.Event
  private let jpeg = ScriptedCamera.jpeg()

  // Starts the camera, lets the happenings happen, and returns the events up to `count`.
  private func events(
    _ camera: ScriptedCamera, _ happenings: [ScriptedKernel.Happening], count: Int, wish: VideoWish = VideoWish()
  ) async throws -> [Event] {
    let source = try camera.open(wish)
    try source.start(delivering: camera.sink)
    for happening in happenings { camera.kernel.happen(happening) }
    let events = await camera.sink.next(count)
    source.stop()
    return events
  }

  @Test("frames come with the driver's stamps and numbers, and buffers go round")
  func frames() async throws {
    let camera = ScriptedCamera()
    let happenings = (0..<10).map {
      ScriptedKernel.Happening.frame(jpeg, sequence: 7 + UInt32($0), nanoseconds: 1_000_000 * Int64($0 + 1))
    }
    let events = try await events(camera, happenings, count: 10)
    let expected = (0..<10).map { Event.frame(sequence: 7 + $0, nanoseconds: 1_000_000 * Int64($0 + 1), bytes: jpeg) }
    #expect(events == expected)
    #expect(camera.leftovers == [0, 0, 0])
  }

  /// What taking frames took, one after the other.
  private final class SpanSink: VideoSink {
    let spans: AsyncStream<StageSpan?>
    private let continuation: AsyncStream<StageSpan?>.Continuation
    init() { (spans, continuation) = AsyncStream.makeStream() }
    func videoSource(_ source: any VideoSource, didCapture frame: BorrowedVideoFrame) {
      continuation.yield(frame.dequeuing)
    }
    func videoSource(_ source: any VideoSource, didSkip count: Int, reason: SkipReason) {}
    func videoSource(_ source: any VideoSource, didFail error: DeviceError) {}
  }

  @Test(
    "what taking a frame from the driver takes is measured where there is a clock for it", arguments: [true, false])
  func dequeuing(isMeasured: Bool) async throws {
    let camera = ScriptedCamera(stageClock: isMeasured ? SystemStageClock() : nil)
    let source = try camera.open()
    let sink = SpanSink()
    try source.start(delivering: sink)
    for number in 1...3 {
      camera.kernel.happen(.frame(jpeg, sequence: UInt32(number), nanoseconds: 1000 * Int64(number)))
    }
    var spans: [StageSpan?] = []
    for await span in sink.spans {
      spans.append(span)
      if spans.count == 3 { break }
    }
    source.stop()
    for span in spans {
      #expect((span != nil) == isMeasured)
      guard let span else { continue }
      #expect(
        span.wallNanoseconds > 0 && span.processorNanoseconds >= 0
          && span.processorNanoseconds <= span.wallNanoseconds + 1_000_000)
    }
  }

  @Test("a gap in the driver's numbers is reported as dropped frames")
  func gap() async throws {
    let events = try await events(
      ScriptedCamera(),
      [
        .frame(jpeg, sequence: 4, nanoseconds: 1000), .frame(jpeg, sequence: 8, nanoseconds: 2000),
      ], count: 3)
    #expect(
      events == [
        .frame(sequence: 4, nanoseconds: 1000, bytes: jpeg), .skip(3, .dropped),
        .frame(sequence: 8, nanoseconds: 2000, bytes: jpeg),
      ])
  }

  @Test("numbers go on past 2^32")
  func wrap() async throws {
    let events = try await events(
      ScriptedCamera(),
      [
        .frame(jpeg, sequence: .max, nanoseconds: 1000), .frame(jpeg, sequence: 0, nanoseconds: 2000),
        .frame(jpeg, sequence: 2, nanoseconds: 3000),
      ], count: 4)
    #expect(
      events == [
        .frame(sequence: 0xffff_ffff, nanoseconds: 1000, bytes: jpeg),
        .frame(sequence: 0x1_0000_0000, nanoseconds: 2000, bytes: jpeg), .skip(1, .dropped),
        .frame(sequence: 0x1_0000_0002, nanoseconds: 3000, bytes: jpeg),
      ])
  }

  @Test("a buffer that the driver flags is skipped, and the stream goes on")
  func flagged() async throws {
    let flags = CV4L2_BUF_FLAG_TIMESTAMP_MONOTONIC | CV4L2_BUF_FLAG_ERROR
    let events = try await events(
      ScriptedCamera(),
      [
        .frame(jpeg, sequence: 0, nanoseconds: 1000, flags: flags), .frame(jpeg, sequence: 1, nanoseconds: 2000),
      ], count: 2)
    #expect(events == [.skip(1, .flaggedError), .frame(sequence: 1, nanoseconds: 2000, bytes: jpeg)])
  }

  @Test(
    "a JPEG without its beginning or end is skipped",
    arguments: [
      [], [0xff], [0xff, 0xd8], [0xff, 0xd8, 0xff], [0xff, 0xd8, 0xd9], [0, 0xff, 0xd8, 1, 0xff, 0xd9],
      [0xff, 0xd8, 1, 2, 3, 4, 0, 0, 0], [0xff, 0xd8, 1, 0xd9, 0xd9, 0xd9],
    ] as [[UInt8]])
  func truncatedJPEG(_ bytes: [UInt8]) async throws {
    let events = try await events(
      ScriptedCamera(),
      [.frame(bytes, sequence: 0, nanoseconds: 1000), .frame(jpeg, sequence: 1, nanoseconds: 2000)], count: 2)
    #expect(events == [.skip(1, .truncated), .frame(sequence: 1, nanoseconds: 2000, bytes: jpeg)])
  }

  @Test(
    "padding behind a JPEG's end is cut off", arguments: [[0], [0, 0, 0, 0], [0xd9], [0xff], [1, 2, 3]] as [[UInt8]])
  func padding(_ padding: [UInt8]) async throws {
    let events = try await events(
      ScriptedCamera(), [.frame(ScriptedCamera.jpeg(padding: padding), sequence: 0, nanoseconds: 1000)], count: 1)
    #expect(events == [.frame(sequence: 0, nanoseconds: 1000, bytes: jpeg)])
  }

  @Test(
    "a raw frame needs all its bytes, and may have more",
    arguments: [(767, false), (768, true), (800, true), (0, false)])
  func rawLength(_ length: Int, _ isWhole: Bool) async throws {
    let camera = ScriptedCamera(.camera(.grey, 32, 24))
    let bytes = [UInt8](repeating: 5, count: length)
    let events = try await events(camera, [.frame(bytes, sequence: 0, nanoseconds: 1000)], count: 1)
    let whole = Event.frame(sequence: 0, nanoseconds: 1000, bytes: .init(repeating: 5, count: 768))
    #expect(events == [isWhole ? whole : .skip(1, .truncated)])
  }

  @Test("a driver that claims more bytes than its buffer has is not believed")
  func overlong() async throws {
    let events = try await events(
      ScriptedCamera(), [.frame(jpeg, sequence: 0, nanoseconds: 1000, used: 0x7fff_ffff)], count: 1)
    #expect(events == [.skip(1, .truncated)])
  }

  @Test("frames without a usable stamp get the clock's instant", arguments: [UInt32(0), 0x4000])
  func unknownStamp(_ flags: UInt32) async throws {
    let camera = ScriptedCamera()
    let source = try camera.open()
    try source.start(delivering: camera.sink)
    camera.kernel.happen(.frame(jpeg, sequence: 0, nanoseconds: 5000, flags: flags))
    let events = await camera.sink.next(1)
    source.stop()
    #expect(events == [.frame(sequence: 0, nanoseconds: 1_000_000_000, bytes: jpeg)])
    #expect(source.timestampInstant == .unknown)
  }

  @Test("a stamp that does not increase is not delivered")
  func repeatedStamp() async throws {
    let events = try await events(
      ScriptedCamera(),
      [
        .frame(jpeg, sequence: 0, nanoseconds: 5000), .frame(jpeg, sequence: 0, nanoseconds: 5000),
        .frame(jpeg, sequence: 1, nanoseconds: 4000), .frame(jpeg, sequence: 2, nanoseconds: 6000),
      ], count: 4)
    #expect(
      events == [
        .frame(sequence: 0, nanoseconds: 5000, bytes: jpeg), .skip(1, .flaggedError), .skip(1, .flaggedError),
        .frame(sequence: 3, nanoseconds: 6000, bytes: jpeg),
      ])
  }

  @Test(
    "the driver's flags say which instant is stamped",
    arguments: [
      (CV4L2_BUF_FLAG_TSTAMP_SRC_SOE, TimestampInstant.startOfExposure), (0, .endOfFrame),
    ])
  func instant(_ flag: UInt32, _ instant: TimestampInstant) async throws {
    var node = ScriptedNode.camera()
    node.bufferFlags = CV4L2_BUF_FLAG_TIMESTAMP_MONOTONIC | flag
    let camera = ScriptedCamera(node)
    let source = try camera.open()
    #expect(source.timestampInstant == .unknown)
    try source.start(delivering: camera.sink)
    #expect(source.timestampInstant == instant)
    source.stop()
  }

  @Test(
    "the stream's end is told as what it is",
    arguments: [
      (POLLIN | POLLERR, EIO, DeviceError.Code.streamingFailed, EIO),
      (POLLERR, EAGAIN, .streamingFailed, EIO),
      (POLLIN | POLLERR | POLLHUP, ENODEV, .disconnected, ENODEV),
      (POLLERR | POLLHUP, EIO, .disconnected, ENODEV),
      (POLLHUP, EAGAIN, .disconnected, ENODEV),
      (POLLIN, ENODEV, .disconnected, ENODEV),
      (POLLIN, EOVERFLOW, .system, EOVERFLOW),
    ])
  func failure(_ events: Int32, _ errno: Int32, _ code: DeviceError.Code, _ reported: Int32) async throws {
    let camera = ScriptedCamera()
    let got = try await self.events(
      camera,
      [.frame(jpeg, sequence: 0, nanoseconds: 1000), .fault(events: events, errno: errno)], count: 2)
    #expect(
      got == [
        .frame(sequence: 0, nanoseconds: 1000, bytes: jpeg), .failure(code, errno: reported),
      ])
    #expect(camera.leftovers == [0, 0, 0])
  }

  @Test("a driver that returns a buffer it was never given ends the stream")
  func wrongIndex() async throws {
    var node = ScriptedNode.camera()
    node.wrongIndex = 63
    let events = try await events(ScriptedCamera(node), [.frame(jpeg, sequence: 0, nanoseconds: 1)], count: 1)
    #expect(events == [.failure(.streamingFailed, errno: EIO)])
  }

  @Test("a buffer that the driver does not take back ends the stream")
  func requeueFails() async throws {
    let camera = ScriptedCamera()
    let source = try camera.open()
    try source.start(delivering: camera.sink)
    camera.kernel.with { state in state.nodes.keys.forEach { state.nodes[$0]?.failures[CV4L2_QBUF] = ENODEV } }
    camera.kernel.happen(.frame(jpeg, sequence: 0, nanoseconds: 1000))
    let events = await camera.sink.next(2)
    source.stop()
    #expect(
      events == [
        .frame(sequence: 0, nanoseconds: 1000, bytes: jpeg), .failure(.disconnected, errno: ENODEV),
      ])
  }

  @Test("multi-planar nodes with pictures in one buffer work alike")
  func multiPlanar() async throws {
    var node = ScriptedNode.camera(.grey, 32, 24)
    node.capabilities = CV4L2_CAP_VIDEO_CAPTURE_MPLANE | CV4L2_CAP_STREAMING
    node.bufferType = .multiPlanar
    let bytes = [UInt8](repeating: 9, count: 768)
    let camera = ScriptedCamera(node)
    let events = try await events(camera, [.frame(bytes, sequence: 3, nanoseconds: 1000)], count: 1)
    #expect(events == [.frame(sequence: 3, nanoseconds: 1000, bytes: bytes)])
    #expect(camera.leftovers == [0, 0, 0])
  }
}
