import AudioCoding
import Foundation
import MediaCore
import Testing

struct AudioResamplerTests {
  /// A sine of amplitude 0.5 whose phase is 0 at frame 0; channel `c` is `c` times 0.1 radians ahead.
  private func sine(_ frequency: Double, rate: Double, frames: Int, channels: Int = 1) -> [Float] {
    let step = 2 * Double.pi * frequency / rate
    return (0..<frames).flatMap { frame in
      (0..<channels).map { channel -> Float in Float(0.5 * sin(step * Double(frame) + 0.1 * Double(channel))) }
    }
  }

  private func resample(
    _ input: [Float], channels: Int = 1, ratio: Double, chunkFrames: Int = 480
  ) throws -> [Float] {
    let resampler = try AudioResampler(channelCount: channels, ratio: ratio)
    var output: [Float] = []
    var start = 0
    while start < input.count {
      let end = min(start + chunkFrames * channels, input.count)
      try resampler.process(input[start..<end].span, into: &output)
      start = end
    }
    try resampler.finish(into: &output)
    try resampler.finish(into: &output)
    return output
  }

  @Test(
    "a sine comes out as the same sine, in phase with frame 0, its distortion below −90 dB",
    arguments: [0.95, 0.995, 1, 1.005, 1.05, 48_000.0 / 44_100, 44_100.0 / 48_000, 3, 1.0 / 3], [100.0, 997, 5000])
  func sinePurity(ratio: Double, frequency: Double) throws {
    let input = sine(frequency, rate: 48_000, frames: 24_000)
    let output = try resample(input, ratio: ratio)
    #expect(abs(Double(output.count) - 24_000 * ratio) <= 1)
    let expected = sine(frequency, rate: 48_000 * ratio, frames: output.count)
    // The filter has nothing to look at before the beginning and past the end: up to 10 ms at either side.
    let margin = Int(480 * max(ratio, 1)) + 480
    let inside = margin..<(output.count - margin)
    let sum = inside.reduce(0.0) { sum, index -> Double in
      let error = Double(output[index] - expected[index])
      return sum + error * error
    }
    let power = sum / Double(inside.count)
    #expect(10 * log10(power / 0.125) < -90)
  }

  @Test("channels are kept apart", arguments: [2, 3])
  func channels(count: Int) throws {
    let input = sine(997, rate: 44_100, frames: 10_000, channels: count)
    let output = try resample(input, channels: count, ratio: 48_000.0 / 44_100)
    let expected = sine(997, rate: 48_000, frames: output.count / count, channels: count)
    let inside = (1000 * count)..<(output.count - 1000 * count)
    let worst = inside.map { index -> Float in abs(output[index] - expected[index]) }.max()
    #expect(try #require(worst) < 1e-4)
  }

  @Test("how the sound is cut into chunks makes no difference", arguments: [1, 37, 1024, 10_000])
  func chunking(frames: Int) throws {
    let input = sine(997, rate: 48_000, frames: 10_000)
    let output = try resample(input, ratio: 1.003, chunkFrames: frames)
    #expect(output == (try resample(input, ratio: 1.003)))
  }

  /// Clicks (short bumps, 2 ms wide) centred on given frames.
  private func clicks(_ centers: [Double], frames: Int) -> [Float] {
    var samples = [Float](repeating: 0, count: frames)
    for center in centers {
      let middle = Int(center)
      for frame in max(0, middle - 200)..<min(frames, middle + 200) {
        let distance = (Double(frame) - center) / 40
        samples[frame] += Float(exp(-distance * distance))
      }
    }
    return samples
  }

  /// The centre of mass of what is near an expected click.
  private func center(_ samples: [Float], near expected: Double) -> Double {
    let range = max(0, Int(expected) - 600)..<min(samples.count, Int(expected) + 600)
    let mass = range.reduce(0.0) { $0 + Double(samples[$1]) }
    return range.reduce(0.0) { $0 + Double(samples[$1]) * Double($1) } / mass
  }

  @Test("a clock that is 0.5 % fast or slow is corrected to within 0.1 ms over 10 s", arguments: [48_240.0, 47_760])
  func constantDrift(deviceRate: Double) throws {
    let seconds = (0..<10).map { Double($0) + 0.5 }
    let input = clicks(seconds.map { $0 * deviceRate }, frames: Int(10 * deviceRate))
    let output = try resample(input, ratio: 48_000 / deviceRate)
    #expect(abs(output.count - 480_000) <= 1)
    for second in seconds {
      let found = center(output, near: second * 48_000)
      #expect(abs(found - second * 48_000) < 4.8, "at \(second) s")
    }
  }

  @Test("a ratio that is changed with every chunk leads where the sum of its steps says, without a click")
  func changingRatio() throws {
    let chunk = 480
    let count = 1000
    let ratios = (0..<count).map { 1 - 0.005 * Double($0) / Double(count) }
    // Where an input frame lies in the output: the ratios before it, summed.
    var starts = [0.0]
    for ratio in ratios { starts.append(starts.last! + ratio * Double(chunk)) }
    let centers = stride(from: 24_000.5, to: Double(chunk * count), by: 48_000).map { $0 }
    let pulses = clicks(centers, frames: chunk * count)
    let hum = sine(100, rate: 48_000, frames: chunk * count)
    var (output, humOutput): ([Float], [Float]) = ([], [])
    for (input, isHum) in [(pulses, false), (hum, true)] {
      let resampler = try AudioResampler(channelCount: 1, ratio: 1)
      var result: [Float] = []
      for index in 0..<count {
        try resampler.setRatio(ratios[index])
        try resampler.process(input[(index * chunk)..<((index + 1) * chunk)].span, into: &result)
      }
      try resampler.finish(into: &result)
      if isHum { humOutput = result } else { output = result }
    }
    for center in centers {
      let index = Int(center) / chunk
      let expected = starts[index] + (center - Double(index * chunk)) * ratios[index]
      #expect(abs(self.center(output, near: expected) - expected) < 4.8, "at frame \(center)")
    }
    // A sine of 100 Hz bends by at most 0.5·(2π·100/48000)² ≈ 0.0000857 from sample to sample; a click would more.
    let bends = (1000..<(humOutput.count - 1000)).map { index -> Float in
      let neighbours = humOutput[index - 1] + humOutput[index + 1]
      return abs(neighbours - 2 * humOutput[index])
    }
    #expect(try #require(bends.max()) < 0.000_12)
  }

  @Test("impossible settings, broken frames and late input are errors")
  func refusals() throws {
    for ratio in [0, -1, .nan, .infinity, 1000] {
      #expect(throws: CodingError.self) { try AudioResampler(channelCount: 1, ratio: ratio) }
    }
    for channels in [0, -1, 9] {
      #expect(throws: CodingError.self) { try AudioResampler(channelCount: channels, ratio: 1) }
    }
    let resampler = try AudioResampler(channelCount: 2, ratio: 1)
    #expect(throws: CodingError.self) { try resampler.setRatio(0) }
    let (none, three): ([Float], [Float]) = ([], [1, 2, 3])
    var output: [Float] = []
    let broken = try #require(throws: CodingError.self) {
      try resampler.process(three.span, into: &output)
    }
    #expect(broken.code == .malformed)
    try resampler.process(none.span, into: &output)
    try resampler.finish(into: &output)
    let late = try #require(throws: CodingError.self) { try resampler.process(none.span, into: &output) }
    #expect(late.code == .invalidState)
  }
}
