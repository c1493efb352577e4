import FoundationEssentials
import Synchronization

/// A conversation of whole messages with one client.
///
/// Messages go out one after the other, whoever sends them: what the connection does not take at once is sent before
/// the next message begins.
public final class WebSocket: Sendable {
  /// What the conversation is doing.
  ///
  ///           a message begins
  ///     idle ──────────────────► sending
  ///       │ ◄────────────────────── │
  ///       │    the last one ends    │
  ///       └───► closed ◄────────────┘
  private enum Phase {
    case idle
    /// A message is being sent. Those in `waiting` follow it, one after the other.
    case sending(waiting: [CheckedContinuation<Bool, Never>])
    /// Nothing is sent any more, and nobody is heard.
    case closed
  }

  private struct Listener {
    let hear: @Sendable (String) -> Void
    let closing: @Sendable () -> Void
  }

  private struct State {
    var phase = Phase.idle
    var listener: Listener?
  }

  private let state = Mutex(State())
  private let write: @Sendable (Data) async throws -> Void
  private let writeAtOnce: @Sendable (Data) -> Int

  /// - Parameters:
  ///   - write: Writes all bytes.
  ///   - writeAtOnce: Writes what the connection takes without waiting, and returns the number of those bytes.
  init(
    _ write: @escaping @Sendable (Data) async throws -> Void, atOnce writeAtOnce: @escaping @Sendable (Data) -> Int
  ) {
    (self.write, self.writeAtOnce) = (write, writeAtOnce)
  }

  /// Calls `hear` with what the client says, and `closing` once it has gone.
  func listen(_ hear: @escaping @Sendable (String) -> Void, closing: @escaping @Sendable () -> Void) {
    let isClosed = state.withLock { state in
      if case .closed = state.phase { return true }
      state.listener = Listener(hear: hear, closing: closing)
      return false
    }
    if isClosed { closing() }
  }

  /// Sends a message with its head; returns whether the client is still there.
  func send(_ framed: Data) async -> Bool {
    let mayBegin = await withCheckedContinuation { sender in
      let mayBegin: Bool? = state.withLock { state in
        switch state.phase {
        case .idle:
          state.phase = .sending(waiting: [])
          return true
        case .sending(let waiting):
          state.phase = .sending(waiting: waiting + [sender])
          return nil
        case .closed: return false
        }
      }
      if let mayBegin { sender.resume(returning: mayBegin) }
    }
    return mayBegin ? await finish(framed) : false
  }

  /// Sends what the connection takes of a message at once; returns the rest, for ``finish(_:)``. `nil` when all of it
  /// is sent.
  ///
  /// While another message is being sent, or after the end, it takes nothing, and the rest is for ``send(_:)``.
  func begin(_ framed: Data) -> (rest: Data, hasBegun: Bool)? {
    let mayBegin = state.withLock { state in
      guard case .idle = state.phase else { return false }
      state.phase = .sending(waiting: [])
      return true
    }
    guard mayBegin else { return (framed, false) }
    let count = writeAtOnce(framed)
    guard count == framed.count else { return (framed.dropFirst(count), true) }
    passOn()
    return nil
  }

  /// Sends the rest of a message that has begun; returns whether the client is still there.
  func finish(_ rest: Data) async -> Bool {
    defer { passOn() }
    do { try await write(rest) } catch { return false }  // it has gone, or took too long
    return true
  }

  private func passOn() {
    let next: CheckedContinuation<Bool, Never>? = state.withLock { state in
      guard case .sending(let waiting) = state.phase else { return nil }
      state.phase = waiting.isEmpty ? .idle : .sending(waiting: Array(waiting.dropFirst()))
      return waiting.first
    }
    next?.resume(returning: true)
  }

  func receive(_ text: String) { state.withLock(\.listener)?.hear(text) }

  /// Ends the conversation: those whose messages wait hear that the client has gone, and so does the listener, once.
  func close() {
    let (waiting, listener): ([CheckedContinuation<Bool, Never>], Listener?) = state.withLock { state in
      defer { state = State(phase: .closed) }
      return if case .sending(let waiting) = state.phase { (waiting, state.listener) } else { ([], state.listener) }
    }
    for sender in waiting { sender.resume(returning: false) }
    listener?.closing()
  }
}
