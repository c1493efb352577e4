/// The description of the coding of timed metadata. Stands for `mebx`, QuickTime File Format, “Timed Metadata Media”.
package struct TimedMetadataSampleEntry: Box {
  package var type: FourCC { "mebx" }
  package var reserved = [UInt8](repeating: 0, count: 6)
  /// The number of the data reference that leads to the samples, from 1.
  package var dataReferenceIndex: UInt16 = 1
  /// A container `keys`, whose children are containers named by local key number, each with `keyd` and `dtyp`.
  package var children: [any Box]

  /// Creates a description from keys; each gets the local number of its place, from 1.
  package init(keys: [(name: String, datatype: MetadataDatatypeBox)]) {
    let table = keys.enumerated().map { index, key in
      ContainerBox(
        FourCC(rawValue: UInt32(index + 1)), [MetadataKeyDeclarationBox(key: .init(name: key.name)), key.datatype])
    }
    children = [ContainerBox("keys", table)]
  }

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.bytes("reserved", &reserved, count: 6)
    coder.number("dataReference", &dataReferenceIndex)
    coder.boxes(&children, in: .metadataSampleEntry)
  }

  /// The names of the keys by their local numbers; those of other namespaces than `mdta` are left out.
  package var keyNames: [UInt32: String] {
    var names: [UInt32: String] = [:]
    for key in children.containers("keys").first?.children.all(ContainerBox.self) ?? [] {
      guard let named = key.first(MetadataKeyDeclarationBox.self)?.key, named.namespace == "mdta" else { continue }
      names[key.type.rawValue] = named.name
    }
    return names
  }
}
