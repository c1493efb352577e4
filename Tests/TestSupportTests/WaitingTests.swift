import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct WaitingTests {
  @Test("a wait goes on as long as it must, and ends in an error that names its reason when the test is cancelled")
  func waits() async throws {
    var count = 0
    try await waitUntil("three looks") {
      count += 1
      return count == 3
    }
    #expect(count == 3)
    let waiting = Task { try await waitUntil("it rains upwards") { false } }
    waiting.cancel()
    let error = await #expect(throws: WaitedInVain.self) { try await waiting.value }
    #expect(error?.description == "It was waited in vain until it rains upwards.")
    // What holds already is no wait, cancelled or not.
    let done = Task { try await waitUntil("now") { true } }
    done.cancel()
    try await done.value
  }
}
