import CSampleRate
import MediaCore

/// All that is asked of libsamplerate: one stream's converter.
final class LibSampleRate {
  private let state: OpaquePointer
  private let context: String
  /// What stands for no input: given no address at all, the library keeps the end of the stream to itself.
  private let nothing = UnsafeMutablePointer<Float>.allocate(capacity: 1)

  /// A converter by windowed sinc of medium length.
  init(channelCount: Int, ratio: Double, context: String) throws(CodingError) {
    var status: Int32 = 0
    guard let made = src_new(Int32(SRC_SINC_MEDIUM_QUALITY), Int32(channelCount), &status) else {
      throw Self.failure("src_new", status: status, context: context)
    }
    state = made
    self.context = context
    nothing.initialize(to: 0)
    // Without a first ratio the converter would take that of the first call, and glide from there all the same.
    let result = src_set_ratio(made, ratio)
    guard result == 0 else { throw Self.failure("src_set_ratio", status: result, context: context) }
  }

  deinit {
    src_delete(state)
    nothing.deallocate()
  }

  /// Whether the library can convert at all by this ratio of output to input frames.
  static func isValid(ratio: Double) -> Bool { ratio.isFinite && src_is_valid_ratio(ratio) != 0 }

  /// Converts what fits and says how many frames of either side it used.
  func process(
    _ input: UnsafeBufferPointer<Float>, inputFrames: Int, output: UnsafeMutableBufferPointer<Float>,
    outputFrames: Int, ratio: Double, isLast: Bool
  ) throws(CodingError) -> (consumed: Int, produced: Int) {
    var data = SRC_DATA()
    data.data_in = input.baseAddress ?? UnsafePointer(nothing)
    data.data_out = output.baseAddress
    data.input_frames = inputFrames
    data.output_frames = outputFrames
    data.end_of_input = isLast ? 1 : 0
    data.src_ratio = ratio
    let status = src_process(state, &data)
    guard status == 0 else { throw Self.failure("src_process", status: status, context: context) }
    return (data.input_frames_used, data.output_frames_gen)
  }

  private static func failure(_ operation: String, status: Int32, context: String) -> CodingError {
    let reason = src_strerror(status).map { String(cString: $0) } ?? "It gave no reason."
    return CodingError(
      .codecFailed, context: context, operation: operation, status: Int(status),
      message: "The resampler failed: \(reason) Try another sample rate.")
  }
}
