import KioskWeb
import Station
import TestSupport
import Testing

@testable import Booth

/// What the operator is told of the booth's machine, configuration, and sound.
@Suite struct ReportTests {
  private func figures(_ bench: BoothBench) async throws -> (report: String, metrics: String) {
    let login = try await bench.post("/api/operator/login", "{\"pin\": \"2468\"}")
    let cookie = try #require(
      login.split(separator: "\r\n").first { $0.hasPrefix("Set-Cookie: ") }?.dropFirst(12).prefix { $0 != ";" })
    let headers = ["Cookie: \(cookie)"]
    return (
      body(try await bench.get("/api/operator/report", headers: headers)),
      body(try await bench.get("/metrics", headers: headers))
    )
  }

  @Test("the error between sound and picture is stated while a microphone runs, and that of the latest movie")
  func sync() async throws {
    let bench = try await BoothBench()
    let before = try await figures(bench)
    #expect(before.report.contains("has not delivered yet") && !before.metrics.contains("livecam_sync_"))
    let page = try await EventPage(bench)
    await bench.advance(5000)
    for hasMovie in [false, true] {
      let (report, metrics) = try await figures(bench)
      let found = try #require(report.firstMatch(of: /"uncertaintyMs":([0-9.]+)/))
      let milliseconds = try #require(Double(found.1))
      // The simulated microphone's clock is read exactly; a movie rounds pictures' times to 1/1200 s.
      #expect(milliseconds > 0.4 && milliseconds < 1, "\(report)")
      #expect(metrics.contains("livecam_microphone_up 1") && metrics.contains("livecam_microphone_drift_ppm "))
      let line = try #require(metrics.firstMatch(of: /livecam_sync_uncertainty_seconds ([0-9.e-]+)/))
      #expect(abs(try #require(Double(line.1)) * 1000 - milliseconds) < 0.001)
      let offset = try report.firstMatch(of: /"offsetMs":(-?[0-9.e-]+)/).map { try #require(Double($0.1)) }
      #expect((offset != nil) == hasMovie && abs(offset ?? 0) < 1, "\(report)")
      #expect(metrics.contains("livecam_sync_offset_seconds ") == hasMovie)
      guard !hasMovie else { continue }
      #expect(status(try await bench.post("/api/shoot", "{\"mode\": \"live\", \"countdown\": 0}")) == 202)
      await bench.advance(3000)
      try await page.wait(shot: 1, "done")
    }
    await bench.booth.stop()
  }

  @Test("without a microphone that is what is said in its place")
  func silence() async throws {
    let bench = try await BoothBench(microphone: .none)
    await bench.advance(5000)
    let (report, metrics) = try await figures(bench)
    #expect(report.contains(#""sync":{"meaning":"no microphone"}"#), "\(report)")
    #expect(metrics.contains("livecam_microphone_up 0") && !metrics.contains("livecam_sync_"))
    await bench.booth.stop()
  }

  @Test("settings that there are not are refused by their names, and change nothing")
  func unknownSettings() async throws {
    let bench = try await BoothBench()
    let login = try await bench.post("/api/operator/login", "{\"pin\": \"2468\"}")
    let cookie = try #require(
      login.split(separator: "\r\n").first { $0.hasPrefix("Set-Cookie: ") }?.dropFirst(12).prefix { $0 != ";" })
    let answer = try await bench.post(
      "/api/operator/settings", "{\"countdown\": 5, \"foo\": 1, \"bar\": 2}", headers: ["Cookie: \(cookie)"])
    #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request\r\n"), "\(answer)")
    #expect(answer.contains("bar, foo: there is no such setting. There are countdown, "), "\(answer)")
    #expect(body(try await bench.get("/api/state")).contains("\"countdown\":3"))
    await bench.booth.stop()
  }

  @Test("the report names the version, the machine, and what the booth was configured with")
  func machine() async throws {
    let bench = try await BoothBench { $0.given = .object(["arguments": .list([.text("booth")])]) }
    let (report, _) = try await figures(bench)
    #expect(report.contains(#""version":"\#(LivecamVersion.text)""#), "\(report)")
    #expect(report.contains(#""kernel":"Linux "#) && report.contains(#""processorCount":"#), "\(report)")
    #expect(report.contains(#""configuration":{"arguments":["booth"]}"#), "\(report)")
    await bench.booth.stop()
  }
}
