/// How pictures are coded. Stands for QuickTime's video sample description and `VisualSampleEntry` of
/// ISO/IEC 14496-12, 12.1.3.
public struct VisualSampleEntry: Box {
  /// `avc1`, `hvc1` or another codec.
  public private(set) var type: FourCC
  /// Reserved; 6 bytes.
  public var reserved = [UInt8](repeating: 0, count: 6)
  /// Which of the data references holds the samples, from 1.
  public var dataReferenceIndex: UInt16 = 1
  /// Version and revision of the data.
  public var version: UInt32 = 0
  /// Who made the encoder.
  public var vendor = FourCC(rawValue: 0)
  /// 0 to 1023; 512 is normal.
  public var temporalQuality: UInt32 = 512
  /// 0 to 1023; 512 is normal.
  public var spatialQuality: UInt32 = 512
  /// Encoded pixels in a row.
  public var width: UInt16
  /// Encoded rows.
  public var height: UInt16
  /// Dots per inch; 72 by convention.
  public var horizontalResolution = Fixed16(72)
  /// Dots per inch; 72 by convention.
  public var verticalResolution = Fixed16(72)
  /// Always 0.
  public var dataSize: UInt32 = 0
  /// Frames in a sample.
  public var frameCount: UInt16 = 1
  /// The codec's name for people: its length, then up to 31 characters, filled to 32 bytes.
  public var compressorName: [UInt8]
  /// Bits of a pixel; 24 is colour without alpha.
  public var depth: UInt16 = 24
  /// −1 for none.
  public var colorTableID: Int16 = -1
  /// `avcC`, `colr`, `clap` and others.
  public var extensions: [any Box]
  /// Fewer than eight bytes at the end: four zeros in QuickTime files.
  public var terminator: [UInt8]

  /// A description of pictures, ended by QuickTime's four zero bytes.
  public init(_ type: FourCC, width: UInt16, height: UInt16, compressorName: String, extensions: [any Box]) {
    self.type = type
    self.width = width
    self.height = height
    let name = Array(compressorName.utf8.prefix(31))
    self.compressorName = [UInt8(name.count)] + name + [UInt8](repeating: 0, count: 31 - name.count)
    self.extensions = extensions
    terminator = [0, 0, 0, 0]
  }

  /// The same description for another codec's name.
  public func renamed(_ type: FourCC) -> VisualSampleEntry {
    var copy = self
    copy.type = type
    return copy
  }

  /// A box to be decoded into.
  public init(blank type: FourCC) { self.init(type, width: 0, height: 0, compressorName: "", extensions: []) }

  /// Hands over the fields.
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.bytes("reserved", &reserved, count: 6)
    coder.u16("dataReference", &dataReferenceIndex)
    coder.u32("version", &version, style: .hexadecimal)
    coder.fourCC("vendor", &vendor)
    coder.u32("temporalQuality", &temporalQuality)
    coder.u32("spatialQuality", &spatialQuality)
    coder.u16("width", &width)
    coder.u16("height", &height)
    coder.fixed16("horizontalResolution", &horizontalResolution)
    coder.fixed16("verticalResolution", &verticalResolution)
    coder.u32("dataSize", &dataSize)
    coder.u16("frameCount", &frameCount)
    coder.bytes("compressor", &compressorName, count: 32)
    coder.u16("depth", &depth)
    coder.i16("colorTable", &colorTableID)
    coder.boxes(&extensions, in: .sampleEntry)
    coder.rest("terminator", &terminator)
  }
}
