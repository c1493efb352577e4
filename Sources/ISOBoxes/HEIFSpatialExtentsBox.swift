/// How large a picture is, before it is turned. Stands for `ispe`, ISO/IEC 23008-12, 6.5.3.
public struct HEIFSpatialExtentsBox: Box, Hashable {
  /// `ispe`.
  public var type: FourCC { "ispe" }
  /// Version 0.
  public var header = VersionAndFlags()
  /// Pixels in a row.
  public var width: UInt32
  /// Rows.
  public var height: UInt32

  /// A size.
  public init(width: UInt32, height: UInt32) {
    self.width = width
    self.height = height
  }

  /// A box to be decoded into.
  public init(blank type: FourCC) { self.init(width: 0, height: 0) }

  /// Hands over the fields.
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header)
    coder.u32("width", &width)
    coder.u32("height", &height)
  }
}
