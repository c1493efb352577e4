import CCUPS
import MediaCore
import SystemCalls

/// CUPS's client library, opened when there is a printer: a booth without one starts as fast without it.
///
/// Unchecked because functions of C do not say that any thread may call them; what the library keeps, it keeps for each
/// thread. The table is never changed.
struct LibCUPS: @unchecked Sendable {
  private(set) var calls = ccups_functions()

  /// - Throws: ``PrinterError`` that names the package to install.
  init() throws(PrinterError) {
    do throws(CodingError) {
      try DynamicLibrary("libcups.so.2", package: "libcups2", purpose: "printing").fill(&calls, with: ccups_names)
    } catch {
      throw PrinterError(
        .refused, context: error.context, message: "the client library of CUPS is needed.", underlying: error)
    }
  }
}
