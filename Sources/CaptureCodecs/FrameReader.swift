import Diagnostics
import Dispatch
import LiveCapture
import MediaCore
import VideoCoding

/// Turns frames into pictures of a movie's size, one of them ahead, while the one before it is compressed.
///
/// Compressing seldom uses all cores. Belongs to the queue that compresses; reading ahead has a queue of its own.
final class FrameReader {
  /// A picture that is being read.
  // Unchecked because its result belongs to the queue.
  private final class Job: @unchecked Sendable {
    let time: MediaTime
    let sequence: UInt64
    var isWhole = false

    init(_ frame: VideoFrame) { (time, sequence) = (frame.time, frame.sequence) }
  }

  private let settings: MovieEncoderSettings
  private let converter: FrameConverter
  private let stages: StageRecorder?
  /// The recorder of the time that reading ahead takes, which counts when that frame's turn has come.
  private let stagesAhead: StageRecorder?
  private let queue: DispatchQueue?
  /// The one that was read last, and the one for reading ahead.
  private var current: I420Picture
  private var other: I420Picture?
  private var ahead: Job?

  /// Creates a reader for pictures of a movie's size; one that reads ahead may use a second core.
  /// - Throws: `CodingError` when there can be no such pictures, or too little memory.
  init(_ plan: MovieEncoderPlan) throws(CodingError) {
    settings = plan.settings
    stages = plan.stages
    stagesAhead = plan.stages.map { StageRecorder(clock: $0.clock) }
    converter = try FrameConverter()
    current = try I420Picture(width: settings.width, height: settings.height, range: settings.range)
    queue = plan.readsAhead ? DispatchQueue(label: "livecam.read", qos: .userInitiated) : nil
  }

  deinit { queue?.sync {} }

  /// The picture of a frame, valid until the next call; `nil` if the frame is damaged.
  func read(_ frame: VideoFrame) -> I420Picture? {
    if let queue, let job = ahead.take() {
      let isWhole = queue.sync { job.isWhole }
      if let stages, let stagesAhead { stages.add(stagesAhead.take()) }
      if job.time == frame.time, job.sequence == frame.sequence, let read = other {
        (current, other) = (read, current)
        return isWhole ? current : nil
      }
    }
    converter.stages = stages
    return Self.convert(frame, into: current, by: converter) ? current : nil
  }

  /// Begins with the frame that is read next, if it can be. The last picture stays as it is.
  func readAhead(_ frame: VideoFrame) {
    guard let queue, ahead == nil else { return }
    if other == nil {
      // Without memory for two, the frame is read when its turn has come.
      other = try? I420Picture(width: settings.width, height: settings.height, range: settings.range)
    }
    guard let other else { return }
    let job = Job(frame)
    ahead = job
    converter.stages = stagesAhead
    // One thread at a time has it: the next call waits for the job.
    nonisolated(unsafe) let converter = converter
    queue.async { job.isWhole = Self.convert(frame, into: other, by: converter) }
  }

  /// Reads a frame and tells whether that succeeded; a frame that is damaged so that it cannot be read is left out.
  private static func convert(_ frame: VideoFrame, into picture: I420Picture, by converter: FrameConverter) -> Bool {
    do throws(CodingError) {
      if picture.width == frame.format.width & ~1 {
        try converter.convert(frame, into: picture)
      } else {
        try converter.convert(frame, scaledInto: picture)
      }
      return true
    } catch {
      return false  // the movie counts it as missing
    }
  }
}
