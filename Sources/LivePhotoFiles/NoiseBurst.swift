/// Stretches of plain sound that are noise at full scale, and begin and end like a switch: random bytes in the place of
/// some. What a microphone takes is not so: sound that is so loud and so quick takes time to fade.
struct NoiseBurst {
  /// The number of neighbours whose distances are looked at together. Of random samples of 16 bits the mean is 21,845.
  private static let window = 12
  private static let loud = 12_000
  private static let audible = loud / 4
  private static let quiet = loud / 8
  /// The least number of windows that are loud, and the mean of all, in a stretch of 64 bytes.
  private static let fewestLoud = 4
  private static let leastMean = loud * 3 / 5
  /// Longer ones are recorded noise, or tones.
  private static let longest = 1 << 15
  /// Sound that has more of them is made so.
  private static let most = 3

  private struct Stretch {
    let start: Int
    /// The mean just before it.
    let before: Int
    var count = 0
    var sum = 0
    var loudCount = 0

    var isNoise: Bool { before < quiet && loudCount >= fewestLoud && count <= longest && sum >= count * leastMean }
  }

  private let channelCount: Int
  private var stretches: [Stretch] = []
  private var frame = 0
  /// The number of distances that were added, and their sum.
  private var (count, sum) = (0, 0)
  private var latest: [Int]
  private var steps: [Int] = []
  private var stepSum = 0
  /// The means of the last windows, which lie beside the one that comes next.
  private var means: [Int] = []
  private var open: Stretch?
  /// A stretch that has ended, and the frame at whose window it is decided whether it ended like a switch.
  private var ended: (stretch: Stretch, decision: Int)?

  init(channelCount: Int) {
    self.channelCount = channelCount
    latest = Array(repeating: 0, count: channelCount)
  }

  /// Adds interleaved samples of 16 bits.
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    bytes.withMemoryRebound(to: Int16.self) { samples in
      for start in stride(from: 0, to: samples.count / channelCount * channelCount, by: channelCount) {
        var step = 0
        for channel in 0..<channelCount {
          let sample = Int(samples[start + channel])
          step += abs(sample - latest[channel])
          latest[channel] = sample
        }
        add(step: step / channelCount)
      }
    }
  }

  /// Adds a gap, beside which nothing is known.
  mutating func skip(_ frames: Int) {
    frame += frames
    (steps, stepSum, means, open, ended) = ([], 0, [], nil, nil)
  }

  /// The first frames of the stretches; none if there are too many, or if the rest is as loud and as quick.
  var frames: [Int] {
    let (count, sum) = stretches.reduce((count, sum)) { ($0.0 - $1.count, $0.1 - $1.sum) }
    return stretches.count > Self.most || sum > count * Self.quiet ? [] : stretches.map(\.start)
  }

  private mutating func add(step: Int) {
    let place = frame % Self.window
    frame += 1
    (count, sum) = (count + 1, sum + step)
    if steps.count < Self.window {
      // Of a sound's first frame there is no neighbour. Places must fit those of later ones.
      if steps.isEmpty, place != 0 { return }
      steps.append(step)
      stepSum += step
      guard steps.count == Self.window else { return }
    } else {
      stepSum += step - steps[place]
      steps[place] = step
    }
    add(mean: stepSum / Self.window)
  }

  private mutating func add(mean: Int) {
    let place = frame % Self.window
    var before = Int.max
    if means.count < Self.window {
      if !means.isEmpty || place == 0 { means.append(mean) }
    } else {
      before = means[place]
      means[place] = mean
    }
    if let (stretch, decision) = ended, frame == decision {
      if mean < Self.quiet, stretch.isNoise { stretches.append(stretch) }
      ended = nil
    }
    if mean >= Self.audible {
      if open == nil { open = Stretch(start: frame - 2, before: before) }
      open?.count += 1
      open?.sum += mean
      if mean >= Self.loud { open?.loudCount += 1 }
    } else if let stretch = open {
      (open, ended) = (nil, (stretch, frame + Self.window - 1))
    }
  }
}
