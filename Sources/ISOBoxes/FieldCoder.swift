/// A coder that a box hands its fields to, and that reads, writes, measures or prints them.
///
/// Names are for printing only. All numbers are big-endian. After a failure a reader gives zeros, so a box may
/// go on and need not ask.
package protocol FieldCoder {
  /// Indicates whether the coder gives fields their values, rather than taking values from them.
  var isDecoding: Bool { get }
  /// The bytes of the box that are left to be read; 0 unless decoding.
  var remaining: Int { get }
  /// The kind of box that the box lies in.
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

package enum FieldStyle: Sendable {
  case decimal, hexadecimal, fourCC, fixed16, unsignedFixed16, float64
}

extension FieldCoder {
  // Coders that do not decode have nothing left to read.
  package var isDecoding: Bool { false }
  package var remaining: Int { 0 }
  package var context: BoxContext { .general }
  package func peekU32() -> UInt32 { 0 }

  /// A number of as many bytes as its type has; signed types in two's complement.
  package mutating func number<Value: FixedWidthInteger>(
    _ name: StaticString, _ value: inout Value, style: FieldStyle = .decimal
  ) {
    integer(name, &value, bytes: Value.bitWidth / 8, style: style)
  }

  /// A number of four bytes, or of eight if `isWide`.
  package mutating func number<Value: FixedWidthInteger>(
    _ name: StaticString, _ value: inout Value, isWide: Bool
  ) {
    integer(name, &value, bytes: isWide ? 8 : 4, style: .decimal)
  }

  package mutating func fourCC(_ name: StaticString, _ value: inout FourCC) {
    var raw = value.rawValue
    number(name, &raw, style: .fourCC)
    value = FourCC(rawValue: raw)
  }

  /// The first four bytes of a full box.
  package mutating func versionAndFlags(
    _ value: inout VersionAndFlags, versions: ClosedRange<UInt8> = 0...0
  ) {
    number("version", &value.version)
    integer("flags", &value.flags, bytes: 3, style: .hexadecimal)
    if !versions.contains(value.version) {
      fail(.invalidValue, "Version \(value.version) of the box is not known.")
    }
  }

  /// A number of numbers in `countBytes` bytes, then these, of `bytes` bytes each.
  package mutating func countedNumbers<Value: FixedWidthInteger>(
    _ name: StaticString, _ values: inout [Value], countBytes: Int = 4, bytes: Int = Value.bitWidth / 8
  ) {
    var count = UInt(values.count)
    integer("count", &count, bytes: countBytes, style: .decimal)
    numbers(name, &values, count: Int(count), bytes: bytes)
  }

  /// Reads or writes `count` numbers of `bytes` bytes each, by default as many as their type has.
  package mutating func numbers<Value: FixedWidthInteger>(
    _ name: StaticString, _ values: inout [Value], count: Int, bytes: Int = Value.bitWidth / 8,
    style: FieldStyle = .decimal
  ) {
    list(name, &values, count: count, elementBytes: bytes, blank: 0) { coder, value in
      coder.integer("", &value, bytes: bytes, style: style)
    }
  }

  /// A number of entries in `countBytes` bytes, then as many entries of at least `elementBytes` bytes each.
  package mutating func countedList<Element>(
    _ name: StaticString, _ elements: inout [Element], countBytes: Int = 4, elementBytes: Int, blank: Element,
    _ body: (inout Self, inout Element) -> Void
  ) {
    var count = UInt(elements.count)
    integer("count", &count, bytes: countBytes, style: .decimal)
    list(name, &elements, count: Int(count), elementBytes: elementBytes, blank: blank, body)
  }
}
