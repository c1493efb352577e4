import CPQ
import MediaCore
import PhotoLibrary
import SystemCalls

/// PostgreSQL's own client library, opened when a catalogue is: commands that use none start as fast without it.
///
/// Unchecked because functions of C do not say that any thread may call them. The table is never changed.
struct LibPQ: @unchecked Sendable {
  /// The name that has been the library's since 2006.
  static let name = "libpq.so.5"

  private(set) var calls = cpq_functions()

  /// Indicates whether OpenSSL, which libpq speaks through, keeps its state when the process ends; the first use asks
  /// for that. Connections may be closing on other threads at that moment, and would find the state gone.
  private static let keepsOpenSSL: Bool = {
    typealias Initialize = @convention(c) (UInt64, OpaquePointer?) -> Int32
    let noCleanupAtExit: UInt64 = 0x0008_0000
    // A libpq without OpenSSL has nothing to keep.
    guard let crypto = try? DynamicLibrary("libcrypto.so.3", package: "libssl3", purpose: "PostgreSQL"),
      let initialize: Initialize = try? crypto.function("OPENSSL_init_crypto")
    else { return false }
    return initialize(noCleanupAtExit, nil) == 1
  }()

  /// - Throws: ``CatalogError`` that names the package to install.
  init(_ name: String = Self.name) throws(CatalogError) {
    _ = Self.keepsOpenSSL
    do throws(CodingError) {
      try DynamicLibrary(name, package: "libpq5", purpose: "PostgreSQL").fill(&calls, with: cpq_names)
    } catch {
      throw CatalogError(.refused, message: "The client library of PostgreSQL is needed.", cause: error)
    }
  }
}
