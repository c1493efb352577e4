import Dispatch
import Glibc
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
/// Unchecked because its variables are used on its queue only.
private final class Ear: @unchecked Sendable {
  private let address: ServerAddress
  private let patience: Patience
  private let handler: @Sendable () -> Void
  private let queue = DispatchQueue(label: "livecam.catalog-notifications")
  private var source: (any DispatchSourceRead)?
  private var isEnded = false
  /// Indicates whether there may have been changes that the handler has not been told of.
  private var isBehind = true
  private var pause = Ear.shortestPause
  private static let shortestPause = Duration.milliseconds(50)
  private static let longestPause = Duration.seconds(5)

  init(_ address: ServerAddress, _ patience: Patience, _ handler: @escaping @Sendable () -> Void) {
    (self.address, self.patience, self.handler) = (address, patience, handler)
  }

  func begin() { queue.async { [weak self] in self?.listen() } }

  /// Ends it soon: this may be its own queue.
  func end() {
    queue.async { [self] in
      isEnded = true
      source?.cancel()
      source = nil
    }
  }

  private func listen() {
    guard !isEnded else { return }
    do {
      let session = try PostgreSQLSession(address, limit: patience.attempt, patience: patience)
      _ = try session.run("LISTEN \(PostgreSQLCatalog.channel)")
      try watch(session)
      pause = Self.shortestPause
      if isBehind {
        isBehind = false
        handler()
      }
      // Something may have come with the answer.
      hear(session)
    } catch {
      // A server that is away, or lets nobody in any more, is asked again for as long as somebody watches.
      isBehind = true
      patience.after(pause) { [weak self] in self?.begin() }
      pause = min(pause * 2, Self.longestPause)
    }
  }

  private func watch(_ session: PostgreSQLSession) throws(SystemError) {
    let socket = try Socket(Descriptor(fcntl(session.socket, F_DUPFD_CLOEXEC, 0), from: "fcntl"))
    let source = DispatchSource.makeReadSource(fileDescriptor: socket.number, queue: queue)
    source.setEventHandler { [weak self] in self?.hear(session) }
    source.setCancelHandler { withExtendedLifetime(socket) {} }
    self.source = source
    source.activate()
  }

  /// A second descriptor of a connection's socket: libpq closes its own when the connection is lost, which must not
  /// happen to one that the system still looks at.
  private final class Socket: Sendable {
    private let descriptor: Descriptor
    var number: Int32 { descriptor.number }
    init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }
  }

  private func hear(_ session: PostgreSQLSession) {
    guard !isEnded else { return }
    switch session.takeNotifications() {
    case 0: break
    case .some: handler()
    case nil:
      source?.cancel()
      source = nil
      isBehind = true
      listen()
    }
  }
}
