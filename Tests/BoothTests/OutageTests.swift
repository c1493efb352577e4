import Foundation
import KioskWeb
import LibraryCapture
import PhotoLibrary
import Station
import TestSupport
import Testing

@testable import Booth

/// A booth whose library's server goes away, or is away when it starts.
@Suite(.timeLimit(.minutes(5))) struct OutageTests {
  private func shoot(_ bench: BoothBench) async throws {
    #expect(status(try await bench.post("/api/shoot", "{\"mode\": \"photo\", \"countdown\": 0}")) == 202)
    await bench.advance(100)
  }

  private func waitingCount(_ bench: BoothBench) throws -> Int {
    try OfflineLibrary(in: bench.folder.path("library"), environment: bench.library.environment).waitingCount()
  }

  /// Lets time pass until the booth gives a notice: it tries again by the clock, on threads that may be behind it.
  private func pass(_ bench: BoothBench, until text: String) async throws {
    func isTold() -> Bool { bench.booth.desk.read { $0.notices.contains { $0.message.contains(text) } } }
    for _ in 0..<30 where !isTold() {
      await bench.advance(10_000)
      // An answer gives those threads time.
      _ = try await bench.get("/api/state")
    }
    #expect(isTold(), "\(text)")
  }

  /// The pictures of the library as another machine sees it.
  private func sharedCount(_ bench: BoothBench) throws -> Int {
    try Asset.fetchAssets(
      in: PhotoLibrary(at: bench.folder.path("library"), environment: bench.library.environment, opening: .reading)
    ).count
  }

  private func total(_ bench: BoothBench) async throws -> Int? {
    let answer = String(decoding: try await bench.getBytes("/api/assets"), as: UTF8.self)
    return (try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any])?["total"] as? Int
  }

  @Test("while the server does not answer, pictures are shown at once; they wait, and are moved when it is back")
  func silentServer() async throws {
    let server = CatalogServer()
    let bench = try await BoothBench(microphone: .none, server: server)
    let page = try await EventPage(bench)
    await bench.advance(3000)
    server.answer = .silence
    for shot in 1...2 {
      try await shoot(bench)
      try await page.wait(shot: shot, "still")
    }
    server.answer = .refusal
    for shot in 1...2 { try await page.wait(shot: shot, "done") }
    #expect(try waitingCount(bench) == 2)
    try await pass(bench, until: "Pictures wait on this machine")
    server.answer = .result
    try await pass(bench, until: "moved: 2")
    #expect(try waitingCount(bench) == 0 && sharedCount(bench) == 2)
    await bench.booth.stop()
  }

  @Test("a capture whose number a busy server refuses waits, and is moved when the server has time")
  func busyServer() async throws {
    let server = CatalogServer()
    let bench = try await BoothBench(microphone: .none, server: server)
    let page = try await EventPage(bench)
    await bench.advance(3000)
    server.answer = .busy
    try await shoot(bench)
    try await page.wait(shot: 1, "done")
    #expect(try waitingCount(bench) == 1 && sharedCount(bench) == 0)
    try await pass(bench, until: "Pictures wait on this machine")
    server.answer = .result
    try await pass(bench, until: "moved: 1")
    #expect(try waitingCount(bench) == 0 && sharedCount(bench) == 1)
    await bench.booth.stop()
  }

  @Test(
    "a booth that starts while the server is away takes pictures, and goes on with the library when it is back",
    arguments: [false, true])
  func startedAlone(_ wasThereAtFirst: Bool) async throws {
    let server = CatalogServer(wasThereAtFirst ? .result : .refusal)
    let bench = try await BoothBench({ _ in server.answer = .refusal }, microphone: .none, server: server)
    let page = try await EventPage(bench)
    await bench.advance(3000)
    try await shoot(bench)
    try await page.wait(shot: 1, "done")
    #expect(try waitingCount(bench) == 1)
    #expect(try await total(bench) == 1)
    // Had it not asked before the server is there, nothing would be told.
    try await pass(bench, until: "Pictures wait on this machine")
    server.answer = .result
    try await pass(bench, until: "moved: 1")
    #expect(try waitingCount(bench) == 0 && sharedCount(bench) == 1)
    try await shoot(bench)
    try await page.wait(shot: 2, "done")
    #expect(try waitingCount(bench) == 0 && sharedCount(bench) == 2)
    #expect(try await total(bench) == 2)
    // What the booth keeps for itself is where the next start looks for it.
    let kept = try FileManager.default.contentsOfDirectory(atPath: bench.folder.path("library"))
    #expect(kept.contains("booth.lock") && kept.contains("shown"))
    await bench.booth.stop()
  }
}
