public import MediaCore

/// Changes the sample rate of a stream of sound, by a ratio that may be adjusted as the stream goes on.
///
/// Output frame 0 stands for the same instant as input frame 0: the filter looks ahead rather than delaying, so the
/// last frames of output come only with more input or at the end. Samples are interleaved, −1 to 1.
/// One resampler serves one thread at a time.
///
/// Stands for libsamplerate's `SRC_SINC_MEDIUM_QUALITY`: what it adds lies some 120 dB below the sound, which is
/// less than 16 bits can hold, and it keeps 90 % of the bandwidth, which at 48 kHz is all that people hear; the best
/// converter takes three times as long, the fastest loses what is above 19 kHz.
public final class AudioResampler {
  /// Samples in a frame.
  public let channelCount: Int
  /// Output frames for each input frame: above 1 makes the stream longer.
  public private(set) var ratio: Double
  /// How many frames of input have been taken.
  public private(set) var inputFrames = 0
  /// How many frames of output have been given.
  public private(set) var outputFrames = 0

  private let converter: LibSampleRate
  private let block: UnsafeMutableBufferPointer<Float>
  private var isFinished = false

  private static let blockFrames = 1024

  /// A resampler that has heard nothing yet.
  /// - Throws: ``MediaCore/CodingError`` with `.invalidSetting` for a channel count outside 1 to 8 or a ratio outside
  ///   1/256 to 256, or `.codecFailed`.
  public init(channelCount: Int, ratio: Double) throws(CodingError) {
    guard (1...8).contains(channelCount) else {
      throw CodingError(
        .invalidSetting, context: "resampler", message: "\(channelCount) channels are not resampled; 1 to 8 are.")
    }
    try Self.check(ratio: ratio)
    self.channelCount = channelCount
    self.ratio = ratio
    converter = try LibSampleRate(channelCount: channelCount, ratio: ratio, context: "resampler")
    block = .allocate(capacity: Self.blockFrames * channelCount)
    block.initialize(repeating: 0)
  }

  deinit { block.deallocate() }

  /// Changes the ratio: the next call of ``process(_:into:)`` glides to it within its first 1024 output frames,
  /// without a click.
  /// - Throws: ``MediaCore/CodingError`` with `.invalidSetting` for a ratio outside 1/256 to 256.
  public func setRatio(_ ratio: Double) throws(CodingError) {
    try Self.check(ratio: ratio)
    self.ratio = ratio
  }

  /// Takes a whole number of frames and appends the output that they complete.
  /// - Throws: ``MediaCore/CodingError`` with `.malformed` for a broken frame at the end, `.invalidState` after
  ///   ``finish(into:)``, or `.codecFailed`.
  public func process(_ samples: Span<Float>, into output: inout [Float]) throws(CodingError) {
    guard !isFinished else {
      throw CodingError(
        .invalidState, context: "resampler", message: "The stream has been ended. Make another resampler.")
    }
    guard samples.count % channelCount == 0 else {
      throw CodingError(
        .malformed, context: "resampler",
        message: "\(samples.count) samples are no whole number of frames of \(channelCount) channels.")
    }
    try samples.withUnsafeBufferPointer { (input) throws(CodingError) in
      try run(input, isLast: false, into: &output)
    }
  }

  /// Ends the stream and appends the rest. In all there are then as many output frames as input frames times the
  /// ratio, within one. Harmless twice.
  /// - Throws: ``MediaCore/CodingError`` with `.codecFailed`.
  public func finish(into output: inout [Float]) throws(CodingError) {
    guard !isFinished else { return }
    isFinished = true
    try run(UnsafeBufferPointer(start: nil, count: 0), isLast: true, into: &output)
  }

  private func run(
    _ input: UnsafeBufferPointer<Float>, isLast: Bool, into output: inout [Float]
  ) throws(CodingError) {
    let total = input.count / channelCount
    var taken = 0
    while true {
      let rest = UnsafeBufferPointer(rebasing: input[(taken * channelCount)...])
      // The library glides to a new ratio over the room it is given, so that is what the input will fill.
      let expected = taken < total ? Int(Double(total - taken) * ratio) + 1 : Self.blockFrames
      let (consumed, produced) = try converter.process(
        rest, inputFrames: total - taken, output: block, outputFrames: min(expected, Self.blockFrames), ratio: ratio,
        isLast: isLast)
      output.append(contentsOf: block[..<(produced * channelCount)])
      taken += consumed
      inputFrames += consumed
      outputFrames += produced
      if consumed == 0 && produced == 0 { break }
    }
    guard taken == total else {
      throw CodingError(
        .codecFailed, context: "resampler", operation: "src_process",
        message: "The library left \(total - taken) frames behind. Make another resampler.")
    }
  }

  private static func check(ratio: Double) throws(CodingError) {
    guard LibSampleRate.isValid(ratio: ratio) else {
      throw CodingError(
        .invalidSetting, context: "resampler", message: "A ratio of \(ratio) is outside 1/256 to 256.")
    }
  }
}
