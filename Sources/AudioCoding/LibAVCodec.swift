import CAVCodec
import MediaCore
import SystemCalls

/// libavcodec and the part of libavutil that it needs, opened when an encoder is made.
///
/// Linking them would load some 150 shared objects at every start of the command.
struct LibAVCodec {
  /// The Debian package of the version that livecam was built for.
  static let package = "libavcodec\(LIBAVCODEC_VERSION_MAJOR)"

  private(set) var codec = cav_codec_functions()
  private(set) var util = cav_util_functions()

  /// Opens the libraries of the versions that livecam was built for: others lay their structures out differently.
  /// - Throws: `CodingError` with `.missingLibrary`.
  init(
    codec: String = "libavcodec.so.\(LIBAVCODEC_VERSION_MAJOR)",
    util: String = "libavutil.so.\(LIBAVUTIL_VERSION_MAJOR)"
  ) throws(CodingError) {
    try DynamicLibrary(util, package: "libavutil\(LIBAVUTIL_VERSION_MAJOR)", purpose: "AAC")
      .fill(&self.util, with: cav_util_names)
    try DynamicLibrary(codec, package: Self.package, purpose: "AAC").fill(&self.codec, with: cav_codec_names)
  }

  func check(_ status: Int32, _ operation: String, _ settings: AACEncoderSettings) throws(CodingError) {
    guard status < 0 else { return }
    let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
      buffer.initialize(repeating: 0)
      guard let start = buffer.baseAddress else { return "" }
      _ = util.av_strerror(status, start, buffer.count)
      return String(cString: start)
    }
    throw CodingError(
      .codecFailed, context: settings.name, operation: operation, status: Int(status),
      message: "The encoder failed: \(text). Try other settings.")
  }
}
