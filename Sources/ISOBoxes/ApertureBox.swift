/// A size of the picture in one of three modes: clean (`clef`), production (`prof`) or as encoded (`enof`).
///
/// Stands for the children of `tapt`, QuickTime File Format.
public struct ApertureBox: Box {
  /// `clef`, `prof` or `enof`.
  public let type: FourCC
  /// Version 0.
  public var header = VersionAndFlags()
  /// Width in pixels.
  public var width: Fixed16
  /// Height in pixels.
  public var height: Fixed16

  /// An aperture of whole pixels.
  public init(_ type: FourCC, width: Int, height: Int) {
    self.type = type
    self.width = Fixed16(width)
    self.height = Fixed16(height)
  }

  /// A box to be decoded into.
  public init(blank type: FourCC) { self.init(type, width: 0, height: 0) }

  /// Hands over the fields.
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header)
    coder.fixed16("width", &width)
    coder.fixed16("height", &height)
  }
}
