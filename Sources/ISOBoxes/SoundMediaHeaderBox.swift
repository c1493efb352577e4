/// Where sound stands between left and right. Stands for `smhd`, ISO/IEC 14496-12, 12.2.2.
package struct SoundMediaHeaderBox: Box {
  package var type: FourCC { "smhd" }
  package var header = VersionAndFlags()
  /// With 8 bits after the point; 0 is the middle.
  package var balance: Int16 = 0
  package var reserved: UInt16 = 0

  /// Sound in the middle.
  package init() {}

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header)
    coder.number("balance", &balance)
    coder.number("reserved", &reserved)
  }
}
