import LivePhotoFiles
import Testing

@Suite struct FixedDecimalsTests {
  @Test(
    "numbers have so many decimals, rounded, with their sign; those beyond a machine's numbers are not lost",
    arguments: [
      (1.005, "1.00"), (2.346, "2.35"), (-0.5, "-0.50"), (0, "0.00"), (4.6e18, "4.6e+18"), (-9.3e18, "-9.3e+18"),
      (.infinity, "inf"),
    ])
  func text(number: Double, expected: String) { #expect(number.fixed(digits: 2) == expected) }
}
