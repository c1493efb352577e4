/// The name of a key of timed metadata. Stands for `keyd`, QuickTime File Format, “Metadata Key Declaration Atom”.
package struct MetadataKeyDeclarationBox: Box {
  package var type: FourCC { "keyd" }
  package var key: MetadataKeysBox.Entry

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.fourCC("namespace", &key.namespace)
    coder.rest("value", &key.value)
  }
}
