/// The size of a picture in pixels, before it is turned. Stands for `ispe`, ISO/IEC 23008-12, 6.5.3.
package struct HEIFSpatialExtentsBox: Box, Hashable {
  package var type: FourCC { "ispe" }
  package var header = VersionAndFlags()
  /// Pixels in a row.
  package var width: UInt32
  /// Rows.
  package var height: UInt32

  package init(width: UInt32, height: UInt32) {
    self.width = width
    self.height = height
  }

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header)
    coder.number("width", &width)
    coder.number("height", &height)
  }
}
