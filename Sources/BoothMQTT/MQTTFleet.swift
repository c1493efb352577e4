public import KioskWeb
public import MediaCore
import Synchronization

/// A booth's connection with an MQTT broker: publishes the booth's state, carries out commands, and follows the other
/// booths of the fleet.
///
/// An unreachable broker does not affect the booth: events of that time are published later, as far as the booth's log
/// of events reaches back.
public final class MQTTFleet: KioskFleet {
  private struct State {
    var client: BrokerClient?
    var session: Task<Void, Never>?
    var commands: Task<Void, Never>?
    var members: FleetMembers
    var report: KioskReport.Broker
    var progress = FleetSession.Progress(position: 0)
    var isStopping = false
    /// The time of the latest warning about each matter.
    var warned: [Matter: MediaTime] = [:]
  }

  /// Something that people are warned about, not more often than they can read.
  private enum Matter { case command, double, topics }

  private static let quiet = MediaTime(value: 10, timescale: 1)
  private static let mostCommands = 16

  private let configuration: MQTTConfiguration
  private let clock: any MediaClock
  private let topics: BoothTopics
  private let instance: String
  private let state: Mutex<State>
  private let ordered: AsyncStream<BrokerMessage>
  private let order: AsyncStream<BrokerMessage>.Continuation
  private let notify = Mutex<@Sendable (String, String) -> Void>({ _, _ in })

  /// Creates a fleet; the booth that starts it connects it to the broker.
  /// - Parameters:
  ///   - configuration: The broker, and what of the booth it is told.
  ///   - clock: The clock of retries and of booths that fall silent.
  ///   - instance: A word that no other booth has, drawn at random: by it a booth recognises that another uses its
  ///     topic.
  /// - Throws: ``BrokerError`` when libmosquitto cannot be loaded.
  public init(
    _ configuration: MQTTConfiguration, clock: any MediaClock, instance: String
  ) throws(BrokerError) {
    _ = try LibMosquitto()
    (self.configuration, self.clock, self.instance) = (configuration, clock, instance)
    topics = BoothTopics(configuration.topic)
    state = Mutex(
      State(members: FleetMembers(topics), report: .init(address: configuration.broker.description)))
    (ordered, order) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.mostCommands))
  }

  /// The booths that are known.
  public var members: [KioskFleetMember] { state.withLock(\.members.all) }

  /// The state of the connection.
  public var report: KioskReport.Broker {
    state.withLock { state in
      var report = state.report
      (report.published, report.dropped) = (state.progress.published, state.progress.dropped)
      return report
    }
  }

  // MARK: Begin and end

  /// Connects to the broker, and begins to publish the booth's state and to carry out commands for it.
  public func start(
    _ site: KioskSite, address: @escaping @Sendable () -> String,
    notify: @escaping @Sendable (_ level: String, _ message: String) -> Void
  ) {
    self.notify.withLock { $0 = notify }
    let setUp = BrokerClient.Configuration(
      address: configuration.broker, certificates: configuration.certificates, name: topics.identifier,
      topics: topics.wanted, will: BrokerMessage(topics.availability, Availability.offline, isRetained: true))
    do throws(BrokerError) {
      let relay = Relay()
      let client = try BrokerClient(setUp, clock: clock) { relay.hear($0) }
      let session = FleetSession(
        site: site, client: client, topics: topics,
        assistant: configuration.discovery.map {
          HomeAssistant(prefix: $0, topics: topics, version: configuration.version)
        }, instance: instance, address: address
      ) { [weak self] change in
        self?.state.withLock { state in
          change(&state.progress)
          return state.progress
        } ?? .init(position: 0)
      }
      relay.begin { [weak self] happening in self?.hear(happening, client, session) }
      let newest = site.sources.events.newest
      let commands = BoothCommands(site, clock: clock)
      state.withLock { state in
        (state.client, state.progress.position) = (client, newest)
        state.commands = Task { [weak self, ordered] in
          for await message in ordered { await self?.carryOut(message, commands) }
        }
      }
      try client.start()
    } catch {
      notify("warning", "\(error)")
    }
  }

  /// Tells that the booth goes, and ends the connection.
  public func stop() async {
    let (client, session) = state.withLock { state in
      state.isStopping = true
      return (state.client.take(), state.session.take())
    }
    order.finish()
    session?.cancel()
    await client?.stop(saying: BrokerMessage(topics.availability, Availability.offline, isRetained: true))
    // It waits for the client alone, which has given up by now.
    await session?.value
  }

  /// Somebody to whom a client speaks, before there is anybody else.
  private final class Relay: Sendable {
    private let listener = Mutex<@Sendable (BrokerClient.Happening) -> Void>({ _ in })

    func begin(_ listen: @escaping @Sendable (BrokerClient.Happening) -> Void) { listener.withLock { $0 = listen } }
    func hear(_ happening: BrokerClient.Happening) { listener.withLock { $0 }(happening) }
  }

  // MARK: What the broker tells

  private func say(_ level: String, _ message: String) {
    notify.withLock { $0 }(level, "MQTT broker \(configuration.broker): \(message)")
  }

  private func warn(_ matter: Matter, _ message: String) {
    let now = clock.now
    let isNew = state.withLock { state in
      if let last = state.warned[matter], now - last < Self.quiet { return false }
      state.warned[matter] = now
      return true
    }
    if isNew { say("warning", message) }
  }

  private func hear(_ happening: BrokerClient.Happening, _ client: BrokerClient, _ session: FleetSession) {
    switch happening {
    case .connected:
      let wasTroubled = state.withLock { state in
        defer { (state.report.isConnected, state.report.trouble) = (true, nil) }
        state.report.connections += 1
        let last = state.session
        last?.cancel()
        // One after the other: they tell of the same events.
        state.session = Task {
          await last?.value
          await session.run()
        }
        return state.report.trouble != nil
      }
      if wasTroubled { say("info", "it is there again.") }
    case .disconnected(let reason):
      let isNew = state.withLock { state in
        defer { (state.report.isConnected, state.report.trouble) = (false, reason.message) }
        state.session?.cancel()
        state.members.lose()
        return state.report.trouble == nil
      }
      if isNew { say("warning", "\(reason.message). The booth goes on, and tries again until it is there.") }
    case .topicRefused:
      warn(
        .topics, "it does not let the booth hear commands or other booths. Allow it to read \(topics.booth)/command/+.")
    case .received(let message): take(message, client)
    }
  }

  private func take(_ message: BrokerMessage, _ client: BrokerClient) {
    if topics.command(in: message.topic) != nil {
      if case .dropped = order.yield(message) { state.withLock { $0.report.refused += 1 } }
      return
    }
    state.withLock { $0.members.take(message) }
    // What the broker had kept is of earlier.
    guard !message.isRetained else { return }
    if message.topic == topics.availability, message.payload == Array(Availability.offline.utf8) {
      // It is not so: somebody else has said it, or the broker of an earlier connection.
      guard !state.withLock(\.isStopping) else { return }
      Task { [topics] in
        await client.deliver([BrokerMessage(topics.availability, Availability.online, isRetained: true)])
      }
    } else if message.topic == topics.state {
      let other = state.withLock { $0.members.all.first { $0.isSelf }?.state?.instance }
      guard let other, other != instance else { return }
      warn(.double, "another booth uses the topic \(topics.booth), too. Name one for each by --mqtt-topic.")
    }
  }

  private func carryOut(_ message: BrokerMessage, _ commands: BoothCommands) async {
    let name = topics.command(in: message.topic) ?? ""
    do throws(WebFailure) {
      try await commands.carryOut(name, message)
      state.withLock { $0.report.commands += 1 }
    } catch {
      state.withLock { $0.report.refused += 1 }
      // A name is somebody else's text.
      let shown = name.unicodeScalars.prefix(40).map { $0.properties.isAlphabetic ? String($0) : "?" }.joined()
      warn(.command, "the command \(shown) is refused: \(error.message)")
    }
  }
}
