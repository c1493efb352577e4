import LiveCaptureTesting
import MediaCore
import Testing

@testable import LiveCapture

/// What was encoded for captures is let go of with the last of them, while the session runs on.
@Suite struct FootageReleaseTests {
  @Test(
    "pictures and sound of captures are let go of at their end, whatever it is",
    arguments: ["L 4", "L 0.5 L 0.5 L 4", "L 0.5 L 5 L 4", "L 1 microphone! 4", "L 1 microphone~ 8"])
  func letGo(_ script: String) async throws {
    let leaks = LeakWatch()
    let bench = try await CaptureBench()
    try await bench.run("2")
    var count = 0
    for step in script.split(separator: " ") {
      try await bench.run(String(step))
      count += await bench.session.watchFootage(leaks)
    }
    #expect(count > 0 && bench.delegate.calls.last?.step == .didFinish)
    #expect(await bench.session.isRunning)
    let report = await leaks.settled()
    #expect(report.passes, "\(report)")
  }

  @Test("what a later capture still needs is kept")
  func kept() async throws {
    let leaks = LeakWatch()
    let bench = try await CaptureBench()
    try await bench.run("2 L 1 L")
    #expect(await bench.session.watchFootage(leaks) == 4)
    try await bench.run("1")
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 B2 W2 C2 P2 R1 M1 F1")
    #expect(leaks.survivors.count == 4)
    try await bench.run("2")
    #expect(bench.delegate.timeline.hasSuffix("R2 M2 F2"))
    let report = await leaks.settled()
    #expect(report.passes, "\(report)")
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
