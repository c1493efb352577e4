import Foundation
import MediaCore
import Simulator
import Synchronization
import TestSupport
import Testing

@testable import KioskWeb

/// The server over real connections: what it serves, and what nobody gets.
@Suite(.timeLimit(.minutes(5))) struct WebServerTests {
  @Test("pages and their files come with headers that keep others out, and are all in the program")
  func pages() async throws {
    let bench = try await SiteBench()
    let page = try await bench.ask("GET", "/")
    #expect(status(page) == 200 && page.contains("<!doctype html>"))
    #expect(page.contains("Content-Security-Policy: default-src 'none'") && page.contains("nosniff"))
    #expect(!page.contains("unsafe-inline"))
    let folder = Project.url("Sources/KioskWeb/Pages")
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

  @Test("settings name the languages and looks that the pages have")
  func words() throws {
    func text(_ name: String) throws -> String {
      String(decoding: try #require(PageFiles.pages[name]).bytes, as: UTF8.self)
    }
    let (strings, looks) = (try text("strings.js"), try text("base.css"))
    #expect(strings.matches(of: /\n  ([a-z]+): \{\n    language:/).map { String($0.1) } == KioskSettings.languages)
    let themes = looks.matches(of: /:root\[data-theme="([a-z]+)"\]/).map { String($0.1) }
    #expect(Set(themes).union(["default"]) == Set(KioskSettings.themes))
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
    try await waitUntil("three clients are connected") { bench.server.statistics.open >= 3 }
    // A byte now and then does not help.
    for _ in 0..<30 {
      clock.advance(by: .seconds(1))
      await slow.send("X")
    }
    #expect(await silent.readToEnd() == "")
    #expect(await slow.readToEnd() == "")
    // The time of who does not read begins anew with what he has been sent last.
    try await waitUntil("who does not read is let go") {
      clock.advance(by: .seconds(1))
      return bench.server.statistics.open == 0
    }
    // Others are served as before.
    #expect(status(try await bench.ask("GET", "/api/state")) == 200)
    await bench.server.stop()
  }

  @Test("no more connections than allowed, of one client and in all; those that are there go on")
  func connections() async throws {
    var limits = WebLimits()
    limits.connections = 10
    // Nobody is cut off for being slow while others are let in.
    let bench = try await SiteBench(limits: limits)
    var clients: [RawClient] = []
    for _ in 0..<10 { clients.append(try RawClient(port: bench.port)) }
    try await waitUntil("ten clients are connected") { bench.server.statistics.open >= 10 }
    let more = try RawClient(port: bench.port)
    #expect(await more.readToEnd() == "")
    #expect(bench.server.statistics.refused == 1)
    await clients[9].send("GET /api/state HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    #expect(status(await clients[9].readToEnd()) == 200)
    await bench.server.stop()
    #expect(await clients[0].readToEnd() == "")
  }

  @Test(
    "clients behind a proxy count each for itself, leave the booth's own screen its places, and those that go theirs")
  func places() async throws {
    var limits = WebLimits()
    (limits.connections, limits.connectionsOfThisMachine, limits.connectionsOfOnePeer) = (12, 4, 3)
    limits.trustedProxies = ["127.0.0.1"]
    let bench = try await SiteBench(limits: limits)
    func follow(_ client: String) async throws -> (client: RawClient, answer: String) {
      let page = try RawClient(port: bench.port)
      await page.send("GET /api/events HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 198.51.100.9, \(client)\r\n\r\n")
      let answer = await page.read { String(decoding: $0, as: UTF8.self).contains("\r\n\r\n") }
      return (page, String(decoding: answer, as: UTF8.self))
    }
    var pages: [RawClient] = []
    for number in 0..<8 {
      let (page, answer) = try await follow(number < 3 ? "192.0.2.1" : "192.0.2.\(number)")
      #expect(status(answer) == 200)
      pages.append(page)
      // One address has no more than its share, whoever else it names.
      if number == 2 { #expect(try await status(follow("192.0.2.1").answer) == 503) }
    }
    let (_, refused) = try await follow("192.0.2.99")
    #expect(status(refused) == 503 && refused.contains("Retry-After: "))
    // The booth's own screen.
    #expect(status(try await bench.ask("GET", "/api/state")) == 200)
    try await waitUntil("the connection of the booth's own screen has ended") { bench.server.statistics.open <= 8 }
    // Nothing happens, no time passes, and a page has gone: its place is free.
    pages.removeLast()
    try await waitUntil("the page that has gone has left its place") { bench.server.statistics.open <= 7 }
    #expect(try await status(follow("192.0.2.99").answer) == 200)
    pages = []
    try await waitUntil("all pages have left their places") { bench.server.statistics.open == 0 }
    #expect(bench.events.readerCount == 0)
    await bench.server.stop()
  }

  @Test("who is refused while it sends hears why, one that asks first is told to go on, and an old one gets one answer")
  func refusals() async throws {
    let bench = try await SiteBench()
    let post = "POST /api/shoot HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    let large = String(repeating: "a", count: 60_000)
    #expect(status(try await RawClient.ask(bench.port, post + "Content-Length: 60000\r\n\r\n" + large)) == 413)
    // A first line that does not end.
    #expect(status(try await RawClient.ask(bench.port, "GET /" + large)) == 414)
    let client = try RawClient(port: bench.port)
    await client.send(post + "Content-Length: 2\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n")
    let go = await client.read { String(decoding: $0, as: UTF8.self).hasSuffix("\r\n\r\n") }
    #expect(String(decoding: go, as: UTF8.self) == "HTTP/1.1 100 Continue\r\n\r\n")
    await client.send("{}")
    #expect(status(await client.readToEnd()) == 202)
    let old = "GET /api/state HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n"
    #expect(try await RawClient.ask(bench.port, old).contains("\r\nConnection: close\r\n"))
    await bench.server.stop()
  }

  @Test("why nobody can be served is told in one sentence, with what to do")
  func addresses() async throws {
    let bench = try await SiteBench()
    for (text, words) in [
      ("127.0.0.1:\(bench.port)", "another program has port \(bench.port)"),
      ("192.0.2.1:0", "192.0.2.1 is no address of this machine"), ("[2001:db8::1]:0", "no address of this machine"),
    ] {
      let server = WebServer(clock: VirtualClock()) { _ in WebResponse() }
      let address = try #require(ListenAddress(text))
      let error = await #expect(throws: WebServerError.self) { _ = try await server.start(at: address) }
      let sentence = "\(try #require(error))"
      #expect(sentence.hasPrefix("--listen \(text): ") && sentence.contains(words), "\(sentence)")
      #expect(error?.number != nil && error.map { "\(type(of: $0.underlying))" } == "SocketError")
    }
    await bench.server.stop()
  }

  @Test("files come whole or in the range that is asked for, and a name cannot break a header")
  func ranges() async throws {
    let bench = try await SiteBench()
    let movie = "/api/assets/a/movie"
    for (range, wanted, expected) in [
      ("bytes=0-9", 206, 0..<10), ("bytes=99990-", 206, 99_990..<100_000), ("bytes=-5", 206, 99_995..<100_000),
      ("bytes=99999-200000", 206, 99_999..<100_000), ("bytes=100000-", 416, 0..<0), ("bytes=-0", 416, 0..<0),
      ("bytes=99999999999999999999-", 416, 0..<0), ("bytes=-9223372036854775808", 206, 0..<100_000),
      ("bytes=0-9223372036854775807", 206, 0..<100_000), ("Bytes=0-0", 206, 0..<1),
      // What is no range, or several, is answered by the whole.
      ("bytes=5-4", 200, 0..<100_000), ("bytes=a-b", 200, 0..<100_000), ("bytes=0-1,3-4", 200, 0..<100_000),
      ("lines=1-2", 200, 0..<100_000), ("bytes=-", 200, 0..<100_000), ("bytes=--1", 200, 0..<100_000),
      ("bytes=0-9\r\nIf-Range: \"movie-a\"", 206, 0..<10), ("bytes=0-9\r\nIf-Range: \"old\"", 200, 0..<100_000),
    ] {
      let client = try RawClient(port: bench.port)
      await client.send(
        "GET \(movie) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nRange: \(range)\r\n\r\n")
      let bytes = await client.read { _ in false }
      let end = try #require(bytes.firstRange(of: Array("\r\n\r\n".utf8)))
      #expect(status(String(decoding: bytes[..<end.lowerBound], as: UTF8.self)) == wanted, "\(range)")
      #expect(Array(bytes[end.upperBound...]) == Array(SiteBench.Shelf.movie[expected]), "\(range)")
    }
    #expect(
      try await bench.ask("GET", movie, headers: ["Range: bytes=100000-"]).contains("Content-Range: bytes */100000\r\n")
    )
    let head = try await bench.ask("HEAD", movie, headers: ["Range: bytes=0-9"])
    #expect(status(head) == 200 && head.contains("Content-Length: 100000\r\n") && body(head) == "")
    for (known, wanted) in [
      ("\"movie-a\"", 304), ("W/\"movie-a\"", 304), ("\"x\", W/\"movie-a\"", 304), ("*", 304), ("\"movie-b\"", 200),
      ("movie-a", 200),
    ] {
      let answer = try await bench.ask("GET", movie, headers: ["If-None-Match: \(known)"])
      #expect(status(answer) == wanted, "\(known)")
      #expect(answer.contains("ETag: \"movie-a\"\r\n") && answer.contains("Cache-Control: private, no-cache\r\n"))
      #expect(answer.contains("Content-Length") == (wanted == 200))
    }
    let named = try await bench.ask("GET", movie + "?v=1")
    #expect(named.contains("Cache-Control: private, max-age=86400, immutable\r\n"))
    let saved = try await bench.ask("GET", "/api/assets/a/still?download")
    #expect(saved.contains("Content-Disposition: attachment; filename=\"a___.jpg\"\r\n"))
    #expect(body(saved) == "still of a")
    await bench.server.stop()
  }
}
