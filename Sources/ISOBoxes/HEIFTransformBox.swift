/// A turn (`irot`) or a mirroring (`imir`) that a picture needs to be shown. Stands for ISO/IEC 23008-12, 6.5.10 and
/// 6.5.12.
package struct HEIFTransformBox: Box, Hashable {
  package let type: FourCC
  /// The number of quarter turns counter-clockwise, in the lowest two bits (`irot`), or the direction of the mirroring,
  /// in the lowest bit (`imir`): 0 if top and bottom change places and 1 if left and right do. The other bits are
  /// reserved.
  package var value: UInt8

  package init(_ type: FourCC, _ value: UInt8) {
    self.type = type
    self.value = value
  }

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.number(type == "irot" ? "angle" : "axis", &value)
  }
}
