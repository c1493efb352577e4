import Foundation
import MediaCore
import Synchronization
import Testing

@testable import LibraryPostgreSQL
@testable import PhotoLibrary

/// The databases that a library's catalogue may be in. `LIVECAM_CATALOG=postgreSQL` has all tests of the library use
/// that one.
enum CatalogKind: String, CaseIterable, Sendable {
  case sqlite, postgreSQL

  static let usual =
    ProcessInfo.processInfo.environment["LIVECAM_CATALOG"].flatMap { CatalogKind(rawValue: $0) } ?? .sqlite

  static func open(
    at path: String, url: String?, _ environment: LibraryEnvironment, _ opening: LibraryOpening = .making()
  ) throws(PhotosError) -> PhotoLibrary {
    guard let url else { return try PhotoLibrary(at: path, environment: environment, opening: opening) }
    return try PhotoLibrary(at: path, postgreSQL: url, environment: environment, opening: opening, patience: .usual)
  }
}

/// A schema of its own for one library, in the database that `LIVECAM_POSTGRES` names. It goes with its owner.
final class PostgreSQLSchema: Sendable {
  /// The URL of the server's database. `Scripts/test` starts a server, and gives it.
  static let server = ProcessInfo.processInfo.environment["LIVECAM_POSTGRES"]

  let name = "test_" + UUID().uuidString.lowercased().filter { $0 != "-" }
  /// The URL of the database in which all names are the schema's.
  let url: String
  private let base: String

  init(on server: String? = PostgreSQLSchema.server) throws {
    let server = try server ?? Self.cancelled()
    base = server
    url = server + (server.contains("?") ? "&" : "?") + "options=-csearch_path%3D" + name
    try Self.run("CREATE SCHEMA \(name)", on: server)
  }

  // One that is left over goes with the tests' server.
  deinit { try? Self.run("DROP SCHEMA \(name) CASCADE", on: base) }

  private static func cancelled() throws -> String {
    try Test.cancel("LIVECAM_POSTGRES names no server: see Scripts/lib/postgres.sh")
  }

  static func run(_ statement: String, on url: String) throws {
    _ = try PostgreSQLSession(
      ServerAddress(url, library: LibPQ()), limit: .seconds(60), patience: .usual
    ).run(statement)
  }
}
