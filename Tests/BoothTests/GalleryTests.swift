import KioskWeb
import MediaCore
import PhotoLibrary
import Station
import TestSupport
import Testing

@testable import Booth

/// A library to be looked at alone.
@Suite struct GalleryTests {
  @Test("a gallery shows what comes while it is looked at, and lets nobody change anything")
  func gallery() async throws {
    let bench = try await BoothBench(microphone: .none)
    let page = try await EventPage(port: bench.port)
    await bench.advance(3000)
    let gallery = Gallery(
      of: bench.library, name: "trip", at: .anyOfLoopback, access: KioskAccess(), in: bench.station.environment)
    let port = try await gallery.start().port
    let visitor = try await EventPage(port: port)
    let state = try await visitor.wait("state")
    #expect(state.text("host") == "view" && state.text("name") == "trip")
    #expect(status(try await bench.post("/api/shoot", "{\"mode\": \"photo\", \"countdown\": 0}")) == 202)
    await bench.advance(100)
    let id = try #require((try await page.wait(shot: 1, "saved").data["asset"] as? [String: Any])?["id"] as? String)
    let added = try await visitor.wait("asset")
    #expect(added.text("id") == id && added.text("change") == "added" && added.number("total") == 1)
    func ask(_ method: String, _ path: String) async throws -> Int {
      status(
        try await RawClient.ask(
          port,
          "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n"
            + "Content-Length: 2\r\n\r\n{}"))
    }
    #expect(try await ask("GET", "/api/assets/\(id)/still") == 200)
    for path in ["/api/assets/\(id)/trash", "/api/assets/\(id)/favourite", "/api/assets/\(id)/shares", "/api/shoot"] {
      #expect(try await ask("POST", path) == 404, "\(path)")
    }
    #expect(status(try await bench.post("/api/assets/\(id)/trash")) == 200)
    try await visitor.wait("asset") { $0.text("change") == "removed" }
    await gallery.stop()
    await bench.booth.stop()
  }
}
