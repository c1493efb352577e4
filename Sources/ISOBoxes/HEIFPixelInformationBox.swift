/// The numbers of bits in the channels of a picture. Stands for `pixi`, ISO/IEC 23008-12, 6.5.6.
package struct HEIFPixelInformationBox: Box {
  package var type: FourCC { "pixi" }
  package var header = VersionAndFlags()
  package var bitsPerChannel: [UInt8]
  /// The bytes that a later edition of the standard adds.
  package var rest: [UInt8] = []

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header)
    coder.countedNumbers("bits", &bitsPerChannel, countBytes: 1)
    coder.rest("rest", &rest)
  }
}
