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

  /// - Throws: ``CatalogError`` that names the package to install.
  init(_ name: String = Self.name) throws(CatalogError) {
    do throws(CodingError) {
      try DynamicLibrary(name, package: "libpq5", purpose: "PostgreSQL").fill(&calls, with: cpq_names)
    } catch {
      throw CatalogError(.refused, message: error.message)
    }
  }
}
