import MediaCore
import Simulator
import Synchronization
import TestSupport
import Testing

@testable import KioskWeb

/// Tries are limited, links end, and tokens are not to be guessed.
@Suite(.timeLimit(.minutes(5))) struct AccessTests {
  private let clock = VirtualClock()

  @Test("so many tries in a minute, by each and by all; then waiting helps")
  func limiter() async throws {
    let limiter = AttemptLimiter(5, ofAll: 12, within: .seconds(60), clock: clock)
    for _ in 0..<5 { try limiter.attempt(by: "a") }
    let error = #expect(throws: WebFailure.self) { try limiter.attempt(by: "a") }
    #expect(error?.status == 429 && error?.retryAfterSeconds == 60)
    for _ in 0..<5 { try limiter.attempt(by: "b") }
    for _ in 0..<2 { try limiter.attempt(by: "c") }
    #expect(throws: WebFailure.self) { try limiter.attempt(by: "d") }
    clock.advance(by: .seconds(60))
    for _ in 0..<5 { try limiter.attempt(by: "a") }
  }

  private func request(from peer: String, _ headers: String = "") throws -> WebRequest {
    var request = try RequestHead(Array("POST /api/operator/login HTTP/1.1\r\nHost: x\r\n\(headers)".utf8)).request
    request.peer = peer
    return request
  }

  private static func answer(to pin: String, by request: WebRequest, _ guardian: AccessGuard) async -> Int {
    do throws(WebFailure) { _ = try await guardian.becomeOperator(pin, by: request) } catch { return error.status }
    return 200
  }

  /// Lets time pass until something is done.
  private func passing<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
    let isDone = Mutex(false)
    let task = Task {
      defer { isDone.withLock { $0 = true } }
      return try await body()
    }
    try await waitUntil("an answer has come, however much time passes") {
      if isDone.withLock({ $0 }) { return true }
      clock.advance(by: .milliseconds(100))
      return false
    }
    return try await task.value
  }

  @Test("guesses from any number of addresses are slow, and the booth's own screen is let in meanwhile and at once")
  func guessing() async throws {
    var access = KioskAccess()
    access.pin = "493817"
    let guardian = AccessGuard(access, clock: clock)
    var guesses: [Task<Int, Never>] = []
    for number in 0..<5000 {
      let guess = try request(from: "10.0.\(number / 250).\(number % 250)")
      guesses.append(Task { await Self.answer(to: "\(480_000 + number * 2)", by: guess, guardian) })
      clock.advance(by: .milliseconds(60))
      if number % 50 == 0 { await Task.yield() }
      // Nobody moves the clock while it is asked.
      if number % 1000 == 999 { _ = try await guardian.becomeOperator("493817", by: request(from: "127.0.0.1")) }
    }
    let counts = try await passing { [guesses] in
      var counts: [Int: Int] = [:]
      for guess in guesses { counts[await guess.value, default: 0] += 1 }
      return counts
    }
    let looked = counts[403] ?? 0
    #expect(looked <= 10 + 150 + 10 && looked + (counts[429] ?? 0) == 5000, "\(looked) of 5,000 in five minutes")
  }

  @Test("an address has some tries at once; an IPv6 network counts as one, and what comes by a proxy is no own screen")
  func tries() async throws {
    var access = KioskAccess()
    access.pin = "493817"
    let guardian = AccessGuard(access, clock: clock)
    func guess(_ pin: String, _ peer: String, _ headers: String = "") async throws -> Int {
      await Self.answer(to: pin, by: try request(from: peer, headers), guardian)
    }
    for number in 0..<5 { #expect(try await guess("1111", "2001:db8::\(number)") == 403) }
    #expect(try await guess("493817", "2001:db8:0:0:1::77") == 429)
    #expect(try await guess("493817", "2001:db8:0:1::1") == 200)
    for _ in 0..<5 { #expect(try await guess("1111", "127.0.0.1", "X-Forwarded-For: 192.0.2.1") == 403) }
    #expect(try await guess("493817", "127.0.0.1", "X-Forwarded-For: 192.0.2.1") == 429)
    #expect(try await guess("493817", "127.0.0.1") == 200)
  }

  @Test("each wrong try of the booth's own screen doubles the wait, up to a minute; then who is right is let in")
  func backOff() async throws {
    var access = KioskAccess()
    access.pin = "493817"
    let told = Mutex<[String]>([])
    let guardian = AccessGuard(access, clock: clock, telling: { message in told.withLock { $0.append(message) } })
    let screen = try request(from: "127.0.0.1")
    func refusal(_ pin: String) async -> WebFailure? {
      do throws(WebFailure) { _ = try await guardian.becomeOperator(pin, by: screen) } catch { return error }
      return nil
    }
    for wait in [nil, nil, nil, nil, 1, 2, 4, 8, 16, 32, 60, 60] as [Double?] {
      let failure = try #require(await refusal("1111"))
      #expect(failure.status == 403 && failure.retryAfterSeconds == wait)
      guard let wait else { continue }
      // Nobody is looked at before, not even who is right.
      clock.advance(by: .seconds(wait - 0.5))
      let early = try #require(await refusal("493817"))
      #expect(early.status == 429 && early.retryAfterSeconds == 0.5)
      clock.advance(by: .seconds(0.5))
    }
    #expect(await refusal("493817") == nil)
    for _ in 0..<4 { #expect(await refusal("1111")?.retryAfterSeconds == nil) }
    let messages = told.withLock { $0 }
    #expect(messages.count == 2 && messages[0].contains("PIN has been entered 5 times in a row at this machine"))
  }

  @Test("an operator who does nothing for the time of the settings is one no more")
  func idleOperator() async throws {
    var access = KioskAccess()
    access.pin = "493817"
    let guardian = AccessGuard(access, clock: clock, operatorTime: { .seconds(120) })
    let cookie = try await guardian.becomeOperator("493817", by: request(from: "127.0.0.1")).value.prefix { $0 != ";" }
    let desk = try request(from: "127.0.0.1", "Cookie: \(cookie)\r\n")
    for _ in 0..<3 {
      clock.advance(by: .seconds(119))
      #expect(guardian.role(of: desk) == .operator)
    }
    clock.advance(by: .seconds(120))
    #expect(guardian.role(of: desk) == .kiosk)
  }

  @Test("a token reads the figures and nothing else; wrong ones are slowed down")
  func metricsToken() async throws {
    var access = KioskAccess()
    (access.pin, access.password, access.metricsToken) = ("493817", "correct horse", "0123456789abcdef")
    let bench = try await SiteBench(access, by: .memory)
    func ask(_ token: String, _ path: String = "/metrics") async throws -> String {
      try await bench.ask("GET", path, headers: ["Authorization: Bearer \(token)"])
    }
    #expect(body(try await ask("0123456789abcdef")) == "livecam_up 1\n")
    #expect(status(try await bench.ask("GET", "/metrics")) == 401)
    for path in ["/api/operator", "/api/state"] { #expect(status(try await ask("0123456789abcdef", path)) == 401) }
    for _ in 0..<5 {
      let answer = try await ask("0123456789abcdee")
      #expect(status(answer) == 401 && answer.contains("WWW-Authenticate: Bearer"))
    }
    #expect(status(try await ask("0123456789abcdef")) == 429)
  }

  @Test("what there is not is refused by its place, with what there is")
  func places() async throws {
    let bench = try await SiteBench(by: .memory)
    for (order, wanted) in [
      ("{\"mode\": \"nope\"}", "mode: there is no mode \\\"nope\\\". There are live, photo, "),
      ("{\"countdown\": \"3\"}", "\"countdown: "), ("[]", "The body is not the JSON object"),
    ] {
      let answer = try await bench.ask("POST", "/api/shoot", body: order)
      #expect(status(answer) == 400 && answer.contains(wanted), "\(answer)")
    }
  }

  @Test("a link opens its picture until it ends or is taken back; the same picture has the same link until then")
  func links() async throws {
    let kept = Mutex<[ShareLinks.Link]>([])
    let links = ShareLinks(clock: clock, wallClock: FixedWallClock()) { all in kept.withLock { $0 = all } }
    let link = links.link(to: "a", hours: 2)
    #expect(links.link(to: "a", hours: 3) == link && links.link(to: "c", hours: 9) != links.link(to: "c", hours: 1))
    #expect(links.link(to: "b", hours: 1).token != link.token)
    #expect(try links.link(link.token).asset == "a")
    #expect(link.token.utf8.count == 22)
    let strange = String(link.token.dropLast()) + (link.token.hasSuffix("-") ? "_" : "-")
    #expect(#expect(throws: WebFailure.self) { try links.link(strange) }?.status == 404)
    clock.advance(by: .seconds(7200))
    #expect(#expect(throws: WebFailure.self) { try links.link(link.token) }?.status == 410)
    let next = links.link(to: "a", hours: 1)
    #expect(next.token != link.token)
    // Another run has the same links.
    func later() -> ShareLinks { ShareLinks(kept.withLock { $0 }, clock: clock, wallClock: FixedWallClock()) }
    #expect(try later().link(next.token).asset == "a")
    #expect(links.revoke(next.token) && !links.revoke(next.token))
    // And one that has ended, has ended there as well.
    for links in [links, later()] {
      for token in [link.token, next.token] {
        #expect(#expect(throws: WebFailure.self) { try links.link(token) }?.status == 410)
      }
      #expect(!links.valid.contains { [link.token, next.token].contains($0.token) })
      #expect(links.link(to: "a", hours: 1).token != next.token)
    }
  }

  @Test("links, guests' secrets and cookies have the words that the site's maker of tokens returns")
  func madeTokens() async throws {
    let count = Mutex(0)
    let makeToken: @Sendable () -> String = {
      let number = count.withLock { count in
        count += 1
        return count
      }
      return "word\(number)"
    }
    let links = ShareLinks(clock: clock, wallClock: FixedWallClock(), makeToken: makeToken)
    #expect(links.link(to: "a", hours: 1).token == "word1")
    let guests = GuestLink(makeToken: makeToken)
    #expect(guests.token == "word2")
    guests.renew()
    #expect(guests.token == "word3")
    var access = KioskAccess()
    access.pin = "493817"
    let guardian = AccessGuard(access, guests: guests, clock: clock, makeToken: makeToken)
    let cookie = try await guardian.becomeOperator("493817", by: request(from: "127.0.0.1"))
    #expect(cookie.value.hasPrefix("\(AccessGuard.operatorCookie)=word4;"))
  }

  @Test("a screen that has logged in is known after a restart, until it logs out or the password is another")
  func knownClients() async throws {
    var access = KioskAccess()
    access.password = "correct horse"
    let kept = Mutex<[String]>([])
    func start(_ password: String = "correct horse") -> AccessGuard {
      access.password = password
      return AccessGuard(
        access, clients: kept.withLock { $0 }, clock: clock, keeping: { all in kept.withLock { $0 = all } })
    }
    let cookie = try await start().logIn("correct horse", by: request(from: "192.168.1.7")).value
    let word = try #require(cookie.split(separator: ";").first)
    #expect(cookie.contains("Max-Age="), "it outlives the browser, too")
    let known = try request(from: "192.168.1.7", "Cookie: \(word)\r\n")
    #expect(start().role(of: known) == .kiosk && start("another").role(of: known) == .stranger)
    #expect(try start().role(of: request(from: "192.168.1.7", "Cookie: \(word)x\r\n")) == .stranger)
    let token = try #require(word.split(separator: "=").last)
    let hashes = kept.withLock { $0 }
    #expect(hashes.count == 1 && !hashes[0].contains(token), "what is kept opens nothing")
    start().forget(known, isOperator: false)
    #expect(start().role(of: known) == .stranger)
    let rest = kept.withLock { $0 }
    #expect(rest.isEmpty)
    // Of very many the latest are known.
    var clients = KnownClients()
    for number in 0..<1100 { clients.add("\(number)", "a") }
    #expect(clients.hashes.count == 1000 && clients.contains("1099", "a") && !clients.contains("99", "a"))
    let guardian = start()
    _ = try await guardian.logIn("correct horse", by: request(from: "192.168.1.7"))
    access.password = "another"
    guardian.adopt(access)
    let last = kept.withLock { $0 }
    #expect(last.isEmpty)
  }

  @Test("tokens are all different, and compared whole")
  func tokens() {
    let tokens = Set((0..<10_000).map { _ in SecretToken.random() })
    #expect(tokens.count == 10_000 && tokens.allSatisfy { $0.utf8.count == 22 })
    #expect(SecretToken.areEqual("abc", "abc") && !SecretToken.areEqual("abc", "abd"))
    #expect(!SecretToken.areEqual("abc", "ab") && !SecretToken.areEqual("", "a") && !SecretToken.areEqual("a", ""))
  }
}
