public import MediaCore

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
