/// How a picture is mirrored to be shown. Stands for `imir`, ISO/IEC 23008-12, 6.5.12.
package struct HEIFMirrorBox: Box, Hashable {
  package var type: FourCC { "imir" }
  /// In the lowest bit: 0 if top and bottom change places, 1 if left and right do; the others are reserved.
  package var axis: UInt8

  /// A mirror: 0 if top and bottom change places, 1 if left and right do.
  package init(axis: UInt8) { self.axis = axis }

  package mutating func code(_ coder: inout some FieldCoder) { coder.number("axis", &axis) }
}
