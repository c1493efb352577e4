/// How a picture is laid over what is behind it. Stands for `vmhd`, ISO/IEC 14496-12, 12.1.2.
public struct VideoMediaHeaderBox: Box {
  /// `vmhd`.
  public var type: FourCC { "vmhd" }
  /// Version 0; the flags are 1 by convention.
  public var header = VersionAndFlags(version: 0, flags: 1)
  /// QuickTime's way of drawing; 0x40 is dither copy, which phones write.
  public var graphicsMode: UInt16 = 0x40
  /// Red, green and blue for ways of drawing that need them; always three.
  public var operationColor: [UInt16] = [0x8000, 0x8000, 0x8000]

  /// The header that phones write.
  public init() {}

  /// A box to be decoded into.
  public init(blank type: FourCC) { self.init() }

  /// Hands over the fields.
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header)
    coder.u16("graphicsMode", &graphicsMode, style: .hexadecimal)
    coder.list("color", &operationColor, count: 3, elementBytes: 2, blank: 0) { coder, value in
      coder.u16("", &value, style: .hexadecimal)
    }
  }
}
