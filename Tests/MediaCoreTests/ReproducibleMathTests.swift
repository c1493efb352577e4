import Foundation
import MediaCore
import Testing

@Suite("Functions that are alike on all machines") struct ReproducibleMathTests {
  @Test("they are the C library's but for the last digits")
  func values() {
    for step in -40_000...40_000 {
      let turns = Double(step) / 7919
      #expect(abs(ReproducibleMath.sine(ofTurns: turns) - sin(2 * .pi * turns)) < 2e-14, "\(turns)")
      #expect(abs(ReproducibleMath.cosine(ofTurns: turns) - cos(2 * .pi * turns)) < 2e-14, "\(turns)")
    }
    for step in 1...2000 {
      for exponent in [2.4, 1 / 2.4, -0.05, -3, 0, 1, 10] {
        let base = Double(step) / 389
        let expected = pow(base, exponent)
        #expect(abs(ReproducibleMath.power(base, exponent) / expected - 1) < 1e-13, "\(base) \(exponent)")
      }
    }
  }

  @Test("where the value is a round one, it is that one")
  func round() {
    #expect((0...8).map { ReproducibleMath.sine(ofTurns: Double($0) / 4) } == [0, 1, 0, -1, 0, 1, 0, -1, 0])
    #expect(ReproducibleMath.cosine(ofTurns: 0) == 1 && ReproducibleMath.cosine(ofTurns: 0.5) == -1)
    #expect(ReproducibleMath.power(2, 10) == 1024 && ReproducibleMath.power(2, -3) == 0.125)
    #expect(ReproducibleMath.power(1, 2.4) == 1 && ReproducibleMath.power(5, 0) == 1)
    #expect(ReproducibleMath.power(0, 2.4) == 0 && ReproducibleMath.power(-1, 2) == 0)
    #expect(ReproducibleMath.power(.infinity, 2) == 0 && ReproducibleMath.power(10, -1e9) >= 0)
  }

  /// What they were on a processor with fused multiplication and on one without; another machine has to agree.
  @Test("their sums are the same to the last bit, wherever this runs")
  func bits() {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for step in 1...10_000 {
      for value in [
        ReproducibleMath.sine(ofTurns: Double(step) / 997), ReproducibleMath.power(Double(step) / 4999, 2.4),
      ] {
        hash = (hash ^ value.bitPattern) &* 0x100_0000_01b3
      }
    }
    #expect(hash == 8_147_625_743_049_232_912)
  }
}
