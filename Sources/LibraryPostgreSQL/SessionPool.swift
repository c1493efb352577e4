import Dispatch
import MediaCore
import PhotoLibrary
import Synchronization

/// The connections of a catalogue: each thread that reads or writes has one for itself, and few are kept.
final class SessionPool: Sendable {
  private struct State {
    var idle: [PostgreSQLSession] = []
    var isClosed = false
  }

  /// The greatest number of connections: servers allow some hundred for all programs together.
  static let size = 8

  let address: ServerAddress
  let patience: Patience
  private let state = Mutex(State())
  private let permits = DispatchSemaphore(value: size)

  init(_ address: ServerAddress, _ patience: Patience) { (self.address, self.patience) = (address, patience) }

  /// Lends a connection to `body`. When it is lost, `body` is called again with another one, and so on, until it is
  /// done or the server has been away for too long.
  /// - Throws: ``CatalogError``, or what `body` throws.
  func withSession<Value>(
    limit: MediaTime? = nil, _ body: (PostgreSQLSession) throws -> Value
  ) throws -> Value {
    permits.wait()
    defer { permits.signal() }
    let limit = limit ?? patience.reconnecting
    var deadline: MediaTime?
    while true {
      let session = try take(by: deadline ?? patience.now() + limit)
      do {
        let value = try body(session)
        give(session)
        return value
      } catch {
        let isCollision = ((error as? CatalogError)?.cause as? ServerFailure)?.isCollision == true
        guard session.isLost || isCollision else {
          give(session)
          throw error
        }
        if isCollision { give(session) } else { forget() }
        let end = deadline ?? patience.now() + limit
        deadline = end
        guard patience.now() < end else { throw session.isLost ? away(error) : error }
      }
    }
  }

  private func away(_ error: any Error) -> CatalogError {
    guard let failure = (error as? CatalogError)?.cause as? ServerFailure else {
      return ServerFailure(state: "", message: "").error(from: address.name, cause: error)
    }
    return failure.error(from: address.name)
  }

  /// A connection that was kept, or a new one.
  private func take(by deadline: MediaTime) throws(CatalogError) -> PostgreSQLSession {
    let idle = try state.withLock { state throws(CatalogError) in
      guard !state.isClosed else { throw CatalogError(.failed, message: "\(address.name): The library is closed.") }
      return state.idle.popLast()
    }
    if let idle { return idle }
    return try connect(by: deadline)
  }

  private func connect(by deadline: MediaTime) throws(CatalogError) -> PostgreSQLSession {
    var pause = MediaTime(value: 20, timescale: 1000)
    while true {
      let left = max(MediaTime(value: 1, timescale: 1000), deadline - patience.now())
      do throws(ServerFailure) {
        return try PostgreSQLSession(address, limit: min(patience.attempt, left), patience: patience)
      } catch {
        guard error.isPassing, patience.now() + pause < deadline else { throw error.error(from: address.name) }
        patience.pause(pause)
        pause = min(pause * 2, .seconds(1))
      }
    }
  }

  private func give(_ session: PostgreSQLSession) {
    guard !session.isLost else { return }
    state.withLock { if !$0.isClosed { $0.idle.append(session) } }
  }

  /// Drops all connections that are kept: where one connection is lost, the others mostly are.
  private func forget() { state.withLock { $0.idle = [] } }

  /// Closes all connections; those that are lent, when they are given back.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.idle = []
    }
  }
}
