import CX265
import MediaCore
import SystemCalls

/// libx265, opened when an encoder is made: its table of functions.
struct LibX265 {
  static let name = "libx265.so.\(X265_BUILD)"

  let functions: x265_api

  init(functions: x265_api) { self.functions = functions }

  /// Opens the library of the version that livecam was built for: others lay their structures out differently.
  ///
  /// It is never told to clean up: that would take its tables from other encoders of the process, libheif's included.
  /// - Throws: `CodingError` with `.missingLibrary`.
  init(_ library: String = Self.name) throws(CodingError) {
    let opened = try DynamicLibrary(library, package: "libx265-\(X265_BUILD)", purpose: "HEVC")
    // The depth is part of the question; 8 bits are what the library is asked for.
    let table: @convention(c) (Int32) -> UnsafePointer<x265_api>? = try opened.function("x265_api_get_\(X265_BUILD)")
    guard let functions = table(8)?.pointee, functions.sizeof_picture == MemoryLayout<x265_picture>.size else {
      throw CodingError(
        .missingLibrary, context: "HEVC", operation: "x265_api_get",
        message: "\(library) codes no pictures of 8 bits. Install the Debian package libx265-\(X265_BUILD) again.")
    }
    self.functions = functions
  }
}
