/// The still image time track written down byte by byte, apart from the code that it is compared with.
enum StillTrackLayout {
  static func bytes(id: UInt32, still: UInt32, date: UInt32, offset: UInt32) -> [UInt8] {
    let unity: [UInt32] = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000]
    var bytes: [UInt8] = []
    func put(_ numbers: [UInt32]) { for number in numbers { bytes += big(number) } }
    func put(_ text: String) { bytes += Array(text.utf8) }
    func box(_ size: UInt32, _ type: String, _ numbers: [UInt32] = []) {
      put([size])
      put(type)
      put(numbers)
    }
    box(604, "trak")
    box(0x5c, "tkhd", [0x0f, date, date, id, 0, still + 1, 0, 0, 0, 0] + unity + [0, 0])
    box(0x30, "edts")
    box(0x28, "elst", [0, 2, still, 0xffff_ffff, 0x10000, 1, 0, 0x10000])
    box(0x14, "tref")
    box(0x0c, "cdsc", [1])
    box(0x1b4, "mdia")
    box(0x20, "mdhd", [0, date, date, 600, 1, 0x55c4_0000])
    box(0x34, "hdlr", [0])
    put("mhlrmetaappl")
    put([1, 0])
    put("\u{13}Core Media Metadata")
    box(0x158, "minf")
    box(0x20, "gmhd")
    box(0x18, "gmin", [0, 0x0040_8000, 0x8000_8000, 0])
    box(0x38, "hdlr", [0])
    put("dhlralisappl")
    put([0, 0])
    put("\u{17}Core Media Data Handler")
    box(0x24, "dinf")
    box(0x1c, "dref", [0, 1])
    box(0x0c, "alis", [1])
    box(0xd4, "stbl")
    box(0x70, "stsd", [0, 1])
    box(0x60, "mebx", [0, 1])
    box(0x50, "keys")
    put([0x48, 1])
    box(0x30, "keyd")
    put("mdtacom.apple.quicktime.still-image-time")
    box(0x10, "dtyp", [0, 65])
    box(0x18, "stts", [0, 1, 1, 1])
    box(0x1c, "stsc", [0, 1, 1, 1, 1])
    box(0x14, "stsz", [0, 9, 1])
    box(0x14, "stco", [0, 1, offset])
    return bytes
  }

  private static func big(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
  }
}
