/// The value of one TIFF tag, with its type.
enum TIFFValue {
  /// Type 1.
  case byte([UInt8])
  /// Type 2: text; the terminator is added.
  case ascii(String)
  /// Type 3.
  case short([UInt16])
  /// Type 4.
  case long([UInt32])
  /// Type 5: numerators over denominators.
  case rational([(numerator: UInt32, denominator: UInt32)])
  /// Type 7: bytes that the tag itself explains.
  case undefined([UInt8])
  /// Type 4: where another directory begins.
  case directory(TIFFDirectory)
  /// Type 4: where data begin that another tag gives the length of.
  case offset(of: [UInt8])
}

/// One directory of a TIFF (an IFD): values by tag.
struct TIFFDirectory {
  private(set) var values: [UInt16: TIFFValue] = [:]

  /// The value of a tag. Setting `nil` leaves the tag out.
  subscript(tag: UInt16) -> TIFFValue? {
    get { values[tag] }
    set { values[tag] = newValue }
  }
}
