import FoundationEssentials
import Synchronization

/// A conversation of whole messages with one client.
///
/// Messages go out one after the other, whoever sends them: what the connection does not take at once is sent before
/// the next message begins.
public final class WebSocket: Sendable {
  private struct State {
    var listener: (@Sendable (String) -> Void)?
    var closing: (@Sendable () -> Void)?
    var isClosed = false
    var isSending = false
    /// Those whose messages wait for the end of the one that is being sent.
    var senders: [CheckedContinuation<Void, Never>] = []
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
    await withCheckedContinuation { sender in
      let mayBegin = state.withLock { state in
        defer { state.isSending = true }
        if state.isSending { state.senders.append(sender) }
        return !state.isSending
      }
      if mayBegin { sender.resume() }
    }
    return await finish(framed)
  }

  /// Sends what the connection takes of a message at once; returns the rest, for ``finish(_:)``. `nil` when all of it
  /// is sent.
  ///
  /// While another message is being sent it takes nothing, and the rest is for ``send(_:)``.
  func begin(_ framed: Data) -> (rest: Data, hasBegun: Bool)? {
    let mayBegin = state.withLock { state in
      defer { state.isSending = true }
      return !state.isSending
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
    let next = state.withLock { state in
      state.isSending = !state.senders.isEmpty
      return state.senders.isEmpty ? nil : state.senders.removeFirst()
    }
    next?.resume()
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
