import Testing

@testable import Simulator

/// Every event in every state of a simulated device's presence.
struct SimulatedPresenceTests {
  /// The state that each event leads to, in the order of its cases; `nil` where it changes nothing.
  private static func next(after presence: SimulatedPresence) -> [SimulatedPresence?] {
    switch presence {
    case .present: [.unplugged, nil, .withoutOriginal, nil]
    case .unplugged: [nil, .present, .unpluggedWithoutOriginal, nil]
    case .withoutOriginal: [.unpluggedWithoutOriginal, nil, nil, .present]
    case .unpluggedWithoutOriginal: [nil, .withoutOriginal, nil, .unplugged]
    }
  }

  @Test("every event in every state", arguments: SimulatedPresence.allCases)
  func events(_ presence: SimulatedPresence) {
    for (event, next) in zip(SimulatedPresence.Event.allCases, Self.next(after: presence)) {
      var after = presence
      #expect(after.handle(event) == (next != nil), "\(event)")
      #expect(after == next ?? presence, "\(event)")
    }
  }
}
