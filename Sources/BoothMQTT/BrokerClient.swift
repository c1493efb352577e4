import Glibc
import MediaCore
import Synchronization
import SystemCalls

/// A client of a broker, which connects again and again until it is stopped.
///
/// One thread makes all calls of the library and waits for the network, so that nothing else does. What is given to it
/// is bounded by who gives: ``deliver(_:)`` returns when the broker has it.
final class BrokerClient: Sendable {
  /// What a connection is made with.
  struct Configuration: Sendable {
    let address: BrokerAddress
    /// The path of a file with certificates; `nil` for those of the system.
    let certificates: String?
    /// The name by which the broker knows the client.
    let name: String
    /// The topics that are listened to.
    let topics: [String]
    /// The message that the broker sends when the client is lost.
    let will: BrokerMessage
  }

  /// An event of the client, reported by its thread.
  enum Happening: Sendable {
    case connected
    /// The client has no connection; the value is the reason.
    case disconnected(BrokerError)
    case received(BrokerMessage)
    case topicRefused
  }

  /// Messages that are handed over together.
  private struct Batch {
    let messages: [BrokerMessage]
    let done: CheckedContinuation<Bool, Never>?
  }

  private struct State {
    var course = StateMachine()
    var waiting: [Batch] = []
    /// The time has come to look at the connection, or to try again.
    var isDue = false
    var alarm: (any ScheduledAction)?
  }

  private let library: LibMosquitto
  private let configuration: Configuration
  private let clock: any MediaClock
  private let hear: @Sendable (Happening) -> Void
  private let wake: WakeSignal
  private let state = Mutex(State())
  private let ended = OpenGate()

  private static let second = MediaTime(value: 1, timescale: 1)
  /// The time that a broker has to take a connection, and the time between looks at one.
  private static let (patience, beat) = (MediaTime(value: 15, timescale: 1), MediaTime(value: 5, timescale: 1))
  private static let longestDelay = MediaTime(value: 60, timescale: 1)
  private static let farewellTime = MediaTime(value: 2, timescale: 1)

  /// - Throws: ``BrokerError`` without the library.
  init(
    _ configuration: Configuration, clock: any MediaClock, hearing hear: @escaping @Sendable (Happening) -> Void
  ) throws(BrokerError) {
    library = try LibMosquitto()
    do throws(SystemError) { wake = try WakeSignal() } catch { throw BrokerError(configuration.address, error) }
    (self.configuration, self.clock, self.hear) = (configuration, clock, hear)
  }

  /// Begins to connect.
  /// - Throws: ``BrokerError`` when the system has no thread.
  func start() throws(BrokerError) {
    do throws(SystemError) {
      _ = try CaptureThread(name: "livecam-mqtt") { [self] in run() }
    } catch { throw BrokerError(configuration.address, error) }
  }

  /// Gives the broker messages; returns whether it has them all. Without a connection it has none.
  func deliver(_ messages: [BrokerMessage]) async -> Bool {
    if messages.isEmpty { return true }
    return await withCheckedContinuation { continuation in
      let isTaken = state.withLock { state in
        guard state.course.takesMessages else { return false }
        state.waiting.append(Batch(messages: messages, done: continuation))
        return true
      }
      if isTaken { wake.raise() } else { continuation.resume(returning: false) }
    }
  }

  /// Gives the broker a last message, if there is a connection, and ends it; waits two seconds at most for that.
  func stop(saying farewell: BrokerMessage) async {
    let wasStarted = state.withLock { state in
      defer { state.course.handle(.stopped(farewell: farewell)) }
      return state.course.state != .created
    }
    guard wasStarted else { return }
    wake.raise()
    let alarm = clock.schedule(at: clock.now + Self.farewellTime) { [self] in
      handle(.expired)
      wake.raise()
      // It may be looking for the host's address, which cannot be hurried; the thread then ends by itself.
      ended.open()
    }
    await ended.wait()
    alarm.cancel()
  }

  // MARK: The thread

  private func run() {
    var delay = Self.second
    handle(.started)
    while !isEnding {
      let began = clock.now
      guard let reason = serve(), !isEnding else { break }
      hear(.disconnected(reason))
      // A connection that held is worth trying again at once.
      if clock.now - began > Self.patience { delay = Self.second }
      wait(delay)
      delay = min(delay + delay, Self.longestDelay)
    }
    setAlarm(nil)
    ended.open()
  }

  private var isEnding: Bool { state.withLock(\.course.isEnding) }

  private func handle(_ event: StateMachine.Event) { state.withLock { $0.course.handle(event) } }

  /// Wakes the thread after a time; `nil` for not at all.
  private func setAlarm(_ delay: MediaTime?) {
    let alarm = delay.map { delay in
      clock.schedule(at: clock.now + delay) { [weak self] in
        self?.state.withLock { $0.isDue = true }
        self?.wake.raise()
      }
    }
    let last = state.withLock { state in
      defer { (state.alarm, state.isDue) = (alarm, false) }
      return state.alarm
    }
    last?.cancel()
  }

  private func wait(_ delay: MediaTime) {
    setAlarm(delay)
    while !isEnding, !state.withLock(\.isDue) {
      var wait = pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0)
      // Whatever ends it: what is waited for is looked at again.
      _ = poll(&wait, 1, -1)
      wake.lower()
    }
  }

  /// Has one connection, until it ends; returns the reason, or `nil` where the client was to end it.
  private func serve() -> BrokerError? {
    var unconfirmed = Unconfirmed()
    defer {
      let waiting = state.withLock { state in
        defer { state.waiting = [] }
        state.course.handle(.disconnected)
        return state.waiting
      }
      for batch in waiting { batch.done?.resume(returning: false) }
      unconfirmed.giveUp()
    }
    do throws(BrokerError) {
      let events = Events()
      let connection = try BrokerConnection(library, configuration) { events.all.append($0) }
      try connection.open()
      try attend(connection, events, &unconfirmed)
      return nil
    } catch {
      return error
    }
  }

  /// The events that the callbacks of a connection have reported.
  private final class Events {
    var all: [BrokerConnection.Happening] = []
  }

  private func attend(
    _ connection: BrokerConnection, _ events: Events, _ unconfirmed: inout Unconfirmed
  ) throws(BrokerError) {
    let end = clock.now + Self.patience
    setAlarm(Self.beat)
    while true {
      try connection.work(until: wake)
      let happened = events.all
      events.all = []
      for event in happened { take(event, &unconfirmed) }
      let (course, isDue, waiting) = state.withLock { state in
        defer { state.waiting = [] }
        return (state.course.state, state.isDue, state.waiting)
      }
      if isDue { setAlarm(Self.beat) }
      for batch in waiting { unconfirmed.add(batch.messages.map { connection.publish($0) }, batch.done) }
      if case .leaving(let farewell) = course {
        unconfirmed.add([connection.publish(farewell)], nil)
        handle(.farewellSent)
      }
      switch course {
      case .created, .seeking:
        guard clock.now < end else {
          throw BrokerError(
            .unreachable, context: configuration.address.description, message: "it does not answer")
        }
      case .connected: break
      case .leaving, .parting:
        guard unconfirmed.isEmpty else { continue }
        connection.close()
        return
      case .ended: return
      }
    }
  }

  private func take(_ event: BrokerConnection.Happening, _ unconfirmed: inout Unconfirmed) {
    switch event {
    case .connected:
      handle(.connected)
      hear(.connected)
    case .acknowledged(let number): unconfirmed.confirm(number)
    case .received(let message): hear(.received(message))
    case .topicRefused: hear(.topicRefused)
    }
  }
}

/// Messages that a broker has not confirmed yet, with those who wait for that.
private struct Unconfirmed {
  private var batches: [(numbers: Set<Int32>, done: CheckedContinuation<Bool, Never>?)] = []

  var isEmpty: Bool { batches.isEmpty }

  /// `nil` stands for a message that the library does not take: what is lost by that is the connection, or one message.
  mutating func add(_ numbers: [Int32?], _ done: CheckedContinuation<Bool, Never>?) {
    let sent = Set(numbers.compactMap { $0 })
    if sent.isEmpty { done?.resume(returning: false) } else { batches.append((sent, done)) }
  }

  mutating func confirm(_ number: Int32) {
    guard let index = batches.firstIndex(where: { $0.numbers.contains(number) }) else { return }
    batches[index].numbers.remove(number)
    if batches[index].numbers.isEmpty { batches.remove(at: index).done?.resume(returning: true) }
  }

  mutating func giveUp() {
    for batch in batches { batch.done?.resume(returning: false) }
    batches = []
  }
}
