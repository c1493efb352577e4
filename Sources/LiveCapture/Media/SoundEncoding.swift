public import MediaCore

/// Makes encoders and resamplers of sound.
public protocol SoundEncoding: Sendable {
  /// Returns whether an encoder to AAC is there on this machine. Asked whenever a session is configured; it should be
  /// quick.
  func isAvailable(_ encoder: AudioEncoder) -> Bool

  /// Loads what encoders need, so that the first is made as quickly as the others. Called on any thread.
  /// - Throws: `CodingError` with `.missingLibrary`; making an encoder would fail alike.
  func prepare(_ encoder: AudioEncoder) throws(CodingError)

  /// Makes an encoder to AAC. Of a low rate it makes no more bits a second than that can have, whatever is asked for.
  /// - Throws: `CodingError` for a format that AAC does not have, or a library that is missing.
  func makeEncoder(
    _ encoder: AudioEncoder, of format: AudioFormat, bitRate: Int
  ) throws(CodingError) -> any SoundEncoder

  /// Makes a resampler that gives `ratio` frames for each that it takes.
  /// - Throws: `CodingError` for a channel count or ratio that is not resampled.
  func makeResampler(channelCount: Int, ratio: Double) throws(CodingError) -> any SoundResampling
}

extension SoundEncoding {
  /// Returns that it is there.
  public func isAvailable(_ encoder: AudioEncoder) -> Bool { true }

  /// The encoder that is needed, if it is not there.
  func absent(_ encoder: AudioEncoder?) -> AudioEncoder? {
    encoder.flatMap { isAvailable($0) ? nil : $0 }
  }
}

/// Compresses sound to packets of ``/MediaCore/EncodedAudioPacket/aacFrames`` frames. An encoder is used by one thread
/// at a time.
public protocol SoundEncoder: AnyObject {
  /// Bits in a second that it aims at, all channels together.
  var bitRate: Int { get }
  /// The number of frames that a decoder gives out before the first frame of input.
  var primingFrames: Int { get }
  /// The configuration that a decoder needs first: `AudioSpecificConfig`, ISO/IEC 14496-3, 1.6.2.1.
  var decoderConfiguration: [UInt8] { get }

  /// Takes interleaved samples from −1 to 1, a whole number of frames, and appends the packets that they complete.
  /// - Throws: `CodingError`, after which the encoder is of no more use.
  func encode(_ samples: Span<Float>, into packets: inout [EncodedAudioPacket]) throws(CodingError)

  /// Ends the sound and appends what remains: the last packet's missing frames are silence. Harmless twice.
  /// - Throws: `CodingError`.
  func finish(into packets: inout [EncodedAudioPacket]) throws(CodingError)
}

/// Changes the rate of sound, by a ratio that may change. One resampler serves one thread at a time.
public protocol SoundResampling: AnyObject {
  /// Changes the ratio; the sound glides to it.
  /// - Throws: `CodingError` for a ratio that is none.
  func setRatio(_ ratio: Double) throws(CodingError)

  /// Takes a whole number of frames and appends the output that they complete.
  /// - Throws: `CodingError`.
  func process(_ samples: Span<Float>, into output: inout [Float]) throws(CodingError)

  /// Ends the sound and appends the rest.
  /// - Throws: `CodingError`.
  func finish(into output: inout [Float]) throws(CodingError)
}
