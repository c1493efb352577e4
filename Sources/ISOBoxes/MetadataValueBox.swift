/// One value of the metadata. Stands for `data` inside an item of `ilst`, QuickTime File Format, “Value Atom”.
package struct MetadataValueBox: Box {
  package var type: FourCC { "data" }
  /// QuickTime's well-known type: 1 UTF-8, 21 signed number, 22 unsigned number, 23 float, 24 double.
  package var valueType: UInt32 = 1
  /// Country and language; 0 for any.
  package var locale: UInt32 = 0
  /// The value's bytes, without a terminator.
  package var value: [UInt8]

  package init(text: String) { value = Array(text.utf8) }

  /// The text, if the value is one.
  package var text: String? { valueType == 1 ? String(decoding: value, as: UTF8.self) : nil }

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.number("type", &valueType)
    coder.number("locale", &locale, style: .hexadecimal)
    coder.rest("value", &value)
  }
}
