/// A message to or from a broker.
struct BrokerMessage: Sendable, Hashable {
  /// A message with more is none of ours.
  static let mostBytes = 16_384

  let topic: String
  let payload: [UInt8]
  /// Indicates whether the broker keeps the message for those who come later, or has kept it.
  let isRetained: Bool

  init(_ topic: String, _ payload: [UInt8], isRetained: Bool) {
    (self.topic, self.payload, self.isRetained) = (topic, payload, isRetained)
  }

  init(_ topic: String, _ text: String, isRetained: Bool) {
    self.init(topic, Array(text.utf8), isRetained: isRetained)
  }
}
