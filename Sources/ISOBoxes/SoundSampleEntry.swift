/// The description of the coding of sound. Stands for QuickTime File Format, “Sound Sample Descriptions”, versions 0, 1
/// and 2, of which version 0 is `AudioSampleEntry` of ISO/IEC 14496-12, 12.2.3.
package struct SoundSampleEntry: Box {
  /// The fields that version 1 adds, for compressed sound.
  package struct Packing: Sendable, Hashable {
    /// Frames in a packet.
    package var samplesPerPacket: UInt32 = 0
    /// Bytes of one channel in a packet; 0 if that varies.
    package var bytesPerPacket: UInt32 = 0
    /// Bytes of all channels in a packet; 0 if that varies.
    package var bytesPerFrame: UInt32 = 0
    /// Bytes of one sample once decoded.
    package var bytesPerSample: UInt32 = 2

    /// Packets of a number of frames and of no fixed size.
    package init(samplesPerPacket: UInt32) { self.samplesPerPacket = samplesPerPacket }
  }

  /// The fields that version 2 adds, for sound that the older fields cannot describe.
  package struct LinearFormat: Sendable, Hashable {
    /// Bytes from the start of the box to its extensions; 72.
    package var structSize: UInt32 = 72
    /// Frames in a second.
    package var sampleRate: Double
    package var channelCount: UInt32
    /// The constant 0x7F000000.
    package var marker: UInt32 = 0x7f00_0000
    package var bitsPerSample: UInt32 = 16
    /// Core Audio's flags: 1 float, 2 big-endian, 4 signed, 8 packed.
    package var formatFlags: UInt32 = 0x0c
    /// Bytes of a packet, all channels.
    package var bytesPerPacket: UInt32
    /// Frames in a packet.
    package var framesPerPacket: UInt32 = 1

    /// Creates a format of signed 16-bit little-endian samples, packed.
    package init(sampleRate: Double, channelCount: UInt32) {
      self.sampleRate = sampleRate
      self.channelCount = channelCount
      bytesPerPacket = 2 &* channelCount
    }
  }

  /// The codec: `mp4a`, `lpcm` or another one.
  package let type: FourCC
  package var reserved = [UInt8](repeating: 0, count: 6)
  /// The number of the data reference that leads to the samples, from 1.
  package var dataReferenceIndex: UInt16 = 1
  /// The version, 0, 1 or 2, which says which of the following there are.
  package var version: UInt16
  /// Revision of the data.
  package var revision: UInt16 = 0
  /// The maker of the encoder.
  package var vendor = FourCC(rawValue: 0)
  /// Channels; 3 in version 2, where it means nothing.
  package var channelCount: UInt16
  /// Bits of a sample once decoded.
  package var sampleSize: UInt16 = 16
  /// The kind of compression: −2 when packets vary in size, and in version 2.
  package var compressionID: Int16 = -2
  package var packetSize: UInt16 = 0
  /// Frames in a second; 1 in version 2, where it means nothing.
  package var sampleRate: Fixed16
  /// The fields that version 1 adds.
  package var packing = Packing(samplesPerPacket: 0)
  /// The fields that version 2 adds.
  package var linear = LinearFormat(sampleRate: 0, channelCount: 0)
  /// The boxes at the end: `wave`, `esds`, `chan` and others.
  package var extensions: [any Box] = []
  /// The bytes at the end, fewer than eight.
  package var terminator: [UInt8] = []

  /// Creates an entry of compressed sound, described by version 1 with its decoder's needs in `extensions`.
  ///
  /// The rate is below 65 536: a description of version 1 has 16 bits for it.
  package init(compressed type: FourCC, channelCount: UInt16, rate: Int, packing: Packing, extensions: [any Box]) {
    self.type = type
    version = 1
    self.channelCount = channelCount
    sampleRate = Fixed16(rate)
    self.packing = packing
    self.extensions = extensions
  }

  /// Creates an entry of plain samples, described by version 2 as phones do it.
  package init(linear format: LinearFormat) {
    type = "lpcm"
    version = 2
    channelCount = 3
    sampleRate = Fixed16(1)
    linear = format
  }

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.bytes("reserved", &reserved, count: 6)
    coder.number("dataReference", &dataReferenceIndex)
    coder.number("version", &version)
    coder.number("revision", &revision)
    coder.fourCC("vendor", &vendor)
    coder.number("channels", &channelCount)
    coder.number("sampleSize", &sampleSize)
    coder.number("compressionID", &compressionID)
    coder.number("packetSize", &packetSize)
    coder.fixed16("sampleRate", &sampleRate, isSigned: false)
    if version > 2 { coder.fail(.invalidValue, "Version \(version) of the sound description is not known.") }
    if version == 1 {
      coder.number("samplesPerPacket", &packing.samplesPerPacket)
      coder.number("bytesPerPacket", &packing.bytesPerPacket)
      coder.number("bytesPerFrame", &packing.bytesPerFrame)
      coder.number("bytesPerSample", &packing.bytesPerSample)
    } else if version == 2 {
      coder.number("structSize", &linear.structSize)
      var rate = linear.sampleRate.bitPattern
      coder.number("rate", &rate, style: .float64)
      linear.sampleRate = Double(bitPattern: rate)
      coder.number("channels", &linear.channelCount)
      coder.number("marker", &linear.marker, style: .hexadecimal)
      coder.number("bits", &linear.bitsPerSample)
      coder.number("formatFlags", &linear.formatFlags, style: .hexadecimal)
      coder.number("bytesPerPacket", &linear.bytesPerPacket)
      coder.number("framesPerPacket", &linear.framesPerPacket)
    }
    coder.boxes(&extensions, in: .sampleEntry)
    coder.rest("terminator", &terminator)
  }
}
