/// How many bits the channels of a picture have. Stands for `pixi`, ISO/IEC 23008-12, 6.5.6.
package struct HEIFPixelInformationBox: Box {
  package var type: FourCC { "pixi" }
  package var header = VersionAndFlags()
  package var bitsPerChannel: [UInt8]
  /// What a later edition adds.
  package var rest: [UInt8] = []

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header)
    guard var count = UInt8(exactly: bitsPerChannel.count) else {
      coder.fail(.invalidValue, "A picture has more channels than 8 bits can count.")
      return
    }
    coder.number("count", &count)
    coder.numbers("bits", &bitsPerChannel, count: Int(count))
    coder.rest("rest", &rest)
  }
}
