import Foundation
import Synchronization

@testable import PhotoLibrary

/// A server of a library's catalogue, which goes away and comes back.
final class CatalogServer: Sendable {
  enum Answer {
    case result
    /// It is away, as whoever asks learns at once.
    case refusal
    /// It is away, as whoever asks learns only when this is over.
    case silence
    /// It answers, and does nothing: others keep it busy.
    case busy
  }

  private let state: Mutex<Answer>
  private let change = NSCondition()

  init(_ answer: Answer = .result) { state = Mutex(answer) }

  var answer: Answer {
    get { state.withLock { $0 } }
    set {
      change.lock()
      state.withLock { $0 = newValue }
      change.broadcast()
      change.unlock()
    }
  }

  /// Opens the catalogue of a library whose files are in `folder`.
  func open(_ folder: String, _ opening: LibraryOpening) throws -> any CatalogDatabase {
    try ask()
    return Served(server: self, catalog: try SQLiteCatalog(folder + "/library.sqlite"))
  }

  fileprivate func ask() throws {
    change.lock()
    while answer == .silence { change.wait() }
    change.unlock()
    if answer == .busy { throw CatalogError(.busy, message: "The server has too many connections.") }
    guard answer == .result else { throw CatalogError(.unreachable, message: "The server is away.") }
  }

  private struct Served: CatalogDatabase {
    let server: CatalogServer
    let catalog: SQLiteCatalog

    var name: String { catalog.name }

    func read<Value>(_ body: (any CatalogConnection) throws -> Value) throws -> Value {
      try server.ask()
      return try catalog.read(body)
    }

    func write<Value>(token: String?, _ body: (any CatalogConnection) throws -> Value) throws -> Value {
      try server.ask()
      return try catalog.write(token: token, body)
    }

    func observe(_ handler: @escaping @Sendable () -> Void) -> (any CatalogObservation)? { catalog.observe(handler) }
    func close() { catalog.close() }
    func integrityFindings() throws -> [String] { try catalog.integrityFindings() }
  }
}
