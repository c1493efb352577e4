/// The format that the file follows. Stands for `ftyp`, ISO/IEC 14496-12, 4.3.
package struct FileTypeBox: Box {
  package var type: FourCC { "ftyp" }
  /// The format the file follows best.
  package var majorBrand: FourCC
  /// A version of that format, for information.
  package var minorVersion: UInt32
  /// All formats the file can be read as.
  package var compatibleBrands: [FourCC]

  package init(majorBrand: FourCC, minorVersion: UInt32, compatibleBrands: [FourCC]) {
    self.majorBrand = majorBrand
    self.minorVersion = minorVersion
    self.compatibleBrands = compatibleBrands
  }

  /// A QuickTime movie, as phones write it.
  package static let quickTime = FileTypeBox(majorBrand: "qt  ", minorVersion: 0, compatibleBrands: ["qt  "])

  /// An MP4 of the second version, ISO/IEC 14496-14.
  package static let mp4 = FileTypeBox(majorBrand: "mp42", minorVersion: 0, compatibleBrands: ["mp42", "isom"])

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.fourCC("majorBrand", &majorBrand)
    coder.number("minorVersion", &minorVersion, style: .hexadecimal)
    coder.list(
      "compatibleBrands", &compatibleBrands, count: coder.remaining / 4, elementBytes: 4, blank: "qt  "
    ) { coder, brand in coder.fourCC("", &brand) }
  }
}
