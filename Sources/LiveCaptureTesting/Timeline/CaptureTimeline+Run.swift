import CaptureDevices
import LiveCapture
import MediaCore
import Simulator

extension CaptureTimeline {
  /// Runs the timeline in virtual time and compares the steps that its captures took with those that are expected.
  ///
  /// `setup` says how large pictures are, how fast they come, and everything else but the microphone, which is there
  /// if the timeline has sound. See ``/LiveCaptureTesting/TimelineReport`` for how steps are written.
  /// - Throws: ``/CaptureScripts/TimelineError`` for steps that are none, `DeviceError` or `CaptureError` when the
  ///   setup cannot be or the shutter cannot be pressed.
  public func run(
    _ setup: CaptureBench.Setup = CaptureBench.Setup(), expecting expected: String
  ) async throws -> TimelineReport {
    let course = try ExpectedCourse(expected)
    let run = try await run(setup)
    return TimelineReport(self, run, expecting: course)
  }

  /// Runs the timeline in virtual time. More time can be made to pass on the bench of the result.
  /// - Throws: `DeviceError` or `CaptureError` when the setup cannot be or the shutter cannot be pressed.
  public func run(_ setup: CaptureBench.Setup = CaptureBench.Setup()) async throws -> TimelineRun {
    var setup = setup
    // Pictures arrive at the instant they are taken: the shutter behind a `v` is pressed with that very picture.
    setup.scene.frameLatency = .zero
    setup.audio = hasSound ? setup.audio ?? AudioWish(sampleRate: 48_000, channelCount: 1) : nil
    let bench = try await CaptureBench(setup)
    try await bench.run(self)
    return TimelineRun(bench: bench)
  }
}

/// A timeline that has been run.
public struct TimelineRun: Sendable {
  /// The session, its devices, and the delegate that has recorded the calls.
  public let bench: CaptureBench

  /// The calls of the delegate, in order.
  public var calls: [DelegateLog.Call] { bench.delegate.calls }
  /// The steps of all captures, in the notation of ``/CaptureScripts/CaptureStep``.
  public var steps: String { bench.delegate.timeline }

  /// Returns the frame interval in which a call came, from 0; `nil` if the call has no time.
  public func interval(of call: DelegateLog.Call) -> Int? {
    guard let time = call.time else { return nil }
    let next = bench.scene.firstFrame(atOrAfter: time, interval: bench.frameInterval)
    let begins = bench.scene.timeOfFrame(next, interval: bench.frameInterval) == time
    return Int(begins ? next : max(0, next - 1))
  }
}
