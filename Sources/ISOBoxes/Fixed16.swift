/// A number with 16 bits before and 16 after the binary point, as QuickTime writes sizes, rates and matrices.
package struct Fixed16: Hashable, Sendable, CustomStringConvertible {
  /// The number times 65 536.
  package var rawValue: Int32

  /// Creates the number whose 65 536-fold is `rawValue`.
  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// Creates a whole number from −32 768 to 65 535, those above 32 767 being meant without a sign; others are clamped.
  package init(_ whole: Int) { rawValue = Int32(truncatingIfNeeded: min(max(whole, -32_768), 65_535) << 16) }

  /// The number, taken with a sign.
  package var value: Double { Double(rawValue) / 65_536 }

  /// The number, taken without a sign, as widths and sampling rates are.
  package var unsignedValue: Double { Double(UInt32(bitPattern: rawValue)) / 65_536 }

  /// The number in decimal.
  package var description: String { "\(value)" }
}

extension FieldCoder {
  /// A number with 16 bits before and 16 after the binary point.
  package mutating func fixed16(_ name: StaticString, _ value: inout Fixed16, isSigned: Bool = true) {
    number(name, &value.rawValue, style: isSigned ? .fixed16 : .unsignedFixed16)
  }
}
