import KioskWeb
import MediaCore

/// Carries out what others in the network order of a booth.
struct BoothCommands: Sendable {
  /// The text by which Home Assistant presses a button.
  static let press = "PRESS"
  /// No command is longer.
  private static let mostBytes = 1024

  private let site: KioskSite
  // The settings are written to the disk with each change.
  private let changes: [AttemptLimiter]

  init(_ site: KioskSite, clock: any MediaClock) {
    self.site = site
    changes = [(2, 1), (60, 60)].map { most, seconds in
      AttemptLimiter(most, ofAll: most, within: MediaTime(value: seconds, timescale: 1), clock: clock)
    }
  }

  /// - Throws: `WebFailure` with the reason why it is not done.
  func carryOut(_ name: String, _ message: BrokerMessage) async throws(WebFailure) {
    guard !message.isRetained else {
      throw .invalid(
        "the broker has kept it; a command is sent without being retained, or it would come again and again.")
    }
    guard message.payload.count <= Self.mostBytes else {
      throw .invalid("it has more than \(Self.mostBytes) bytes.")
    }
    guard let text = String(validating: message.payload, as: UTF8.self) else { throw .invalid("it is no text.") }
    switch name {
    case "trigger": _ = try await site.shoot(order(text))
    case "countdown":
      guard (1...2).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let seconds = Int(text)
      else { throw .invalid("name 0 to 10 seconds.") }
      try await change { $0.countdown = seconds }
    case "mode":
      guard let mode = KioskMode(rawValue: text) else { throw .invalid(KioskMode.unknown(text)) }
      try await change { $0.mode = mode }
    default: throw .notFound("there is no such command. Send trigger, countdown or mode.")
    }
  }

  private func order(_ text: String) throws(WebFailure) -> KioskOrder {
    guard !text.isEmpty, text != Self.press else { return KioskOrder() }
    do throws(WebFailure) {
      var order = try KioskJSON.value(Array(text.utf8), as: KioskOrder.self)
      // Nobody there has seen a frame.
      order.frame = nil
      return order
    } catch {
      throw .invalid(
        "\(error.message) Send nothing, or an object such as {\"mode\": \"photo\", \"countdown\": 3}.",
        underlying: error.underlying)
    }
  }

  private func change(_ fill: (inout KioskSettingsChange) -> Void) async throws(WebFailure) {
    guard let booth = site.sources.booth else { throw .notFound() }
    for limit in changes { try limit.attempt(by: "") }
    var change = KioskSettingsChange()
    fill(&change)
    _ = try await booth.change(change)
  }
}
