/// The name of a key of timed metadata. Stands for `keyd`, QuickTime File Format, “Metadata Key Declaration Atom”.
package struct MetadataKeyDeclarationBox: Box {
  package var type: FourCC { "keyd" }
  /// Who gives meaning to the name; `mdta` for names in reverse domain order.
  package var namespace: FourCC
  /// The name's bytes, without a terminator.
  package var value: [UInt8]

  /// A key of the namespace `mdta`.
  package init(name: String) {
    namespace = "mdta"
    value = Array(name.utf8)
  }

  /// The name as text.
  package var name: String { String(decoding: value, as: UTF8.self) }

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.fourCC("namespace", &namespace)
    coder.rest("value", &value)
  }
}
