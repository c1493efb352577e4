/// What media that is neither picture nor sound has instead of `vmhd` and `smhd`.
///
/// Stands for `gmin` inside `gmhd`, QuickTime File Format, “Base Media Info Atoms”.
package struct BaseMediaInfoBox: Box {
  package var type: FourCC { "gmin" }
  package var header = VersionAndFlags()
  /// QuickTime's way of drawing.
  package var graphicsMode: UInt16 = 0x40
  /// Red, green and blue for ways of drawing that need them; always three.
  package var operationColor: [UInt16] = [0x8000, 0x8000, 0x8000]
  /// With 8 bits after the point; 0 is the middle.
  package var balance: Int16 = 0
  package var reserved: UInt16 = 0

  package init() {}

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header)
    coder.number("graphicsMode", &graphicsMode, style: .hexadecimal)
    coder.numbers("color", &operationColor, count: 3, style: .hexadecimal)
    coder.number("balance", &balance)
    coder.number("reserved", &reserved)
  }
}
