import LiveCapture
import LiveCaptureTesting
import MediaCore
import Synchronization
import Testing

/// A watch over a badge finds the instant at which an app is wrong, and what was told then.
@Suite struct BadgeWatchTests {
  /// An app whose LIVE rises and falls at certain calls.
  private final class Badge: DelegateCallReceiver, PhotoProcessingDelegate, LivePhotoCaptureDelegate {
    let rises: CaptureStep
    let falls: CaptureStep?
    private let count = Mutex(0)

    init(rises: CaptureStep = .willBegin, falls: CaptureStep?) { (self.rises, self.falls) = (rises, falls) }

    var live: Int { count.withLock { $0 } }

    func receive(_ call: DelegateCall, from output: PhotoOutput) {
      guard call.settings.isLive else { return }
      if call.step == rises { count.withLock { $0 += 1 } }
      if call.step == falls { count.withLock { $0 -= 1 } }
    }
  }

  private func report(_ badge: Badge, order: CaptureProfile.Order = .apart, presses: Int = 1) async throws -> AppReport
  {
    let bench = try await AppBench(order: order) { try await PlainApp($0) }
    bench.watchBadge { _ in badge.live }
    try await bench.run { try await $0.session.startRunning() }
    await bench.pass(.seconds(2))
    for number in 1...presses {
      try bench.app.output.capturePhoto(with: PhotoSettings(livePhotoMoviePath: "\(number).mov"), delegate: badge)
      await bench.pass(.seconds(0.7))
    }
    return await bench.finish()
  }

  @Test("a badge that rises at the begin and falls at the end of recording is right in every order")
  func right() async throws {
    for order in Array(CaptureProfile.Order.all) + (UInt64(0)..<10).map({ .shuffled(seed: $0) }) {
      let report = try await report(Badge(falls: .didRecordMovie), order: order, presses: 2)
      #expect(report.passes, "\(order)")
    }
  }

  @Test(
    "a badge that falls at another call is wrong, from its instant to the right one",
    arguments: [
      (
        CaptureStep.didProcessPhoto, "LIVE was 0 and should have been 1", "didFinishProcessingPhoto of capture 1",
        "didFinishRecordingLivePhotoMovieForEventualFileAt of capture 1"
      ),
      (
        .didProcessMovie, "LIVE was 1 and should have been 0",
        "didFinishRecordingLivePhotoMovieForEventualFileAt of capture 1",
        "didFinishProcessingLivePhotoToMovieFileAt of capture 1"
      ),
      (
        .didFinish, "LIVE was 1 and should have been 0",
        "didFinishRecordingLivePhotoMovieForEventualFileAt of capture 1",
        "didFinishCaptureFor of capture 1"
      ),
    ])
  func wrong(falls: CaptureStep, what: String, from: String, to: String) async throws {
    let report = try await report(Badge(falls: falls))
    let problem = try #require(report.problems.first)
    #expect(report.problems.count == 1 && problem.hasPrefix(what), "\(report)")
    // Both instants, with what was told at them.
    let instants = problem.split(separator: " ").filter { $0.hasPrefix("+") }.compactMap { Double($0) }
    #expect(instants.count == 2 && instants[0] < instants[1], "\(report)")
    #expect(problem.contains("s (\(from)") && problem.hasSuffix("s (\(to))"), "\(report)")
  }

  @Test("a badge that rises late, and one that never falls")
  func others() async throws {
    let late = try await report(Badge(rises: .didProcessPhoto, falls: .didRecordMovie))
    #expect(late.problems.count == 1 && late.problems[0].contains("willBeginCaptureFor of capture 1"), "\(late)")
    let stuck = try await report(Badge(falls: nil), presses: 2)
    #expect(stuck.problems.contains { $0.hasSuffix("to the end") }, "\(stuck)")
  }
}
