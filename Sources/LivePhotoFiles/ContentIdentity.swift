import ByteCoding
import CXXHash
import MediaCore

/// An identifier that follows from the bytes of files, so that doing the same again gives the same pair.
///
/// Of a small file every byte counts. Of a large one its length, its ends, where what describes it is, and blocks
/// from all over it: another shot differs in nearly all of them, and a movie need not be read twice.
enum ContentIdentity {
  /// Files up to this size are read whole.
  private static let wholeBytes = 1 << 18
  private static let endBytes = 1 << 15
  private static let blockBytes = 1 << 12
  private static let blocks = 32

  /// A version-8 UUID of XXH3's 128 bits.
  static func identifier(of sources: [any ByteSource]) throws(ByteError) -> PairIdentifier {
    guard let state = XXH3_createState() else { preconditionFailure("there is no memory left") }
    defer { XXH3_freeState(state) }
    XXH3_128bits_reset(state)
    for source in sources {
      for range in ranges(of: source.count) { XXH3_128bits_update(state, try source.bytes(range), range.count) }
      // Where one file ends and the next begins counts, too.
      var length = UInt64(source.count).littleEndian
      XXH3_128bits_update(state, &length, MemoryLayout.size(ofValue: length))
    }
    let hash = XXH3_128bits_digest(state)
    return PairIdentifier(high: hash.high64, low: hash.low64, version: 8)
  }

  private static func ranges(of count: Int) -> [Range<Int>] {
    guard count > wholeBytes else { return [0..<count] }
    let step = (count - 2 * endBytes) / blocks
    let between = (0..<blocks).map { endBytes + $0 * step..<endBytes + $0 * step + blockBytes }
    return [0..<endBytes] + between + [count - endBytes..<count]
  }
}
