import MediaCore
import Testing

@Suite struct SeededRandomTests {
  private func numbers(seed: UInt64) -> [UInt64] {
    var generator = SeededRandom(seed: seed)
    var numbers: [UInt64] = []
    for _ in 0..<3 { numbers.append(generator.next()) }
    return numbers
  }

  @Test("a seed gives the numbers of SplitMix64, every time, and another seed gives others")
  func seeds() {
    let known: [UInt64] = [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f]
    #expect(numbers(seed: 0) == known)
    #expect(numbers(seed: 0) == numbers(seed: 0))
    #expect(Set(numbers(seed: 0)).isDisjoint(with: numbers(seed: 1)))
  }
}
