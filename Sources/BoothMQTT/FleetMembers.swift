import KioskWeb

/// The booths of a fleet, by their latest messages.
struct FleetMembers: Sendable {
  // What others send is bounded.
  private static let most = 256

  private let topics: BoothTopics
  private var known: [String: KioskFleetMember] = [:]

  init(_ topics: BoothTopics) { self.topics = topics }

  var all: [KioskFleetMember] { known.values.sorted { $0.topic < $1.topic } }

  /// Nobody knows how they are while the broker is away.
  mutating func lose() { for topic in known.keys { known[topic]?.isOnline = false } }

  /// Applies a message of a booth about its state; ignores other messages.
  mutating func take(_ message: BrokerMessage) {
    guard let (booth, part) = topics.member(of: message.topic), known[booth] != nil || known.count < Self.most else {
      return
    }
    var member =
      known[booth]
      ?? KioskFleetMember(topic: booth, isOnline: false, isSelf: booth == topics.booth, state: nil)
    switch part {
    case "availability": member.isOnline = message.payload == Array(Availability.online.utf8)
    case "state":
      // One of another version, or of something else, is shown without a state.
      member.state =
        message.payload.count > BrokerMessage.mostBytes
        ? nil : try? KioskJSON.value(message.payload, as: KioskFleetState.self)
    default: return
    }
    // A topic that has been emptied is a booth that has been taken away.
    known[booth] = message.payload.isEmpty ? nil : member
  }
}
