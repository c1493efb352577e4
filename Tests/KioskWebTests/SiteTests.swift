import Foundation
import MediaCore
import TestSupport
import Testing

@testable import KioskWeb

/// Who may see what: passwords, the operator, links, and a gallery to be looked at alone.
@Suite(.timeLimit(.minutes(5))) struct SiteTests {
  @Test("with a password nothing but links and the page that asks for it is open", arguments: Carrier.allCases)
  func password(by carrier: Carrier) async throws {
    var access = KioskAccess()
    (access.password, access.pin) = ("correct horse", "2468")
    let bench = try await SiteBench(access, by: carrier)
    let closed = [
      "/api/state", "/api/events", "/api/assets", "/api/assets/a", "/api/assets/a/still", "/api/shots/1/1/still",
      "/api/preview", "/api/shares/x/qr", "/api/operator",
    ]
    for path in closed { #expect(status(try await bench.ask("GET", path)) == 401, "\(path)") }
    #expect(status(try await bench.ask("POST", "/api/shoot", body: "{}")) == 401)
    #expect(status(try await bench.ask("POST", "/api/operator/login", body: "{\"pin\": \"2468\"}")) == 401)
    #expect(status(try await bench.ask("GET", "/metrics")) == 401)
    for path in ["/", "/gallery", "/picture/a", "/operator"] {
      let answer = try await bench.ask("GET", path)
      #expect(status(answer) == 303 && answer.contains("Location: /login?next=\(path)\r\n"), "\(path)")
    }
    #expect(status(try await bench.ask("GET", "/login")) == 200)
    #expect(status(try await bench.ask("POST", "/api/login", body: "{\"password\": \"correct hors\"}")) == 403)
    let cookie = try SiteBench.cookie(
      try await bench.ask("POST", "/api/login", body: "{\"password\": \"correct horse\"}"))
    #expect(status(try await bench.ask("GET", "/api/state", headers: ["Cookie: \(cookie)"])) == 200)
    #expect(status(try await bench.ask("GET", "/api/state", headers: ["Cookie: \(cookie)x"])) == 401)
    #expect(status(try await bench.ask("POST", "/api/logout", headers: ["Cookie: \(cookie)"], body: "{}")) == 200)
    #expect(status(try await bench.ask("GET", "/api/state", headers: ["Cookie: \(cookie)"])) == 401)
    await bench.server.stop()
  }

  @Test("the operator's page needs the number, and settings make sense or are refused", arguments: Carrier.allCases)
  func operatorPage(by carrier: Carrier) async throws {
    var access = KioskAccess()
    access.pin = "2468"
    let bench = try await SiteBench(access, by: carrier)
    #expect(status(try await bench.ask("GET", "/operator")) == 200)
    for path in ["/api/operator", "/api/operator/report", "/metrics"] {
      #expect(status(try await bench.ask("GET", path)) == 401, "\(path)")
    }
    #expect(status(try await bench.ask("POST", "/api/operator/settings", body: "{}")) == 401)
    let cookie = try SiteBench.cookie(try await bench.ask("POST", "/api/operator/login", body: "{\"pin\": \"2468\"}"))
    let known = ["Cookie: \(cookie)"]
    #expect(body(try await bench.ask("GET", "/api/operator", headers: known)).contains("\"path\":\"/library\""))
    #expect(body(try await bench.ask("GET", "/metrics", headers: known)) == "livecam_up 1\n")
    let state = body(try await bench.ask("GET", "/api/state", headers: known))
    #expect(state.contains("\"role\":\"operator\""))
    for (change, wanted) in [
      ("{\"countdown\": 5}", 200), ("{\"modes\": [\"photo\", \"live\"]}", 200), ("{\"countdown\": 11}", 400),
      ("{\"modes\": []}", 400), ("{\"modes\": [\"strip\"]}", 400),
      ("{\"mode\": \"photo\", \"modes\": [\"live\"]}", 400),
      ("{\"language\": \"fr\"}", 400), ("{\"theme\": \"nope\"}", 400), ("{\"theme\": \"ivory\"}", 200),
      ("{\"reviewSeconds\": 1}", 400), ("{", 400),
      ("{\"modes\": [\"live\", \"live\"]}", 400),
    ] {
      let answer = try await bench.ask("POST", "/api/operator/settings", headers: known, body: change)
      #expect(status(answer) == wanted, "\(change)")
    }
    await bench.server.stop()
  }

  @Test(
    "a link opens one picture and nothing else; guessing finds none; one that is taken back opens nothing",
    arguments: Carrier.allCases)
  func links(by carrier: Carrier) async throws {
    var access = KioskAccess()
    (access.password, access.pin) = ("correct horse", "2468")
    let bench = try await SiteBench(access, by: carrier)
    let login = try SiteBench.cookie(
      try await bench.ask("POST", "/api/login", body: "{\"password\": \"correct horse\"}"))
    let known = ["Cookie: \(login)"]
    let made = body(try await bench.ask("POST", "/api/assets/b/shares", headers: known, body: "{\"hours\": 1}"))
    let link = try #require(JSONSerialization.jsonObject(with: Data(made.utf8)) as? [String: String])
    let token = try #require(link["token"])
    #expect(link["url"] == "http://127.0.0.1:\(bench.port)/share/\(token)")
    let year = try await bench.ask("POST", "/api/assets/b/shares", headers: known, body: "{\"hours\": 8784}")
    #expect(status(year) == 400, "only the operator makes links for more than a day")
    let pin = try SiteBench.cookie(
      try await bench.ask("POST", "/api/operator/login", headers: known, body: "{\"pin\": \"2468\"}"))
    let desk = ["Cookie: \(login); \(pin)"]
    #expect(status(try await bench.ask("POST", "/api/assets/b/shares", headers: desk, body: "{\"hours\": 48}")) == 201)
    let code = try await bench.ask("GET", try #require(link["qr"]), headers: known)
    #expect(code.contains("image/svg+xml") && code.contains("<svg"))
    // Without a password, from here on.
    #expect(body(try await bench.ask("GET", "/share/\(token)/still")) == "still of b")
    let info = body(try await bench.ask("GET", "/share/\(token)/info"))
    #expect(info.contains("/share/\(token)/movie?v=1") && !info.contains("/api/"))
    for path in ["../a/still", "a", "still/x", "%2e%2e/still", "still/../../a", "qr"] {
      #expect([400, 404].contains(status(try await bench.ask("GET", "/share/\(token)/\(path)"))), "\(path)")
    }
    #expect(status(try await bench.ask("POST", "/share/\(token)/still", body: "{}")) == 405)
    #expect(status(try await bench.ask("DELETE", "/api/shares/\(token)", body: "{}")) == 401)
    var random = SeededRandom(seed: 3)
    for _ in 0..<(carrier == .memory ? 200 : 5) {
      var guess = Array(token.utf8)
      guess[Int.random(in: 0..<guess.count, using: &random)] ^= 1
      let text = String(decoding: guess, as: UTF8.self)
      #expect([400, 404].contains(status(try await bench.ask("GET", "/share/\(text)/info"))), "\(text)")
    }
    #expect(status(try await bench.ask("DELETE", "/api/shares/\(token)", headers: known, body: "{}")) == 200)
    #expect(status(try await bench.ask("GET", "/share/\(token)/still")) == 410)
    await bench.server.stop()
  }

  @Test("a gallery can be looked at and not changed", arguments: Carrier.allCases)
  func gallery(by carrier: Carrier) async throws {
    let bench = try await SiteBench(isBooth: false, by: carrier)
    #expect(try await bench.ask("GET", "/").contains("<!doctype html>"))
    let state = body(try await bench.ask("GET", "/api/state"))
    #expect(state.contains("\"role\":\"viewer\"") && state.contains("\"permissions\":[]"))
    #expect(status(try await bench.ask("GET", "/api/assets/a/still")) == 200)
    for path in [
      "/api/shoot", "/api/assets/a/trash", "/api/assets/a/favourite", "/api/assets/a/shares", "/api/assets/a/effect",
      "/api/operator/login",
    ] {
      #expect(status(try await bench.ask("POST", path, body: "{\"value\": true, \"pin\": \"\"}")) == 404, "\(path)")
    }
    for path in ["/operator", "/metrics", "/api/preview", "/share/x", "/login"] {
      #expect(status(try await bench.ask("GET", path)) == 404, "\(path)")
    }
    await bench.server.stop()
  }

  @Test("events come as they happen, and again from where they were left", arguments: Carrier.allCases)
  func events(by carrier: Carrier) async throws {
    let bench = try await SiteBench(by: carrier)
    let page = try await bench.follow("/api/events")
    #expect(await page.read(until: "event: state").contains("Content-Type: text/event-stream"))
    let from = bench.events.newest
    for number in 1...5 { bench.events.append("live", json: "{\"count\":\(number)}") }
    let next = await page.read(until: "\"count\":5")
    #expect(next.components(separatedBy: "event: live").count == 6)
    let again = try await bench.follow("/api/events", headers: ["Last-Event-ID: \(from + 2)"])
    let rest = await again.read(until: "\"count\":5")
    #expect(rest.components(separatedBy: "event: live").count == 4 && !rest.contains("event: state"))
    bench.events.close()
    await bench.server.stop()
  }
}
