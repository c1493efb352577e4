public import CaptureDevices
public import MediaCore
import Simulator

/// The camera of a fixture: delivers the frames that were recorded, with their payloads, numbers and losses, at the
/// times that they had, moved to where the replay began.
///
/// Started at the replay's begin it delivers everything; started later, from the first frame that is taken at the
/// clock's present or after. It holds to its schedule however late it is called; when it has fallen too far behind it
/// reports what it drops. At the end it fails with what the recorded camera failed with, or with `.disconnected`. A
/// camera that was unplugged and came back is another source from there on.
public final class FixtureVideoSource: VideoSource, ReplayedSource {
  private typealias Playback = FixturePlayback<FixtureFrame, any VideoSink>

  /// The camera.
  public let device: VideoDevice
  /// The mode it was set to.
  public let mode: VideoMode
  /// The instant that the frames' times mark.
  public let timestampInstant: TimestampInstant
  /// The largest number of frames after which a change of a control showed.
  public let controlDelayFrames: Int
  /// Indicates that its controls are fixed: those of a fixture cannot be set.
  public let areControlsFixed = true
  /// The device as it was.
  package let recordedDevice: VideoDevice
  private let clock: any MediaClock
  /// The largest delay of a call, in nanoseconds, at which no frames are dropped.
  private let lateness: Int64
  private let playback: Playback

  init(
    _ video: FixtureManifest.Video, stream: FixtureStream<FixtureFrame>, device: VideoDevice,
    in catalog: FixtureCatalog, beginNanoseconds begin: Int64, maximumLateFrames: Int
  ) {
    self.device = device
    mode = video.mode
    timestampInstant = video.timestampInstant
    controlDelayFrames = video.controlDelayFrames
    recordedDevice = video.camera
    clock = catalog.clock
    let interval = video.mode.frameInterval
    let nanoseconds = interval.isNumeric ? min(max(interval.nanoseconds, 1_000_000), 1_000_000_000) : 33_333_333
    lateness = nanoseconds * Int64(min(max(1, maximumLateFrames), 1_000_000))
    playback = Playback(
      stream, of: video.track, looped: catalog.loop == nil ? [] : stream.events.filter { $0.end == nil },
      device: device.id, extents: catalog.fixture.footage.video, unitBytes: 1, in: catalog, beginNanoseconds: begin)
  }

  /// Begins to deliver frames to `sink`.
  /// - Throws: ``/CaptureDevices/DeviceError`` with `.invalidState` when it is running.
  public func start(delivering sink: any VideoSink) throws(DeviceError) {
    try start(sink, at: clock.now.nanoseconds - playback.facts.beginNanoseconds, dropsLate: true)
  }

  // As the source of another recorder.
  package var facts: ReplayFacts { playback.facts }
  package func startWhole(delivering sink: any VideoSink & AudioSink) throws(DeviceError) {
    try start(sink, at: 0, dropsLate: false)
  }

  private func start(_ sink: any VideoSink, at present: Int64, dropsLate: Bool) throws(DeviceError) {
    let cursor = playback.cursor(at: present)
    try playback.delivery.start(sink, at: cursor, dueNanoseconds: playback.due(cursor)) { [weak self] in
      self?.tick($0, dropsLate: dropsLate)
    }
  }

  /// Ends delivery: when it returns, the sink is not being called and will not be. Harmless when not running.
  public func stop() { playback.delivery.stop() }

  /// Returns the value that a control had when the fixture began.
  /// - Throws: ``/CaptureDevices/DeviceError`` with `.unsupportedControl`.
  public func value(ofControl id: UInt32) throws(DeviceError) -> Int64 {
    guard let value = device.controls.first(where: { $0.id == id })?.value else {
      throw DeviceError(
        .unsupportedControl, context: device.id,
        message: "The fixture knows no control 0x\(String(id, radix: 16)). Leave it as it is.")
    }
    return value
  }

  /// Refuses: a fixture's controls cannot be set.
  /// - Throws: ``/CaptureDevices/DeviceError`` with `.unsupportedControl` or `.invalidControlValue`.
  public func setControl(_ id: UInt32, to value: Int64) throws(DeviceError) {
    guard try self.value(ofControl: id) != value else { return }
    throw DeviceError(
      .invalidControlValue, context: device.id,
      message: "This camera is a fixture, whose controls are what they were. Use the camera itself.")
  }

  private func tick(_ generation: Int, dropsLate: Bool) {
    playback.run(generation) { sink, cursor in
      if dropsLate { dropLate(&cursor, sink) }
    } deliver: { sink, frame, cursor, bytes in
      let shift = UInt64(cursor.round) &* (playback.loop?.sequences ?? 0)
      sink.videoSource(
        self,
        didCapture: BorrowedVideoFrame(
          format: mode.format, time: MediaTime(nanoseconds: playback.shift(cursor) + frame.timeNanoseconds),
          sequence: frame.sequence &+ shift, bytes: bytes))
    } lose: { sink, count, reason in
      sink.videoSource(self, didSkip: count, reason: reason ?? .dropped)
    } fail: { sink, error in
      sink.videoSource(self, didFail: error)
    }
  }

  /// Passes over frames as long as the one behind them is due, too.
  private func dropLate(_ cursor: inout Playback.Cursor, _ sink: any VideoSink) {
    let now = clock.now.nanoseconds
    guard now - playback.due(cursor) > lateness else { return }
    var dropped = 0
    while playback.events[cursor.event].end == nil {
      let next = playback.moved(cursor)
      guard playback.due(next) <= now, playback.events[next.event].end == nil else { break }
      if case .loss(let count, let reason, _) = playback.events[cursor.event] {
        sink.videoSource(self, didSkip: count, reason: reason ?? .dropped)
      } else {
        dropped += 1
      }
      cursor = next
    }
    if dropped > 0 { sink.videoSource(self, didSkip: dropped, reason: .dropped) }
  }
}
