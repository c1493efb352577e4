/// One directory of an Exif block, with its entries as they stand; values are read when they are asked for.
public struct ExifDirectory: Sendable, Hashable {
  /// Which directory it is.
  public enum Kind: String, Sendable, Hashable {
    /// The main picture's.
    case image = "IFD0"
    /// The thumbnail's.
    case thumbnail = "IFD1"
    /// Exif's own.
    case exif = "ExifIFD"
    /// The place's.
    case gps = "GPS"
    /// Interoperability.
    case interoperability = "InteropIFD"
  }

  /// One entry: 12 bytes, and a value there or elsewhere.
  public struct Entry: Sendable, Hashable {
    /// Which property it is.
    public let tag: UInt16
    /// The type of its values by TIFF's numbers; any number may occur.
    public let type: UInt16
    /// How many values it has, as it says.
    public let count: Int
    /// Where the entry's 12 bytes begin, from the TIFF's first byte (in a maker note: from the note's).
    public let offset: Int
    /// Where the value lies, from the same place; `nil` if the type is unknown or the value lies outside.
    public let valueRange: Range<Int>?
  }

  /// Which directory it is.
  public let kind: Kind
  /// Where its count of entries stands, from the TIFF's first byte.
  public let offset: Int
  /// The number of entries that it announces; ``entries`` has fewer if the block ends before.
  public let declaredCount: Int
  /// Its entries, in their order.
  public let entries: [Entry]
  /// The link to the next directory; 0 if there is none.
  public let next: Int

  /// The bytes from the count to the link, as far as the block goes.
  public var range: Range<Int> { offset..<offset + 2 + 12 * entries.count + (isWhole ? 4 : 0) }
  /// Whether all announced entries and the link lie within the block.
  public let isWhole: Bool

  /// The first entry of a tag.
  public func entry(_ tag: UInt16) -> Entry? { entries.first { $0.tag == tag } }
}
