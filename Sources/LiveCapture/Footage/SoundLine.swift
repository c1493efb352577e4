import MediaCore

/// Lays a microphone's chunks onto the session's clock: a gapless line of output frames at a movie's rate.
///
/// While the microphone has that rate and keeps time to within a few parts in a million the samples pass through
/// unchanged. Otherwise they are resampled, and what is still off is made good over the next second.
struct SoundLine {
  private let sampleRate: Int
  private let channelCount: Int
  private let sound: any SoundEncoding
  private var resampler: (any SoundResampling)?
  private(set) var outputFrames = 0
  /// The place on the output's line at which the input taken so far ends, ahead of `outputFrames` by what the resampler
  /// holds.
  private var placedEnd = 0.0
  private var hasInput = false
  /// The offset of the newest chunk's beginning from its place, in frames; positive if the chunk is late, negative if
  /// it is early.
  private(set) var placementError = 0.0

  // Over the ten seconds of the longest movie, 20 ppm are 0.2 ms: nobody's lips.
  private static let exactEnough = 20e-6
  private static let longestSlip = 0.02
  private static let correctionSeconds = 1.0

  init(_ sound: any SoundEncoding, sampleRate: Int, channelCount: Int) {
    self.sound = sound
    self.sampleRate = sampleRate
    self.channelCount = channelCount
  }

  /// The output that a chunk completes. `frame` is where its first frame belongs.
  mutating func place(_ chunk: AudioChunk, at frame: Int, clockRate: Double) throws(CodingError) -> [Float] {
    var samples = try PCMConverter.floats(of: chunk)
    var position = frame
    if !hasInput, frame < 0 {
      // Of the microphone's own frames.
      let early = (Double(-frame) * Double(chunk.format.sampleRate) / Double(sampleRate)).rounded()
      samples.removeFirst(Int(min(Double(chunk.frameCount), early)) * channelCount)
      position = 0
      if samples.isEmpty { return [] }
    }
    let ratio = Double(sampleRate) / (clockRate > 0 ? clockRate : Double(chunk.format.sampleRate))
    // No sound has come before the first chunk, or where the device skipped time unannounced.
    let isLate = position - Int(placedEnd.rounded()) > (hasInput ? Int(Self.longestSlip * Double(sampleRate)) : 0)
    let silence = isLate ? try padding(to: position) : []
    let heard = try resample(samples, ratio: ratio, target: position)
    return silence.isEmpty ? heard : silence + heard
  }

  /// Silence up to output frame `end`, after whatever is still held back.
  mutating func padding(to end: Int) throws(CodingError) -> [Float] {
    var output: [Float] = []
    try resampler?.finish(into: &output)
    resampler = nil
    outputFrames += output.count / channelCount
    let missing = max(0, end - outputFrames)
    output += [Float](repeating: 0, count: missing * channelCount)
    outputFrames += missing
    placedEnd = Double(outputFrames)
    return output
  }

  private mutating func resample(_ samples: [Float], ratio: Double, target: Int) throws(CodingError) -> [Float] {
    hasInput = true
    let frames = samples.count / channelCount
    let slip = Double(target) - placedEnd
    placementError = -slip
    if resampler == nil, abs(ratio - 1) < Self.exactEnough, abs(slip) < 0.001 * Double(sampleRate) {
      placedEnd += Double(frames)
      outputFrames += frames
      return samples
    }
    let correction = slip / (Self.correctionSeconds * Double(sampleRate))
    let corrected = ratio * (1 + min(max(correction, -0.005), 0.005))
    if resampler == nil { resampler = try sound.makeResampler(channelCount: channelCount, ratio: corrected) }
    try resampler?.setRatio(corrected)
    var output: [Float] = []
    try resampler?.process(samples.span, into: &output)
    placedEnd += Double(frames) * corrected
    outputFrames += output.count / channelCount
    return output
  }
}
