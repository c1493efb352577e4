import MediaCore
import Testing

@testable import BoothMQTT

/// What a text says of a broker.
@Suite struct BrokerAddressTests {
  @Test("an address has a host, a port and an account, and does not show the password")
  func address() throws {
    let address = try BrokerAddress("mqtts://anna:s%40:p%25@[::1]:18883")
    #expect(address.host == "::1" && address.port == 18883 && address.isEncrypted)
    #expect(address.user == "anna" && address.password == "s@:p%" && address.description == "mqtts://[::1]:18883")
    let plain = try BrokerAddress("mqtt://broker.lan/")
    #expect(plain.port == 1883 && plain.user == nil && plain.password == nil)
    #expect(try BrokerAddress("mqtts://anna@broker.lan").port == 8883)
  }

  @Test(
    "what is no address is refused, and its password not shown",
    arguments: [
      "http://secret@host", "mqtt://", "mqtt://user:secret@", "mqtt://host:0", "mqtt://host:65536", "mqtt://::1",
      "mqtt://[::1]x", "mqtt://a:%zz@host", "mqtt://a:%00@host", "mqtt://:secret@host", "mqtt://a b",
      "mqtt://host/path",
    ])
  func refused(_ text: String) throws {
    let error = #expect(throws: BrokerError.self) { _ = try BrokerAddress(text) }
    #expect(error?.description.contains("secret") == false && error?.description.contains("mqtt://192.168.1.5") == true)
  }

  @Test("topics are words between slashes; a machine's name becomes one")
  func topics() throws {
    for topic in ["", "/a", "a/", "a//b", "a/+", "#", "$SYS/a", "a\u{0}", String(repeating: "a", count: 201)] {
      #expect(throws: BrokerError.self, "\(topic)") { try MQTTConfiguration.check(topic) }
    }
    try MQTTConfiguration.check("party/Anna & Ben/door")
    #expect(MQTTConfiguration.name(of: "büro.example.org") == "b-ro" && MQTTConfiguration.name(of: "") == "booth")
    let topics = BoothTopics("party/Anna & Ben/door")
    #expect(topics.identifier == "livecam_party_Anna___Ben_door")
    #expect(topics.command(in: "party/Anna & Ben/door/command/mode") == "mode")
    #expect(topics.member(of: "party/Anna & Ben/bar/state")?.booth == "party/Anna & Ben/bar")
    #expect(topics.member(of: "party/state") == nil && BoothTopics("door").member(of: "bar/state")?.booth == "bar")
  }
}
