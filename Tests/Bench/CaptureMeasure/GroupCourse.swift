import Glibc
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Simulator

/// Leads a session through groups of captures, and looks at the process's clocks around each.
final class GroupCourse {
  private let clock: VirtualClock
  private let session: CaptureSession
  private let output: PhotoOutput
  private let folder: String
  private let delegate = CountingDelegate()
  private var count: Int64 = 0

  init(clock: VirtualClock, session: CaptureSession, output: PhotoOutput, folder: String) {
    (self.clock, self.session, self.output, self.folder) = (clock, session, output, folder)
  }

  /// Lets time pass. What an instant sets off is done when the next frame of the camera is due, not at once, as with real
  /// devices.
  func advance(seconds: Double) async {
    var left = seconds
    while left > 0 {
      clock.advance(by: MediaTime(seconds: min(left, 1.0 / 30), preferredTimescale: 1_000_000_000))
      await session.settle()
      left -= 1.0 / 30
    }
  }

  /// Takes a group of Live Photos. What is told begins with the first pre-roll and ends with the last callback.
  func takeGroup(_ captures: Int, secondsApart: Double) async throws -> GroupCost {
    var cost = GroupCost()
    let before = await session.statistics.footage.encodedFrames
    cost.begin()
    await advance(seconds: 1.5)
    for index in 0..<captures {
      if index > 0 { await advance(seconds: secondsApart) }
      count += 1
      let settings = PhotoSettings(
        uniqueID: CaptureID(rawValue: count), livePhotoMoviePath: "\(folder)/\(count).mov")
      try output.capturePhoto(with: settings, delegate: delegate)
      await session.settle()
    }
    await advance(seconds: 1.7)
    cost.end()
    cost.frames = await session.statistics.footage.encodedFrames - before
    cost.seconds = 3.0 + Double(captures - 1) * secondsApart
    let (done, failure) = delegate.outcome
    guard failure == nil, done == Int(count) else {
      throw MeasureError(message: "\(done) of \(count) captures are done; \(failure.map { "\($0)" } ?? "none failed")")
    }
    for number in count - Int64(captures) + 1...count { unlink("\(folder)/\(number).mov") }
    return cost
  }
}

/// Why nothing was measured.
struct MeasureError: Error, CustomStringConvertible {
  let message: String
  var description: String { message }
}

/// What a group of captures cost.
struct GroupCost {
  private(set) var processorSeconds = 0.0
  private(set) var wallSeconds = 0.0
  /// The machine's monotonic clock at the end.
  private(set) var endInstant = 0.0
  /// The most resident memory of the process so far.
  private(set) var residentBytes = 0
  /// Frames that went into encoders.
  var frames = 0
  /// Seconds of footage that the group's movies cover.
  var seconds = 0.0

  mutating func begin() {
    processorSeconds = -Self.read(CLOCK_PROCESS_CPUTIME_ID)
    wallSeconds = -Self.read(CLOCK_MONOTONIC)
  }

  mutating func end() {
    processorSeconds += Self.read(CLOCK_PROCESS_CPUTIME_ID)
    endInstant = Self.read(CLOCK_MONOTONIC)
    wallSeconds += endInstant
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    residentBytes = usage.ru_maxrss * 1024
  }

  func line(group: Int, captures: Int) -> String {
    """
    {"group": \(group), "captures": \(captures), "frames": \(frames), "seconds": \(seconds), \
    "cpu": \(processorSeconds), "wall": \(wallSeconds), "ended": \(endInstant), "resident": \(residentBytes)}
    """
  }

  private static func read(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
