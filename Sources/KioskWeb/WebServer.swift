import FlyingSocks
import Glibc
public import MediaCore
import Synchronization

/// An HTTP/1.1 and WebSocket server for a handful of screens and some dozens of phones, on the sockets of FlyingFox.
///
/// It reads requests itself, because FlyingFox's own reader limits neither the length of headers nor the time of a
/// request.
public final class WebServer: Sendable {
  private struct Place {
    let connection: WebConnection
    /// The client that the connection serves: its peer, or the client that a proxy currently speaks for.
    var client: ClientAddress
    var task: Task<Void, Never>?
  }

  private struct State {
    var listener: AsyncSocket?
    var tasks: [Task<Void, Never>] = []
    var connections: [Int: Place] = [:]
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

  /// Counts of a server's connections.
  public struct Statistics: Sendable, Hashable {
    /// The number of open connections.
    public let open: Int
    /// The number of connections accepted since the start.
    public let accepted: Int
    /// The number of connections closed at once because there were too many.
    public let refused: Int
  }

  private let held: Mutex<WebLimits>
  private let clock: any MediaClock
  private let mostBodyBytes: @Sendable (WebRequest) -> Int?
  private let respond: @Sendable (WebRequest) async -> WebResponse
  private let state = Mutex(State())

  /// Creates a server that answers requests by `respond`. `clock` is what times are measured by. `mostBodyBytes` gets a
  /// request before its body is read, and returns how many bytes that may have; `nil` takes ``WebLimits/bodyBytes``.
  public init(
    limits: WebLimits = WebLimits(), clock: any MediaClock,
    mostBodyBytes: @escaping @Sendable (WebRequest) -> Int? = { _ in nil },
    respond: @escaping @Sendable (WebRequest) async -> WebResponse
  ) {
    held = Mutex(limits)
    (self.clock, self.mostBodyBytes, self.respond) = (clock, mostBodyBytes, respond)
  }

  private var limits: WebLimits { held.withLock { $0 } }

  /// Sets clients other limits, from their next connection on.
  public func adopt(_ limits: WebLimits) { held.withLock { $0 = limits } }

  /// The counts of the server's connections.
  public var statistics: Statistics {
    state.withLock { Statistics(open: $0.connections.count, accepted: $0.accepted, refused: $0.refused) }
  }

  /// Begins to listen; returns the address with the port that the system assigned.
  /// - Throws: ``WebServerError`` when the address is in use or cannot be bound.
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
    } catch {
      throw WebServerError(address: address, underlying: error)
    }
  }

  /// Closes every connection, and returns once all have ended.
  public func stop() async {
    let (listener, tasks, places) = state.withLock { state in
      state.isStopping = true
      state.tick?.cancel()
      defer { (state.listener, state.tasks) = (nil, []) }
      return (state.listener, state.tasks, Array(state.connections.values))
    }
    tasks.first?.cancel()
    state.withLock { $0.resting.take() }?.resume()
    await tasks.first?.value
    try? listener?.close()  // it is given up in any case
    for place in places {
      place.connection.end()
      place.task?.cancel()
    }
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

  /// Closes the connections whose time is over; called every second.
  private func tick() {
    let now = clock.now
    let (places, resting) = state.withLock { state in
      guard !state.isStopping else { return ([Place](), state.resting.take()) }
      state.tick = clock.schedule(at: now + Self.tickLength) { [weak self] in self?.tick() }
      return (Array(state.connections.values), state.resting.take())
    }
    for place in places { place.connection.end(ifOverAt: now) }
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
    let client = ClientAddress(peer)
    let connection = WebConnection(socket, peer: client, limits: limits, clock: clock, mostBodyBytes)
    let number: Int? = state.withLock { state in
      guard !state.isStopping, state.connections.count < limits.connections, hasRoom(for: client, in: state) else {
        state.refused += 1
        return nil
      }
      state.accepted += 1
      state.lastNumber += 1
      state.connections[state.lastNumber] = Place(connection: connection, client: client)
      return state.lastNumber
    }
    guard let number else {
      try? socket.close()  // it is given up in any case
      return
    }
    let task = Task {
      await connection.run(respond) { admit($0, to: number) }
      let drained = state.withLock { state in
        state.connections[number] = nil
        return state.connections.isEmpty ? state.drained.take() : nil
      }
      drained?.resume()
    }
    let isStopping = state.withLock { state in
      state.connections[number]?.task = task
      return state.isStopping
    }
    if isStopping { task.cancel() }
  }

  /// Counts a connection of a proxy as one of the given client, or of the proxy itself if `client` is `nil`. Returns
  /// whether there was room.
  private func admit(_ client: ClientAddress?, to number: Int) -> Bool {
    state.withLock { state in
      guard let connection = state.connections[number]?.connection else { return false }
      guard client.map({ hasRoom(for: $0, besides: number, in: state) }) ?? true else { return false }
      state.connections[number]?.client = client ?? connection.peer
      return true
    }
  }

  private func hasRoom(for client: ClientAddress, besides number: Int? = nil, in state: State) -> Bool {
    guard !client.isLoopback else { return true }
    let others = state.connections.filter { $0.key != number && !$0.value.client.isLoopback }.map(\.value.client)
    guard others.count < limits.connections - limits.connectionsOfThisMachine else { return false }
    // A proxy's connections are counted as those of whom it asks for.
    if limits.trustedProxies.contains(client.text) { return true }
    let group = client.group
    return others.count { $0.group == group } < limits.connectionsOfOnePeer
  }
}
