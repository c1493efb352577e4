import MediaCore
import TestSupport
import Testing

/// The list of variants is what tests of errors' words go by: none may be missing, and none may be another twice.
@Suite struct CodedErrorVariantsTests {
  private struct Cause: Error, CustomStringConvertible {
    var description: String { "the cause" }
  }

  @Test("eight variants, with and without operation, status and cause, each with words of its own")
  func variants() {
    let all = CodingError.descriptions(.malformed)
    #expect(all.count == 8 && Set(all).count == 8)
    #expect(all.allSatisfy { $0.hasPrefix("x: Mend it.") })
    #expect(all.map { $0.contains("ioctl") } == [false, true, false, true, false, true, false, true])
    #expect(all.map { $0.contains("5") } == [false, false, true, true, false, false, true, true])
    #expect(all.map { $0.contains("gone") } == Array(repeating: false, count: 4) + Array(repeating: true, count: 4))
  }

  @Test("an error that is given is behind the last four")
  func cause() {
    let all = CodingError.descriptions(.malformed, underlying: Cause())
    #expect(
      all.map { $0.hasSuffix("the cause") } == Array(repeating: false, count: 4) + Array(repeating: true, count: 4))
  }

  @Test("a number of milliseconds is that many thousandths", arguments: [-1500, -1, 0, 1, 33, 86_400_000] as [Int64])
  func milliseconds(count: Int64) {
    #expect(MediaTime.milliseconds(count) == MediaTime(value: count, timescale: 1000))
  }
}
