public import MediaCore

/// The configuration of a booth's connection with a broker.
public struct MQTTConfiguration: Sendable {
  /// The address of the broker, with the account.
  public var broker: BrokerAddress
  /// The beginning of the booth's topics, such as `livecam/door`. Booths of one fleet have all but its last part in
  /// common.
  public var topic: String
  /// The beginning of the topics by which Home Assistant finds devices; `nil` for a booth that it is not to find.
  public var discovery: String? = "homeassistant"
  /// The path of a file with the certificates of the authorities that sign the broker's certificate; `nil` for those
  /// that the system trusts.
  public var certificates: String?
  /// The version of the program, which Home Assistant shows.
  public var version = ""

  /// Creates the connection with a broker under a topic.
  /// - Throws: ``BrokerError`` for what is no topic.
  public init(_ broker: BrokerAddress, topic: String) throws(BrokerError) {
    try Self.check(topic)
    (self.broker, self.topic) = (broker, topic)
  }

  /// The last part of the usual topic of a machine: its name, with only what topics and Home Assistant's names can
  /// have.
  public static func name(of machine: String) -> String {
    let name = machine.prefix { $0 != "." }.map { character -> Character in
      character.isASCII && (character.isLetter || character.isNumber) || character == "-" || character == "_"
        ? character : "-"
    }
    return name.isEmpty ? "booth" : String(name)
  }

  /// Checks that a text can be the beginning of topics.
  /// - Throws: ``BrokerError`` with `.invalidSetting`.
  public static func check(_ topic: String) throws(BrokerError) {
    let isTopic =
      (1...200).contains(topic.utf8.count) && !topic.contains { "+#$".contains($0) }
      && topic.unicodeScalars.allSatisfy { $0.value > 0x1f && !(0x7f...0x9f).contains($0.value) }
      && topic.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty }
    guard isTopic else {
      throw BrokerError(
        .invalidSetting, context: topic,
        message: "this is no topic. Name words between single slashes, without + # $, such as livecam/door.")
    }
  }
}
