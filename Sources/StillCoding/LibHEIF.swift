import CHEIF
import MediaCore
import SystemCalls

/// libheif, opened when a HEIC or AVIF is first decoded or encoded.
///
/// Linking it would load x265, libde265, libaom and their company at every start of the command. x265's own
/// clean-up is never called: other encoders of the process may be at work in the same library.
struct LibHEIF {
  /// Its functions, without the `heif_` before their names.
  private(set) var functions = cheif_functions()

  /// Opens the library.
  /// - Throws: `CodingError` with `.missingLibrary`.
  init() throws(CodingError) {
    try DynamicLibrary("libheif.so.1", package: "libheif1", purpose: "HEIC").fill(&functions, with: cheif_names)
  }

  /// Throws what libheif says, unless it says that all is well.
  func check(
    _ error: heif_error, _ operation: String, context: String, advice: String
  ) throws(CodingError) {
    guard error.code != heif_error_Ok else { return }
    let code: CodingError.Code =
      switch error.code {
      case heif_error_Invalid_input:
        error.subcode == heif_suberror_End_of_data ? .truncated : .malformed
      case heif_error_Unsupported_filetype, heif_error_Unsupported_feature: .unsupported
      case heif_error_Usage_error: .invalidSetting
      case heif_error_Plugin_loading_error: .missingLibrary
      default: .codecFailed
      }
    let text = error.message.map { String(cString: $0) } ?? "no reason given"
    throw CodingError(
      code, context: context, operation: operation, status: Int(error.subcode.rawValue),
      message: "libheif says: \(text). \(advice)")
  }
}
