public import AudioCoding
public import LiveCapture
public import MediaCore

/// Sound by VisualOn's or libavcodec's AAC encoder and libsamplerate.
public struct StandardSound: SoundEncoding {
  /// The encoders.
  public init() {}

  /// Those whose libraries are there; they are looked for, and not loaded.
  public var encoders: [AudioEncoder] { AudioEncoder.allCases.filter(AACEncoder.isAvailable) }

  /// Loads an encoder's library.
  /// - Throws: `CodingError` with `.missingLibrary`, naming the package to install.
  public func prepare(_ encoder: AudioEncoder) throws(CodingError) { try AACEncoder.loadLibrary(encoder) }

  /// Makes an encoder to AAC-LC.
  /// - Throws: `CodingError` with `.missingLibrary`, naming the package, or `.invalidSetting` for the format or bit
  ///   rate.
  public func makeEncoder(
    _ encoder: AudioEncoder, of format: AudioFormat, bitRate: Int
  ) throws(CodingError) -> any SoundEncoder {
    try AACEncoder(of: format, bitRate: bitRate, by: encoder)
  }

  /// Makes a resampler.
  /// - Throws: `CodingError` with `.invalidSetting` for a channel count outside 1 to 8 or a ratio outside 1/256 to 256.
  public func makeResampler(channelCount: Int, ratio: Double) throws(CodingError) -> any SoundResampling {
    try AudioResampler(channelCount: channelCount, ratio: ratio)
  }
}

extension AACEncoder: SoundEncoder {
  /// Bits in a second that it aims at.
  public var bitRate: Int { settings.bitRate }
  /// `AudioSpecificConfig`.
  public var decoderConfiguration: [UInt8] { audioSpecificConfig }
}

extension AudioResampler: SoundResampling {}
