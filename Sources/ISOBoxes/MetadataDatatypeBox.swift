/// The type of the values that a key of timed metadata has.
///
/// Stands for `dtyp`, QuickTime File Format, “Metadata Datatype Definition Atom”.
package struct MetadataDatatypeBox: Box {
  package var type: FourCC { "dtyp" }
  /// The namespace: 0 when the value is the number of a well-known type, 1 when it is a name in reverse domain order.
  package var namespace: UInt32 = 0
  /// The number in four bytes, or the name.
  package var value: [UInt8]

  /// One of QuickTime's well-known types: 65 is a signed byte.
  package init(wellKnown number: UInt32) {
    value = (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
  }

  /// The number of a well-known type, or `nil`.
  package var wellKnownNumber: UInt32? {
    namespace == 0 && value.count == 4 ? value.reduce(0) { $0 << 8 | UInt32($1) } : nil
  }

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.number("namespace", &namespace)
    coder.rest("value", &value)
  }
}
