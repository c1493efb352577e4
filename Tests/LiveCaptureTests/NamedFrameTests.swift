import Diagnostics
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Synchronization
import TestSupport
import Testing

/// The frame that somebody saw when he pressed becomes the still, however late the press arrives.
@Suite struct NamedFrameTests {
  /// Knows the newest frame that a screen could show.
  private final class Screen: VideoDataOutputDelegate {
    private let newest = Mutex<UInt64?>(nil)
    var sequence: UInt64? { newest.withLock { $0 } }

    func captureOutput(
      _ output: VideoDataOutput, didOutput sampleBuffer: VideoSampleBuffer, from connection: CaptureConnection
    ) {
      newest.withLock { $0 = sampleBuffer.sequence }
    }
  }

  private func bench() async throws -> (CaptureBench, Screen, VideoDataOutput) {
    let (bench, screen, output) = (try await CaptureBench(), Screen(), VideoDataOutput())
    output.setSampleBufferDelegate(screen, queue: nil)
    try await bench.session.addOutput(output)
    return (bench, screen, output)
  }

  @Test("of 100 presses all give the frame that was seen, at any delay", arguments: [0, 200, 900])
  func presses(milliseconds: Int64) async throws {
    let (bench, screen, output) = try await bench()
    try await bench.run("60v")
    let delay = MediaTime(value: milliseconds, timescale: 1000)
    var random = SeededRandom(seed: UInt64(milliseconds) + 1)
    for press in 1...100 {
      // Presses fall anywhere between two frames.
      await bench.advance(by: .milliseconds(Int64.random(in: 40...400, using: &random)))
      let seen = try #require(screen.sequence)
      await bench.advance(by: delay)
      var settings = bench.nextSettings(isLive: press % 10 == 0)
      settings.frameSequence = seen
      try await bench.press(settings)
      let photo = try #require(bench.delegate.calls.last { $0.step == .didProcessPhoto }?.photo)
      #expect(photo.sequence == seen && photo.shutterError == .zero, "press \(press)")
    }
    try await bench.run("120v")
    #expect(bench.delegate.calls.count { $0.step == .didFinish && $0.error == nil } == 100)
    #expect(output.statistics.delivered > 100)
  }

  @Test("the movie around a frame that is named late has its whole pre-roll, and the still at its instant")
  func lateMovie() async throws {
    let (bench, screen, _) = try await bench()
    try await bench.run("150v")
    let seen = try #require(screen.sequence)
    await bench.advance(by: .milliseconds(900))
    var settings = bench.nextSettings(isLive: true)
    settings.frameSequence = seen
    try await bench.press(settings)
    try await bench.run("120v")
    let call = try #require(bench.delegate.calls.last { $0.step == .didFinish })
    #expect(call.error == nil)
    let resolved = call.settings
    #expect(resolved.availablePreRoll == bench.session.configuration.preRoll)
    let photo = try #require(bench.delegate.calls.last { $0.step == .didProcessPhoto }?.photo)
    #expect(photo.timestamp == resolved.shutterTime)
  }

  @Test("a frame that the ring no longer holds, or that a flash or a bracket would follow, is refused")
  func refused() async throws {
    let (bench, screen, _) = try await bench()
    try await bench.run("30v")
    let seen = try #require(screen.sequence)
    try await bench.run("120v")
    var settings = bench.nextSettings()
    settings.frameSequence = seen
    #expect(throws: CaptureError.self) { try bench.output.capturePhoto(with: settings, delegate: bench.delegate) }
    settings.frameSequence = screen.sequence
    settings.flashMode = .auto
    do {
      try bench.output.capturePhoto(with: settings, delegate: bench.delegate)
      Issue.record("taken")
    } catch { #expect(error.rule == .flashModeIsSupported || error.rule == .frameIsHeld) }
    #expect(bench.delegate.calls.isEmpty)
  }
}
