public import CaptureDevices
public import MediaCore

/// The camera of a recording: delivers the frames that were recorded, with their payloads, numbers and losses, at the
/// times that they had, moved to where the replay began.
///
/// Started at the replay's begin it delivers everything; started later, from the first frame that is taken at the
/// clock's present or after. It holds to its schedule however late it is called; when it has fallen too far behind it
/// reports what it drops. At the end it fails with what the recorded camera failed with, or with `.disconnected`. A camera
/// that was unplugged and came back is another source from there on.
public final class FixtureVideoSource: VideoSource, ReplayedCamera {
  /// Who the camera was.
  public let device: VideoDevice
  /// The mode it was set to.
  public let mode: VideoMode
  /// Which instant the frames' times mark.
  public let timestampInstant: TimestampInstant
  /// After how many frames a control that was set showed, at most.
  public let controlDelay: Int
  /// They are what they were.
  public let areControlsFixed = true
  /// The device as it was.
  package let recordedDevice: VideoDevice
  private let fixture: FixtureReader
  private let catalog: FixtureCatalog
  private let events: [FixtureVideoEvent]
  /// The number of the stream's first payload.
  private let firstPayload: Int
  package let replayGoesOnUntil: Int64?
  private let clock: any MediaClock
  /// The begin of the recording on the clock, in nanoseconds.
  private let begin: Int64
  private let loop: FixtureLoop?
  /// How late a call may be before frames are dropped, in nanoseconds.
  private let lateness: Int64
  private let delivery: FixtureDelivery<any VideoSink, Cursor>

  /// What comes next.
  private struct Cursor: Sendable {
    var round: Int64 = 0
    var event = 0
    /// The number of the next frame's payload in this stream.
    var frame = 0
  }

  init(
    _ video: FixtureManifest.Video, stream: FixtureStream<FixtureVideoEvent>, device: VideoDevice,
    in catalog: FixtureCatalog, clock: any MediaClock,
    begin: Int64, loop: FixtureLoop?, options: FixtureOptions
  ) {
    self.device = device
    mode = video.mode
    timestampInstant = video.timestampInstant
    controlDelay = video.controlDelay
    recordedDevice = video.camera
    let fixture = catalog.fixture
    self.fixture = fixture
    self.catalog = catalog
    events = stream.events
    firstPayload = stream.firstPayload
    replayGoesOnUntil = stream.isFollowed ? video.events.last.map { begin + $0.arrivalNanoseconds } : nil
    self.clock = clock
    self.begin = begin
    self.loop = loop
    let interval = video.mode.frameInterval
    let nanoseconds = interval.isNumeric ? min(max(interval.nanoseconds, 1_000_000), 1_000_000_000) : 33_333_333
    lateness = nanoseconds * Int64(min(max(1, options.maximumLateFrames), 1_000_000))
    delivery = FixtureDelivery(clock: clock, bufferBytes: FixtureReader.longest(fixture.frameStarts))
  }

  /// Begins to deliver frames to `sink`.
  /// - Throws: ``DeviceError`` with `.invalidState` when it is running.
  public func start(delivering sink: any VideoSink) throws(DeviceError) {
    try start(sink, at: clock.now.nanoseconds - begin, dropsLate: true)
  }

  private func start(_ sink: any VideoSink, at present: Int64, dropsLate: Bool) throws(DeviceError) {
    let cursor = cursor(at: present)
    let tick: @Sendable (Int) -> Void = { [weak self] in self?.tick($0, dropsLate: dropsLate) }
    guard delivery.start(sink, at: cursor, due: due(cursor), tick: tick) else {
      throw DeviceError(.invalidState, device: device.id, message: "The camera is running. Stop it first.")
    }
  }

  // As a source of another recording.
  package var replayBegin: Int64 { begin }
  package var replayCatalog: FixtureCatalog? { catalog }
  package func startWhole(delivering sink: any VideoSink) throws(DeviceError) {
    try start(sink, at: 0, dropsLate: false)
  }
  package func isEnd(_ error: DeviceError) -> Bool {
    if case .end(let end) = events.last { end.isTold(by: error) } else { false }
  }

  /// Ends delivery: when it returns, the sink is not being called and will not be. Harmless when not running.
  public func stop() { delivery.stop() }

  /// The value that a control had when the recording began.
  /// - Throws: ``DeviceError`` with `.unsupportedControl`.
  public func value(ofControl id: UInt32) throws(DeviceError) -> Int64 {
    guard let value = device.controls.first(where: { $0.id == id })?.value else { throw noControl(id) }
    return value
  }

  /// Refuses: a recording's controls cannot be set.
  /// - Throws: ``DeviceError`` with `.unsupportedControl` or `.invalidControlValue`.
  public func setControl(_ id: UInt32, to value: Int64) throws(DeviceError) {
    guard try self.value(ofControl: id) != value else { return }
    throw DeviceError(
      .invalidControlValue, device: device.id,
      message: "This camera is a recording, whose controls are what they were. Use the camera itself.")
  }

  private func noControl(_ id: UInt32) -> DeviceError {
    DeviceError(
      .unsupportedControl, device: device.id,
      message: "The recording knows no control 0x\(String(id, radix: 16)). Leave it as it is.")
  }

  /// What comes next when the stream begins at `present`, counted from the replay's begin.
  private func cursor(at present: Int64) -> Cursor {
    var cursor = Cursor()
    guard present > 0 else { return cursor }
    var wanted = present
    if let loop { (cursor.round, wanted) = present.quotientAndRemainder(dividingBy: loop.period) }
    for event in events {
      switch event {
      case .frame(let frame):
        if frame.timeNanoseconds >= wanted { return cursor }
        cursor.frame += 1
      case .skip(_, _, let arrival): if arrival >= wanted { return cursor }
      case .start: break
      case .end:
        guard loop != nil else { return cursor }
        return Cursor(round: cursor.round + 1)
      }
      cursor.event += 1
    }
    return cursor
  }

  private func moved(_ cursor: Cursor) -> Cursor {
    var next = cursor
    if case .frame = events[cursor.event] { next.frame += 1 }
    next.event += 1
    if loop != nil, case .end = events[next.event] { next = Cursor(round: cursor.round + 1) }
    return next
  }

  /// What a round adds to times, in nanoseconds since the clock's zero.
  private func shift(_ cursor: Cursor) -> Int64 { begin + cursor.round * (loop?.period ?? 0) }

  private func due(_ cursor: Cursor) -> Int64 { shift(cursor) + events[cursor.event].arrivalNanoseconds }

  private func tick(_ generation: Int, dropsLate: Bool) {
    delivery.run(generation) { sink, cursor, buffer in
      let now = clock.now.nanoseconds
      if dropsLate, now - due(cursor) > lateness { dropLate(&cursor, now: now, sink) }
      switch events[cursor.event] {
      case .frame(let frame):
        guard deliver(frame, at: cursor, to: sink, buffer) else { return nil }
      case .skip(let count, let reason, _): sink.videoSource(self, didSkip: count, reason: reason)
      case .start: break
      case .end(let end):
        sink.videoSource(self, didFail: end.failure ?? FixtureCatalog.ended(fixture, device: device.id))
        return nil
      }
      cursor = moved(cursor)
      return due(cursor)
    }
  }

  /// Passes over frames as long as the one behind them is due, too.
  private func dropLate(_ cursor: inout Cursor, now: Int64, _ sink: any VideoSink) {
    var dropped = 0
    while true {
      if case .end = events[cursor.event] { break }
      let next = moved(cursor)
      guard due(next) <= now else { break }
      if case .end = events[next.event] { break }
      switch events[cursor.event] {
      case .skip(let count, let reason, _): sink.videoSource(self, didSkip: count, reason: reason)
      default: dropped += 1
      }
      cursor = next
    }
    if dropped > 0 { sink.videoSource(self, didSkip: dropped, reason: .dropped) }
  }

  private func deliver(
    _ frame: FixtureFrame, at cursor: Cursor, to sink: any VideoSink, _ buffer: UnsafeMutableRawBufferPointer
  ) -> Bool {
    let start = fixture.frameStarts[firstPayload + cursor.frame]
    let bytes = UnsafeMutableRawBufferPointer(rebasing: buffer[..<frame.byteCount])
    do throws(FixtureError) {
      try fixture.footage.read(start..<start + frame.byteCount, of: fixture.footage.video, into: bytes)
    } catch {
      sink.videoSource(self, didFail: FixtureCatalog.unreadable(error, device: device.id))
      return false
    }
    let sequence = frame.sequence &+ UInt64(cursor.round) &* (loop?.sequences ?? 0)
    sink.videoSource(
      self,
      didCapture: BorrowedVideoFrame(
        format: mode.format, time: MediaTime(nanoseconds: shift(cursor) + frame.timeNanoseconds), sequence: sequence,
        bytes: UnsafeRawBufferPointer(bytes)))
    return true
  }
}
