import Foundation
import Glibc
import MediaCore
import TestSupport
import Testing

@testable import LibraryPostgreSQL
@testable import PhotoLibrary

/// What is wrong with a server, a database or a role is said with what to do about it, and without a password.
@Suite struct ServerRefusalTests {
  private func failure(_ url: String) -> CatalogError? {
    #expect(throws: CatalogError.self) {
      let catalog = try PostgreSQLCatalog(url, patience: .brief(.milliseconds(400)))
      try Schema.migrate(catalog)
    }
  }

  @Test("what is no URL of PostgreSQL's is refused, and not repeated")
  func urls() {
    for url in ["", "sqlite:x", "postgres:/secret", "postgres://a:secret@[", "postgres://a:secret@b/c?nonsense=1"] {
      let error = failure(url)
      #expect(error?.code == .refused && error?.message.contains("postgres://USER@HOST:PORT/DATABASE") == true)
      #expect(error?.description.contains("secret") == false)
    }
  }

  @Test("each number of an error is a kind, and advice")
  func states() {
    let expected: [(String, CatalogError.Code, String)] = [
      ("53100", .full, "Free some space"), ("53300", .busy, "max_connections"), ("55P03", .busy, "Try again"),
      ("42501", .refused, "GRANT"), ("3D000", .refused, "createdb"), ("28P01", .refused, "password"),
      ("28000", .refused, "pg_hba.conf"), ("25006", .refused, "primary"), ("XX001", .damaged, "backup"),
      ("54000", .refused, "longer"), ("08006", .unreachable, "network"), ("57P01", .unreachable, "runs"),
      ("", .unreachable, "network"), ("23505", .failed, "failed"),
    ]
    for (state, code, advice) in expected {
      let error = ServerFailure(state: state, message: "words").error(from: "server")
      #expect(error.code == code && error.message.contains(advice), "\(state): \(error)")
      #expect(error.message.hasPrefix("server: ") && error.description.contains("words"))
    }
  }

  @Test("without libpq the package that has it is named")
  func library() {
    let error = #expect(throws: CatalogError.self) { try LibPQ("libpq.so.none") }
    #expect(error?.code == .refused && error?.description.contains("Debian package libpq5") == true)
    #expect((error?.cause as? CodingError)?.code == .missingLibrary)
  }

  @Test("a host that takes connections and says nothing is given up in time")
  func silence() throws {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let port = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(socket, address, length) == 0 && listen(socket, 5) == 0 && getsockname(socket, address, &length) == 0
      }
    }
    #expect(port)
    let start = ContinuousClock.now
    let error = failure("postgres://u:secret@127.0.0.1:\(UInt16(bigEndian: address.sin_port))/d")
    #expect(error?.code == .unreachable && error?.description.contains("does not answer in time") == true)
    #expect(ContinuousClock.now - start < .seconds(5))
    #expect(error?.description.contains("secret") == false)
  }

  @Test("roles, passwords, databases and rights that are not there are named at once", .needsPostgreSQL)
  func roles() throws {
    let server = try #require(PostgreSQLSchema.server)
    let start = ContinuousClock.now
    let (user, rest) = (server.split(separator: "@")[0], server.split(separator: "@")[1])
    let base = user.split(separator: ":").dropLast().joined(separator: ":")
    let wrong = failure("\(base):wrong-secret@\(rest)")
    #expect(wrong?.code == .refused && wrong?.message.contains("pg_hba.conf") == true, "\(String(describing: wrong))")
    #expect(wrong?.description.contains("28P01") == true && wrong?.description.contains("wrong-secret") == false)
    let missing = failure(server.replacingOccurrences(of: "/postgres", with: "/nowhere"))
    #expect(missing?.code == .refused && missing?.message.contains("createdb") == true)
    let schema = failure(server + "?options=-csearch_path%3Dnowhere")
    #expect(schema?.code == .refused && schema?.message.contains("search_path") == true)
    // A role that may read and not make tables.
    let role = "poor_" + UUID().uuidString.lowercased().filter { $0 != "-" }
    try PostgreSQLSchema.run("CREATE ROLE \(role) LOGIN PASSWORD 'poor-secret'", on: server)
    defer { try? PostgreSQLSchema.run("DROP ROLE \(role)", on: server) }
    let poor = failure("postgres://\(role):poor-secret@\(rest)")
    #expect(poor?.code == .refused && poor?.message.contains("CREATE ON SCHEMA") == true)
    // Texts that such a database could not keep.
    let name = "latin_" + role
    try PostgreSQLSchema.run(
      "CREATE DATABASE \(name) ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0", on: server)
    defer { try? PostgreSQLSchema.run("DROP DATABASE \(name)", on: server) }
    let latin = failure(server.replacingOccurrences(of: "/postgres", with: "/" + name))
    #expect(latin?.code == .refused && latin?.message.contains("LATIN1") == true)
    #expect(ContinuousClock.now - start < .seconds(10))
  }

  @Test("a folder with a catalogue of its own is not given another", .needsPostgreSQL)
  func ownCatalog() throws {
    let bench = try LibraryBench(.postgreSQL)
    _ = try PhotoLibrary(at: bench.path, environment: bench.environment())
    let error = #expect(throws: PhotosError.self) { try bench.open() }
    #expect(error?.message.contains("library.sqlite") == true)
  }
}
