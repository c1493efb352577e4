import CCurl
import FileStorage
import MediaCore
import SystemCalls

/// curl's own client library, opened when a store is: commands that use none start as fast without it.
///
/// Unchecked because functions of C do not say that any thread may call them. The table is never changed.
struct LibCurl: @unchecked Sendable {
  private(set) var calls = ccurl_functions()

  /// - Throws: `FileStoreError` that names the package to install.
  init() throws(FileStoreError) {
    do throws(CodingError) {
      try DynamicLibrary("libcurl.so.4", package: "libcurl4", purpose: "S3").fill(&calls, with: ccurl_names)
    } catch {
      throw FileStoreError(
        .notFound, path: "libcurl.so.4", operation: "dlopen", message: error.message, underlying: error)
    }
    // Harmless when it has been done; what fails shows in the first request.
    _ = calls.curl_global_init(Int(CURL_GLOBAL_DEFAULT))
  }
}
