/// The longest stretch of a track's sound that is silent to its last bit, as no microphone is: it was lost, or switched
/// off.
struct SilentStretch {
  /// The frames of the stretch, counted from the first that was added.
  private(set) var longest = 0..<0
  private var start = 0
  private var count = 0

  /// Adds interleaved samples of 16 bits, of `channelCount` a frame.
  mutating func add(_ bytes: UnsafeRawBufferPointer, channelCount: Int) {
    bytes.withMemoryRebound(to: Int16.self) { samples in
      for sample in 0..<samples.count / channelCount * channelCount where samples[sample] != 0 {
        end(at: count + sample / channelCount)
        start = count + sample / channelCount + 1
      }
      count += samples.count / channelCount
    }
  }

  /// Adds a gap, which is no silence of the track's.
  mutating func skip(_ frames: Int) {
    end(at: count)
    count += frames
    start = count
  }

  /// Ends the sound; returns the stretch in seconds, if it is long enough to be heard as a hole.
  mutating func ended(sampleRate: Int) -> ClosedRange<Double>? {
    end(at: count)
    guard Double(longest.count) >= Self.leastSeconds * Double(sampleRate) else { return nil }
    return Double(longest.lowerBound) / Double(sampleRate)...Double(longest.upperBound) / Double(sampleRate)
  }

  private static let leastSeconds = 0.4

  private mutating func end(at frame: Int) {
    if frame - start > longest.count { longest = start..<frame }
  }
}
