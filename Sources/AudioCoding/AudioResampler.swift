import CSampleRate
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
  private let channelCount: Int
  /// Output frames for each input frame: above 1 makes the stream longer.
  private var ratio: Double
  private let state: OpaquePointer
  private let memory: OwnedBuffer<Float>
  private var block: UnsafeMutableBufferPointer<Float> { memory.elements }
  private var isFinished = false

  private static let blockFrames = 1024

  /// Creates a resampler that has heard nothing yet.
  /// - Throws: ``MediaCore/CodingError`` with `.invalidSetting` unless there are 1 to 8 channels and the ratio is
  ///   1/256 to 256, or `.codecFailed`.
  public init(channelCount: Int, ratio: Double) throws(CodingError) {
    guard (1...8).contains(channelCount) else {
      throw Self.error(.invalidSetting, "\(channelCount) channels are not resampled; 1 to 8 are.")
    }
    try Self.check(ratio: ratio)
    self.channelCount = channelCount
    self.ratio = ratio
    var status: Int32 = 0
    guard let state = src_new(Int32(SRC_SINC_MEDIUM_QUALITY), Int32(channelCount), &status) else {
      throw Self.failure("src_new", status)
    }
    self.state = state
    memory = OwnedBuffer(count: Self.blockFrames * channelCount, repeating: 0)
    // Without a first ratio the converter would take that of the first call, and glide from there all the same.
    let result = src_set_ratio(state, ratio)
    guard result == 0 else { throw Self.failure("src_set_ratio", result) }
  }

  deinit {
    src_delete(state)
  }

  /// Changes the ratio: the next ``process(_:into:)`` glides to it within 1024 output frames, without a click.
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
      throw Self.error(.invalidState, "The stream has been ended. Make another resampler.")
    }
    guard samples.count % channelCount == 0 else {
      throw Self.error(
        .malformed, "\(samples.count) samples are no whole number of frames of \(channelCount) channels.")
    }
    try samples.withUnsafeBufferPointer { (input) throws(CodingError) in
      try run(input, isLast: false, into: &output)
    }
  }

  /// Ends the stream and appends the rest: output frames are then input frames times the ratio, within one. Harmless
  /// twice.
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
      var data = SRC_DATA()
      // Given no address at all, the library keeps the end of the stream to itself; none is read here.
      data.data_in = rest.baseAddress ?? UnsafePointer(block.baseAddress.map { $0 + block.count })
      data.data_out = block.baseAddress
      data.input_frames = total - taken
      data.output_frames = min(expected, Self.blockFrames)
      data.end_of_input = isLast ? 1 : 0
      data.src_ratio = ratio
      let status = src_process(state, &data)
      guard status == 0 else { throw Self.failure("src_process", status) }
      let (consumed, produced) = (data.input_frames_used, data.output_frames_gen)
      output.append(contentsOf: block[..<(produced * channelCount)])
      taken += consumed
      if consumed == 0 && produced == 0 { break }
    }
    guard taken == total else {
      throw Self.error(
        .codecFailed, operation: "src_process",
        "The library left \(total - taken) frames behind. Make another resampler.")
    }
  }

  private static func check(ratio: Double) throws(CodingError) {
    guard ratio.isFinite, src_is_valid_ratio(ratio) != 0 else {
      throw error(.invalidSetting, "A ratio of \(ratio) is outside 1/256 to 256.")
    }
  }

  private static func failure(_ operation: String, _ status: Int32) -> CodingError {
    let reason = src_strerror(status).map { String(cString: $0) } ?? "It gave no reason."
    return error(
      .codecFailed, operation: operation, status: Int(status),
      "The resampler failed: \(reason) Try another sample rate.")
  }

  private static func error(
    _ code: CodingError.Code, operation: String? = nil, status: Int? = nil, _ message: String
  ) -> CodingError {
    CodingError(code, context: "resampler", operation: operation, status: status, message: message)
  }
}
