/// What kind of value a key of timed metadata has. Stands for `dtyp`, QuickTime File Format.
public struct MetadataDatatypeBox: Box {
  /// `dtyp`.
  public var type: FourCC { "dtyp" }
  /// 0 when the value is the number of a well-known type, 1 when it is a name in reverse domain order.
  public var namespace: UInt32
  /// The number in four bytes, or the name.
  public var value: [UInt8]

  /// One of QuickTime's well-known types: 65 is a signed byte.
  public init(wellKnown number: UInt32) {
    namespace = 0
    value = (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
  }

  /// A box to be decoded into.
  public init(blank type: FourCC) { self.init(wellKnown: 0) }

  /// The number of a well-known type, or `nil`.
  public var wellKnownNumber: UInt32? {
    namespace == 0 && value.count == 4 ? value.reduce(0) { $0 << 8 | UInt32($1) } : nil
  }

  /// Hands over the fields.
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.u32("namespace", &namespace)
    coder.rest("value", &value)
  }
}
