/// The description of the coding of pictures. Stands for QuickTime's video sample description and `VisualSampleEntry`
/// of ISO/IEC 14496-12, 12.1.3.
package struct VisualSampleEntry: Box {
  /// The codec: `avc1`, `hvc1` or another one.
  package private(set) var type: FourCC
  package var reserved = [UInt8](repeating: 0, count: 6)
  /// The number of the data reference that leads to the samples, from 1.
  package var dataReferenceIndex: UInt16 = 1
  /// Version and revision of the data.
  package var version: UInt32 = 0
  /// The maker of the encoder.
  package var vendor = FourCC(rawValue: 0)
  /// The quality from 0 to 1023; 512 is normal.
  package var temporalQuality: UInt32 = 512
  /// The quality from 0 to 1023; 512 is normal.
  package var spatialQuality: UInt32 = 512
  /// The number of encoded pixels in a row.
  package var width: UInt16
  /// The number of encoded rows.
  package var height: UInt16
  /// Dots per inch; 72 by convention.
  package var horizontalResolution = Fixed16(72)
  /// Dots per inch; 72 by convention.
  package var verticalResolution = Fixed16(72)
  package var dataSize: UInt32 = 0
  /// Frames in a sample.
  package var frameCount: UInt16 = 1
  /// The codec's name for people: its length, then up to 31 characters, filled to 32 bytes.
  package var compressorName: [UInt8]
  /// Bits of a pixel; 24 is colour without alpha.
  package var depth: UInt16 = 24
  /// The number of the colour table; −1 for none.
  package var colorTableID: Int16 = -1
  /// The boxes at the end: `avcC`, `colr`, `clap` and others.
  package var extensions: [any Box]
  /// The bytes at the end, fewer than eight: four zeros in QuickTime files.
  package var terminator: [UInt8] = [0, 0, 0, 0]

  /// Creates a description of pictures, ended by QuickTime's four zero bytes.
  package init(_ type: FourCC, width: UInt16, height: UInt16, compressorName: String, extensions: [any Box]) {
    self.type = type
    self.width = width
    self.height = height
    let name = Array(compressorName.utf8.prefix(31))
    self.compressorName = [UInt8(name.count)] + name + [UInt8](repeating: 0, count: 31 - name.count)
    self.extensions = extensions
  }

  /// The same description for another codec's name.
  package func renamed(_ type: FourCC) -> VisualSampleEntry {
    var copy = self
    copy.type = type
    return copy
  }

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.bytes("reserved", &reserved, count: 6)
    coder.number("dataReference", &dataReferenceIndex)
    coder.number("version", &version, style: .hexadecimal)
    coder.fourCC("vendor", &vendor)
    coder.number("temporalQuality", &temporalQuality)
    coder.number("spatialQuality", &spatialQuality)
    coder.number("width", &width)
    coder.number("height", &height)
    coder.fixed16("horizontalResolution", &horizontalResolution)
    coder.fixed16("verticalResolution", &verticalResolution)
    coder.number("dataSize", &dataSize)
    coder.number("frameCount", &frameCount)
    coder.bytes("compressor", &compressorName, count: 32)
    coder.number("depth", &depth)
    coder.number("colorTable", &colorTableID)
    coder.boxes(&extensions, in: .sampleEntry)
    coder.rest("terminator", &terminator)
  }
}
