import MediaCore
import Simulator
import TestSupport
import Testing

@testable import LiveCaptureTesting

/// The passing of time while devices are judged.
@Suite struct DevicePaceTests {
  private final class Caller: Sendable {}

  @Test("virtual time moves until what should come has come, or patience ends, and not a step further")
  func virtual() {
    let clock = VirtualClock()
    let (begin, log, caller) = (clock.now, EventLog<Int>(), Caller())
    let pace = DevicePace.virtual(clock, patience: .seconds(1))
    let event = clock.schedule(at: begin + .milliseconds(35)) { log.note(caller) { 1 } }
    #expect(pace.pass(log) { $0 == [1] })
    #expect(clock.now - begin == .milliseconds(40))
    #expect(pace.pass(log) { $0 == [1] } && clock.now - begin == .milliseconds(40), "it is there already")
    #expect(!pace.pass(log) { $0.count == 2 })
    #expect(clock.now - begin == .milliseconds(1040))
    #expect(!pace.pass(log, for: .milliseconds(15)) { $0.count == 2 } && clock.now - begin == .milliseconds(1060))
    event.cancel()
  }

  @Test("it is quiet as long as no more comes than was expected")
  func quiet() {
    let clock = VirtualClock()
    let (begin, log, caller) = (clock.now, EventLog<Int>(), Caller())
    let events = (1...3).map { number in
      clock.schedule(at: begin + .milliseconds(Int64(100 * number))) { log.note(caller) { number } }
    }
    let pace = DevicePace.virtual(clock)
    #expect(pace.passQuietly(log, for: .milliseconds(250), expecting: 2))
    #expect(!pace.passQuietly(log, for: .milliseconds(100), expecting: 2))
    #expect(clock.now - begin == .milliseconds(300), "the third is too many at once")
    for event in events { event.cancel() }
  }
}
