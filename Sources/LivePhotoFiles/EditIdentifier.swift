import ByteCoding
import MediaCore

/// The identifier of an edited pair: another than the original's, and the same whenever the same edit is made.
enum EditIdentifier {
  /// Made from the old identifier (or whatever else stands for the original) and the edit, both as texts.
  static func derived(from original: String, edit: String) -> PairIdentifier {
    var generator = TextNumbers(original.lowercased() + "\n" + edit)
    return PairIdentifier(using: &generator)
  }

  /// Numbers that depend on a text alone: FNV-1a of 64 bits, then ``SeededRandom``'s mixing.
  private struct TextNumbers: RandomNumberGenerator {
    private var forwards: UInt64
    private var backwards: UInt64

    init(_ text: String) {
      forwards = Checksum.fnv1a(text.utf8)
      backwards = Checksum.fnv1a(text.utf8.reversed(), before: 0x6c62_272e_07bb_0142)
    }

    mutating func next() -> UInt64 {
      // Both halves go into every number, so that two texts must agree in 128 bits to give the same ones.
      forwards &+= SeededRandom.step
      backwards = backwards &* 0x5851_f42d_4c95_7f2d &+ 0x1405_7b7e_f767_814f
      return SeededRandom.mixed(forwards ^ backwards)
    }
  }
}
