/// How a picture is turned to be shown. Stands for `irot`, ISO/IEC 23008-12, 6.5.10.
package struct HEIFRotationBox: Box, Hashable {
  package var type: FourCC { "irot" }
  /// Quarter turns counter-clockwise in the lowest two bits; the others are reserved.
  package var angle: UInt8

  /// A number of quarter turns counter-clockwise, 0 to 3.
  package init(angle: UInt8) { self.angle = angle }

  package mutating func code(_ coder: inout some FieldCoder) { coder.number("angle", &angle) }
}
