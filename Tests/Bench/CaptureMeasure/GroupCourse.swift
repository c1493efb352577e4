import Glibc
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Simulator

/// Leads a session through groups of captures, and looks at the process's clocks around each.
final class GroupCourse {
  private let clock: VirtualClock
  private let session: CaptureSession
  private let outputs: [PhotoOutput]
  private let folder: String?
  private let delegate = CountingDelegate()
  private var count: Int64 = 0

  /// A course through a session that runs, with a photo output for each camera. Without a folder for movies it takes
  /// stills alone.
  init(clock: VirtualClock, session: CaptureSession, outputs: [PhotoOutput], folder: String?) {
    (self.clock, self.session, self.outputs, self.folder) = (clock, session, outputs, folder)
  }

  /// Lets time pass. What an instant sets off is done when the next frame of the camera is due, not at once, as with
  /// real devices.
  func advance(seconds: Double) async {
    var left = seconds
    while left > 0 {
      clock.fallBehind(by: MediaTime(seconds: min(left, 1.0 / 30), preferredTimescale: 1_000_000_000))
      await session.settle()
      left -= 1.0 / 30
    }
  }

  /// Leaves the session armed for a while, and then takes a group of Live Photos: each is one of every camera, of one
  /// instant. What is told of the group begins with the first pre-roll and ends with the last callback.
  func takeGroup(_ captures: Int, secondsApart: Double, afterArmed armed: Double) async throws -> GroupCost {
    let (preRoll, postRoll) = (session.configuration.preRoll.seconds, session.configuration.postRoll.seconds)
    var cost = GroupCost()
    cost.arm(seconds: armed)
    await advance(seconds: armed)
    let before = await session.statistics
    cost.ringBytes = (before.video?.ringBytes ?? 0) * outputs.count
    cost.begin()
    let first = count + 1
    await advance(seconds: preRoll)
    for index in 0..<captures {
      if index > 0 { await advance(seconds: secondsApart) }
      try await press()
    }
    await advance(seconds: postRoll + 0.2)
    cost.end()
    cost.frames = await session.statistics.footage.encodedFrames - before.footage.encodedFrames
    cost.seconds = preRoll + postRoll + Double(captures - 1) * secondsApart
    let (done, failure) = delegate.outcome
    guard failure == nil, done == Int(count) else {
      throw MeasureError(message: "\(done) of \(count) captures are done; \(failure.map { "\($0)" } ?? "none failed")")
    }
    for path in (first...count).compactMap(moviePath) { unlink(path) }
    return cost
  }

  private func moviePath(_ number: Int64) -> String? { folder.map { "\($0)/\(number).mov" } }

  /// One shutter on all cameras.
  private func press() async throws {
    for output in outputs {
      count += 1
      let settings = PhotoSettings(uniqueID: CaptureID(rawValue: count), livePhotoMoviePath: moviePath(count))
      try output.capturePhoto(with: settings, delegate: delegate)
    }
    await session.settle()
  }
}

/// Why nothing was measured.
struct MeasureError: Error, CustomStringConvertible {
  let message: String
  var description: String { message }
}
