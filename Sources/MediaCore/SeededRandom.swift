/// A generator of random numbers that gives the same numbers for the same seed, on every machine.
///
/// The algorithm is SplitMix64: one addition and a mixing step, which also makes it a good hash of a counter.
package struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  /// Creates a generator whose numbers depend on `seed` alone.
  package init(seed: UInt64) { state = seed }

  /// Creates the generator of one `item` of a `stream` of a seed, such as one frame's timestamp.
  package init(seed: UInt64, stream: UInt64, item: Int64) {
    var mixer = SeededRandom(seed: seed ^ stream &* 0xd6e8_feb8_6659_fd93)
    state = mixer.next() &+ UInt64(bitPattern: item) &* 0xa076_1d64_78bd_642f
  }

  /// The next number.
  package mutating func next() -> UInt64 {
    state &+= Self.step
    return Self.mixed(state)
  }

  /// The number that is added for each result: 2⁶⁴ over the golden ratio.
  package static let step: UInt64 = 0x9e37_79b9_7f4a_7c15

  /// Numbers of which all bits depend on all bits of `state`.
  package static func mixed(_ state: UInt64) -> UInt64 {
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }

  /// A whole number from −`limit` to `limit`, each as likely.
  package mutating func symmetric(_ limit: Int64) -> Int64 {
    guard limit > 0 else { return 0 }
    return Int64(next() % (2 * UInt64(limit) + 1)) - limit
  }

  /// A number from 0 up to, not including, 1.
  package mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
}
