import KioskWeb
import Synchronization

/// Tells a broker of a booth, for the length of one connection: its state, and what happens.
///
/// It reads the booth's events as a page does: the booth never waits, and events of which there are more than its log
/// holds are missed and counted.
struct FleetSession: Sendable {
  /// The progress that is kept from one connection to the next.
  struct Progress: Sendable {
    /// The number of the last event that the broker has.
    var position: Int64
    var published = 0
    var dropped = 0
  }

  let site: KioskSite
  let client: BrokerClient
  let topics: BoothTopics
  let assistant: HomeAssistant?
  let instance: String
  let address: @Sendable () -> String
  let change: @Sendable ((inout Progress) -> Void) -> Progress

  // So many messages wait for their confirmation at a time.
  private static let mostAtOnce = 100

  /// Returns when the connection is lost, or nothing more happens.
  func run() async {
    var newest = await newestPicture()
    var told = await state(newest)
    var shown = assistant?.messages(told) ?? []
    let greeting = [BrokerMessage(topics.availability, Availability.online, isRetained: true)] + shown + [message(told)]
    guard await deliver(greeting) else { return }
    while true {
      let position = change { _ in }.position
      var entries: [KioskEventLog.Entry] = []
      switch await site.sources.events.next(after: position) {
      case .end: return
      case .nothing: break
      case .tooLate(let missed):
        let newest = site.sources.events.newest
        _ = change { ($0.position, $0.dropped) = (newest, $0.dropped + missed) }
      case .entries(let some): entries = some
      }
      guard await tell(entries) else { return }
      if entries.isEmpty || entries.contains(where: { $0.name == "asset" }) { newest = await newestPicture() }
      let now = await state(newest)
      guard now != told else { continue }
      told = now
      let anew = assistant?.messages(told) ?? []
      // Only what has changed: Home Assistant reads each of them anew.
      let changed = anew.filter { !shown.contains($0) }
      shown = anew
      guard await deliver(changed + [message(told)]) else { return }
    }
  }

  private func tell(_ entries: [KioskEventLog.Entry]) async -> Bool {
    var rest = entries[...]
    while let last = rest.prefix(Self.mostAtOnce).last {
      let messages = rest.prefix(Self.mostAtOnce).map { entry in
        BrokerMessage(topics.event(entry.name == "asset" ? "picture" : entry.name), entry.json, isRetained: false)
      }
      guard await deliver(messages) else { return false }
      _ = change { $0.position = last.number }
      rest = rest.dropFirst(Self.mostAtOnce)
    }
    return true
  }

  private func deliver(_ messages: [BrokerMessage]) async -> Bool {
    guard await client.deliver(messages) else { return false }
    _ = change { $0.published += messages.count }
    return true
  }

  private func newestPicture() async -> KioskAsset? {
    // A gallery that cannot be read now says so to its pages.
    try? await site.sources.pictures.page(after: nil, limit: 1, filter: .all).assets.first
  }

  private func state(_ newest: KioskAsset?) async -> KioskFleetState {
    KioskFleetState(await site.sources.state(), lastPicture: newest, url: address(), instance: instance)
  }

  private func message(_ state: KioskFleetState) -> BrokerMessage {
    BrokerMessage(topics.state, KioskJSON.text(state), isRetained: true)
  }
}
