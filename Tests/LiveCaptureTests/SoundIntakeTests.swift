import CaptureDevices
import FrameRing
import MediaCore
import Testing

@testable import LiveCapture

/// What of a microphone's samples comes into the ring.
@Suite struct SoundIntakeTests {
  /// The samples that the ring has of some that come.
  private func taken(_ samples: [Float], isMuted: Bool = false) throws -> (samples: [Float], invalid: Int) {
    let format = AudioFormat(sampleRate: 48_000, channelCount: 2, sampleFormat: .float)
    var intake = SoundIntake(format)
    var ring = FrameRing<AudioChunk>(limits: RingLimits(retention: .seconds(1), count: 16, bytes: 1 << 20))
    let chunk = try samples.withUnsafeBytes { bytes in
      let borrowed = BorrowedAudioChunk(
        format: format, position: 0, frameCount: samples.count / 2,
        clock: AudioClockReading(position: Int64(samples.count / 2), time: .seconds(5)), isFiller: false, bytes: bytes)
      return try #require(intake.take(borrowed, at: .seconds(5), isMuted: isMuted, into: &ring))
    }
    return (try PCMConverter.floats(of: chunk), intake.statistics.invalid)
  }

  @Test("samples that are no numbers, or as large as none of any sound, are silence; the others stay, however loud")
  func invalidSamples() throws {
    let came: [Float] = [0.5, .nan, .infinity, -1.5, -.infinity, .greatestFiniteMagnitude, 1_000_000, -0.25]
    let (samples, invalid) = try taken(came)
    #expect(samples == [0.5, 0, 0, -1.5, 0, 0, 1_000_000, -0.25] && invalid == 4)
    #expect(try taken(came, isMuted: true) == (Array(repeating: 0, count: 8), 0))
  }
}
