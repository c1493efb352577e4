import MediaCore
import Simulator
import Testing

@testable import LibraryPostgreSQL
@testable import PhotoLibrary

@Suite struct NotificationListenerTests {
  @Test("a server that is away is asked again after 50 ms by the clock, then 100, 200 and so on up to five seconds")
  func backOff() async throws {
    let clock = VirtualClock()
    // Nobody listens there: it is refused at once.
    let address = try ServerAddress("postgres://u@127.0.0.1:1/d", library: LibPQ())
    let listener = NotificationListener(address, Patience(clock)) { Issue.record("nobody has made a change") }
    for milliseconds: Int64 in [50, 100, 200, 400, 800, 1600, 3200, 5000, 5000] {
      while clock.nextActionTime == nil { await Task.yield() }
      let next = try #require(clock.nextActionTime)
      #expect(next - clock.now == MediaTime(value: milliseconds, timescale: 1000))
      clock.advance(to: next)
    }
    withExtendedLifetime(listener) {}
  }
}
