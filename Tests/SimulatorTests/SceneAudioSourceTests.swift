import CaptureDevices
import CaptureSupport
import Foundation
import LiveCaptureTesting
import MediaCore
import SceneJudging
import Simulator
import TestSupport
import Testing

@Suite struct SceneAudioSourceTests {
  /// One channel of what was recorded, as numbers from −1 to 1.
  static func samples(_ sink: AudioSinkLog, _ format: AudioFormat, channel: Int = 0) -> [Float] {
    let bytes = sink.bytes
    return bytes.withUnsafeBytes { bytes in
      stride(from: channel * format.sampleFormat.bytes, to: bytes.count, by: format.frameBytes).map { offset in
        switch format.sampleFormat {
        case .s16: Float(bytes.loadUnaligned(fromByteOffset: offset, as: Int16.self)) / 32_768
        case .s32: Float(bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self)) / 2_147_483_648
        case .float: bytes.loadUnaligned(fromByteOffset: offset, as: Float.self)
        }
      }
    }
  }

  @Test(
    "a beep begins at each full second, in every format and channel",
    arguments: [(48_000, 1, .s16), (44_100, 2, .s16), (8000, 1, .s32), (96_000, 2, .float), (11_025, 2, .s32)]
      as [(Int, Int, SampleFormat)])
  func beeps(rate: Int, channels: Int, sampleFormat: SampleFormat) throws {
    let log = try SceneLog(
      duration: .milliseconds(3100), video: nil, audio: AudioWish(sampleRate: rate, channelCount: channels),
      settings: SceneSettings(sampleFormat: sampleFormat))
    let format = AudioFormat(sampleRate: rate, channelCount: channels, sampleFormat: sampleFormat)
    #expect(log.audio.chunks.allSatisfy { $0.format == format })
    for channel in 0..<channels {
      let samples = Self.samples(log.audio, format, channel: channel)
      // The beep of second 0 has nothing before it, so the detector cannot tell that it is whole.
      let onsets = BeepDetector(sampleRate: rate).onsets(in: samples)
      #expect(onsets.count == 3)
      for (index, onset) in onsets.enumerated() {
        #expect(abs(onset.seconds - Double(index + 1)) < 0.000_1)
      }
      let peak = samples.map(abs).max() ?? 0
      #expect((0.45...0.51).contains(peak))
    }
  }

  @Test("chunks are periods of 10 ms that follow each other, delivered when complete, with exact readings")
  func periods() throws {
    let log = try SceneLog(duration: .milliseconds(500), video: nil, audio: AudioWish())
    let chunks = log.audio.chunks
    #expect(chunks.count == 50)
    for (index, chunk) in chunks.enumerated() {
      #expect(chunk.position == Int64(index * 480))
      #expect(chunk.frameCount == 480 && chunk.bytes.count == 960 && !chunk.isFiller)
      #expect(chunk.clock?.position == Int64(index + 1) * 480)
      #expect(chunk.clock?.time == log.scene.epoch + .milliseconds(Int64(index + 1) * 10))
      #expect(chunk.arrival == chunk.clock?.time)
    }
  }

  @Test(
    "a fast or slow sample clock shifts positions, and beeps stay on the session's seconds",
    arguments: [-5000.0, -80, 80, 20_000])
  func skew(ppm: Double) throws {
    let log = try SceneLog(
      duration: .milliseconds(10_100), video: nil, audio: AudioWish(), settings: SceneSettings(microphoneSkewPPM: ppm))
    let reading = try #require(log.audio.chunks.last?.clock)
    let seconds = (reading.time - log.scene.epoch).seconds
    #expect(abs(Double(reading.position) / seconds - 48_000 * (1 + ppm / 1e6)) < 0.01)
    let samples = Self.samples(log.audio, AudioFormat(sampleRate: 48_000, channelCount: 1, sampleFormat: .s16))
    let onsets = BeepDetector(sampleRate: 48_000).onsets(in: samples)
    #expect(onsets.count == 10)
    for (index, onset) in onsets.enumerated() {
      // By the device's count, everything is stretched by the skew; the detector finds the middle of a beep and
      // takes half of its nominal 20 ms off.
      let expected = (Double(index + 1) + 0.01) * (1 + ppm / 1e6) - 0.01
      #expect(abs(onset.seconds - expected) < 0.000_1)
    }
  }

  @Test("readings may be late, within the limit, and never early")
  func jitter() throws {
    let log = try SceneLog(
      duration: .milliseconds(2000), video: nil, audio: AudioWish(),
      settings: SceneSettings(audioReadingJitter: .milliseconds(4)))
    let lateness = log.audio.chunks.map { chunk in
      chunk.clock.map { $0.time - log.scene.epoch - MediaTime(value: $0.position, timescale: 48_000) } ?? .invalid
    }
    #expect(lateness.allSatisfy { MediaTime.zero <= $0 && $0 <= .milliseconds(4) })
    #expect(lateness.contains { $0 > .milliseconds(2) } && lateness.contains { $0 < .milliseconds(1) })
    for chunk in log.audio.chunks { #expect(chunk.arrival == chunk.clock?.time) }
  }

  @Test("between beeps there is noise of the chosen level, or silence", arguments: [-60.0, -30, nil])
  func noise(level: Double?) throws {
    let log = try SceneLog(
      duration: .milliseconds(900), video: nil, audio: AudioWish(),
      settings: SceneSettings(noiseLevel: level, sampleFormat: .float))
    let format = AudioFormat(sampleRate: 48_000, channelCount: 1, sampleFormat: .float)
    let quiet = Self.samples(log.audio, format)[2000..<40_000]
    let power = quiet.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(quiet.count)
    if let level {
      #expect(abs(10 * log10(power) - level) < 0.2)
    } else {
      #expect(power == 0)
    }
  }

  @Test("equal seeds give equal sound, another seed another")
  func determinism() throws {
    func bytes(_ seed: UInt64) throws -> [UInt8] {
      try SceneLog(
        duration: .milliseconds(1100), video: nil, audio: AudioWish(), settings: SceneSettings(seed: seed)
      ).audio.bytes
    }
    let first = try bytes(3)
    #expect(first.count == 110 * 960)
    #expect(try bytes(3) == first)
    #expect(try bytes(4) != first)
  }
}
