/// Which format the file follows. Stands for `ftyp`, ISO/IEC 14496-12, 4.3.
public struct FileTypeBox: Box {
  /// `ftyp`.
  public var type: FourCC { "ftyp" }
  /// The format the file follows best.
  public var majorBrand: FourCC
  /// A version of that format, for information.
  public var minorVersion: UInt32
  /// All formats the file can be read as.
  public var compatibleBrands: [FourCC]

  /// A file type from its parts.
  public init(majorBrand: FourCC, minorVersion: UInt32, compatibleBrands: [FourCC]) {
    self.majorBrand = majorBrand
    self.minorVersion = minorVersion
    self.compatibleBrands = compatibleBrands
  }

  /// A QuickTime movie, as phones write it.
  public static let quickTime = FileTypeBox(majorBrand: "qt  ", minorVersion: 0, compatibleBrands: ["qt  "])

  /// An MP4 of the second version, ISO/IEC 14496-14.
  public static let mp4 = FileTypeBox(majorBrand: "mp42", minorVersion: 0, compatibleBrands: ["mp42", "isom"])

  /// A box to be decoded into.
  public init(blank type: FourCC) { self = .quickTime }

  /// Hands over the fields.
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.fourCC("majorBrand", &majorBrand)
    coder.u32("minorVersion", &minorVersion, style: .hexadecimal)
    coder.list(
      "compatibleBrands", &compatibleBrands, count: coder.remaining / 4, elementBytes: 4, blank: "qt  "
    ) { coder, brand in coder.fourCC("", &brand) }
  }
}
