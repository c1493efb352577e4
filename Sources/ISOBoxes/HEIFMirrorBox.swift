/// How a picture is mirrored to be shown. Stands for `imir`, ISO/IEC 23008-12, 6.5.12.
public struct HEIFMirrorBox: Box, Hashable {
  /// `imir`.
  public var type: FourCC { "imir" }
  /// In the lowest bit: 0 if top and bottom change places, 1 if left and right do; the others are reserved.
  public var axis: UInt8

  /// A mirror: 0 if top and bottom change places, 1 if left and right do.
  public init(axis: UInt8) { self.axis = axis }

  /// A box to be decoded into.
  public init(blank type: FourCC) { self.init(axis: 0) }

  /// Hands over the fields.
  public mutating func code(_ coder: inout some FieldCoder) { coder.u8("axis", &axis) }
}
