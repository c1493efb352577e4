import ByteCoding

/// The configuration that an AAC decoder needs before the first packet.
///
/// Stands for `esds`: `ES_Descriptor` of ISO/IEC 14496-1, 7.2.6.5.
package struct ElementaryStreamBox: Box {
  package var type: FourCC { "esds" }
  package var header = VersionAndFlags()
  package var descriptor: [UInt8]

  package init(descriptor: [UInt8]) { self.descriptor = descriptor }

  /// Creates a descriptor of AAC sound. Rates are in bits a second; `bufferSize` is the largest packet's, in bytes.
  ///
  /// `audioSpecificConfig` is that of ISO/IEC 14496-3, 1.6.2.1: mostly two bytes, and fewer than 128.
  package init(audioSpecificConfig: [UInt8], bufferSize: UInt32, maximumRate: UInt32, averageRate: UInt32) {
    precondition(audioSpecificConfig.count < 128, "an AudioSpecificConfig of \(audioSpecificConfig.count) bytes")
    var inner = ByteWriter()
    inner.u8(0x40)  // MPEG-4 audio
    inner.u8(0x15)  // an audio stream, downwards
    inner.u24(min(bufferSize, 0xff_ffff))
    inner.u32(maximumRate)
    inner.u32(averageRate)
    Self.append(tag: 0x05, audioSpecificConfig, to: &inner)
    var outer = ByteWriter()
    outer.u16(0)  // the stream has no number of its own inside a track
    outer.u8(0)
    Self.append(tag: 0x04, inner.contents, to: &outer)
    Self.append(tag: 0x06, [0x02], to: &outer)
    var all = ByteWriter()
    Self.append(tag: 0x03, outer.contents, to: &all)
    descriptor = all.contents
  }

  /// The decoder's own configuration, or `nil` if the descriptor holds none.
  package var audioSpecificConfig: [UInt8]? {
    var reader = ByteReader(descriptor)
    guard var stream = Self.descriptor(tag: 0x03, &reader) else { return nil }
    stream.skip(2)
    let flags = stream.u8()
    if flags & 0x80 != 0 { stream.skip(2) }
    if flags & 0x40 != 0 { stream.skip(Int(stream.u8())) }
    if flags & 0x20 != 0 { stream.skip(2) }
    guard var decoder = Self.descriptor(tag: 0x04, &stream) else { return nil }
    decoder.skip(13)
    guard var specific = Self.descriptor(tag: 0x05, &decoder) else { return nil }
    return Array(specific.rest())
  }

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header)
    coder.rest("descriptor", &descriptor)
  }

  // Lengths are written in four groups of seven bits, as Apple's and most other writers do.
  private static func append(tag: UInt8, _ payload: [UInt8], to writer: inout ByteWriter) {
    writer.u8(tag)
    for shift in [21, 14, 7, 0] { writer.u8(UInt8(payload.count >> shift & 0x7f) | (shift == 0 ? 0 : 0x80)) }
    writer.bytes(payload)
  }

  private static func descriptor(tag: UInt8, _ reader: inout ByteReader) -> ByteReader? {
    guard reader.u8() == tag else { return nil }
    var length = 0
    for _ in 0..<4 {
      let byte = reader.u8()
      length = length << 7 | Int(byte & 0x7f)
      if byte & 0x80 == 0 { break }
    }
    let inner = reader.reader(length)
    return reader.error == nil ? inner : nil
  }
}
