import CAVCodec
import MediaCore
import SystemCalls

/// libavcodec, and with it the libavutil that it depends on, opened when an encoder is made.
///
/// Linking it would load some 150 shared objects at every start of the command.
struct LibAVCodec {
  static let name = "libavcodec.so.\(LIBAVCODEC_VERSION_MAJOR)"
  /// The Debian package of the version that livecam was built for.
  static let package = "libavcodec\(LIBAVCODEC_VERSION_MAJOR)"

  private(set) var calls = cav_functions()

  /// Opens the library of the version that livecam was built for: others lay their structures out differently.
  /// - Throws: `CodingError` with `.missingLibrary`.
  init(_ name: String = Self.name) throws(CodingError) {
    try DynamicLibrary(name, package: Self.package, purpose: "AAC").fill(&calls, with: cav_names)
  }

  func check(_ status: Int32, _ operation: String, _ settings: AACEncoderSettings) throws(CodingError) {
    guard status < 0 else { return }
    let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
      buffer.initialize(repeating: 0)
      guard let start = buffer.baseAddress else { return "" }
      _ = calls.av_strerror(status, start, buffer.count)
      return String(cString: start)
    }
    throw CodingError(
      .codecFailed, context: settings.name, operation: operation, status: Int(status),
      message: "The encoder failed: \(text). Try other settings.")
  }
}
