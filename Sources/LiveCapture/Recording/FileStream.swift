import Dispatch
import FileStorage
import MovieCoding
import Synchronization

/// A file that is written while its contents come to be, in a store that wants to be given a file at once.
///
/// The store's call runs on a thread of its own and is handed one piece after the other; whoever hands it over waits
/// until the store has taken it, so nothing heaps up in between. A stream that is let go of before its end leaves no
/// file.
final class FileStream: Sendable {
  private let channel: Channel

  /// Begins a file; what keeps it from being there is thrown by the next call.
  init(_ path: String, in files: any FileStore) {
    let channel = Channel()
    self.channel = channel
    let queue = DispatchQueue(label: "livecam.file-stream", qos: .userInitiated)
    queue.async { channel.run(path, in: files) }
  }

  // Of a file that is complete nothing is given up, and of another nobody asks any more.
  deinit { try? channel.hand(over: .cancel, waits: false) }

  /// Writes pieces; returns once the store has taken them.
  /// - Throws: What the store throws; then nothing is left of the file.
  func write(_ pieces: [[UInt8]]) throws { try channel.hand(over: .write(pieces)) }

  /// Ends the file; returns once it is complete under its name.
  /// - Throws: What the store throws; then nothing is left of the file.
  func finish() throws { try channel.hand(over: .finish) }

  /// Gives the file up; returns once nothing is left of it.
  func cancel() { try? channel.hand(over: .cancel) }  // the reason for it is told already

  private struct Cancellation: Error {}

  private enum Order {
    case write([[UInt8]])
    case finish
    case cancel
  }

  /// The channel between the thread that writes and the callers that hand over.
  private final class Channel: Sendable {
    private struct State {
      var order: Order?
      var end: Result<Void, any Error>?
    }

    private let state = Mutex(State())
    private let orders = DispatchSemaphore(value: 0)
    private let replies = DispatchSemaphore(value: 0)

    func hand(over order: Order, waits: Bool = true) throws {
      let isOver = state.withLock { state in
        if state.end == nil { state.order = order }
        return state.end != nil
      }
      if !isOver {
        orders.signal()
        if waits { replies.wait() }
      }
      if let end = state.withLock({ $0.end }) { try end.get() }
    }

    func run(_ path: String, in files: any FileStore) {
      let end = Result {
        var isFirst = true
        try files.create(path) { write in
          while true {
            // The last piece is taken by now, and not more: the end has its own reply.
            if !isFirst { replies.signal() }
            isFirst = false
            orders.wait()
            switch state.withLock({ $0.order.take() }) {
            case .write(let pieces): for piece in pieces { try piece.withUnsafeBytes { try write($0) } }
            case .finish: return
            case .cancel, nil: throw Cancellation()
            }
          }
        }
      }
      // A store that refuses before it asks for anything has nobody waiting yet: the next one finds the end.
      state.withLock { $0.end = end }
      replies.signal()
    }
  }
}
