/// One compressed stretch of sound.
public struct EncodedAudioPacket: Sendable, Hashable {
  /// Frames of sound in each packet of AAC.
  public static let aacFrames = 1024

  /// The packet as a movie's track holds it: for AAC a raw data block, without ADTS header.
  public let bytes: [UInt8]
  /// The number of frames of sound that it decodes to; 1024 for AAC.
  public let frameCount: Int

  /// Creates a packet from its parts.
  public init(bytes: [UInt8], frameCount: Int) {
    self.bytes = bytes
    self.frameCount = frameCount
  }
}
