import LiveCaptureTesting
import MediaCore
import Testing

@testable import LiveCapture

/// What was encoded for captures is let go of with the last of them, while the session runs on.
@Suite struct FootageReleaseTests {
  @Test(
    "pictures and sound of captures are let go of at their end, whatever it is",
    arguments: [
      ["{press: live}", "120v"], ["{press: live}", "15v", "{press: live}", "15v", "{press: live}", "120v"],
      ["{press: live}", "15v", "{press: live}", "150v", "{press: live}", "120v"],
      ["{press: live}", "30v", "{unplug: microphone}", "120v"],
      ["{press: live}", "30v", "{freeze: microphone}", "240v"],
    ])
  func letGo(_ timelines: [String]) async throws {
    let leaks = LeakWatch()
    let bench = try await CaptureBench()
    try await bench.run("60v")
    var count = 0
    for timeline in timelines {
      try await bench.run(timeline)
      count += await bench.session.watchFootage(leaks)
    }
    #expect(count > 0 && bench.delegate.calls.last?.step == .didFinish)
    #expect(await bench.session.isRunning)
    let report = await leaks.settled()
    #expect(report.passes)
  }

  @Test("what a later capture still needs is kept")
  func kept() async throws {
    let leaks = LeakWatch()
    let bench = try await CaptureBench()
    try await bench.run("60v v* 29v {press: live}")
    #expect(await bench.session.watchFootage(leaks) == 4)
    try await bench.run("30v")
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 B2 W2 C2 P2 R1 M1 F1")
    #expect(leaks.survivors.count == 4)
    try await bench.run("60v")
    #expect(bench.delegate.timeline.hasSuffix("R2 M2 F2"))
    let report = await leaks.settled()
    #expect(report.passes)
  }
}

extension CaptureSession {
  /// Watches the footage of the captures that are under way; returns how much there is.
  fileprivate func watchFootage(_ leaks: LeakWatch) -> Int {
    var count = 0
    for request in photos.requests.values {
      if let footage = request.videoFootage {
        leaks.watch(footage, "pictures of \(request.id)")
        count += 1
      }
      if let footage = request.audioFootage {
        leaks.watch(footage, "sound of \(request.id)")
        count += 1
      }
    }
    return count
  }
}
