import KioskWeb
import MediaCore
import Simulator
import Synchronization
import Testing

@testable import BoothMQTT

/// What a booth makes of a broker's messages, and how it waits for one that is away.
@Suite struct FleetTests {
  private func state(_ name: String) -> KioskFleetState {
    KioskFleetState(
      KioskState(host: .booth, name: name, total: 7), lastPicture: nil, url: "http://127.0.0.1:1", instance: "x")
  }

  @Test("booths come, are lost and are taken away; what is no booth's is left alone, and so many are kept")
  func members() throws {
    var members = FleetMembers(BoothTopics("party/door"))
    func take(_ topic: String, _ text: String) { members.take(BrokerMessage(topic, text, isRetained: true)) }
    take("party/bar/state", KioskJSON.text(state("Bar")))
    take("party/bar/availability", "online")
    take("party/door/availability", "online")
    #expect(members.all.map(\.topic) == ["party/bar", "party/door"])
    #expect(members.all.map(\.isSelf) == [false, true] && members.all.map(\.isOnline) == [true, true])
    #expect(members.all[0].state == state("Bar"))
    for text in ["{", String(repeating: "[", count: 16_000), "{\"name\": 1}", String(repeating: "x", count: 20_000)] {
      take("party/bar/state", KioskJSON.text(state("Bar")))
      take("party/bar/state", text)
      #expect(members.all[0].state == nil)
    }
    take("party/bar/availability", "gone")
    #expect(!members.all[0].isOnline)
    members.lose()
    #expect(members.all.allSatisfy { !$0.isOnline })
    take("party/bar/availability", "")
    for topic in ["party/a/b", "party/state", "other/bar/state", "state"] { take(topic, "online") }
    #expect(members.all.map(\.topic) == ["party/door"])
    for number in 0..<1000 { take("party/\(number)/availability", "online") }
    #expect(members.all.count == 256)
    take("party/door/availability", "offline")
    #expect(members.all.first { $0.isSelf }?.isOnline == false)
  }

  @Test("a broker that is away is tried again after one second, then two, four and so on up to a minute")
  func backOff() async throws {
    let clock = VirtualClock()
    // Nobody listens there: it is refused at once.
    let address = try BrokerAddress("mqtt://127.0.0.1:1")
    let (failures, failed) = AsyncStream<BrokerError>.makeStream()
    let client = try BrokerClient(
      .init(
        address: address, certificates: nil, name: "test", topics: [],
        will: BrokerMessage("test", "", isRetained: false)), clock: clock
    ) { if case .disconnected(let error) = $0 { failed.yield(error) } }
    try client.start()
    var attempts = failures.makeAsyncIterator()
    let first = await attempts.next()
    #expect(first?.description == "mqtt://127.0.0.1:1: it cannot be reached: Connection refused")
    #expect(first?.code == .unreachable && first?.underlying != nil)
    for seconds: Int64 in [1, 2, 4, 8, 16, 32, 60, 60] {
      // Its thread sets the alarm after it has told of the failure.
      while clock.nextActionTime == nil { await Task.yield() }
      let next = try #require(clock.nextActionTime)
      #expect(next - clock.now == MediaTime(value: seconds, timescale: 1))
      clock.advance(to: next)
      _ = await attempts.next()
    }
    #expect(await client.deliver([BrokerMessage("test", "lost", isRetained: false)]) == false)
    await client.stop(saying: BrokerMessage("test", "", isRetained: false))
  }
}
