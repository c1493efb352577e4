/// A size of the picture in one of three modes: clean (`clef`), production (`prof`) or as encoded (`enof`).
///
/// Stands for the children of `tapt`, QuickTime File Format, “Track Aperture Mode Dimensions Atoms”.
package struct ApertureBox: Box {
  package let type: FourCC
  package var header = VersionAndFlags()
  /// The width in pixels; the height is in pixels, too.
  package var width: Fixed16
  package var height: Fixed16

  /// Creates an aperture of whole pixels.
  package init(_ type: FourCC, width: Int, height: Int) {
    self.type = type
    self.width = Fixed16(width)
    self.height = Fixed16(height)
  }

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header)
    coder.fixed16("width", &width, isSigned: false)
    coder.fixed16("height", &height, isSigned: false)
  }
}
