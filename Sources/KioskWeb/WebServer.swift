import FlyingSocks
public import MediaCore
import Synchronization

/// A server of HTTP/1.1 and WebSockets for a handful of screens and some dozens of phones, on the sockets of FlyingFox.
///
/// It reads requests itself, because FlyingFox's own reader takes heads of any length and lets clients take any time.
public final class WebServer: Sendable {
  private struct State {
    var listener: AsyncSocket?
    var tasks: [Task<Void, Never>] = []
    var connections: [Int: WebConnection] = [:]
    var lastNumber = 0
    var accepted = 0
    var refused = 0
    var isStopping = false
    var tick: (any ScheduledAction)?
    /// Goes on with accepting at the next tick.
    var resting: CheckedContinuation<Void, Never>?
    /// Goes on with stopping when the last connection has ended.
    var drained: CheckedContinuation<Void, Never>?
  }

  /// How many connections there are and were.
  public struct Statistics: Sendable, Hashable {
    /// Open now.
    public let open: Int
    /// Accepted since the start.
    public let accepted: Int
    /// Closed at once, because there were too many.
    public let refused: Int
  }

  private let limits: WebLimits
  private let clock: any MediaClock
  private let respond: @Sendable (WebRequest) async -> WebResponse
  private let state = Mutex(State())

  /// A server that answers requests by `respond`. `clock` is what times are measured by.
  public init(
    limits: WebLimits = WebLimits(), clock: any MediaClock,
    respond: @escaping @Sendable (WebRequest) async -> WebResponse
  ) {
    (self.limits, self.clock, self.respond) = (limits, clock, respond)
  }

  /// What connections there are.
  public var statistics: Statistics {
    state.withLock { Statistics(open: $0.connections.count, accepted: $0.accepted, refused: $0.refused) }
  }

  /// Begins to listen; returns the address with the port that it got.
  /// - Throws: ``WebServerError`` when the address cannot be had.
  public func start(at address: ListenAddress) async throws(WebServerError) -> ListenAddress {
    do {
      let pool = SocketPool.ePoll()
      try await pool.prepare()
      let socket = try address.listeningSocket()
      let bound = try address.at(socket)
      let listener = try AsyncSocket(socket: socket, pool: pool)
      let polling = Task {
        do { try await pool.run() } catch {
          // It ends by being cancelled, at the stop.
        }
      }
      let accepting = Task { await self.accept(from: listener) }
      state.withLock {
        $0.listener = listener
        $0.tasks = [accepting, polling]
      }
      tick()
      return bound
    } catch SocketError.failed(_, _, let message) {
      throw WebServerError(address: address, cause: message)
    } catch {
      throw WebServerError(address: address, cause: "\(error)")
    }
  }

  /// Closes every connection, and returns once all have ended.
  public func stop() async {
    let (listener, tasks, connections) = state.withLock { state in
      state.isStopping = true
      state.tick?.cancel()
      defer { (state.listener, state.tasks) = (nil, []) }
      return (state.listener, state.tasks, Array(state.connections.values))
    }
    tasks.first?.cancel()
    state.withLock { $0.resting.take() }?.resume()
    await tasks.first?.value
    try? listener?.close()  // it is given up in any case
    for connection in connections { connection.end() }
    await withCheckedContinuation { continuation in
      let isDrained = state.withLock { state in
        guard !state.connections.isEmpty else { return true }
        state.drained = continuation
        return false
      }
      if isDrained { continuation.resume() }
    }
    tasks.last?.cancel()
    await tasks.last?.value
  }

  private static let tickLength = MediaTime(value: 1, timescale: 1)

  /// Every second: cuts off who has taken too long.
  private func tick() {
    let now = clock.now
    let (connections, resting) = state.withLock { state in
      guard !state.isStopping else { return ([WebConnection](), state.resting.take()) }
      state.tick = clock.schedule(at: now + Self.tickLength) { [weak self] in self?.tick() }
      return (Array(state.connections.values), state.resting.take())
    }
    for connection in connections { connection.end(ifOverAt: now) }
    resting?.resume()
  }

  private func accept(from listener: AsyncSocket) async {
    while !state.withLock(\.isStopping) {
      do {
        let socket = try await listener.accept()
        admit(socket)
      } catch is CancellationError {
        return
      } catch {
        // No descriptor is free, or the client has gone already: the next second brings another.
        await withCheckedContinuation { continuation in
          let isStopping = state.withLock { state in
            if !state.isStopping { state.resting = continuation }
            return state.isStopping
          }
          if isStopping { continuation.resume() }
        }
      }
    }
  }

  private func admit(_ socket: AsyncSocket) {
    var peer = ""
    // One that has gone already has no address.
    switch try? socket.socket.remotePeer() {
    case .ip4(let address, _), .ip6(let address, _): peer = address
    case .unix, nil: break
    }
    let connection = WebConnection(socket, peer: peer, limits: limits, clock: clock)
    let number: Int? = state.withLock { state in
      guard !state.isStopping, state.connections.count < limits.connections,
        state.connections.values.count(where: { $0.peer == peer }) < limits.connectionsOfOnePeer
      else {
        state.refused += 1
        return nil
      }
      state.accepted += 1
      state.lastNumber += 1
      state.connections[state.lastNumber] = connection
      return state.lastNumber
    }
    guard let number else {
      try? socket.close()  // it is given up in any case
      return
    }
    Task {
      await connection.run(respond)
      let drained = state.withLock { state in
        state.connections[number] = nil
        return state.connections.isEmpty ? state.drained.take() : nil
      }
      drained?.resume()
    }
  }
}

/// Why a server does not listen.
public struct WebServerError: Error, Sendable, CustomStringConvertible {
  /// Where it was to listen.
  public let address: ListenAddress
  /// What the system says.
  public let cause: String

  /// What is wrong and what to do about it.
  public var description: String {
    "Nobody can be served at \(address): \(cause). Another program may have the port: choose another with --listen, or 0 for "
      + "any that is free."
  }
}
