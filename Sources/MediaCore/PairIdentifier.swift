/// An identifier that connects the still and the movie of a Live Photo: an upper-case UUID, the same in both files.
///
/// Written as the Apple maker note's tag 0x0011 and as the movie's `com.apple.quicktime.content.identifier`.
public struct PairIdentifier: Hashable, Sendable, CustomStringConvertible {
  /// The identifier as 36 characters: 8-4-4-4-12 hexadecimal digits in upper case.
  public let uuidString: String

  /// Creates an identifier from a UUID's text in either case; `nil` if it is none.
  public init?(uuidString: String) {
    let groups = uuidString.split(separator: "-", omittingEmptySubsequences: false)
    guard groups.map(\.utf8.count) == [8, 4, 4, 4, 12],
      groups.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isHexDigit } })
    else { return nil }
    self.uuidString = uuidString.uppercased()
  }

  /// Creates a version-4 UUID drawn from `generator`.
  public init(using generator: inout some RandomNumberGenerator) {
    self.init(high: generator.next(), low: generator.next(), version: 4)
  }

  /// Creates a UUID of a version, with other numbers in place of the bits that say so.
  package init(high: UInt64, low: UInt64, version: UInt64) {
    let high = high & ~0xf000 | version << 12
    let low = low & ~(0b11 << 62) | 0b10 << 62
    let groups = [
      (high >> 32, 8), (high >> 16 & 0xffff, 4), (high & 0xffff, 4), (low >> 48, 4), (low & 0xffff_ffff_ffff, 12),
    ]
    uuidString = groups.map { $0.digits($1, radix: 16) }.joined(separator: "-").uppercased()
  }

  /// The UUID.
  public var description: String { uuidString }
}
