import CHEIF
import MediaCore
import SystemCalls

/// libheif, opened when a HEIC or AVIF is first decoded or encoded.
///
/// Linking it would load x265, libde265, libaom and their company at every start of the command. x265's own
/// clean-up is never called: other encoders of the process may be at work in the same library.
struct LibHEIF {
  /// The library's functions, without the `heif_` before their names.
  private(set) var functions = cheif_functions()

  static let name = "libheif.so.1"

  /// Opens the library.
  /// - Throws: `CodingError` with `.missingLibrary`.
  init() throws(CodingError) {
    try DynamicLibrary(Self.name, package: "libheif1", purpose: "HEIC").fill(&functions, with: cheif_names)
  }
}

/// One call of libheif after the other, and what is said when one of them fails.
protocol HEIFWork {
  var library: LibHEIF { get }
  /// The name of what is worked on, for messages.
  var name: String { get }
  /// The advice to users after a failure.
  var advice: String { get }
  /// The advice to users when memory is lacking.
  var memoryAdvice: String { get }
}

extension HEIFWork {
  var heif: cheif_functions { library.functions }

  /// Throws what libheif says, unless it says that all is well.
  func check(_ error: heif_error, _ operation: String) throws(CodingError) {
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
      code, context: name, operation: operation, status: Int(error.subcode.rawValue),
      message: "libheif says: \(text). \(advice)")
  }

  /// Returns the object that a call makes, which the caller releases.
  func made(_ operation: String, _ make: (inout OpaquePointer?) -> heif_error) throws(CodingError) -> OpaquePointer {
    var made: OpaquePointer?
    try check(make(&made), operation)
    guard let made else { throw noMemory }
    return made
  }

  var noMemory: CodingError {
    CodingError(.codecFailed, context: name, message: "There is too little memory. \(memoryAdvice)")
  }
}
