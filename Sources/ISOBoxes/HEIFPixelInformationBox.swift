/// How many bits the channels of a picture have. Stands for `pixi`, ISO/IEC 23008-12, 6.5.6.
public struct HEIFPixelInformationBox: Box {
  /// `pixi`.
  public var type: FourCC { "pixi" }
  /// Version 0.
  public var header = VersionAndFlags()
  /// The bits of each channel.
  public var bitsPerChannel: [UInt8]
  /// What a later edition adds.
  public var rest: [UInt8] = []

  /// The bits of each channel.
  public init(bitsPerChannel: [UInt8]) { self.bitsPerChannel = bitsPerChannel }

  /// A box to be decoded into.
  public init(blank type: FourCC) { self.init(bitsPerChannel: []) }

  /// Hands over the fields.
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header)
    guard var count = UInt8(exactly: bitsPerChannel.count) else {
      coder.fail(.invalidValue, "A picture has more channels than 8 bits can count.")
      return
    }
    coder.u8("count", &count)
    coder.list("bits", &bitsPerChannel, count: Int(count), elementBytes: 1, blank: 0) { coder, bits in
      coder.u8("", &bits)
    }
    coder.rest("rest", &rest)
  }
}
