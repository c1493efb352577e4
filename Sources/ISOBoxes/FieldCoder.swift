/// What a box hands its fields to: something that reads, writes, measures or prints them.
///
/// Names are for printing only. All numbers are big-endian. After a failure a reader gives zeros, so a box may
/// go on and need not ask.
public protocol FieldCoder {
  /// Whether fields get their values here, instead of giving them.
  var isDecoding: Bool { get }
  /// The bytes of the box that are left to be read; 0 unless decoding.
  var remaining: Int { get }
  /// What kind of box the box lies in.
  var context: BoxContext { get }

  /// A whole number of `bytes` bytes; signed types in two's complement.
  mutating func integer<Value: FixedWidthInteger>(
    _ name: StaticString, _ value: inout Value, bytes: Int, style: FieldStyle)

  /// The next four bytes as a number, without passing over them; 0 when there are fewer, and unless decoding.
  func peekU32() -> UInt32

  /// Exactly `count` bytes.
  mutating func bytes(_ name: StaticString, _ value: inout [UInt8], count: Int)

  /// All bytes that are left in the box.
  mutating func rest(_ name: StaticString, _ value: inout [UInt8])

  /// `count` elements of at least `elementBytes` bytes each, whose fields `body` hands over.
  mutating func list<Element>(
    _ name: StaticString, _ elements: inout [Element], count: Int, elementBytes: Int, blank: Element,
    _ body: (inout Self, inout Element) -> Void)

  /// Boxes up to the end of the box; when decoding, fewer than eight bytes may be left over.
  mutating func boxes(_ boxes: inout [any Box], in context: BoxContext)

  /// Notes that a field cannot have its value; only the first failure is kept.
  mutating func fail(_ code: BoxError.Code, _ message: String)
}

/// How a number is printed.
public enum FieldStyle: Sendable {
  case decimal, hexadecimal, fourCC, fixed16, fixed30, float64
}

extension FieldCoder {
  /// 0, for coders that do not decode.
  public func peekU32() -> UInt32 { 0 }
  /// A number of one byte.
  public mutating func u8(_ name: StaticString, _ value: inout UInt8, style: FieldStyle = .decimal) {
    integer(name, &value, bytes: 1, style: style)
  }
  /// A number of two bytes.
  public mutating func u16(_ name: StaticString, _ value: inout UInt16, style: FieldStyle = .decimal) {
    integer(name, &value, bytes: 2, style: style)
  }
  /// A number of two bytes with a sign.
  public mutating func i16(_ name: StaticString, _ value: inout Int16) {
    integer(name, &value, bytes: 2, style: .decimal)
  }
  /// A number of four bytes.
  public mutating func u32(_ name: StaticString, _ value: inout UInt32, style: FieldStyle = .decimal) {
    integer(name, &value, bytes: 4, style: style)
  }
  /// A number of four bytes with a sign.
  public mutating func i32(_ name: StaticString, _ value: inout Int32, style: FieldStyle = .decimal) {
    integer(name, &value, bytes: 4, style: style)
  }

  /// A number of four bytes, or of eight if `isWide`.
  public mutating func u32or64(_ name: StaticString, _ value: inout UInt64, isWide: Bool) {
    integer(name, &value, bytes: isWide ? 8 : 4, style: .decimal)
  }

  /// A number with a sign of four bytes, or of eight if `isWide`.
  public mutating func i32or64(_ name: StaticString, _ value: inout Int64, isWide: Bool) {
    integer(name, &value, bytes: isWide ? 8 : 4, style: .decimal)
  }

  /// Four characters.
  public mutating func fourCC(_ name: StaticString, _ value: inout FourCC) {
    var raw = value.rawValue
    integer(name, &raw, bytes: 4, style: .fourCC)
    value = FourCC(rawValue: raw)
  }

  /// An IEEE 754 number of eight bytes.
  public mutating func f64(_ name: StaticString, _ value: inout Double) {
    var bits = value.bitPattern
    integer(name, &bits, bytes: 8, style: .float64)
    value = Double(bitPattern: bits)
  }

  /// The first four bytes of a full box.
  public mutating func versionAndFlags(
    _ value: inout VersionAndFlags, versions: ClosedRange<UInt8> = 0...0
  ) {
    u8("version", &value.version)
    integer("flags", &value.flags, bytes: 3, style: .hexadecimal)
    if !versions.contains(value.version) {
      fail(.invalidValue, "Version \(value.version) of the box is not known.")
    }
  }

  /// A number of entries in four bytes, then as many entries of at least `elementBytes` bytes each.
  public mutating func countedList<Element>(
    _ name: StaticString, _ elements: inout [Element], elementBytes: Int, blank: Element,
    _ body: (inout Self, inout Element) -> Void
  ) {
    guard var count = UInt32(exactly: elements.count) else {
      fail(.invalidValue, "A list has more entries than 32 bits can count.")
      return
    }
    u32("count", &count)
    list(name, &elements, count: Int(count), elementBytes: elementBytes, blank: blank, body)
  }
}

extension FieldCoder {
  /// A number of boxes in four bytes, then exactly as many boxes, up to the end.
  public mutating func countedBoxes(_ boxes: inout [any Box], in context: BoxContext) {
    var count = UInt32(clamping: boxes.count)
    u32("count", &count)
    self.boxes(&boxes, in: context)
    if isDecoding, boxes.count != Int(count) {
      fail(.sizeMismatch, "\(count) boxes are announced, and \(boxes.count) are there.")
    }
  }
}
