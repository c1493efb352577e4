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
    guard let state = cxxhash_begin() else { preconditionFailure("there is no memory left") }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: endBytes, alignment: 64)
    defer { buffer.deallocate() }
    var failure: ByteError?
    do throws(ByteError) {
      for source in sources {
        for range in ranges(of: source.count) { try add(source, range, to: state, by: buffer) }
        // Where one file ends and the next begins counts, too.
        var length = UInt64(source.count).littleEndian
        cxxhash_add(state, &length, MemoryLayout.size(ofValue: length))
      }
    } catch {
      failure = error
    }
    // It frees the state as well.
    let hash = cxxhash_finish(state)
    if let failure { throw failure }
    return identifier(high: hash.high, low: hash.low)
  }

  private static func ranges(of count: Int) -> [Range<Int>] {
    guard count > wholeBytes else { return [0..<count] }
    let step = (count - 2 * endBytes) / blocks
    let between = (0..<blocks).map { endBytes + $0 * step..<endBytes + $0 * step + blockBytes }
    return [0..<endBytes] + between + [count - endBytes..<count]
  }

  private static func add(
    _ source: any ByteSource, _ range: Range<Int>, to state: UnsafeMutableRawPointer,
    by buffer: UnsafeMutableRawBufferPointer
  ) throws(ByteError) {
    var position = range.lowerBound
    while position < range.upperBound {
      let portion = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(range.upperBound - position))
      try source.read(at: position, into: portion)
      if let bytes = portion.baseAddress { cxxhash_add(state, bytes, portion.count) }
      position += portion.count
    }
  }

  private static func identifier(high: UInt64, low: UInt64) -> PairIdentifier {
    func hex(_ value: UInt64, _ count: Int) -> String {
      let digits = String(value, radix: 16, uppercase: true)
      return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
    let high = high & ~0xf000 | 0x8000
    let low = low & ~(0b11 << 62) | 0b10 << 62
    let text =
      hex(high >> 32, 8) + "-" + hex(high >> 16 & 0xffff, 4) + "-" + hex(high & 0xffff, 4) + "-" + hex(low >> 48, 4)
      + "-" + hex(low & 0xffff_ffff_ffff, 12)
    guard let identifier = PairIdentifier(uuidString: text) else { preconditionFailure("a UUID of digits is none") }
    return identifier
  }
}
