import Glibc
public import MediaCore
import Simulator

/// Finds the beeps of a scene in sound, each to well below half a millisecond.
///
/// The strength of 1 kHz in a window as long as a beep rises and falls like a triangle as the window slides over it.
/// The middle between the points where it passes half its height is the beep's middle, whatever lossy coding has
/// done to both ends alike. Beeps cut off by the start or the end of the sound are left out.
public struct BeepDetector: Sendable {
  /// Frames in a second of the sound.
  public let sampleRate: Int
  /// The least amplitude of a beep that counts; full scale is 1.
  public let minimumAmplitude: Double
  /// Sums are kept for blocks of an eighth of a millisecond.
  private let blockFrames: Int

  /// A detector for one channel of sound at `sampleRate`, at least 8000.
  public init(sampleRate: Int, minimumAmplitude: Double = 0.05) {
    precondition(sampleRate >= 8000, "sound too slow for a tone of 1 kHz")
    self.sampleRate = sampleRate
    self.minimumAmplitude = minimumAmplitude
    blockFrames = max(1, sampleRate / 8000)
  }

  /// When beeps begin, from the first sample on. The samples are one channel's.
  public func onsets(in samples: [Int16]) -> [MediaTime] { onsets(in: samples.map { Float($0) / 32_768 }) }

  /// When beeps begin, from the first sample on, in nanoseconds. The samples are one channel's.
  public func onsets(in samples: [Float]) -> [MediaTime] {
    let strength = samples.withUnsafeBufferPointer { strengths(of: $0) }
    return peaks(of: strength).map { center in
      // A strength belongs to the window that begins at its block; a beep fills it when both begin together.
      MediaTime(nanoseconds: Int64((center * Double(blockFrames) / Double(sampleRate) * 1e9).rounded()))
    }
  }

  /// The amplitude of 1 kHz in the window of a beep's length that begins at each block.
  private func strengths(of samples: UnsafeBufferPointer<Float>) -> [Double] {
    let blocks = samples.count / blockFrames
    let window = windowBlocks
    guard blocks > window else { return [] }
    var sums = [(real: Double, imaginary: Double)](repeating: (0, 0), count: blocks + 1)
    let step = 2 * Double.pi * Scene.beepFrequency / Double(sampleRate)
    let turn = (cos(step), sin(step))
    sums.withUnsafeMutableBufferPointer { sums in
      var index = 0
      for block in 0..<blocks {
        // The oscillator is set anew for each block, so that its error does not grow.
        var phase = (cos(step * Double(index)), sin(step * Double(index)))
        var (real, imaginary) = sums[block]
        for _ in 0..<blockFrames {
          let sample = Double(samples[index])
          real += sample * phase.0
          imaginary += sample * phase.1
          phase = (phase.0 * turn.0 - phase.1 * turn.1, phase.0 * turn.1 + phase.1 * turn.0)
          index += 1
        }
        sums[block + 1] = (real, imaginary)
      }
    }
    let scale = 2 / Double(window * blockFrames)
    return (0...(blocks - window)).map { start in
      scale
        * hypot(sums[start + window].real - sums[start].real, sums[start + window].imaginary - sums[start].imaginary)
    }
  }

  private var windowBlocks: Int { Int((Scene.beepSeconds * Double(sampleRate) / Double(blockFrames)).rounded()) }

  /// The middles of the triangles among the strengths, as fractional indices.
  private func peaks(of strength: [Double]) -> [Double] {
    let window = windowBlocks
    var found: [Double] = []
    var index = 0
    while index < strength.count {
      guard strength[index] > minimumAmplitude / 2 else {
        index += 1
        continue
      }
      // The greatest strength within a beep's length of the first that stands out is the beep's.
      let end = min(strength.count, index + 2 * window)
      let top = (index..<end).max { strength[$0] < strength[$1] } ?? index
      if strength[top] >= minimumAmplitude, let center = center(around: top, of: strength) { found.append(center) }
      index = max(end, top + 2 * window)
    }
    return found
  }

  /// The middle between the points left and right of a peak at which half its height is passed, if they are about
  /// as far apart as a whole beep makes them.
  private func center(around top: Int, of strength: [Double]) -> Double? {
    let half = strength[top] / 2
    var left = top
    while left > 0, strength[left - 1] > half { left -= 1 }
    var right = top
    while right + 1 < strength.count, strength[right + 1] > half { right += 1 }
    guard left > 0, right + 1 < strength.count else { return nil }
    let rise = Double(left) - (strength[left] - half) / (strength[left] - strength[left - 1])
    let fall = Double(right) + (strength[right] - half) / (strength[right] - strength[right + 1])
    let expected = Double(windowBlocks)
    guard abs(fall - rise - expected) < expected / 4 else { return nil }
    return (rise + fall) / 2
  }
}
