import ArgumentParser
import BoothMQTT
import FoundationEssentials
import Glibc
import KioskWeb
import MediaCore
import Station
import SystemCalls

/// The broker that is told of the booth, and that commands come from.
struct MQTTOptions: ParsableArguments {
  @Option(
    name: .customLong("mqtt"), parsing: .unconditional,
    help: ArgumentHelp(
      "An MQTT broker that receives the booth's events and sends it commands: mqtt://HOST, or mqtts:// for TLS. Pass "
        + "the password in $LIVECAM_MQTT_PASSWORD or the configuration file rather than here.",
      valueName: "mqtt[s]://[user[:password]@]host[:port]"))
  var broker: String?

  @Option(
    name: .customLong("mqtt-topic"), parsing: .unconditional,
    help: ArgumentHelp(
      "The beginning of the booth's topics; booths of one fleet differ in its last word. (default: livecam/ and the "
        + "name of this machine)", valueName: "topic"))
  var topic: String?

  @Option(
    name: .customLong("mqtt-discovery"), parsing: .unconditional,
    help: ArgumentHelp(
      "The beginning of the topics by which Home Assistant finds the booth; empty if it is not to find it. (default: "
        + "homeassistant)", valueName: "topic"))
  var discovery: String?

  @Option(
    name: .customLong("mqtt-certificates"), parsing: .unconditional,
    help: ArgumentHelp(
      "A file with the certificates of the authorities that sign the broker's. (default: those that the system trusts)",
      valueName: "path"), completion: .file())
  var certificates: String?

  /// Returns the connection of the options, and of a file for settings without an option; `nil` without a broker.
  /// - Throws: `BrokerError` for what is no broker.
  func fleet(_ file: BoothFile, clock: any MediaClock) throws -> MQTTFleet? {
    guard let text = broker ?? file.mqtt else { return nil }
    var address = try BrokerAddress(text)
    let secret = ProcessInfo.processInfo.environment["LIVECAM_MQTT_PASSWORD"].flatMap { $0.isEmpty ? nil : $0 }
    address.password = address.password ?? file.mqttPassword ?? secret
    var configuration = try MQTTConfiguration(address, topic: topic ?? file.mqttTopic ?? Self.usualTopic)
    let prefix = discovery ?? file.mqttDiscovery ?? configuration.discovery
    configuration.discovery = prefix.flatMap { $0.isEmpty ? nil : $0 }
    if let prefix = configuration.discovery { try MQTTConfiguration.check(prefix) }
    configuration.certificates = certificates ?? file.mqttCertificates
    configuration.version = LivecamVersion.text
    return try MQTTFleet(
      configuration, clock: clock, instance: String(UInt64.random(in: .min ... .max), radix: 36))
  }

  private static var usualTopic: String {
    var name = [CChar](repeating: 0, count: 256)
    // A machine without a name is one among others.
    _ = gethostname(&name, name.count - 1)
    let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return "livecam/" + MQTTConfiguration.name(of: String(decoding: bytes, as: UTF8.self))
  }
}
