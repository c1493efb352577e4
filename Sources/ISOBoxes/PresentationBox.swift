/// The way in which media are laid over or mixed with what else is played: pictures (`vmhd`), sound (`smhd`), or media
/// that are neither (`gmin` inside `gmhd`), with the fields of both.
///
/// Stands for ISO/IEC 14496-12, 12.1.2 and 12.2.2, and QuickTime File Format, “Base Media Info Atoms”.
package struct PresentationBox: Box {
  package let type: FourCC
  /// Version 0; the flags of `vmhd` are 1 by convention.
  package var header: VersionAndFlags
  /// QuickTime's way of drawing; 0x40 is dither copy, which phones write.
  package var graphicsMode: UInt16 = 0x40
  /// Red, green and blue for ways of drawing that need them; always three.
  package var operationColor: [UInt16] = [0x8000, 0x8000, 0x8000]
  /// Between left and right, with 8 bits after the point; 0 is the middle.
  package var balance: Int16 = 0
  package var reserved: UInt16 = 0

  package init(_ type: FourCC) {
    self.type = type
    header = VersionAndFlags(flags: type == "vmhd" ? 1 : 0)
  }

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header)
    if type != "smhd" {
      coder.number("graphicsMode", &graphicsMode, style: .hexadecimal)
      coder.numbers("color", &operationColor, count: 3, style: .hexadecimal)
    }
    if type != "vmhd" {
      coder.number("balance", &balance)
      coder.number("reserved", &reserved)
    }
  }
}
