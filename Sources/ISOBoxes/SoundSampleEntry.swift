/// How sound is coded. Stands for QuickTime's sound sample description, versions 0, 1 and 2.
public struct SoundSampleEntry: Box {
  /// What version 1 adds, for compressed sound.
  public struct Packing: Sendable, Hashable {
    /// Frames in a packet.
    public var samplesPerPacket: UInt32 = 0
    /// Bytes of one channel in a packet; 0 if that varies.
    public var bytesPerPacket: UInt32 = 0
    /// Bytes of all channels in a packet; 0 if that varies.
    public var bytesPerFrame: UInt32 = 0
    /// Bytes of one sample once decoded.
    public var bytesPerSample: UInt32 = 2

    /// Packets of a number of frames and of no fixed size.
    public init(samplesPerPacket: UInt32) { self.samplesPerPacket = samplesPerPacket }
  }

  /// What version 2 adds, for sound that the older fields cannot describe.
  public struct LinearFormat: Sendable, Hashable {
    /// Bytes from the start of the box to its extensions; 72.
    public var structSize: UInt32 = 72
    /// Frames in a second.
    public var sampleRate: Double
    /// Channels.
    public var channelCount: UInt32
    /// Always 0x7F000000.
    public var marker: UInt32 = 0x7f00_0000
    /// Bits of a sample.
    public var bitsPerSample: UInt32
    /// Core Audio's flags: 1 float, 2 big-endian, 4 signed, 8 packed.
    public var formatFlags: UInt32
    /// Bytes of a packet, all channels.
    public var bytesPerPacket: UInt32
    /// Frames in a packet.
    public var framesPerPacket: UInt32 = 1

    /// Signed 16-bit little-endian samples, packed.
    public init(sampleRate: Double, channelCount: UInt32) {
      self.sampleRate = sampleRate
      self.channelCount = channelCount
      bitsPerSample = 16
      formatFlags = 0x0c
      bytesPerPacket = 2 &* channelCount
    }
  }

  /// `mp4a`, `lpcm` or another codec.
  public let type: FourCC
  /// Reserved; 6 bytes.
  public var reserved = [UInt8](repeating: 0, count: 6)
  /// Which of the data references holds the samples, from 1.
  public var dataReferenceIndex: UInt16 = 1
  /// 0, 1 or 2: which of the following there are.
  public var version: UInt16
  /// Revision of the data.
  public var revision: UInt16 = 0
  /// Who made the encoder.
  public var vendor = FourCC(rawValue: 0)
  /// Channels; 3 in version 2, where it means nothing.
  public var channelCount: UInt16
  /// Bits of a sample once decoded.
  public var sampleSize: UInt16 = 16
  /// −2 when packets vary in size, and in version 2.
  public var compressionID: Int16
  /// Always 0.
  public var packetSize: UInt16 = 0
  /// Frames in a second; 1 in version 2, where it means nothing.
  public var sampleRate: Fixed16
  /// Present in version 1.
  public var packing = Packing(samplesPerPacket: 0)
  /// Present in version 2.
  public var linear = LinearFormat(sampleRate: 0, channelCount: 0)
  /// `wave`, `esds`, `chan` and others.
  public var extensions: [any Box]
  /// Fewer than eight bytes at the end.
  public var terminator: [UInt8] = []

  /// Compressed sound, described by version 1 with its decoder's needs in `extensions`.
  ///
  /// The rate is below 65 536: a description of version 1 has 16 bits for it.
  public init(compressed type: FourCC, channelCount: UInt16, rate: Int, packing: Packing, extensions: [any Box]) {
    self.type = type
    version = 1
    self.channelCount = channelCount
    compressionID = -2
    sampleRate = Fixed16(rate)
    self.packing = packing
    self.extensions = extensions
  }

  /// Plain samples, described by version 2 as phones do it.
  public init(linear format: LinearFormat) {
    type = "lpcm"
    version = 2
    channelCount = 3
    compressionID = -2
    sampleRate = Fixed16(1)
    linear = format
    extensions = []
  }

  /// A box to be decoded into.
  public init(blank type: FourCC) {
    self.init(compressed: type, channelCount: 0, rate: 0, packing: Packing(samplesPerPacket: 0), extensions: [])
  }

  /// Hands over the fields.
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.bytes("reserved", &reserved, count: 6)
    coder.u16("dataReference", &dataReferenceIndex)
    coder.u16("version", &version)
    coder.u16("revision", &revision)
    coder.fourCC("vendor", &vendor)
    coder.u16("channels", &channelCount)
    coder.u16("sampleSize", &sampleSize)
    coder.i16("compressionID", &compressionID)
    coder.u16("packetSize", &packetSize)
    coder.fixed16("sampleRate", &sampleRate)
    if version > 2 { coder.fail(.invalidValue, "Version \(version) of the sound description is not known.") }
    if version == 1 { codePacking(&coder) }
    if version == 2 { codeLinear(&coder) }
    coder.boxes(&extensions, in: .sampleEntry)
    coder.rest("terminator", &terminator)
  }

  private mutating func codePacking(_ coder: inout some FieldCoder) {
    coder.u32("samplesPerPacket", &packing.samplesPerPacket)
    coder.u32("bytesPerPacket", &packing.bytesPerPacket)
    coder.u32("bytesPerFrame", &packing.bytesPerFrame)
    coder.u32("bytesPerSample", &packing.bytesPerSample)
  }

  private mutating func codeLinear(_ coder: inout some FieldCoder) {
    coder.u32("structSize", &linear.structSize)
    coder.f64("rate", &linear.sampleRate)
    coder.u32("channels", &linear.channelCount)
    coder.u32("marker", &linear.marker, style: .hexadecimal)
    coder.u32("bits", &linear.bitsPerSample)
    coder.u32("formatFlags", &linear.formatFlags, style: .hexadecimal)
    coder.u32("bytesPerPacket", &linear.bytesPerPacket)
    coder.u32("framesPerPacket", &linear.framesPerPacket)
  }
}
