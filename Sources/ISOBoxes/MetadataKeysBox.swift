/// The names of the metadata's keys.
///
/// Stands for `keys` inside `meta`, QuickTime File Format, “Metadata Item Keys Atom”.
package struct MetadataKeysBox: Box {
  package struct Entry: Sendable, Hashable {
    /// The namespace that gives the name its meaning; `mdta` for names in reverse domain order.
    package var namespace: FourCC
    /// The name's bytes, without a terminator.
    package var value: [UInt8]

    /// Creates a key, by default of the namespace `mdta`.
    package init(namespace: FourCC = "mdta", name: String) {
      self.namespace = namespace
      value = Array(name.utf8)
    }

    package var name: String { String(decoding: value, as: UTF8.self) }
  }

  package var type: FourCC { "keys" }
  package var header = VersionAndFlags()
  /// The keys; items count them from 1.
  package var entries: [Entry]

  package init(names: [String]) { entries = names.map { Entry(name: $0) } }

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header)
    coder.countedList("keys", &entries, elementBytes: 8, blank: Entry(name: "")) { coder, entry in
      var size = UInt32(clamping: entry.value.count + 8)
      coder.number("", &size)
      coder.fourCC("", &entry.namespace)
      if size < 8 { coder.fail(.invalidSize, "A key's size is \(size), smaller than its own header.") }
      coder.bytes("", &entry.value, count: max(0, Int(size) - 8))
    }
  }
}
