import Diagnostics
import LiveCapture
import MediaCore

/// Where the time of a capture went, as the object `timings` of `shoot --timings --json`. Times are in seconds; what is
/// not known is left out.
struct TimingsReport: Encodable {
  /// What the pieces of work of one stage took together.
  struct Stage: Encodable {
    /// How many pieces there were: frames, pictures, chunks of sound, files, calls.
    var count: Int
    /// From beginning to end, all together.
    var wall: Double
    /// What the threads that did it had a processor for. An encoder's own threads are not in it.
    var cpu: Double
    /// From beginning to end of the longest piece.
    var longest: Double
    /// What of it an earlier capture's movie had stated already, and was not done again.
    var reused: Reused?
  }

  /// Work that was not done again.
  struct Reused: Encodable {
    /// Pieces.
    var count: Int
    /// From beginning to end, all together.
    var wall: Double
    /// What the threads that did it had a processor for.
    var cpu: Double
  }

  /// How much a movie shows on one side of the shutter.
  struct Roll: Encodable {
    /// What was asked for.
    var asked: Double
    /// What the movie shows.
    var obtained: Double
    /// How much more it shows; negative is less.
    var error: Double
  }

  /// How far sound lies from picture.
  struct Sound: Encodable {
    /// How much later than it belongs it lies in the movie where it is farthest off; negative is too early.
    var error: Double
    /// By how much that may be wrong, either way.
    var uncertainty: Double
    /// The microphone's clock against the session's, in parts per million; above 0 it runs fast.
    var driftPPM: Double
  }

  /// How near the capture came to what was asked for.
  struct Errors: Encodable {
    /// The still's frame from the shutter; negative is before it.
    var shutter: Double?
    /// The time before the shutter; left out without a movie.
    var preRoll: Roll?
    /// The time after the shutter; left out without a movie.
    var postRoll: Roll?
    /// Left out without a movie or its sound.
    var sound: Sound?
  }

  /// By the stages' names: cases of `CaptureStage`.
  var stages: [String: Stage] = [:]
  /// By their names: cases of `CaptureLatency`.
  var latencies: [String: Double] = [:]
  /// When what happened, on the session's clock: cases of `CaptureMark`.
  var marks: [String: Double] = [:]
  /// How near the capture came to what was asked for.
  var errors: Errors
  /// Which instant the camera's times mark: `startOfExposure`, `endOfFrame` or `unknown`.
  var timestampInstant: String

  init(_ timings: CaptureTimings) {
    func seconds(_ nanoseconds: Int64) -> Double { Double(nanoseconds) / 1e9 }
    func roll(_ roll: CaptureTimings.Roll) -> Roll {
      Roll(asked: roll.asked.seconds, obtained: roll.obtained.seconds, error: roll.error.seconds)
    }
    for stage in timings.work.stages {
      let (all, reused) = (timings.work[stage], timings.reusedWork[stage])
      stages[stage.rawValue] = Stage(
        count: all.count, wall: seconds(all.wall), cpu: seconds(all.processor), longest: seconds(all.longest),
        reused: reused.count == 0
          ? nil : Reused(count: reused.count, wall: seconds(reused.wall), cpu: seconds(reused.processor)))
    }
    for latency in CaptureLatency.allCases { latencies[latency.rawValue] = timings[latency]?.seconds }
    for (mark, time) in timings.marks { marks[mark.rawValue] = time.seconds }
    errors = Errors(
      shutter: timings.shutterError?.seconds, preRoll: timings.preRoll.map(roll), postRoll: timings.postRoll.map(roll),
      sound: timings.sound.map {
        Sound(error: $0.error.seconds, uncertainty: $0.uncertainty.seconds, driftPPM: $0.driftPPM)
      })
    timestampInstant = timings.timestampInstant.rawValue
  }
}
