import Foundation
import LiveCaptureTesting
import MediaCore
import Testing

@testable import SceneJudging

@Suite struct BeepDetectorTests {
  /// Sound with beeps of a pitch and a length at the given instants.
  static func sound(
    rate: Int, seconds: Double, onsets: [Double], amplitude: Double = 0.5, pitch: Double = 1000, length: Double = 0.02,
    noise: Double = 0.001
  ) -> [Float] {
    var state: UInt32 = 12_345
    return (0..<Int(seconds * Double(rate))).map { index in
      state = state &* 1_664_525 &+ 1_013_904_223
      var value = noise * (Double(state >> 8) / Double(1 << 24) - 0.5)
      for onset in onsets {
        let time = Double(index) / Double(rate) - onset
        guard time >= 0, time < length else { continue }
        let edge = min(1, max(0, min(time, length - time) / 0.001))
        value += amplitude * (0.5 - 0.5 * cos(.pi * edge)) * sin(2 * .pi * pitch * time)
      }
      return Float(value)
    }
  }

  @Test(
    "onsets are found to a tenth of a millisecond (a fifth at low rates), wherever they fall",
    arguments: [8000, 11_025, 16_000, 44_100, 48_000, 96_000], [0.5, 0.02])
  func precision(rate: Int, amplitude: Double) {
    let onsets = [0.1, 0.333_333, 0.712_345_6, 1.000_01]
    let samples = Self.sound(rate: rate, seconds: 1.2, onsets: onsets, amplitude: amplitude)
    let found = BeepDetector(sampleRate: rate, minimumAmplitude: 0.01).onsets(in: samples)
    #expect(found.count == onsets.count)
    let tolerance = rate < 16_000 ? 0.000_2 : 0.000_1
    for (found, onset) in zip(found, onsets) { #expect(abs(found.seconds - onset) < tolerance) }
  }

  @Test("16-bit sound gives the same instants")
  func integers() {
    let samples = Self.sound(rate: 48_000, seconds: 1, onsets: [0.25, 0.75])
    let found = BeepDetector(sampleRate: 48_000).onsets(in: samples.map { Int16($0 * 32_767) })
    #expect(found.count == 2)
    #expect(abs((found.first?.seconds ?? 0) - 0.25) < 0.000_1)
  }

  @Test("beeps that are cut off, other tones, clicks, noise and faint beeps are left out")
  func others() {
    let detector = BeepDetector(sampleRate: 48_000)
    #expect(detector.onsets(in: Self.sound(rate: 48_000, seconds: 1, onsets: [-0.01, 0.99])).isEmpty)
    #expect(detector.onsets(in: Self.sound(rate: 48_000, seconds: 1, onsets: [0.5], pitch: 3000)).isEmpty)
    #expect(detector.onsets(in: Self.sound(rate: 48_000, seconds: 1, onsets: [0.3], length: 0.5)).isEmpty)
    #expect(detector.onsets(in: Self.sound(rate: 48_000, seconds: 1, onsets: [0.3], length: 0.002)).isEmpty)
    #expect(detector.onsets(in: Self.sound(rate: 48_000, seconds: 1, onsets: [0.3], amplitude: 0.02)).isEmpty)
    #expect(detector.onsets(in: Self.sound(rate: 48_000, seconds: 1, onsets: [], noise: 0.5)).isEmpty)
    #expect(detector.onsets(in: [Float]()).isEmpty)
    #expect(detector.onsets(in: [Float](repeating: 0.9, count: 700)).isEmpty)
  }
}
