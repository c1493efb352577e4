import CaptureCodecs
import MediaCore
import Testing

@testable import LiveCapture

/// How chunks of sound are laid onto the session's clock.
@Suite struct SoundLineTests {
  private static let rate = 48_000

  private func chunk(_ number: Int) -> AudioChunk {
    AudioChunk(
      format: AudioFormat(sampleRate: Self.rate, channelCount: 1, sampleFormat: .s16), position: Int64(number * 480),
      frameCount: 480, time: .zero, isFiller: false,
      storage: [UInt8](repeating: 0, count: 960).withUnsafeBytes { FrameStorage(copying: $0) })
  }

  @Test("the error of a chunk is how far it lies from its place, later above 0")
  func errors() throws {
    var timeline = SoundLine(StandardSound(), sampleRate: Self.rate, channelCount: 1)
    _ = try timeline.place(chunk(0), at: 100, clockRate: Double(Self.rate))
    #expect(timeline.placementError == 0, "silence leads up to the first")
    _ = try timeline.place(chunk(1), at: 580, clockRate: Double(Self.rate))
    #expect(timeline.placementError == 0)
    // It belongs a frame later than the sound before it ends: it lies a frame too early, and is not moved for that.
    _ = try timeline.place(chunk(2), at: 1061, clockRate: Double(Self.rate))
    #expect(timeline.placementError == -1)
    // Two milliseconds too late: what can be is made good, a second's worth at a time.
    _ = try timeline.place(chunk(3), at: 1540 - 96, clockRate: Double(Self.rate))
    #expect(timeline.placementError == 96)
    _ = try timeline.place(chunk(4), at: 2020 - 96, clockRate: Double(Self.rate))
    #expect(timeline.placementError < 96 && timeline.placementError > 90)
    // After time that the device has skipped, the sound begins anew in its place.
    _ = try timeline.place(chunk(5), at: 9000, clockRate: Double(Self.rate))
    #expect(abs(timeline.placementError) < 1)
  }
}
