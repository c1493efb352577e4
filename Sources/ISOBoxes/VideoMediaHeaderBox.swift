/// How a picture is laid over what is behind it. Stands for `vmhd`, ISO/IEC 14496-12, 12.1.2.
package struct VideoMediaHeaderBox: Box {
  package var type: FourCC { "vmhd" }
  /// Version 0; the flags are 1 by convention.
  package var header = VersionAndFlags(version: 0, flags: 1)
  /// QuickTime's way of drawing; 0x40 is dither copy, which phones write.
  package var graphicsMode: UInt16 = 0x40
  /// Red, green and blue for ways of drawing that need them; always three.
  package var operationColor: [UInt16] = [0x8000, 0x8000, 0x8000]

  package init() {}

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header)
    coder.number("graphicsMode", &graphicsMode, style: .hexadecimal)
    coder.numbers("color", &operationColor, count: 3, style: .hexadecimal)
  }
}
