import MediaCore

/// One library's part of an ``AACEncoder``: it makes a packet of every 1024 frames.
protocol AACCoder: AnyObject {
  var primingFrames: Int { get }
  var audioSpecificConfig: [UInt8] { get }

  /// Puts whole frames of interleaved samples into the packet that is being filled, from frame `place` of it on.
  func put(_ samples: Span<Float>, at place: Int) throws(CodingError)

  /// Compresses what was put last, 1024 frames, and appends the packets that are complete.
  func encode(into packets: inout [EncodedAudioPacket]) throws(CodingError)

  /// Ends the sound: appends the packets that the last of `frames` frames of input need to be decoded.
  func finish(after frames: Int, into packets: inout [EncodedAudioPacket]) throws(CodingError)
}
