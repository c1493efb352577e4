import TestSupport
import Testing

@Suite struct FirstDifferenceTests {
  @Test("equal bytes have no difference, others the first, and a shorter run differs where it ends")
  func differences() {
    #expect(firstDifference([], []) == nil)
    #expect(firstDifference([1, 2, 3], [1, 2, 3]) == nil)
    #expect(firstDifference([1, 2, 3], [9, 2, 3]) == 0)
    #expect(firstDifference([1, 2, 3, 4], [1, 9, 3, 9]) == 1)
    #expect(firstDifference([1, 2], [1, 2, 3]) == 2)
    #expect(firstDifference([1, 2, 3], [1, 2]) == 2)
    #expect(firstDifference([], [0]) == 0)
  }
}
