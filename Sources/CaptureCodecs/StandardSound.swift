public import AudioCoding
public import LiveCapture
public import MediaCore

/// Sound by VisualOn's or libavcodec's AAC encoder and libsamplerate.
public struct StandardSound: SoundEncoding {
  /// Creates the encoders.
  public init() {}

  /// Returns whether an encoder's library is there; it is looked for, and not loaded.
  public func isAvailable(_ encoder: AudioEncoder) -> Bool { AACEncoder.isAvailable(encoder) }

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
  /// The target of the encoder, in bits a second.
  public var bitRate: Int { settings.bitRate }
  /// The `AudioSpecificConfig`.
  public var decoderConfiguration: [UInt8] { audioSpecificConfig }
}

extension AudioResampler: SoundResampling {}
