import MediaCore
import Simulator
import Synchronization
import TestSupport
import Testing

@testable import KioskWeb

/// Tries are limited, links end, and tokens are not to be guessed.
@Suite struct AccessTests {
  private let clock = VirtualClock()

  @Test("so many tries in a minute, by each and by all; then waiting helps")
  func limiter() async throws {
    let limiter = AttemptLimiter(5, ofAll: 12, within: .seconds(60), clock: clock)
    for _ in 0..<5 { try limiter.attempt(by: "a") }
    let error = #expect(throws: WebFailure.self) { try limiter.attempt(by: "a") }
    #expect(error?.status == 429 && error?.retryAfter == 60)
    for _ in 0..<5 { try limiter.attempt(by: "b") }
    for _ in 0..<2 { try limiter.attempt(by: "c") }
    #expect(throws: WebFailure.self) { try limiter.attempt(by: "d") }
    clock.advance(by: .seconds(60))
    for _ in 0..<5 { try limiter.attempt(by: "a") }
  }

  @Test("10,000 guesses of a number of six digits come no further than 30 a minute")
  func guessing() async {
    var access = KioskAccess()
    access.pin = "493817"
    let guardian = AccessGuard(access, clock: clock)
    var (looked, limited) = (0, 0)
    for number in 0..<10_000 {
      do throws(WebFailure) {
        _ = try guardian.becomeOperator("\(480_000 + number * 2)", from: "10.0.\(number / 250 % 250).\(number % 250)")
      } catch {
        if error.status == 403 { looked += 1 } else { limited += 1 }
      }
      clock.advance(by: .milliseconds(60))
    }
    #expect(looked <= 30 * 11 && limited > 9000, "\(looked) of 10,000 in ten minutes")
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
    #expect(throws: WebFailure.notFound("There is no such picture.")) {
      try links.link(String(link.token.dropLast()) + "-")
    }
    clock.advance(by: .seconds(7200))
    #expect(#expect(throws: WebFailure.self) { try links.link(link.token) }?.status == 410)
    let next = links.link(to: "a", hours: 1)
    #expect(next.token != link.token)
    // Another run has the same links.
    let later = ShareLinks(kept.withLock { $0 }, clock: clock, wallClock: FixedWallClock())
    #expect(try later.link(next.token).asset == "a")
    #expect(links.revoke(next.token) && !links.revoke(next.token))
    #expect(#expect(throws: WebFailure.self) { try links.link(next.token) }?.status == 410)
    #expect(!kept.withLock { $0.contains { $0.token == next.token } })
  }

  @Test("tokens are all different, and compared whole")
  func tokens() {
    let tokens = Set((0..<10_000).map { _ in SecretToken.random() })
    #expect(tokens.count == 10_000 && tokens.allSatisfy { $0.utf8.count == 22 })
    #expect(SecretToken.areEqual("abc", "abc") && !SecretToken.areEqual("abc", "abd"))
    #expect(!SecretToken.areEqual("abc", "ab") && !SecretToken.areEqual("", "a") && !SecretToken.areEqual("a", ""))
  }
}
