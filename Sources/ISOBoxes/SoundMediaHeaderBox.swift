/// Where sound stands between left and right. Stands for `smhd`, ISO/IEC 14496-12, 12.2.2.
public struct SoundMediaHeaderBox: Box {
  /// `smhd`.
  public var type: FourCC { "smhd" }
  /// Version 0.
  public var header = VersionAndFlags()
  /// With 8 bits after the point; 0 is the middle.
  public var balance: Int16 = 0
  /// Reserved.
  public var reserved: UInt16 = 0

  /// Sound in the middle.
  public init() {}

  /// A box to be decoded into.
  public init(blank type: FourCC) { self.init() }

  /// Hands over the fields.
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header)
    coder.i16("balance", &balance)
    coder.u16("reserved", &reserved)
  }
}
