import Foundation
import KioskWeb
import Printing
import Station
import TestSupport
import Testing

@testable import Booth

/// Another configuration while the booth runs.
@Suite struct ReloadTests {
  private func change(_ body: (inout KioskSettingsChange) -> Void) -> KioskSettingsChange {
    var change = KioskSettingsChange()
    body(&change)
    return change
  }

  private func state(_ bench: BoothBench, host: String = "localhost") async throws -> [String: Any] {
    let answer = try await RawClient.ask(
      bench.port, "GET /api/state HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
    return try #require(try JSONSerialization.jsonObject(with: Data(body(answer).utf8)) as? [String: Any], "\(answer)")
  }

  @Test("name, links, limits, access and changed settings take effect at once, and what the operator has set stays")
  func adopting() async throws {
    let printer = PaperPrinter()
    var configuration = BoothConfiguration()
    let bench = try await BoothBench { booth in
      booth.name = "First"
      booth.settings = change { ($0.countdown, $0.language) = (2, "de") }
      booth.printing = PrintingConfiguration(printer)
      configuration = booth
    }
    await bench.advance(500)
    let first = try await state(bench)
    #expect(first["name"] as? String == "First")
    #expect((first["defaults"] as? [String: Any])?["countdown"] as? Int == 2)
    _ = try await bench.booth.host.change(change { $0.language = "zh" })
    // Another start with the same file leaves the operator's choice alone, too.
    try bench.booth.adoptSettings(of: configuration)

    configuration.name = "Second"
    configuration.publicAddress = "http://party.example"
    configuration.access.names = ["party.example"]
    configuration.settings.countdown = 7
    configuration.printing?.copiesOfPicture = 9
    bench.booth.warn("party.json5:2: it cannot be used.")
    #expect(bench.booth.desk.read { $0.isInTrouble(.configuration) })
    #expect(try bench.booth.adopt(configuration) == [])
    #expect(!bench.booth.desk.read { $0.isInTrouble(.configuration) })
    let second = try await state(bench, host: "party.example")
    let defaults = try #require(second["defaults"] as? [String: Any])
    #expect(second["name"] as? String == "Second")
    #expect(defaults["countdown"] as? Int == 7 && defaults["language"] as? String == "zh")
    #expect((second["printer"] as? [String: Any])?["copies"] as? Int == 9)

    configuration.access.password = "correct horse"
    configuration.printing = PrintingConfiguration(printer, destination: "another")
    configuration.address = try #require(ListenAddress("127.0.0.1:1"))
    #expect(try bench.booth.adopt(configuration) == ["listen", "printer"])
    #expect(status(try await bench.get("/api/state")) == 401)
    await bench.booth.stop()
  }

  @Test("settings that make no sense change nothing")
  func refusing() async throws {
    let bench = try await BoothBench(microphone: .none)
    var configuration = BoothConfiguration()
    configuration.name = "Second"
    configuration.settings = change { ($0.countdown, $0.templates) = (7, ["strip": "none"]) }
    let error = #expect(throws: StationError.self) { try bench.booth.adopt(configuration) }
    #expect("\(try #require(error))".contains("there is no none for strip"))
    let told = try await state(bench)
    #expect(told["name"] as? String == "livecam")
    #expect((told["defaults"] as? [String: Any])?["countdown"] as? Int == 3)
    await bench.booth.stop()
  }
}
