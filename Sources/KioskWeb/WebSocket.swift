import FoundationEssentials
import Synchronization

/// A conversation of whole messages with one client.
public final class WebSocket: Sendable {
  private struct State {
    var listener: (@Sendable (String) -> Void)?
    var closing: (@Sendable () -> Void)?
    var isClosed = false
  }

  private let state = Mutex(State())
  private let write: @Sendable (Data) async throws -> Void

  init(_ write: @escaping @Sendable (Data) async throws -> Void) { self.write = write }

  /// Hears what the client says, and that it has gone.
  func listen(_ hear: @escaping @Sendable (String) -> Void, closing: @escaping @Sendable () -> Void) {
    let isClosed = state.withLock { state in
      (state.listener, state.closing) = (hear, closing)
      return state.isClosed
    }
    if isClosed { closing() }
  }

  /// Sends a message with its head; returns whether the client is still there.
  func send(_ framed: Data) async -> Bool {
    do { try await write(framed) } catch { return false }  // it has gone, or took too long
    return true
  }

  func receive(_ text: String) { state.withLock(\.listener)?(text) }

  func close() {
    let closing = state.withLock { state in
      state.isClosed = true
      defer { (state.listener, state.closing) = (nil, nil) }
      return state.closing
    }
    closing?()
  }
}
