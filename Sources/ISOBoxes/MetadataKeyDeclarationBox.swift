/// The name of a key of timed metadata. Stands for `keyd`, QuickTime File Format.
public struct MetadataKeyDeclarationBox: Box {
  /// `keyd`.
  public var type: FourCC { "keyd" }
  /// Who gives meaning to the name; `mdta` for names in reverse domain order.
  public var namespace: FourCC
  /// The name's bytes, without a terminator.
  public var value: [UInt8]

  /// A key of the namespace `mdta`.
  public init(name: String) {
    namespace = "mdta"
    value = Array(name.utf8)
  }

  /// A box to be decoded into.
  public init(blank type: FourCC) { self.init(name: "") }

  /// The name as text.
  public var name: String { String(decoding: value, as: UTF8.self) }

  /// Hands over the fields.
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.fourCC("namespace", &namespace)
    coder.rest("value", &value)
  }
}
