/// What media that is neither picture nor sound has instead of `vmhd` and `smhd`.
///
/// Stands for `gmin` inside `gmhd`, QuickTime File Format.
public struct BaseMediaInfoBox: Box {
  /// `gmin`.
  public var type: FourCC { "gmin" }
  /// Version 0.
  public var header = VersionAndFlags()
  /// QuickTime's way of drawing.
  public var graphicsMode: UInt16 = 0x40
  /// Red, green and blue for ways of drawing that need them; always three.
  public var operationColor: [UInt16] = [0x8000, 0x8000, 0x8000]
  /// With 8 bits after the point; 0 is the middle.
  public var balance: Int16 = 0
  /// Reserved.
  public var reserved: UInt16 = 0

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
    coder.i16("balance", &balance)
    coder.u16("reserved", &reserved)
  }
}
