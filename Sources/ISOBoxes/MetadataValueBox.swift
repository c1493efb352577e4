/// One value of the metadata. Stands for `data` inside an item of `ilst`, QuickTime File Format.
public struct MetadataValueBox: Box {
  /// `data`.
  public var type: FourCC { "data" }
  /// QuickTime's well-known type: 1 UTF-8, 21 signed number, 22 unsigned number, 23 float, 24 double.
  public var valueType: UInt32
  /// Country and language; 0 for any.
  public var locale: UInt32
  /// The value's bytes, without a terminator.
  public var value: [UInt8]

  /// A text.
  public init(text: String) {
    valueType = 1
    locale = 0
    value = Array(text.utf8)
  }

  /// A box to be decoded into.
  public init(blank type: FourCC) { self.init(text: "") }

  /// The text, if the value is one.
  public var text: String? { valueType == 1 ? String(decoding: value, as: UTF8.self) : nil }

  /// Hands over the fields.
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.u32("type", &valueType)
    coder.u32("locale", &locale, style: .hexadecimal)
    coder.rest("value", &value)
  }
}
