import ByteCoding

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
  /// Type 10: numerators over denominators.
  case signedRational([(numerator: Int32, denominator: Int32)])
  /// Type 7: bytes that the tag itself explains.
  case undefined([UInt8])
  /// Type 4: where another directory begins.
  case directory(TIFFDirectory)
  /// Type 4: where other directories begin; one or more.
  case directories([TIFFDirectory])
  /// Type 4: where data begin that another tag gives the length of.
  case offset(of: [UInt8])

  /// Type, count and bytes of a value; no bytes for what is only pointed to.
  func encoded(_ order: ByteOrder = .big) -> (type: UInt16, count: Int, bytes: [UInt8]?) {
    var writer = ByteWriter(capacity: 32)
    switch self {
    case .byte(let bytes): return (1, bytes.count, bytes)
    case .ascii(let text):
      writer.utf8(text)
      writer.u8(0)
      return (2, writer.count, writer.contents)
    case .short(let numbers):
      for number in numbers { writer.u16(number, order) }
      return (3, numbers.count, writer.contents)
    case .long(let numbers):
      for number in numbers { writer.u32(number, order) }
      return (4, numbers.count, writer.contents)
    case .rational(let ratios):
      for (numerator, denominator) in ratios {
        writer.u32(numerator, order)
        writer.u32(denominator, order)
      }
      return (5, ratios.count, writer.contents)
    case .signedRational(let ratios):
      let bits = ratios.map { (UInt32(bitPattern: $0), UInt32(bitPattern: $1)) }
      return (10, ratios.count, TIFFValue.rational(bits).encoded(order).bytes)
    case .undefined(let bytes): return (7, bytes.count, bytes)
    case .directories(let directories): return (4, directories.count, nil)
    case .directory, .offset: return (4, 1, nil)
    }
  }
}

/// One directory of a TIFF (an IFD): values by tag.
struct TIFFDirectory {
  /// The values in ascending order of tags, each of which is there once.
  private(set) var values: [(tag: UInt16, value: TIFFValue)] = []

  /// The value of a tag. Setting `nil` leaves the tag out.
  subscript(tag: UInt16) -> TIFFValue? {
    get { values.first { $0.tag == tag }?.value }
    set {
      let place = values.lastIndex { $0.tag < tag }.map { $0 + 1 } ?? 0
      if place < values.count, values[place].tag == tag { values.remove(at: place) }
      if let newValue { values.insert((tag, newValue), at: place) }
    }
  }
}
