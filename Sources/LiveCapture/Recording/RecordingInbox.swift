import MediaCore

/// The samples that have been offered to a recording and wait for its queue. A plain value behind the recording's lock.
///
/// What waits is bounded: when the encoder is too far behind, frames are dropped and sound becomes silence.
struct RecordingInbox {
  private static let longestSound = MediaTime(value: 60, timescale: 1)
  var frames: [VideoFrame] = []
  var chunks: [(chunk: AudioChunk, clockRate: Double)] = []
  var isScheduled = false
  private(set) var begin: MediaTime?
  /// Frames that were dropped because the encoder was too far behind.
  private(set) var droppedCount = 0
  private let start: MediaTime
  private let configuration: SessionConfiguration
  private let maximumDuration: MediaTime?
  /// The instant from which on nothing is wanted; before every other once the recording has ended.
  private var until = MediaTime.positiveInfinity
  private var lastOffered = MediaTime.negativeInfinity
  private var lastPosition = Int64.min
  private var oldestWaiting: MediaTime?
  private var backlogBytes = 0

  init(from start: MediaTime, maximumDuration: MediaTime?, _ configuration: SessionConfiguration) {
    self.start = start
    self.maximumDuration = maximumDuration
    self.configuration = configuration
  }

  /// Takes in a frame if it is wanted and there is room; returns the reception, whether the frame is the first one, and
  /// whether the queue has to be told.
  mutating func take(_ frame: VideoFrame) -> (reception: SampleReception, isFirst: Bool, tells: Bool) {
    guard frame.time >= start, frame.time < until, frame.time > lastOffered else {
      return (SampleReception(), false, false)
    }
    lastOffered = frame.time
    let age = frame.time - (oldestWaiting ?? frames.first?.time ?? frame.time)
    let bytes = backlogBytes + frame.storage.count
    let backlog = max(
      age.seconds / configuration.maximumRecordingBacklog.seconds,
      Double(bytes) / Double(configuration.maximumRingBytes))
    guard age <= configuration.maximumRecordingBacklog, bytes <= configuration.maximumRingBytes || backlogBytes == 0
    else {
      droppedCount += 1
      return (SampleReception(backlog: backlog, isDropped: true), false, false)
    }
    let isFirst = begin == nil
    if isFirst {
      begin = frame.time
      if let duration = maximumDuration { until = min(until, frame.time + duration) }
    }
    frames.append(frame)
    backlogBytes = bytes
    defer { isScheduled = true }
    return (SampleReception(backlog: backlog), isFirst, !isScheduled)
  }

  /// Takes in sound that is new and reaches into the movie; returns whether the queue has to be told.
  mutating func take(_ chunk: AudioChunk, clockRate: Double) -> Bool {
    guard until > .negativeInfinity, let begin, chunk.endTime > begin, chunk.position > lastPosition else {
      return false
    }
    if let oldest = chunks.first?.chunk.time, chunk.time - oldest > Self.longestSound { return false }
    chunks.append((chunk, clockRate))
    lastPosition = chunk.position
    defer { isScheduled = true }
    return !isScheduled
  }

  /// The queue has encoded frames of so many bytes; the next in line was taken at `next`.
  mutating func noteEncoded(bytes: Int, next: MediaTime?) {
    backlogBytes -= bytes
    oldestWaiting = next
  }

  mutating func limit(to end: MediaTime) { until = min(until, end) }

  /// Nothing more is wanted; what is there still is.
  mutating func end() { until = .negativeInfinity }
}
