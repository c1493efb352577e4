import Foundation
import MediaCore
import TestSupport
import Testing

@testable import KioskWeb

/// Who may ask for what.
@Suite(.timeLimit(.minutes(5))) struct RoleTests {
  /// A booth with a password for who takes pictures, one for guests, and an operator.
  private static let access = {
    var access = KioskAccess()
    (access.password, access.guestPassword, access.pin) = ("correct horse", "battery staple", "2468")
    return access
  }()

  /// What somebody of a role carries, who has just logged in.
  private func headers(_ role: KioskRole, _ bench: SiteBench) async throws -> [String] {
    func logIn(_ path: String, _ body: String, _ headers: [String] = []) async throws -> String {
      try SiteBench.cookie(try await bench.ask("POST", path, headers: headers, body: body))
    }
    switch role {
    case .stranger: return []
    case .guest: return ["Cookie: \(try await logIn("/api/login", "{\"password\": \"battery staple\"}"))"]
    case .kiosk: return ["Cookie: \(try await logIn("/api/login", "{\"password\": \"correct horse\"}"))"]
    case .operator:
      let kiosk = try await headers(.kiosk, bench)
      return [kiosk[0] + "; " + (try await logIn("/api/operator/login", "{\"pin\": \"2468\"}", kiosk))]
    }
  }

  /// A path that a route leads to.
  private func path(_ route: KioskRoute, _ bench: SiteBench) -> String {
    var parts: [String] = []
    for part in route.path {
      guard part == "*" else {
        parts.append(String(part))
        continue
      }
      switch parts.last {
      case "static": parts.append("kiosk.js")
      case "guest": parts.append(bench.guests.token)
      case "share", "shares": parts.append(bench.shares.link(to: "b", hours: 1).token)
      case "assets", "picture": parts.append("b")
      default: parts.append("1")
      }
    }
    return "/" + parts.joined(separator: "/")
  }

  @Test(
    "every route lets in whom it is for and nobody else, and shows its head as it shows itself",
    arguments: Carrier.allCases)
  func table(by carrier: Carrier) async throws {
    let bench = try await SiteBench(Self.access, by: carrier)
    let order =
      "{\"value\": true, \"password\": \"correct horse\", \"pin\": \"2468\", \"job\": 1, \"effect\": \"loop\"}"
    for route in KioskRoute.all {
      // What each role is told is the site's matter; how an answer and its head are written, the connection's.
      for role in carrier == .memory ? KioskRole.allCases : [route.role] {
        let (headers, path) = (try await headers(role, bench), path(route, bench))
        // What never ends is asked for its head alone.
        let hasEnd = !["/api/events", "/api/operator/levels"].contains(path)
        let method = hasEnd ? route.method.rawValue : "HEAD"
        let bringsFrame = route.method == .post && path.hasPrefix("/api/templates/")
        let answer = try await bench.ask(
          method, path, headers: headers + (bringsFrame ? ["Content-Type: image/png"] : []),
          body: route.method == .get ? nil : path == "/api/operator/settings" ? "{}" : order)
        let case_ = "\(role): \(method) \(path): \(answer.prefix(400))"
        if role >= route.role {
          #expect(
            [200, 201, 202, 303, 426].contains(status(answer)) && !answer.contains("Location: /login"), "\(case_)")
        } else if route.isPage {
          let place = [KioskRole.guest: "/gallery\r\n", .kiosk: "/operator\r\n"][role] ?? "/login?next="
          #expect(answer.contains("Location: " + place), "\(case_)")
        } else {
          #expect(status(answer) == (role == .guest ? 403 : 401), "\(case_)")
        }
        guard route.method == .get, hasEnd else { continue }
        let head = try await bench.ask("HEAD", path, headers: headers)
        #expect(status(head) == status(answer) && body(head).isEmpty, "\(case_)")
        func length(_ answer: String) -> Substring? {
          answer.split(separator: "\r\n").first { $0.hasPrefix("Content-Length") }
        }
        #expect(length(head) == length(answer), "\(case_)")
      }
    }
    await bench.server.stop()
  }

  @Test("other methods are refused with those that there are", arguments: Carrier.allCases)
  func methods(by carrier: Carrier) async throws {
    let bench = try await SiteBench(by: carrier)
    for (method, path, allowed) in [
      ("POST", "/", "GET, HEAD"), ("DELETE", "/api/state", "GET, HEAD"), ("GET", "/api/shoot", "POST"),
      ("HEAD", "/api/operator/login", "POST"), ("POST", "/api/guests", "GET, HEAD, DELETE"),
      ("POST", "/api/assets/a/still", "GET, HEAD"), ("GET", "/api/shares/x", "DELETE"),
      ("POST", "/static/kiosk.js", "GET, HEAD"),
    ] {
      let answer = try await bench.ask(method, path, body: method == "GET" || method == "HEAD" ? nil : "{}")
      #expect(status(answer) == 405 && answer.contains("\r\nAllow: \(allowed)\r\n"), "\(method) \(path)")
    }
    #expect(try await bench.ask("GET", "/api/preview").contains("\r\nUpgrade: websocket\r\n"))
    await bench.server.stop()
  }

  @Test(
    "guests come by a code, look, download and share; a new code lets in nobody who had the old one",
    arguments: Carrier.allCases)
  func guests(by carrier: Carrier) async throws {
    let bench = try await SiteBench(Self.access, reachable: "http://192.0.2.7:80", by: carrier)
    let kiosk = try await headers(.kiosk, bench)
    let told = body(try await bench.ask("GET", "/api/guests", headers: kiosk))
    let link = try #require(JSONSerialization.jsonObject(with: Data(told.utf8)) as? [String: String])
    #expect(link["url"] == "http://192.0.2.7:80/guest/\(bench.guests.token)")
    #expect(try await bench.ask("GET", try #require(link["qr"]), headers: kiosk).contains("<svg"))
    let path = "/guest/\(bench.guests.token)"
    let entered = try await bench.ask("GET", path)
    #expect(entered.contains("Location: /gallery\r\n") && entered.contains("SameSite=Lax"))
    let guest = ["Cookie: \(try SiteBench.cookie(entered))"]
    let state = body(try await bench.ask("GET", "/api/state", headers: guest))
    #expect(state.contains("\"role\":\"guest\"") && state.contains("\"permissions\":[\"share\"]"))
    #expect(state.contains("\"notices\":[]"))
    let own = body(try await bench.ask("GET", "/api/state", headers: kiosk))
    #expect(own.contains("\"role\":\"kiosk\"") && own.contains("\"invite\""))
    // Of what happens they hear of pictures.
    let page = try await bench.follow("/api/events", headers: guest)
    _ = await page.read(until: "event: state")
    for name in ["notice", "shot", "asset"] { bench.events.append(name, json: "{}") }
    let heard = await page.read(until: "event: asset")
    #expect(heard.contains("event: asset") && !heard.contains("event: notice"))
    let operatorHeaders = try await headers(.operator, bench)
    #expect(status(try await bench.ask("DELETE", "/api/guests", headers: operatorHeaders, body: "{}")) == 200)
    #expect(status(try await bench.ask("GET", "/api/assets", headers: guest)) == 401)
    #expect(status(try await bench.ask("GET", path)) == 410)
    #expect(status(try await bench.ask("GET", "/guest/\(bench.guests.token)")) == 303)
    await bench.server.stop()
  }

  @Test(
    "where guests alone have a password, this machine's screen takes pictures, and what comes by a proxy does not",
    arguments: Carrier.allCases)
  func ownScreen(by carrier: Carrier) async throws {
    var access = KioskAccess()
    access.guestPassword = "battery staple"
    let bench = try await SiteBench(access, by: carrier)
    #expect(status(try await bench.ask("POST", "/api/shoot", body: "{}")) == 202)
    let proxied = ["X-Forwarded-For: 192.0.2.1"]
    #expect(status(try await bench.ask("POST", "/api/shoot", headers: proxied, body: "{}")) == 401)
    let login = try await bench.ask(
      "POST", "/api/login", headers: proxied, body: "{\"password\": \"battery staple\"}")
    let guest = proxied + ["Cookie: \(try SiteBench.cookie(login))"]
    #expect(status(try await bench.ask("GET", "/api/assets", headers: guest)) == 200)
    #expect(status(try await bench.ask("POST", "/api/shoot", headers: guest, body: "{}")) == 403)
    await bench.server.stop()
  }

  @Test(
    "links lead to where a page came from; from the machine's own screen, to its address in the network",
    arguments: Carrier.allCases)
  func addresses(by carrier: Carrier) async throws {
    let bench = try await SiteBench(reachable: "http://192.0.2.7:80", by: carrier)
    for (host, wanted) in [
      ("127.0.0.1:\(bench.port)", "http://192.0.2.7:80"), ("localhost", "http://192.0.2.7:80"),
      ("[::1]:80", "http://192.0.2.7:80"), ("0.0.0.0:80", "http://192.0.2.7:80"),
      ("192.0.2.9:8080", "http://192.0.2.9:8080"),
    ] {
      let made = try await bench.ask("POST", "/api/assets/b/shares", headers: ["Host: \(host)"], body: "{}")
      #expect(made.contains("\"url\":\"\(wanted)/share/"), "\(host)")
    }
    await bench.server.stop()
    // Where this machine alone reaches the pages, they are told so.
    for (reachable, host, wanted) in [
      ("http://192.0.2.7:80", "localhost", true), (nil, "localhost", false), (nil, "192.0.2.9:8080", true),
    ] {
      let bench = try await SiteBench(reachable: reachable, by: carrier)
      let state = try await bench.ask("GET", "/api/state", headers: ["Host: \(host)"])
      #expect(state.contains("\"isReachable\":\(wanted)"), "\(host)")
      await bench.server.stop()
    }
  }
}
