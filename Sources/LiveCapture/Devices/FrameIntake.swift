import CaptureDevices
import Diagnostics
import FrameRing
import MediaCore

extension VideoFrame: LaneSample {
  var endTime: MediaTime { time }
}

/// The rules by which a camera's frames enter the ring, and at which times of the session's clock.
struct FrameIntake: SampleIntake {
  typealias Sample = VideoFrame
  typealias Footage = VideoFootage
  typealias Source = any VideoSource

  static var endsInSilence: Bool { false }

  var statistics = VideoStatistics()
  /// `nil` where nothing is measured.
  var timings: LaneTimings?
  private var sourceClock: SourceClock
  private let format: VideoFormat
  /// The least bytes of a frame.
  private let leastBytes: Int
  private let frameInterval: MediaTime
  /// Frames whose times are in doubt, with the camera's own times.
  var withheld: [VideoFrame] = []
  /// Makes the picture that takes the place of frames that the user has not allowed.
  private let pictures: (any PictureConverting)?
  private var black: FrameStorage?

  init(_ mode: VideoMode, pictures: (any PictureConverting)?, timings: LaneTimings?) {
    (format, frameInterval) = (mode.format, mode.frameInterval)
    leastBytes = max(1, format.frameBytes)
    self.pictures = pictures
    self.timings = timings
    sourceClock = SourceClock(frameInterval: frameInterval)
  }

  static func name(of source: any VideoSource) -> String { source.device.node ?? source.device.id }
  static func start(_ source: any VideoSource, delivering lane: VideoLane) throws(DeviceError) {
    try source.start(delivering: lane)
  }
  static func stop(_ source: any VideoSource) { source.stop() }

  var clockRate: Double { 1 }

  mutating func reset() {
    withheld = []
    sourceClock = SourceClock(frameInterval: frameInterval)
  }

  /// Tells whether a frame has the format that its camera was set to; a frame that has not is counted as skipped.
  mutating func accepts(_ frame: BorrowedVideoFrame) -> Bool {
    guard frame.format == format else {
      noteSkipped(1, .flaggedError)
      return false
    }
    guard frame.bytes.count >= leastBytes else {
      noteSkipped(1, .truncated)
      return false
    }
    return true
  }

  mutating func noteSkipped(_ count: Int, _ reason: SkipReason) {
    statistics.skipped[reason, default: 0] += count
  }

  /// Judges the time of a frame that came at `arrival`, after one of `newest`; without an arrival it is believed.
  mutating func judge(
    _ frame: BorrowedVideoFrame, at arrival: MediaTime?, after newest: MediaTime?
  ) -> SourceClock.Verdict {
    guard let arrival else { return .take(frame.time) }
    let verdict = sourceClock.judge(frame.time, at: arrival, after: newest)
    switch verdict {
    case .take: dropWithheld(to: 0)
    case .withhold(let count): dropWithheld(to: count - 1)
    case .jumped: statistics.clockJumps += 1
    }
    return verdict
  }

  /// All but the last `count` frames whose times were in doubt are strays.
  private mutating func dropWithheld(to count: Int) {
    guard withheld.count > count else { return }
    statistics.outOfOrder += withheld.count - count
    withheld.removeFirst(withheld.count - count)
  }

  /// The frames whose times were in doubt, where they belong; they wait no longer.
  mutating func takeWithheld() -> [VideoFrame] {
    defer { withheld = [] }
    return withheld.map {
      VideoFrame(format: $0.format, time: mapped($0.time), sequence: $0.sequence, storage: $0.storage)
    }
  }

  func mapped(_ time: MediaTime) -> MediaTime { sourceClock.mapped(time) }

  /// Returns a copy of a frame, black if it may not be seen; `nil` where no black picture can be made. `time` is on the
  /// session's clock.
  mutating func copy(
    _ borrowed: BorrowedVideoFrame, at time: MediaTime, _ arrival: MediaTime?, isMuted: Bool,
    into ring: inout FrameRing<VideoFrame>
  ) -> VideoFrame? {
    let storage: FrameStorage
    if isMuted {
      if black == nil { black = pictures.flatMap { BlackFrame.storage(for: borrowed.format, $0) } }
      guard let black else { return nil }
      storage = black
    } else {
      let start = timings?.clock.now
      storage = ring.takeStorage(capacity: borrowed.bytes.count)
      storage.fill(copying: borrowed.bytes)
      if let start { timings?.note(borrowed, at: time, since: start, arrival: arrival) }
    }
    return VideoFrame(format: borrowed.format, time: time, sequence: borrowed.sequence, storage: storage)
  }
}
