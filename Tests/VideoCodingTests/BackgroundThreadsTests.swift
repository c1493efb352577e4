import Glibc
import Testing

@testable import VideoCoding

@Suite struct BackgroundThreadsTests {
  private static var niceness: Int32 { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) }

  @Test("what is started gives way, and who starts it does not")
  func inheritance() {
    let before = Self.niceness
    let started = BackgroundThreads.starting { Self.niceness }
    #expect(started == min(19, before + 5))
    #expect(Self.niceness == before)
  }
}
