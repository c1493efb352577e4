import LiveCaptureTesting
import Testing

@Suite struct StreamLogTests {
  @Test("a log has what was told before it ended, also before it began, in order, and nothing of what comes later")
  func order() async {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    continuation.yield(1)
    let log = StreamLog(stream)
    for number in 2...100 { continuation.yield(number) }
    #expect(await log.finish() == Array(1...100))
    guard case .terminated = continuation.yield(101) else {
      Issue.record("the stream goes on, and keeps what nobody reads")
      return
    }
    #expect(await log.finish().isEmpty)
  }
}
