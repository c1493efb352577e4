import Dispatch
import Glibc
import MediaCore
import PhotoLibrary
import SystemCalls

/// Tells of changes that any process has made, by a connection of its own on which the server tells of them.
final class NotificationListener: CatalogObservation {
  private let ear: Ear

  /// Begins to listen, without waiting for the connection. Once it is there, and whenever it has been lost, there may
  /// have been changes. A server that cannot be reached is asked again until it can.
  init(_ address: ServerAddress, _ patience: Patience, _ handler: @escaping @Sendable () -> Void) {
    ear = Ear(address, patience, handler)
    ear.begin()
  }

  deinit { ear.end() }
}

/// The listener's connection to the server, and the queue that it is read on.
///
/// ```
///          connected                     end
/// away ───────────────► listening   ───────────► ended, from either
///  │ ▲                      │
///  └─┘ no answer            │ lost
///    ▲──────────────────────┘
/// ```
/// While it is away there may be changes that the handler has not been told of: it is told when it listens again.
///
/// Unchecked because its variables are used on its queue only.
private final class Ear: @unchecked Sendable {
  private let address: ServerAddress
  private let patience: Patience
  private let handler: @Sendable () -> Void
  private let queue = DispatchQueue(label: "livecam.catalog-notifications")
  private var state = State.away
  private var pause = Ear.shortestPause
  private static let shortestPause = MediaTime(value: 50, timescale: 1000)
  private static let longestPause = MediaTime.seconds(5)

  private enum State {
    /// There is no connection; another one is tried.
    case away
    /// The source tells that the server has said something.
    case listening(any DispatchSourceRead)
    case ended
  }

  init(_ address: ServerAddress, _ patience: Patience, _ handler: @escaping @Sendable () -> Void) {
    (self.address, self.patience, self.handler) = (address, patience, handler)
  }

  func begin() { queue.async { [weak self] in self?.listen() } }

  /// Ends it soon: this may be its own queue.
  func end() {
    queue.async { [self] in leave(for: .ended) }
  }

  private func leave(for next: State) {
    if case .listening(let source) = state { source.cancel() }
    state = next
  }

  private func listen() {
    guard case .away = state else { return }
    do {
      let session = try PostgreSQLSession(address, limit: patience.attempt, patience: patience)
      _ = try session.run("LISTEN \(PostgreSQLCatalog.channel)")
      state = .listening(try watched(session))
      pause = Self.shortestPause
      handler()
      // Something may have come with the answer.
      hear(session)
    } catch {
      // A server that is away, or lets nobody in any more, is asked again for as long as somebody watches.
      patience.after(pause) { [weak self] in self?.begin() }
      pause = min(pause * 2, Self.longestPause)
    }
  }

  private func watched(_ session: PostgreSQLSession) throws(SystemError) -> any DispatchSourceRead {
    let socket = try Socket(Descriptor(fcntl(session.socket, F_DUPFD_CLOEXEC, 0), from: "fcntl"))
    let source = DispatchSource.makeReadSource(fileDescriptor: socket.number, queue: queue)
    source.setEventHandler { [weak self] in self?.hear(session) }
    source.setCancelHandler { withExtendedLifetime(socket) {} }
    source.activate()
    return source
  }

  /// A second descriptor of a connection's socket: libpq closes its own when the connection is lost, which must not
  /// happen to one that the system still looks at.
  private final class Socket: Sendable {
    private let descriptor: Descriptor
    var number: Int32 { descriptor.number }
    init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }
  }

  private func hear(_ session: PostgreSQLSession) {
    guard case .listening = state else { return }
    switch session.takeNotifications() {
    case 0: break
    case .some: handler()
    case nil:
      leave(for: .away)
      listen()
    }
  }
}
