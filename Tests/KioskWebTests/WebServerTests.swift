import Foundation
import MediaCore
import Simulator
import Synchronization
import TestSupport
import Testing

@testable import KioskWeb

/// The server over real connections: what it serves, and what nobody gets.
@Suite struct WebServerTests {
  @Test("pages and their files come with headers that keep others out, and are all in the program")
  func pages() async throws {
    let bench = try await SiteBench()
    let page = try await bench.ask("GET", "/")
    #expect(status(page) == 200 && page.contains("<!doctype html>"))
    #expect(page.contains("Content-Security-Policy: default-src 'none'") && page.contains("nosniff"))
    #expect(!page.contains("unsafe-inline"))
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources/KioskWeb/Pages")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.count > 10)
    for name in names {
      let answer = try await bench.ask("GET", "/static/\(name)")
      #expect(status(answer) == 200, "\(name)")
      let bytes = try Data(contentsOf: folder.appending(path: name))
      let isSame = PageFiles.pages[name]?.bytes == Array(bytes)
      #expect(isSame, "\(name) is another one in the program")
    }
    #expect(Set(PageFiles.pages.keys) == Set(names))
    let tag = try #require(PageFiles.pages["kiosk.html"]?.tag)
    #expect(status(try await bench.ask("GET", "/", headers: ["If-None-Match: \"\(tag)\""])) == 304)
    #expect(body(try await bench.ask("HEAD", "/")) == "")
    await bench.server.stop()
  }

  @Test("no path leads to a file that is not in the table")
  func traversal() async throws {
    let bench = try await SiteBench()
    let paths = [
      "/static/../Package.swift", "/static/%2e%2e/Package.swift", "/static/..%2f..%2fetc/passwd", "/etc/passwd",
      "/static/passwd", "/static", "/static/", "/static/kiosk.html/x", "/static//kiosk.html", "/Pages/kiosk.html",
      "/api/assets/..%2f..%2fetc%2fpasswd/still", "/api/assets/../../x", "/share/..%2f..", "/picture", "/picture/a/b",
      "/api", "/api/x", "/api/assets/a/x", "/api/shots/x/1/still", "/static/kiosk.html%00.js",
    ]
    for path in paths {
      let answer = try await bench.ask("GET", path)
      #expect([400, 404].contains(status(answer)), "\(path): \(status(answer))")
      #expect(!answer.contains("root:") && !answer.contains("swift-tools-version"))
    }
    await bench.server.stop()
  }

  @Test("only the machine's own names are answered: a name that leads here from elsewhere is not")
  func rebinding() async throws {
    var access = KioskAccess()
    access.names = ["booth.local"]
    let bench = try await SiteBench(access)
    for (host, wanted) in [
      ("127.0.0.1", 200), ("localhost:\(bench.port)", 200), ("[::1]:1", 200), ("192.168.1.7", 200),
      ("booth.local", 200),
      ("BOOTH.local:80", 200), ("evil.example", 403), ("evil.example:\(bench.port)", 403),
      ("127.0.0.1.evil.example", 403), ("localhost:1@evil.example", 403), ("[::1]evil.example", 403),
      ("", 403), ("localhost.evil.example", 403), ("booth.local.evil.example", 403), ("1.2.3", 403),
    ] {
      for path in ["/", "/api/state", "/static/kiosk.js", "/api/events?after=1"] where wanted == 403 || path == "/" {
        #expect(status(try await bench.ask("GET", path, headers: ["Host: \(host)"])) == wanted, "\(host)\(path)")
      }
    }
    await bench.server.stop()
  }

  @Test("another site's page cannot take a picture, whatever it sends")
  func crossSite() async throws {
    // However slow the machine is, all of it happens within the second that two shots are allowed in.
    let bench = try await SiteBench(clock: VirtualClock())
    let own = "Origin: http://127.0.0.1:\(bench.port)"
    let cases: [([String], Int)] = [
      ([], 202), ([own], 202), (["Origin: http://evil.example"], 403), (["Origin: null"], 403),
      (["Origin: http://127.0.0.1:1"], 403), (["Origin: https://127.0.0.1.evil.example"], 403),
      ([own, "Sec-Fetch-Site: cross-site"], 403), ([own, "Sec-Fetch-Site: same-site"], 403),
      ([own, "Sec-Fetch-Site: same-origin"], 429),
      (["Content-Type: text/plain"], 415), (["Content-Type: application/x-www-form-urlencoded"], 415),
      (["Content-Type: multipart/form-data; boundary=application/json"], 415),
    ]
    for (headers, wanted) in cases {
      let answer = try await bench.ask("POST", "/api/shoot", headers: headers, body: "{\"frame\": 7}")
      #expect(status(answer) == wanted, "\(headers)")
    }
    #expect(bench.booth.orders.withLock { $0 } == [KioskOrder(frame: 7), KioskOrder(frame: 7)])
    for method in ["GET", "HEAD", "DELETE"] {
      #expect(status(try await bench.ask(method, "/api/shoot", body: method == "DELETE" ? "{}" : nil)) == 405)
    }
    for method in ["PUT", "OPTIONS", "TRACE", "PATCH"] {
      #expect(status(try await bench.ask(method, "/api/shoot")) == 501, "\(method)")
    }
    await bench.server.stop()
  }

  @Test("bodies and heads beyond their bounds are refused before they are read")
  func oversized() async throws {
    let bench = try await SiteBench()
    for body in [
      String(repeating: "a", count: 16_385), "{\"frame\": -1}", "[]", "", "{\"countdown\": 11}", "{\"mode\": \"x\"}",
    ] {
      let answer = try await bench.ask("POST", "/api/shoot", body: body)
      #expect(status(answer) == (body.utf8.count > 16_384 ? 413 : 400), "\(body.prefix(20))")
    }
    // A head without an end: the server has enough long before a megabyte.
    let client = try RawClient(port: bench.port)
    await client.send("GET / HTTP/1.1\r\nHost: x\r\nX: ")
    var sent = 0
    for _ in 0..<4000 {
      let count = await client.send(String(repeating: "a", count: 4096))
      sent += count
      if count < 4096 { break }
    }
    #expect(sent < 4 << 20)
    let large = try await bench.ask("GET", "/", headers: ["X: " + String(repeating: "a", count: 20_000)])
    #expect(status(large) == 431)
    #expect(bench.booth.orders.withLock { $0.isEmpty })
    await bench.server.stop()
  }

  @Test("one request cannot be taken for two")
  func smuggling() async throws {
    let bench = try await SiteBench()
    let inner = "POST /api/shoot HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
    for head in [
      "Content-Length: \(inner.utf8.count)\r\nTransfer-Encoding: chunked",
      "Content-Length: 0\r\nContent-Length: \(inner.utf8.count)",
      "Transfer-Encoding: chunked", "Content-Length: +0", "Content-Length : 0",
    ] {
      let answer = try await RawClient.ask(
        bench.port, "POST /api/login HTTP/1.1\r\nHost: localhost\r\n\(head)\r\n\r\n\(inner)")
      #expect([400, 501].contains(status(answer)), "\(head)")
      #expect(answer.components(separatedBy: "HTTP/1.1").count == 2, "one answer, and the end")
    }
    #expect(bench.booth.orders.withLock { $0.isEmpty })
    // Two that are in order get two answers.
    let client = try RawClient(port: bench.port)
    let get = "GET /api/state HTTP/1.1\r\nHost: localhost\r\n"
    await client.send(get + "\r\n" + get + "Connection: close\r\n\r\n")
    #expect(await client.readToEnd().components(separatedBy: "HTTP/1.1 200").count == 3)
    await bench.server.stop()
  }

  @Test("who sends slowly, or nothing, or does not read is let go when his time is over")
  func slow() async throws {
    let clock = VirtualClock()
    let bench = try await SiteBench(clock: clock)
    let (silent, slow, deaf) = (
      try RawClient(port: bench.port), try RawClient(port: bench.port), try RawClient(port: bench.port)
    )
    let get = "GET /api/assets/a/movie HTTP/1.1\r\nHost: localhost\r\n\r\n"
    await deaf.send(String(repeating: get, count: 200))
    await slow.send("GET / HTTP/1.1\r\n")
    while bench.server.statistics.open < 3 { await Task.yield() }
    // A byte now and then does not help.
    for _ in 0..<30 {
      clock.advance(by: .seconds(1))
      await slow.send("X")
    }
    #expect(await silent.readToEnd() == "")
    #expect(await slow.readToEnd() == "")
    // The time of who does not read begins anew with what he has been sent last.
    while bench.server.statistics.open > 0 {
      clock.advance(by: .seconds(1))
      await Task.yield()
    }
    // Others are served as before.
    #expect(status(try await bench.ask("GET", "/api/state")) == 200)
    await bench.server.stop()
  }

  @Test("no more connections than allowed, of one client and in all; those that are there go on")
  func connections() async throws {
    var limits = WebLimits()
    (limits.connections, limits.connectionsOfOnePeer) = (50, 10)
    // Nobody is cut off for being slow while others are let in.
    let bench = try await SiteBench(limits: limits, clock: VirtualClock())
    var clients: [RawClient] = []
    for _ in 0..<10 { clients.append(try RawClient(port: bench.port)) }
    while bench.server.statistics.open < 10 { await Task.yield() }
    let more = try RawClient(port: bench.port)
    #expect(await more.readToEnd() == "")
    #expect(bench.server.statistics.refused == 1)
    await clients[9].send("GET /api/state HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    #expect(status(await clients[9].readToEnd()) == 200)
    await bench.server.stop()
    #expect(await clients[0].readToEnd() == "")
  }

  @Test("files come whole or in the range that is asked for, and a name cannot break a header")
  func ranges() async throws {
    let bench = try await SiteBench()
    let movie = "/api/assets/a/movie"
    for (range, wanted, expected) in [
      ("bytes=0-9", 206, 0..<10), ("bytes=99990-", 206, 99_990..<100_000), ("bytes=-5", 206, 99_995..<100_000),
      ("bytes=99999-200000", 206, 99_999..<100_000), ("bytes=100000-", 416, 0..<0), ("bytes=5-4", 416, 0..<0),
      ("bytes=-0", 416, 0..<0), ("bytes=a-b", 416, 0..<0), ("bytes=0-1,3-4", 416, 0..<0), ("lines=1-2", 416, 0..<0),
      ("bytes=-9223372036854775808", 416, 0..<0), ("bytes=0-9223372036854775807", 206, 0..<100_000),
    ] {
      let client = try RawClient(port: bench.port)
      await client.send(
        "GET \(movie) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nRange: \(range)\r\n\r\n")
      let bytes = await client.read { _ in false }
      let end = try #require(bytes.firstRange(of: Array("\r\n\r\n".utf8)))
      #expect(status(String(decoding: bytes[..<end.lowerBound], as: UTF8.self)) == wanted, "\(range)")
      #expect(Array(bytes[end.upperBound...]) == Array(SiteBench.Shelf.movie[expected]), "\(range)")
    }
    let saved = try await bench.ask("GET", "/api/assets/a/still?download")
    #expect(saved.contains("Content-Disposition: attachment; filename=\"a___.jpg\"\r\n"))
    #expect(body(saved) == "still of a")
    await bench.server.stop()
  }
}
