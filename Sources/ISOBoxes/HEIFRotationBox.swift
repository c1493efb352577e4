/// How a picture is turned to be shown. Stands for `irot`, ISO/IEC 23008-12, 6.5.10.
public struct HEIFRotationBox: Box, Hashable {
  /// `irot`.
  public var type: FourCC { "irot" }
  /// Quarter turns counter-clockwise in the lowest two bits; the others are reserved.
  public var angle: UInt8

  /// A number of quarter turns counter-clockwise, 0 to 3.
  public init(angle: UInt8) { self.angle = angle }

  /// A box to be decoded into.
  public init(blank type: FourCC) { self.init(angle: 0) }

  /// Hands over the fields.
  public mutating func code(_ coder: inout some FieldCoder) { coder.u8("angle", &angle) }
}
