/// One directory of an Exif block, with its entries as they stand; values are read when they are asked for.
public struct ExifDirectory: Sendable, Hashable {
  /// A kind of directory.
  public enum Kind: String, Sendable, Hashable {
    /// The main picture's directory.
    case image = "IFD0"
    /// The thumbnail's directory.
    case thumbnail = "IFD1"
    /// The directory of Exif's own properties.
    case exif = "ExifIFD"
    /// The directory of the place.
    case gps = "GPS"
    /// The directory for interoperability.
    case interoperability = "InteropIFD"
  }

  /// One entry: 12 bytes, and a value there or elsewhere.
  public struct Entry: Sendable, Hashable {
    /// The number of the property.
    public let tag: UInt16
    /// The type of its values by TIFF's numbers; any number may occur.
    public let type: UInt16
    /// The number of values, as the entry announces it.
    public let count: Int
    /// The place where the entry's 12 bytes begin, from the TIFF's first byte (in a maker note: from the note's).
    public let offset: Int
    /// The range of the value, counted from the same byte; `nil` if the type is unknown or the value lies outside.
    public let valueRange: Range<Int>?
  }

  /// The kind of the directory.
  public let kind: Kind
  /// The place of the directory's count of entries, from the TIFF's first byte.
  public let offset: Int
  /// The number of entries that it announces; ``entries`` has fewer if the block ends before.
  public let declaredCount: Int
  /// The directory's entries, in their order.
  public let entries: [Entry]
  /// The link to the next directory; 0 if there is none.
  public let next: Int

  /// The bytes from the count to the link, as far as the block goes.
  public var range: Range<Int> { offset..<offset + 2 + 12 * entries.count + (isWhole ? 4 : 0) }
  /// A Boolean value that indicates whether all announced entries and the link lie within the block.
  public let isWhole: Bool

  /// The first entry of a tag.
  public func entry(_ tag: UInt16) -> Entry? { entries.first { $0.tag == tag } }
}
